//! Names of members of archives.

use super::{Member, MemberPlace, kind_of};

/// The name of a member for paths: with `/`, without `.`. `Err` has what can be shown of one that leads out of the archive. A terminal
/// would obey control characters, and no name needs one.
pub(super) fn inner(name: &str) -> Result<String, String> {
    let is_out = name.contains('\0');
    let shown = name.replace(char::is_control, "\u{fffd}");
    let name = shown.replace('\\', "/");
    let is_out = is_out || name.starts_with('/') || name.get(1..3) == Some(":/");
    let parts: Vec<&str> = name.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if is_out || parts.contains(&"..") {
        return Err(shown);
    }
    Ok(parts.join("/"))
}

/// The name of a member as it can be shown, unless it is hidden.
pub(super) fn shown(name: &str) -> Option<String> {
    let name = inner(name).unwrap_or_else(|shown| shown);
    (!name.is_empty() && !is_hidden(&name)).then_some(name)
}

/// Whether a member is for systems or programs alone: a name with a dot before it, and what macOS adds.
pub(super) fn is_hidden(name: &str) -> bool {
    let is_hidden = |part: &str| part.starts_with('.') && part != ".." || part == "__MACOSX";
    name.split(['/', '\\']).any(is_hidden)
}

/// A member of a name that can be shown, unless it is hidden or a folder. `place` says where it is, or why it is refused.
pub(super) fn member(name: &str, place: MemberPlace) -> Option<Member> {
    let (name, place) = match inner(name) {
        Ok(name) => (name, place),
        Err(shown) => (shown, MemberPlace::Refused("its name leads out of the archive".to_owned())),
    };
    if name.is_empty() || is_hidden(&name) {
        return None;
    }
    let place = match place {
        MemberPlace::Refused(_) => place,
        _ if kind_of(&name).is_some() => {
            MemberPlace::Refused("an archive in an archive is not read: unpack the outer one".to_owned())
        }
        _ => place,
    };
    Some(Member { name, place })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_within_the_archive() {
        assert_eq!(inner("./a\\b/walk.bvh"), Ok("a/b/walk.bvh".to_owned()));
        for name in ["../walk.bvh", "/walk.bvh", "a/../../walk.bvh", "C:\\walk.bvh", "a\\..\\walk.bvh"] {
            assert!(inner(name).is_err(), "{name}");
        }
        assert_eq!(inner("a/../../walk.bvh"), Err("a/../../walk.bvh".to_owned()), "as it is in the archive");
        assert_eq!(inner("\u{1b}[31mred"), Ok("\u{fffd}[31mred".to_owned()));
        assert!(is_hidden("__MACOSX/walk.bvh") && is_hidden("a/._walk.bvh") && !is_hidden("a.b/walk.bvh"));
    }
}
