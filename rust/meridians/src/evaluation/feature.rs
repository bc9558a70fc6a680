//! The names of the features. `docs/features.md` defines each with a drawn example; their order is stable, new ones come last.

/// What is counted of a colour. The evaluation weighs the count of the side to move less that of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Feature {
    /// Empty points that a stone of the colour sees.
    Mobility,
    /// 64 ln(mobility + 1), rounded.
    LogMobility,
    /// Stones.
    Stones,
    /// Empty points that see stones of the colour in two directions or more.
    SeenTwice,
    /// Empty points that see stones of the colour in three directions or more.
    SeenThrice,
    /// Empty points between two stones of the colour that see each other across them.
    PathCells,
    /// Stones with a neighbour of the colour.
    TouchingStones,
    /// Pairs of neighbours.
    AdjacentPairs,
    /// Triples of stones that are all neighbours of each other.
    Triangles,
    /// Pairs of stones that see each other over one or more empty points.
    SightEdges,
    /// Empty points in sight that the other colour neither sees nor sees a neighbour of.
    SoleSight,
    /// Path cells that the other colour does not see.
    SafePathCells,
    /// 1 if there is a safe path cell, else 0.
    AnySafePathCell,
    /// Stones of the largest component: those that are joined by adjacency and sight, at any remove.
    LargestComponent,
    /// Components.
    Components,
    /// Stones of the groups that are removed at the end of the turn unless they are saved (R9); only the side to move has any.
    ThreatenedStones,
    /// Pairs of stones that are linked, at any remove. Stones are linked at once if they are neighbours or have an empty neighbour in
    /// common.
    LinkedPairs,
    /// Stones with a neighbour of the other colour.
    ContactStones,
}

/// The number of features.
pub const FEATURES: usize = Feature::ALL.len();

impl Feature {
    /// All features, in their order.
    pub const ALL: [Feature; 18] = [
        Feature::Mobility,
        Feature::LogMobility,
        Feature::Stones,
        Feature::SeenTwice,
        Feature::SeenThrice,
        Feature::PathCells,
        Feature::TouchingStones,
        Feature::AdjacentPairs,
        Feature::Triangles,
        Feature::SightEdges,
        Feature::SoleSight,
        Feature::SafePathCells,
        Feature::AnySafePathCell,
        Feature::LargestComponent,
        Feature::Components,
        Feature::ThreatenedStones,
        Feature::LinkedPairs,
        Feature::ContactStones,
    ];

    /// The name in files and in Python.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Mobility => "mobility",
            Feature::LogMobility => "log_mobility",
            Feature::Stones => "stones",
            Feature::SeenTwice => "seen_twice",
            Feature::SeenThrice => "seen_thrice",
            Feature::PathCells => "path_cells",
            Feature::TouchingStones => "touching_stones",
            Feature::AdjacentPairs => "adjacent_pairs",
            Feature::Triangles => "triangles",
            Feature::SightEdges => "sight_edges",
            Feature::SoleSight => "sole_sight",
            Feature::SafePathCells => "safe_path_cells",
            Feature::AnySafePathCell => "any_safe_path_cell",
            Feature::LargestComponent => "largest_component",
            Feature::Components => "components",
            Feature::ThreatenedStones => "threatened_stones",
            Feature::LinkedPairs => "linked_pairs",
            Feature::ContactStones => "contact_stones",
        }
    }

    /// The feature with this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|feature| feature.name() == name)
    }
}

/// 64 ln(n + 1), rounded: what [`Feature::LogMobility`] is for a mobility of n. In integers, so that it is the same everywhere.
pub(crate) static LOGARITHMS: [i32; 256] = {
    let (mut table, mut logarithm, mut n) = ([0; 256], 0.0, 1);
    while n < 256 {
        // ln((n + 1) / n) = 2 artanh(1 / (2 n + 1))
        let x = 1.0 / (2 * n + 1) as f64;
        let (mut power, mut k, mut sum) = (x, 1, 0.0);
        while k < 40 {
            sum += power / k as f64;
            power *= x * x;
            k += 2;
        }
        logarithm += 2.0 * sum;
        table[n] = (64.0 * logarithm + 0.5) as i32;
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_numbered_and_named() {
        for (index, feature) in Feature::ALL.into_iter().enumerate() {
            assert_eq!(feature as usize, index);
            assert_eq!(Feature::from_name(feature.name()), Some(feature));
        }
        assert_eq!(Feature::from_name("Mobility"), None);
    }

    #[test]
    #[allow(clippy::float_cmp, reason = "equal to the last bit")]
    fn logarithms_are_rounded() {
        for (n, &logarithm) in LOGARITHMS.iter().enumerate() {
            assert_eq!(f64::from(logarithm), (64.0 * (n as f64 + 1.0).ln()).round(), "{n}");
        }
    }
}
