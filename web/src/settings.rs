//! What can be set on a stage, by number: the order of the shell's `settings.js`, which the test below compares.

/// Index: plays it from its start.
pub const BEHAVIOUR: u32 = 0;
/// 1 is real time, negative is backwards.
pub const RATE: u32 = 1;
/// 0 stops at the end, 1 starts anew, 2 runs from the end to the start, 3 turns round at both ends.
pub const LOOP: u32 = 2;
/// Seconds in place of the file's; 0: the file's. Keyed motion has none.
pub const FRAME_TIME: u32 = 3;
/// From `value` to `end`, seconds: plays only that; no numbers: all.
pub const RANGE: u32 = 4;
/// 1 nearest frame, otherwise linear.
pub const INTERPOLATION: u32 = 5;
/// Switch: keeps the figure over one spot.
pub const IN_PLACE: u32 = 6;
/// Metres in one unit of the file; 0: its own, or the guess.
pub const UNIT: u32 = 7;
/// Index of [`Axis::ALL`]; -1: the file's, or the guess.
pub const UP: u32 = 8;
/// 1 replace, 2 add, otherwise what the data told.
pub const POSITIONS: u32 = 9;
/// 0 or 1: the camera goes where the figure goes; 2: where it goes far.
pub const FOLLOW: u32 = 10;
/// Switch: left and right told apart without colour.
pub const PATTERNS: u32 = 11;
/// 1 light, otherwise dark.
pub const THEME: u32 = 12;
/// Switch: the page shows through.
pub const TRANSPARENT: u32 = 13;
/// The joint that glows; -1: none.
pub const HIGHLIGHT: u32 = 14;
/// Switch: shown, where the clip has masses.
pub const MASS_CENTRE: u32 = 15;
/// Switch: shown, where the clip has one.
pub const SKIN: u32 = 16;
/// Switch: shapes of segments are shown.
pub const SEGMENTS: u32 = 17;
/// 0 or 1: shown, where the skeleton has any; 2: where no surface hides the joints.
pub const SITES: u32 = 18;
/// Switch: bones are shown inside the skin, too.
pub const BONES: u32 = 19;
/// Switch: the camera eases, or jumps.
pub const SMOOTH: u32 = 20;
/// 0 or 1: bones are simple and have no joints between them; 2: where there are many.
pub const SIMPLE: u32 = 21;
/// What is seen of the floor: 1 its lines, 2 the shadow, 3 both.
pub const FLOOR: u32 = 22;
/// 1: the floor is at the file's zero, otherwise below the figure.
pub const GROUND: u32 = 23;

#[cfg(test)]
mod tests {
    const NAMES: [&str; 24] = [
        "behaviour",
        "rate",
        "loop",
        "frameTime",
        "range",
        "interpolation",
        "inPlace",
        "unit",
        "up",
        "positions",
        "follow",
        "patterns",
        "theme",
        "transparent",
        "highlight",
        "massCentre",
        "skin",
        "segments",
        "sites",
        "bones",
        "smooth",
        "simple",
        "floor",
        "ground",
    ];

    #[test]
    fn numbers_are_places_in_the_shells_list() {
        let shell = include_str!("../../www/player/settings.js");
        let (_, list) = shell.split_once("const DEFAULTS = {").unwrap();
        let (list, _) = list.split_once("};").unwrap();
        let names = list.lines().filter_map(|line| line.trim().split_once(':')).map(|(name, _)| name);
        assert_eq!(names.filter(|name| !name.starts_with("//")).collect::<Vec<_>>(), NAMES);
    }
}
