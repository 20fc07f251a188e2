//! Parallel work with results in order, and a progress line.

use marey::checked::Checked;
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Runs `work` for each item on all cores, and passes each result to `done` in the order of the items, as soon as all
/// before it are there. An error from `done` ends the work.
pub(super) fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut done: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let cores = thread::available_parallelism().map_or(1, usize::from).min(items.len()).max(1);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let work_on = |sender: mpsc::Sender<_>| {
        // Sending fails once the receiver is gone, after an error.
        while let Some((index, item)) = take(items, &next)
            && sender.send((index, work(item))).is_ok()
        {}
    };
    thread::scope(|scope| {
        let start = |sender| thread::Builder::new().spawn_scoped(scope, || work_on(sender));
        let started = (0..cores).map_while(|_| start(sender.clone()).ok()).count();
        // The system may allow no other thread.
        if started == 0 {
            work_on(sender.clone());
        }
        drop(sender);
        let mut waiting: Vec<Option<R>> = items.iter().map(|_| None).collect();
        let mut delivered = 0;
        let mut line = ProgressLine::new(items.len());
        for (finished, (index, result)) in receiver.into_iter().enumerate() {
            waiting.put(index, Some(result));
            line.show(finished + 1);
            while let Some((item, result)) = items.get(delivered).zip(waiting.get_mut(delivered).and_then(Option::take))
            {
                line.hide();
                done(item, result)?;
                delivered += 1;
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

/// A progress line that overwrites itself on a terminal. Prints nothing elsewhere.
pub(super) struct ProgressLine {
    count: usize,
    is_shown: bool,
    is_wanted: bool,
}

impl ProgressLine {
    pub(super) fn new(count: usize) -> Self {
        Self { count, is_shown: false, is_wanted: count > 1 && stderr().is_terminal() }
    }

    pub(super) fn show(&mut self, finished: usize) {
        if self.is_wanted && finished < self.count {
            write!(stderr(), "\r{finished}/{}", self.count).ok();
            self.is_shown = true;
        }
    }

    /// Shows how much of the only, or the current, item is done.
    pub(super) fn show_share(&mut self, share: f64) {
        if self.is_shown || self.count == 1 && stderr().is_terminal() {
            write!(stderr(), "\r{:3.0} %", 100.0 * share.clamp(0.0, 1.0)).ok();
            self.is_shown = true;
        }
    }

    pub(super) fn hide(&mut self) {
        if self.is_shown {
            write!(stderr(), "\r\x1B[K").ok();
            self.is_shown = false;
        }
    }
}
