#![allow(unsafe_code, missing_docs, clippy::all, clippy::pedantic)]
use meridians::*;
use std::io::{BufRead, Write};
use std::time::Duration;
#[repr(C)]
struct Ts(i64, i64);
unsafe extern "C" {
    fn clock_gettime(c: i32, t: *mut Ts) -> i32;
}
fn cpu() -> Duration {
    let mut t = Ts(0, 0);
    unsafe { clock_gettime(3, &mut t) };
    Duration::new(t.0 as u64, t.1 as u32)
}
fn main() {
    let mut size = Size::STANDARD;
    let make = |size| {
        let mut s = Settings::new(size);
        s.engine = Engine::AlphaBeta;
        s.clock = cpu;
        s.memory = 64 << 20;
        Search::new(s)
    };
    let mut search = make(size);
    let mut game = Game::new(Position::new(size, false), Repetition::Draw);
    let mut played: Vec<String> = vec![];
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let w: Vec<&str> = line.split_whitespace().collect();
        let out = match &w[..] {
            ["quit"] => return,
            ["size", s] => {
                size = parse_size(s).unwrap();
                search = make(size);
                "ok".into()
            }
            ["player", _] | ["seed", _] => {
                search = make(size);
                "ok".into()
            }
            ["position", names @ ..] => {
                game = Game::new(Position::new(size, false), Repetition::None);
                for n in names {
                    game.play(parse_move(size, n).unwrap()).unwrap();
                }
                let names: Vec<String> = names.iter().map(|s| s.to_string()).collect();
                if names.starts_with(&played) && !played.is_empty() {
                    for n in &names[played.len()..] {
                        let _ = search.advance(parse_move(size, n).unwrap());
                    }
                }
                played = names;
                "ok".into()
            }
            ["text", rest @ ..] => {
                game = Game::new(Position::from_text(&rest.join(" ")).unwrap(), Repetition::Draw);
                "ok".into()
            }
            ["go", ms] => {
                let t = cpu();
                let r = search.run(&game, Limits::time(Duration::from_millis(ms.parse().unwrap())), &Watch::default()).unwrap();
                let el = (cpu() - t).as_secs_f64() * 1000.0;
                if std::env::var("V").is_ok() {
                    eprintln!("depth {} stopped {:?} {el:.1} ms proven {:?} line {:?} memory {}", r.depth, r.stopped, r.proven,
                        r.lines[0].moves.iter().map(|&m| move_text(size, m)).collect::<Vec<_>>(), r.memory);
                }
                format!("move {} value {:.4} nodes {}", move_text(size, r.best), r.values[usize::from(r.best.action(size))], r.nodes)
            }
            _ => "error".into(),
        };
        println!("{out}");
        std::io::stdout().flush().unwrap();
    }
}
