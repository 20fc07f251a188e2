//! Every fixture gives what its golden says. `tests/fixtures/README.md` explains how the goldens were made.

use std::collections::HashSet;
use std::sync::Mutex;

use support::{Case, cases, cases_of, file_name, fixtures_folder, formats, golden, in_parallel, paths, sound};

#[test]
fn every_case_matches_its_golden() {
    let failures = Mutex::new(Vec::new());
    in_parallel(&cases(), |case| {
        let whole = golden::check(case).and_then(|()| sound::check(&case.read(), &case.files));
        if let Err(why) = whole {
            failures.lock().unwrap().push(format!("{}/{}: {why}", case.format, case.name));
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    assert!(failures.is_empty(), "{} cases:\n\n{}", failures.len(), failures.join("\n\n"));
}

/// Notices when cases are not found: there are about as many as when this was written.
#[test]
fn no_fixtures_are_missing() {
    let formats = [
        ("acclaim", 200),
        ("arrays", 55),
        ("bvh", 110),
        ("c3d", 50),
        ("fbx", 65),
        ("gltf", 55),
        ("hanim", 65),
        ("skel", 85),
    ];
    for (format, least) in formats.into_iter().chain([("trc", 35)]) {
        let found = cases_of(format).len();
        assert!(found >= least, "{format} has {found} cases");
    }
}

#[test]
fn every_file_is_part_of_a_case() {
    for format in formats() {
        let cases = cases_of(&format);
        let names = |case: &Case| case.files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        let named: HashSet<String> = cases.iter().flat_map(names).collect();
        for name in paths(&fixtures_folder().join(&format)).iter().map(|path| file_name(path)) {
            let other = [".golden", ".py", "__pycache__"].iter().any(|ending| name.ends_with(ending));
            assert!(other || name.starts_with('.') || named.contains(&name), "{format}/{name} is in no case");
        }
    }
}
