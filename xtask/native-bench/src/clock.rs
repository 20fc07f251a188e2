//! Processor time of this thread, which leaves out other programs; on systems without it, elapsed time.

use std::time::Duration;

/// Whether [`time`] measures processor time.
pub const ON_CPU: bool = cfg!(unix);

/// Nanoseconds that `work` took, and its result.
pub fn time<T>(work: impl FnOnce() -> T) -> (u128, T) {
    let before = now();
    let result = work();
    (now().saturating_sub(before).as_nanos(), result)
}

#[cfg(unix)]
fn now() -> Duration {
    // Linux' /proc only counts in steps of 4 ms.
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(not(unix))]
fn now() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
