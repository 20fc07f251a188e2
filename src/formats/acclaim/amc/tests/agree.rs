use std::sync::Arc;

use super::{Found, ROOT, TURNS, read_pieces, rig};
use crate::formats::acclaim::rig::{AcclaimRig, Dof};

/// xorshift64*, the same numbers in every run.
struct RandomText(u64);

impl RandomText {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

fn figure() -> Arc<AcclaimRig> {
    let mut rig = rig(
        ROOT,
        &[
            ("leg", 0, TURNS),
            ("shin", 1, &[Dof::Rx]),
            ("LeftAnkleJoint_17", 2, &[Dof::Rx, Dof::Rz]),
            ("tail", 0, &[Dof::Tx, Dof::L]),
            ("b\u{f6}", 0, &[Dof::Ry]),
            ("still", 0, &[]),
        ],
    );
    for part in &mut rig.parts {
        part.limits = vec![Some([-100.0, 60.0]); part.dofs.len()];
    }
    Arc::new(rig)
}

/// A motion with about one irregular line in `rate`. `mark` is the separator: a blank, or a comma, which disables the fast path.
fn motion(seed: u64, rate: u64, mark: char, end: &str) -> String {
    let random = &mut RandomText(seed);
    let force = random.one_in(3);
    let mut text = format!("# some motion{end}:FULLY-SPECIFIED{end}");
    if force {
        text += &format!(":FORCE-ALL-JOINTS-BE-3DOF{end}");
    }
    let mut bones: Vec<(&str, u64)> =
        vec![("root", 6), ("leg", 3), ("shin", 1), ("LeftAnkleJoint_17", 2), ("tail", 2), ("b\u{f6}", 1)];
    let mut number = 1 + random.below(2);
    for _ in 0..60 {
        if random.one_in(rate) {
            let at = random.below(bones.len() as u64 - 1) as usize;
            bones.swap(at, at + 1);
        }
        if !random.one_in(rate) {
            text += &format!("{number}{mark}{end}");
        }
        number += if random.one_in(rate) { random.below(4) } else { 1 };
        for (name, dofs) in bones.clone() {
            if random.one_in(4 * rate) {
                continue;
            }
            let mut count = if force && name != "tail" && name != "root" { 3 } else { dofs };
            if random.one_in(rate) {
                count = random.below(5);
            }
            let name = if random.one_in(rate) { name.to_ascii_uppercase() } else { name.to_owned() };
            let blank = if random.one_in(rate) { "\t " } else { "" };
            let mut line = format!("{blank}{name}{mark}");
            for index in 0..count {
                let value = match random.below(6 * rate) {
                    0 => random
                        .pick(&["nan", "x", "1.2.3", "inf", "1-2", "0", "1e400", "-1.#IND", "#", "shin"])
                        .to_owned(),
                    1 => format!("{}e-0{}", random.below(100), random.below(30)),
                    _ => format!("{}.{}", random.below(240) as i64 - 120, random.below(1_000_000)),
                };
                let gap = if index > 0 { random.pick(&[" ", " ", " ", "  ", "\t"]) } else { "" };
                line += &format!("{gap}{value}");
                if random.one_in(20 * rate) {
                    line += end;
                }
            }
            if random.one_in(rate) {
                line += random.pick(&[" ", "\t", " # so", ",", "  7"]);
            }
            text += &line;
            text += end;
            if random.one_in(rate) {
                text += random.pick(&["# a comment", "wing 1 2", "5", "1 2", ":X", "", "still", "leg 1 2 3"]);
                text += end;
            }
        }
    }
    let mut keep = if random.one_in(2) { text.len() } else { text.len() - random.below(40) as usize };
    while !text.is_char_boundary(keep) {
        keep -= 1;
    }
    text.truncate(keep);
    text
}

fn same(found: &Found, expected: &Found, what: &str) {
    assert_eq!(found.motion, expected.motion, "{what}");
    assert_eq!(found.marks, expected.marks, "{what}");
    assert_eq!(found.warnings, expected.warnings, "{what}");
}

#[test]
fn the_fast_and_the_general_path_agree_in_any_pieces() {
    let figure = figure();
    let mut frames = 0;
    for seed in 1..120_u64 {
        for (rate, end) in [(5, "\n"), (40, "\r\n"), (1_000, "\n"), (30, "\r")] {
            let seed = seed * 0x9E37_79B9 + rate;
            let text = motion(seed, rate, ' ', end);
            let fast = read_pieces(&figure, text.as_bytes(), || usize::MAX);
            frames += fast.frames();
            let slow = read_pieces(&figure, motion(seed, rate, ',', end).as_bytes(), || usize::MAX);
            same(&fast, &slow, &format!("seed {seed}, word by word"));
            let mut random = RandomText(seed);
            let most = [3, 40, 2_000][(seed % 3) as usize];
            let pieces = read_pieces(&figure, text.as_bytes(), || 1 + random.below(most) as usize);
            same(&fast, &pieces, &format!("seed {seed}, in pieces"));
        }
    }
    assert!(frames > 15_000, "{frames}");
}
