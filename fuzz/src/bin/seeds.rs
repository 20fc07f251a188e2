//! Writes the targets' initial inputs, `corpus/<target>/`: every fixture that the target takes,
//! its packets, and the payloads of links.

use std::fs;
use std::path::Path;

use marey_fuzz::support::{cases, fuzz};

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for target in fuzz::TARGETS {
        fs::create_dir_all(corpus.join(target.name))?;
    }
    for case in cases() {
        let name = format!("{}-{}", case.format, case.name);
        for target in fuzz::TARGETS {
            if let Some(input) = target.seed(&case) {
                fs::write(corpus.join(target.name).join(&name), input)?;
            }
        }
    }
    for (name, payload) in fuzz::payloads() {
        fs::write(corpus.join("link").join(name), [&[0], payload.as_slice()].concat())?;
    }
    Ok(())
}
