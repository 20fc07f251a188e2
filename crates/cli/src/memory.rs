//! The end of the program where there is no memory left: a sentence, and exit status 1. Readers of large files notice it themselves, and
//! then only that file is refused.
#![expect(unsafe_code, reason = "an allocator cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::temporary::remove_all_without_memory;

/// Requests of a reader for at least so many bytes may fail: the reader says so itself.
const LARGE: usize = 1 << 16;
/// Bytes of a file's name in the sentence.
const MOST_NAME: usize = 400;
const A_LONG_TIME: Duration = Duration::from_secs(1);

/// A name without memory of its own.
struct FileName {
    bytes: [u8; MOST_NAME],
    length: usize,
}

thread_local! {
    static FILE: RefCell<FileName> = const { RefCell::new(FileName { bytes: [0; MOST_NAME], length: 0 }) };
    static READS: Cell<bool> = const { Cell::new(false) };
    static ENDS: Cell<bool> = const { Cell::new(false) };
}

/// Passes everything on to the system's allocator, and ends the program where that has nothing left.
struct OrEnd;

#[global_allocator]
static ALLOCATOR: OrEnd = OrEnd;

// SAFETY: every call is passed on to the system's allocator unchanged. What it returns is returned, or the program ends.
unsafe impl GlobalAlloc for OrEnd {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        or_end(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        or_end(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        or_end(unsafe { System.realloc(pointer, layout, size) }, size)
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

fn or_end(pointer: *mut u8, size: usize) -> *mut u8 {
    if pointer.is_null() && !(READS.get() && size >= LARGE) {
        end();
    }
    pointer
}

/// Ends the program, and takes no memory for it.
fn end() -> ! {
    static IS_ENDING: AtomicBool = AtomicBool::new(false);
    if ENDS.replace(true) {
        process::abort();
    }
    if IS_ENDING.swap(true, Ordering::Relaxed) {
        // Another thread ends the program.
        loop {
            thread::sleep(A_LONG_TIME);
        }
    }
    remove_all_without_memory();
    FILE.with(|name| {
        let name = name.try_borrow().ok();
        let name = name.as_ref().and_then(|name| name.bytes.get(..name.length)).filter(|name| !name.is_empty());
        let mut err = io::stderr().lock();
        err.write_all(name.unwrap_or(b"marey")).ok();
        err.write_all(b": there is no memory left\n").ok();
    });
    process::exit(1)
}

/// Reads a file, which the sentence names from now on in this thread.
pub(super) fn while_reading<T>(file: &str, read: impl FnOnce() -> T) -> T {
    FILE.with_borrow_mut(|name| {
        let mut ends = (0..=file.len().min(MOST_NAME)).rev();
        name.length = ends.find(|end| file.is_char_boundary(*end)).unwrap_or(0);
        name.bytes.iter_mut().zip(file.bytes()).for_each(|(to, from)| *to = from);
    });
    READS.set(true);
    let done = read();
    READS.set(false);
    done
}
