//! Refuses a large allocation of the process: a test file that uses this has one test alone.
//!
//! Small allocations are never refused: nothing can go on without them. Large ones are those that the size of an input decides.
#![allow(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Bytes from which an allocation is large.
pub const LARGE: usize = 64 << 10;

/// The large allocations so far, and the number of the one that is refused.
static SEEN: AtomicUsize = AtomicUsize::new(0);
static REFUSED: AtomicUsize = AtomicUsize::new(usize::MAX);

struct Refusing;

// SAFETY: every call is passed on to the system's allocator unchanged, or answered with null, which means that there is no memory. The
// default `realloc` allocates, copies and frees, so growing is refused, too.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() >= LARGE && SEEN.fetch_add(1, Relaxed) == REFUSED.load(Relaxed) {
            return std::ptr::null_mut();
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

/// Does some work without the large allocation of this number, counted from 0. Returns how many it asked for.
pub fn without(number: usize, work: impl FnOnce()) -> usize {
    SEEN.store(0, Relaxed);
    REFUSED.store(number, Relaxed);
    work();
    REFUSED.store(usize::MAX, Relaxed);
    SEEN.load(Relaxed)
}
