//! Work on all cores, with the results in order, and a line that tells how far it is.

use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does `work` for each item and hands the results to `done` in the order of the items. Each result is there as soon as those
/// before it are. An error of `done` ends the work early.
pub(super) fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let cores = thread::available_parallelism().map_or(1, usize::from).min(items.len()).max(1);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..cores {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                // Nobody listens any more after an error: then there is nothing more to do.
                while let Some((index, item)) = take(items, next)
                    && sender.send((index, work(item))).is_ok()
                {}
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<R>> = items.iter().map(|_| None).collect();
        let mut told = 0;
        let mut line = ProgressLine::new(items.len());
        for (finished, (index, result)) in receiver.into_iter().enumerate() {
            if let Some(slot) = waiting.get_mut(index) {
                *slot = Some(result);
            }
            line.show(finished + 1);
            while let Some((item, result)) = items.get(told).zip(waiting.get_mut(told).and_then(Option::take)) {
                line.hide();
                done(item, result)?;
                told += 1;
            }
        }
        line.hide();
        Ok(())
    })
}

fn take<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    items.get(index).map(|item| (index, item))
}

/// A line on a terminal that is overwritten. Elsewhere there is none.
struct ProgressLine {
    count: usize,
    is_shown: bool,
    is_wanted: bool,
}

impl ProgressLine {
    fn new(count: usize) -> Self {
        Self { count, is_shown: false, is_wanted: count > 1 && stderr().is_terminal() }
    }

    fn show(&mut self, finished: usize) {
        if self.is_wanted && finished < self.count {
            write!(stderr(), "\r{finished}/{}", self.count).ok();
            self.is_shown = true;
        }
    }

    fn hide(&mut self) {
        if self.is_shown {
            write!(stderr(), "\r\x1B[K").ok();
            self.is_shown = false;
        }
    }
}
