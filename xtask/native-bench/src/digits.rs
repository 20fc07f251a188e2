//! The digit loop: the least code that turns the text of MOTION into numbers, exact up to 15 digits, without exponents, checks, rows
//! and locations. A parser is compared with it.

/// 10^0 to 10^15, which are exact.
const POWERS: [f64; 16] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// The numbers of a BVH file behind the line `Frame Time:`.
pub fn digits(file: &[u8]) -> Vec<f32> {
    numbers::<false>(motion(file))
}

/// The numbers of an AMC file, frame numbers included.
#[allow(dead_code, reason = "the web crate's first module does not time it")]
pub fn amc_digits(file: &[u8]) -> Vec<f32> {
    numbers::<true>(file)
}

fn numbers<const NAMES: bool>(text: &[u8]) -> Vec<f32> {
    // Recorders write more than six bytes a number; unused memory costs nothing.
    let mut numbers = Vec::with_capacity(text.len() / 6);
    let mut rest = text.iter().copied();
    while let Some(byte) = rest.find(|&byte| byte > b' ') {
        if NAMES && (byte > b'9' || byte == b'#') {
            rest.find(|&byte| byte <= b' ');
            continue;
        }
        let negative = byte == b'-';
        let mut byte = if negative { rest.next().unwrap_or(b' ') } else { byte };
        let (mut mantissa, mut decimals) = (0_u64, 0_usize);
        while byte.is_ascii_digit() {
            mantissa = mantissa * 10 + u64::from(byte - b'0');
            byte = rest.next().unwrap_or(b' ');
        }
        if byte == b'.' {
            byte = rest.next().unwrap_or(b' ');
            while byte.is_ascii_digit() {
                mantissa = mantissa * 10 + u64::from(byte - b'0');
                decimals += 1;
                byte = rest.next().unwrap_or(b' ');
            }
        }
        let value = mantissa as f64 / POWERS[decimals & 15];
        numbers.push(if negative { -value } else { value } as f32);
    }
    numbers
}

fn motion(file: &[u8]) -> &[u8] {
    const LAST_LINE: &[u8] = b"Frame Time:";
    let found = file.windows(LAST_LINE.len()).position(|window| window == LAST_LINE);
    let rest = found.and_then(|at| file.get(at..)).unwrap_or_default();
    let line = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    rest.get(line..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_as_by_the_standard_library() {
        let rows = "0 -0.0000 17.8693 -170.3198\n.5 -.25 8 123456.789012\n";
        let file = format!("HIERARCHY\nMOTION\nFrames: 2\nFrame Time: .0083333\n{rows}");
        let expected: Vec<f32> = rows.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect();
        assert_eq!(digits(file.as_bytes()), expected);
        assert!(digits(b"").is_empty());
        assert_eq!(amc_digits(b":DEGREES\n1\nroot2 1.5 -2\nhead 4"), [1.0, 1.5, -2.0, 4.0]);
    }
}
