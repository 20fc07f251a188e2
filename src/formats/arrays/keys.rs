//! The arrays of a file by their keys.

use super::array::Array;

/// The arrays of a file.
pub(super) struct Keys(pub(super) Vec<Array>);

impl Keys {
    pub(super) fn get(&self, key: &str) -> Option<&Array> {
        self.0.iter().find(|array| array.name == key)
    }

    /// The array of numbers of this key.
    pub(super) fn numbers(&self, key: &str) -> Option<&Array> {
        self.get(key).filter(|array| array.dtype.is_number() && array.len() > 0)
    }

    /// Seconds from frame to frame, if the file says so.
    pub(super) fn frame_time(&self) -> Option<f64> {
        // The file's own rate comes before those of its parts: of the frames of one person, say.
        let named = |key: &str| {
            let is_it = |array: &&Array| array.name.rsplit('/').next() == Some(key) && array.dtype.is_number();
            self.numbers(key).or_else(|| self.0.iter().find(is_it)).filter(|array| array.len() == 1)
        };
        let scalar = |keys: &[&str]| keys.iter().find_map(|key| named(key)?.scalar()).filter(|number| *number > 0.0);
        let rate = scalar(&[
            "mocap_framerate",
            "mocap_frame_rate",
            "fps",
            "frame_rate",
            "framerate",
            "mocap_fps",
            "frame_rates",
        ]);
        let time = match rate {
            // Some rates were calculated: 120.00004577.
            Some(rate) if (rate.round() / rate - 1.0).abs() < 1e-5 => Some(1.0 / rate.round()),
            Some(rate) => Some(1.0 / rate),
            None => scalar(&["frame_time", "frametime"]),
        };
        time.filter(|seconds| (1e-6..=1e6).contains(seconds))
    }

    /// The keys with their shapes, for messages: at most six.
    pub(super) fn describe(&self) -> String {
        const MOST: usize = 6;
        if self.0.is_empty() {
            return "no arrays".into();
        }
        let some: Vec<String> = self.0.iter().take(MOST).map(Array::describe).collect();
        let more = self.0.len().saturating_sub(MOST);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        some.join("; ") + &more
    }
}
