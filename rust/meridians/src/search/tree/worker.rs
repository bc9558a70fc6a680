//! One thread's part of a tree search: iterations, each from the root down to a leaf, a playout, and back.

use super::arena::{Arena, At, Block, DRAW, Edge, LOSS, MOST_VISITS, ONE, Stats, WIN, add, add_shared, read};
use super::cell::PASS;
use super::fork::{FORK_AT, MOST, iterations_from};
use super::playout::{MoveAverages, Random, playout};
use super::prior::{prior_words, write_priors};
use super::select::by_amaf;
use crate::color::Color;
use crate::evaluation::Evaluation;
use crate::geometry::{MAX_POINTS, Size};
use crate::lanes::{Lanes, Work, at_best};
use crate::moves::Move;
use crate::position::Position;
use crate::search::limits::{Budget, Stop};
use crate::search::root::Root;
use crate::symmetry::Symmetry;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

/// Symmetric moves are merged in so many plies from the root.
const SYMMETRIC_PLIES: usize = 4;

/// A leaf gets children when it is visited for this time and once more, while memory is plenty.
const EXPAND_AT: u64 = 2;

/// A node gets an all-moves-as-first table, and its moves the priors of the evaluation, with so many visits,
const TABLE_AT: u64 = 20;

/// and its table is used, instead of its nearest ancestor's, with so many.
const REFERENCE_AT: u64 = 100;

/// Iterations between two looks at the limits: some tenths of a millisecond.
const SHIFT: u64 = 32;

/// A search that has one move to choose from looks at it so often.
const LOOKS_AT_ONLY_MOVE: u64 = 64;

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) arena: &'a Arena,
    /// The block whose one edge leads to the root.
    pub(super) base: At,
    pub(super) root: &'a Root,
    pub(super) evaluation: &'a Evaluation,
    pub(super) budget: &'a Budget<'a>,
    /// Whether other threads work on the tree.
    pub(super) others_at_work: bool,
    /// Why the search ends: 1 + the number of the reason, 0 while it goes on.
    pub(super) stopped: AtomicU8,
    /// The point of each cell, as its number.
    pub(super) point_of: [u8; 256],
}

/// The reasons by their numbers in [`Shared::stopped`].
const REASONS: [Stop; 6] = [Stop::Visits, Stop::Nodes, Stop::Time, Stop::Proven, Stop::OnlyMove, Stop::Cancelled];

impl Shared<'_> {
    pub(super) fn stop(&self, reason: Stop) {
        let number = 1 + REASONS.iter().position(|&r| r == reason).unwrap_or(0) as u8;
        // The first reason is the one reported.
        let _ = self.stopped.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub(super) fn reason(&self) -> Option<Stop> {
        REASONS.get(usize::from(self.stopped.load(Ordering::Relaxed)).checked_sub(1)?).copied()
    }

    /// The words of a table.
    fn table_words(&self) -> u32 {
        table_words(self.root.position.size())
    }

    /// Why a thread that began at `started` by its clock has to stop, if it has.
    pub(super) fn reason_to_stop(&self, started: Duration) -> Option<Stop> {
        let visits = read(&self.arena.block(self.base).stats()[0]).visits();
        // The first visits are free: without them no move would be better than another.
        let is_up = self.budget.is_up(started).filter(|_| visits > 0);
        is_up.or_else(|| self.is_settled()).or_else(|| {
            if visits == 0 {
                return None;
            }
            let nodes = (self.arena.nodes() >= self.budget.limits.nodes).then_some(Stop::Nodes);
            nodes.or((visits >= MOST_VISITS).then_some(Stop::Visits))
        })
    }

    /// Why the search is at its end whatever the limits say, if it is.
    fn is_settled(&self) -> Option<Stop> {
        let base = self.arena.block(self.base);
        let edge = base.edge(0);
        if edge.proven() != 0 {
            return Some(Stop::Proven);
        }
        let children = self.arena.block(edge.block()?).count();
        (children == 1 && read(&base.stats()[0]).visits() >= LOOKS_AT_ONLY_MOVE).then_some(Stop::OnlyMove)
    }
}

/// The words of a node's table: one for each colour and point, and the priors of its moves.
pub(super) const fn table_words(size: Size) -> u32 {
    (2 * size.points() + prior_words(size.points())) as u32
}

/// What a thread keeps from one run to the next, and its scratch space.
pub(super) struct Worker {
    pub(super) random: Random,
    averages: MoveAverages,
    record: Vec<u8>,
    /// For each move of the record its place in the tables, and what it adds there.
    additions: Vec<(u16, Stats)>,
    /// What the iterations from a fork add to the tables above it, and the places there that they add to.
    kept: Box<[Stats; 2 * MAX_POINTS]>,
    kept_places: Vec<u16>,
    /// The hashes of the positions on the path.
    pub(super) line: Vec<u64>,
    /// Iterations of the current run.
    pub(super) iterations: u64,
    /// The longest path of the current run, in plies.
    pub(super) depth: u32,
}

impl Worker {
    pub(super) fn new(seed: u64, thread: usize) -> Worker {
        Worker {
            random: Random::new(seed, thread as u64),
            averages: MoveAverages::new(),
            record: Vec::new(),
            additions: Vec::new(),
            kept: Box::new([Stats::default(); 2 * MAX_POINTS]),
            kept_places: Vec::new(),
            line: Vec::new(),
            iterations: 0,
            depth: 0,
        }
    }

    /// The seed of the random games of this thread.
    pub(super) fn seed_of_games(&mut self) -> u64 {
        let [a, b, c, d] = self.random.next().map(u64::from);
        a | b << 16 | c << 32 | d << 48
    }

    /// The game has moved on.
    pub(super) fn fade(&mut self) {
        self.averages.fade();
    }

    /// Works until a limit is reached. `report` is called when the caller wants one.
    pub(super) fn run(&mut self, shared: &Shared, report: &dyn Fn(&Worker)) {
        struct Run<'a, 'b>(&'a mut Worker, &'a Shared<'b>, &'a dyn Fn(&Worker));
        impl Work for Run<'_, '_> {
            type Output = ();

            #[inline(always)]
            fn run<L: Lanes>(self) {
                self.0.run_on::<L>(self.1, self.2);
            }
        }
        at_best(Run(self, shared, report));
    }

    #[inline(always)]
    fn run_on<L: Lanes>(&mut self, shared: &Shared, report: &dyn Fn(&Worker)) {
        (self.iterations, self.depth) = (0, 0);
        let budget = shared.budget;
        let started = (budget.clock)();
        let mut path = Vec::new();
        loop {
            if let Some(reason) = shared.reason_to_stop(started) {
                shared.stop(reason);
            }
            if shared.reason().is_some() {
                return;
            }
            if budget.wants_report() {
                report(self);
            }
            let visits = budget.take_visits(SHIFT);
            let mut left = visits;
            while left > 0 {
                left -= self.iterate::<L>(shared, &mut path, left);
                if shared.arena.block(shared.base).edge(0).proven() != 0 {
                    break;
                }
            }
            budget.watch.control.advance(visits);
            if visits < SHIFT {
                shared.stop(Stop::Visits);
            }
        }
    }

    /// An iteration, and with threads others from the same fork, up to `most` in all: how many they were. Each goes down from the fork, plays
    /// on and enters its result below the fork; what they add above is entered once, in the end. `path` is scratch space.
    #[inline(always)]
    fn iterate<'a, L: Lanes>(&mut self, shared: &Shared<'a>, path: &mut Vec<(Block<'a>, usize)>, most: u64) -> u64 {
        self.record.clear();
        self.line.clear();
        path.clear();
        path.push((shared.arena.block(shared.base), 0));
        let mut fork = Fork { plies: 0, visits: 0, position: shared.root.position, table: None };
        let mut sum_for_light = self.descend::<L>(shared, path, &mut fork, true);
        // At the end of a game, or where more is proven, there is nowhere to go.
        let is_end = path.len() == fork.plies + 1;
        let planned = if is_end || !shared.others_at_work { 1 } else { iterations_from(fork.visits, MOST).min(most) };
        // The first is at its end; the others are under way.
        mark(shared, &path[..=fork.plies], planned - 1);
        let mut made = 1;
        while made < planned {
            let (block, child) = path[fork.plies];
            if block.edge(child).proven() != 0 {
                break;
            }
            path.truncate(fork.plies + 1);
            self.record.truncate(fork.plies);
            self.line.truncate(fork.plies);
            sum_for_light += self.descend::<L>(shared, path, &mut fork, false);
            made += 1;
        }
        self.back_up_above(shared, &path[..=fork.plies], [planned - 1, made, sum_for_light]);
        self.iterations += made;
        made
    }

    /// From the fork to a leaf, and back to the fork; with `finds_fork` the fork is the root as yet, and becomes the last place on the way
    /// with many visits. Light's result.
    #[inline(always)]
    fn descend<'a, L: Lanes>(
        &mut self,
        shared: &Shared<'a>,
        path: &mut Vec<(Block<'a>, usize)>,
        fork: &mut Fork,
        finds_fork: bool,
    ) -> u64 {
        let arena = shared.arena;
        let points = shared.root.position.size().points();
        let priors =
            |node: Block<'a>| node.table().map_or(&[][..], |at| &arena.table(at, shared.table_words())[2 * points..]);
        let Fork { mut position, mut table, .. } = *fork;
        let mut finds_fork = finds_fork && shared.others_at_work;
        let [jitter, ..] = self.random.next();
        let light_result = loop {
            let (block, child) = path[path.len() - 1];
            let edge = block.edge(child);
            let visits = read(&block.stats()[child]).visits();
            finds_fork &= path.len() == 1 || visits >= FORK_AT;
            if finds_fork {
                *fork = Fork { plies: path.len() - 1, visits, position, table };
            } else if path.len() > fork.plies + 1 {
                mark(shared, &path[path.len() - 1..], 1);
            }
            if edge.proven() != 0 {
                break result_for_light(edge, !position.turn());
            }
            let Some(node) = expand_behind::<L>(shared, block, child, [visits, EXPAND_AT], &position, path.len())
            else {
                break playout::<L>(&position, shared.evaluation, &self.averages, &mut self.random, &mut self.record);
            };
            if (visits >= TABLE_AT || path.len() == 1) && arena.add_table(node, shared.table_words()) {
                write_priors::<L>(node, &position, shared.evaluation, priors(node));
            }
            if table.is_none() || visits >= REFERENCE_AT {
                table = node.table().or(table);
            }
            let turn = position.turn();
            let of_mover =
                table.map_or(&[][..], |at| &arena.table(at, shared.table_words())[turn.index() * points..][..points]);
            let Some(next) = by_amaf(node, of_mover, priors(node), jitter) else {
                prove_upwards(arena, path);
                break if turn == Color::Light { 0 } else { ONE };
            };
            self.record.push(node.edge(next).cell());
            if let Some(result) = follow::<L>(shared, path, &mut self.line, &mut position, node, next) {
                mark(shared, &path[path.len() - 1..], 1);
                break result;
            }
        };
        self.depth = self.depth.max(path.len() as u32 - 1);
        self.back_up(shared, path, fork.plies, light_result);
        light_result
    }

    /// Enters a result along the path below the fork and into the tables there, and keeps what is to be entered into those above.
    #[inline(always)]
    fn back_up(&mut self, shared: &Shared, path: &[(Block, usize)], fork: usize, light_result: u64) {
        let turn = shared.root.position.turn();
        let points = shared.root.position.size().points();
        let gains = gains(turn, 1, light_result);
        // The root was moved into by the player who is not to move there.
        for (i, &(block, child)) in path.iter().enumerate().skip(fork + 1) {
            enter(shared, &block.stats()[child], [1, 1, gains[(i + 1) % 2]]);
        }
        self.additions.clear();
        let mut color = turn;
        for (i, &cell) in self.record.iter().enumerate() {
            let point = shared.point_of[usize::from(cell)];
            if cell != PASS {
                self.averages.add(color, cell, gains[i % 2] as f32 * (1.0 / ONE as f32));
            }
            // A pass has a place in the list, for places go by plies, but none in the tables.
            let place = if cell == PASS { u16::MAX } else { (color.index() * points) as u16 + u16::from(point) };
            self.additions.push((place, Stats::new(1, gains[i % 2])));
            color = !color;
        }
        for (i, &(node, _)) in path.iter().enumerate().skip(fork + 1) {
            if let Some(at) = node.table() {
                let table = &shared.arena.table(at, shared.table_words())[..2 * points];
                for &(place, addition) in &self.additions[i - 1..] {
                    if let Some(word) = table.get(usize::from(place)) {
                        add(word, addition);
                    }
                }
            }
        }
        if fork > 0 {
            for &(place, addition) in &self.additions[fork..] {
                if let Some(kept) = self.kept.get_mut(usize::from(place)) {
                    if kept.visits() == 0 {
                        self.kept_places.push(place);
                    }
                    *kept = kept.plus(addition);
                }
            }
        }
    }

    /// Enters the results of the iterations from a fork along the path to it and into the tables there: `marked` were counted as lost, and
    /// so many were made, with this sum for Light.
    #[inline(always)]
    fn back_up_above(&mut self, shared: &Shared, path: &[(Block, usize)], [marked, made, sum_for_light]: [u64; 3]) {
        let points = shared.root.position.size().points();
        let gains = gains(shared.root.position.turn(), made, sum_for_light);
        for (i, &(block, child)) in path.iter().enumerate() {
            enter(shared, &block.stats()[child], [marked, made, gains[(i + 1) % 2]]);
        }
        let to_fork = path.len() - 1;
        for (i, &(node, _)) in path.iter().enumerate().skip(1) {
            if let Some(at) = node.table() {
                let table = &shared.arena.table(at, shared.table_words())[..2 * points];
                for (j, &(place, _)) in self.additions.iter().enumerate().take(to_fork).skip(i - 1) {
                    if let Some(word) = table.get(usize::from(place)) {
                        add(word, Stats::new(made, gains[j % 2]));
                    }
                }
                for &place in &self.kept_places {
                    add(&table[usize::from(place)], self.kept[usize::from(place)]);
                }
            }
        }
        for place in self.kept_places.drain(..) {
            self.kept[usize::from(place)] = Stats::default();
        }
    }
}

/// Where the ways of some iterations part.
#[derive(Clone, Copy)]
struct Fork {
    /// The plies from the root.
    plies: usize,
    visits: u64,
    position: Position,
    /// The table in use above.
    table: Option<At>,
}

/// The sums of the results of so many iterations, for who is to move at the root and for the other.
#[inline(always)]
fn gains(turn: Color, iterations: u64, sum_for_light: u64) -> [u64; 2] {
    let sums = [sum_for_light, iterations * ONE - sum_for_light];
    if turn == Color::Light { sums } else { [sums[1], sums[0]] }
}

/// Counts visits as lost until their results are in, so that other threads look elsewhere.
#[inline(always)]
fn mark(shared: &Shared, path: &[(Block, usize)], visits: u64) {
    if shared.others_at_work {
        for &(block, child) in path {
            add_shared(&block.stats()[child], Stats::new(visits, 0));
        }
    }
}

/// Enters the results of visits that were made, of which so many were marked.
#[inline(always)]
fn enter(shared: &Shared, stats: &AtomicU64, [marked, made, sum]: [u64; 3]) {
    let visits = Stats::new(made, sum);
    if shared.others_at_work {
        add_shared(stats, visits.without_visits(marked));
    } else {
        add(stats, visits);
    }
}

/// The visits at which a leaf gets children: `least`, and more while memory runs out, so that what is left goes to the lines that matter.
#[inline(always)]
fn scarce(least: u64, arena: &Arena) -> u64 {
    let sixteenths = 16 * arena.used() / arena.capacity();
    least << sixteenths.saturating_sub(8)
}

/// Plays the move of a cell. Whether stones were removed.
#[inline(always)]
pub(super) fn play<L: Lanes>(position: &mut Position, cell: u8) -> bool {
    if cell == PASS {
        !position.play_unchecked(Move::Pass).is_empty()
    } else {
        !position.place::<L>(usize::from(cell)).is_empty()
    }
}

/// Makes the root's node, unless it is there: a report needs its moves.
pub(super) fn expand_root(arena: &Arena, base: At, position: &Position) {
    struct Expand<'a>(&'a Arena, &'a Position);
    impl Work for Expand<'_> {
        type Output = Option<At>;

        #[inline(always)]
        fn run<L: Lanes>(self) -> Option<At> {
            expand::<L>(self.1, self.0, &Symmetry::ALL[1..])
        }
    }
    let base = arena.block(base);
    if Arena::claim_behind(base, 0) {
        Arena::set_behind(base, 0, at_best(Expand(arena, position)));
    }
}

/// The node behind an edge, made now if the leaf has its `least` visits and memory allows.
#[inline(always)]
pub(super) fn expand_behind<'a, L: Lanes>(
    shared: &Shared<'a>,
    block: Block<'a>,
    child: usize,
    [visits, least]: [u64; 2],
    position: &Position,
    plies: usize,
) -> Option<Block<'a>> {
    let arena = shared.arena;
    let at = match block.edge(child).block() {
        Some(at) => Some(at),
        None if visits >= scarce(least, arena) && Arena::claim_behind(block, child) => {
            let at = expand::<L>(position, arena, if plies < SYMMETRIC_PLIES { &Symmetry::ALL[1..] } else { &[] });
            Arena::set_behind(block, child, at);
            at
        }
        None => None,
    };
    at.map(|at| arena.block(at))
}

/// Plays the move of a child and adds it to the path. Light's result, if that ends the game or the line.
#[inline(always)]
pub(super) fn follow<'a, L: Lanes>(
    shared: &Shared<'a>,
    path: &mut Vec<(Block<'a>, usize)>,
    line: &mut Vec<u64>,
    position: &mut Position,
    node: Block<'a>,
    next: usize,
) -> Option<u64> {
    let turn = position.turn();
    line.push(position.hash());
    let removed = play::<L>(position, node.edge(next).cell());
    path.push((node, next));
    if position.rows(turn).is_empty() && position.is_over() {
        node.prove(next, LOSS, 0);
        prove_upwards(shared.arena, &path[..path.len() - 1]);
        return Some(if turn == Color::Light { 0 } else { ONE });
    }
    // Without removals no position comes back.
    if removed && shared.root.is_draw(position.hash(), line) {
        node.prove(next, DRAW, 0);
        prove_upwards(shared.arena, &path[..path.len() - 1]);
        return Some(ONE / 2);
    }
    (path.len() > shared.root.max_plies as usize).then_some(ONE / 2)
}

/// Makes the node of a position: one edge for each legal move, of moves that are symmetric to each other there only the first.
#[inline(always)]
fn expand<L: Lanes>(position: &Position, arena: &Arena, symmetries: &[Symmetry]) -> Option<At> {
    let places = position.placement_cells::<L>(position.turn()).store();
    let mut edges = [Edge::new(PASS, PASS); 256];
    let mut count = 0;
    let kept: Vec<Symmetry> = symmetries.iter().copied().filter(|&s| is_symmetric(position, s)).collect();
    for cell in places.cells() {
        let point = position.board().point(cell);
        if kept.iter().all(|s| s.point(position.board(), point) >= point) {
            edges[count] = Edge::new(cell as u8, point.index() as u8);
            count += 1;
        }
    }
    arena.make_block(&edges[..count.max(1)])
}

/// Whether a symmetry leaves every stone where it is; with many stones it is not worth asking.
fn is_symmetric(position: &Position, symmetry: Symmetry) -> bool {
    const MOST_STONES: u32 = 8;
    let stones = Color::ALL.map(|color| position.rows(color));
    stones[0].count() + stones[1].count() <= MOST_STONES
        && stones.iter().all(|stones| {
            stones.cells().all(|cell| {
                let board = position.board();
                stones.contains(board.cell(symmetry.point(board, board.point(cell))))
            })
        })
}

/// Light's result of a proven edge that `mover` played.
#[inline(always)]
pub(super) fn result_for_light(edge: Edge, mover: Color) -> u64 {
    match (edge.proven(), mover) {
        (WIN, Color::Light) | (LOSS, Color::Dark) => ONE,
        (DRAW, _) => ONE / 2,
        _ => 0,
    }
}

/// Proves what follows for the last edge of the path from the moves behind it, and so on towards the root while something follows.
pub(super) fn prove_upwards(arena: &Arena, path: &[(Block, usize)]) {
    for &(block, child) in path.iter().rev() {
        let Some((proven, plies)) = block.edge(child).block().and_then(|at| conclude(arena.block(at))) else { return };
        block.prove(child, proven, plies);
    }
}

/// What is proven for the move into a node, with the plies until the end: a winning reply loses, and with only losing replies the move
/// wins. The opponent wins as fast as is known, and loses as slowly.
fn conclude(node: Block) -> Option<(u8, u16)> {
    let edges = (0..node.count()).map(|child| node.edge(child));
    if let Some(plies) = edges.clone().filter(|edge| edge.proven() == WIN).map(Edge::plies).min() {
        return Some((LOSS, plies + 1));
    }
    let best = edges
        .map(|edge| (edge.proven(), edge.plies()))
        .reduce(|a, b| if a.0 == 0 || b.0 == 0 { (0, 0) } else { a.max(b) })?;
    match best {
        (LOSS, plies) => Some((WIN, plies + 1)),
        (DRAW, plies) => Some((DRAW, plies + 1)),
        _ => None,
    }
}
