#![allow(missing_docs, clippy::all, clippy::pedantic)]
use meridians::*;
use std::time::Instant;
fn main() {
    let size = Size::STANDARD;
    let ev = Evaluation::builtin(size);
    let mut ps = vec![];
    for line in std::fs::read_to_string("/tmp/w/positions.txt").unwrap().lines() {
        let mut p = Position::new(size, false);
        for n in line.split_whitespace() { p.play(parse_move(size, n).unwrap()).unwrap(); }
        for mv in p.legal().iter() { let mut q = p; q.play_unchecked(mv); if !q.is_over() { ps.push(q); } }
    }
    for _ in 0..3 {
    let t = Instant::now(); let mut s = 0i64;
    for _ in 0..200 { for p in &ps { s += ev.logit(p) as i64; } }
    println!("eval {} ns ({s})", t.elapsed().as_nanos() as f64 / (200 * ps.len()) as f64);
    let t = Instant::now(); let mut s = 0;
    for _ in 0..200 { for p in &ps { s += p.legal().count(); } }
    println!("legal {} ns ({s})", t.elapsed().as_nanos() as f64 / (200 * ps.len()) as f64);
    let t = Instant::now(); let mut s = 0; let mut n = 0;
    for _ in 0..10 { for p in &ps { for mv in p.legal().iter() { let mut q = *p; q.play_unchecked(mv); s ^= q.hash(); n += 1; } } }
    println!("play {} ns ({s})", t.elapsed().as_nanos() as f64 / n as f64);
    }
}
