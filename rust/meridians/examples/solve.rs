#![allow(missing_docs, clippy::all, clippy::pedantic)]
use meridians::*;
fn main() {
    let t = std::time::Instant::now();
    let table = SolvedTable::new();
    println!("{:?} {} positions, {} w {} l {} d", t.elapsed(), table.len(), table.count(Verdict::Win), table.count(Verdict::Loss), table.count(Verdict::Draw));
    println!("start {:?}", table.get(&Position::new(table.size(), false)));
    let mut h = [0; 64];
    for (_, s) in table.iter() { h[s.plies as usize] += 1; }
    println!("{h:?}");
}
