//! Checks the limits of scene readers: nodes, nesting depth and routes.

use crate::WriteError;
use marey::SceneLimits;

/// Checks the content of `<Scene>`. Counting `<` suffices: it is escaped in attributes.
pub(super) fn check(scene: &str) -> Result<(), WriteError> {
    let (mut nodes, mut routes, mut depth, mut deepest) = (0_usize, 0_usize, 0_usize, 0_usize);
    for tag in scene.split('<').skip(1) {
        if tag.starts_with('/') {
            depth = depth.saturating_sub(1);
        } else if tag.starts_with("ROUTE ") {
            routes += 1;
        } else {
            nodes += 1;
            deepest = deepest.max(depth + 1);
            let is_empty = tag.trim_end().ends_with("/>");
            depth += usize::from(!is_empty);
        }
    }
    let limits = [
        ("nodes", nodes, SceneLimits::NODES),
        ("routes", routes, SceneLimits::ROUTES),
        ("nodes inside each other", deepest, SceneLimits::DEPTH),
    ];
    match limits.into_iter().find(|(_, count, most)| count > most) {
        Some((what, _, most)) => Err(WriteError::SceneTooLarge { what, most }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_routes_and_depth_are_counted() {
        let nested = |count| "<Group>\n".repeat(count) + &"</Group>".repeat(count);
        assert_eq!(check(&nested(SceneLimits::DEPTH)), Ok(()));
        let refused = check(&nested(SceneLimits::DEPTH + 1)).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the scene would have more than 4000 nodes inside each other, which is the limit"
        );
        let flat = |tag: &str, count| tag.repeat(count);
        assert_eq!(check(&flat("<Group/>\n", SceneLimits::NODES)), Ok(()));
        assert!(check(&flat("<Group/>", SceneLimits::NODES + 1)).is_err());
        assert_eq!(check(&flat("<ROUTE a='b'/>", SceneLimits::ROUTES)), Ok(()));
        assert!(check(&flat("<ROUTE a='b'/>", SceneLimits::ROUTES + 1)).is_err());
    }
}
