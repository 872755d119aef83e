//! Spreads work over threads and collects the results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// The maximum number of results per thread that are computed in advance.
const AHEAD: u64 = 256;

/// Processes the work items from `from` up to `to` on `threads` threads, each with a separate worker, and passes the
/// results to `take` in order until it returns false or an item fails. The results depend on the items alone.
pub fn run_in_order<W, T: Send, E: Send>(
    threads: usize,
    (from, to): (u64, u64),
    worker: impl Fn() -> Result<W, E> + Sync,
    piece: impl Fn(&mut W, u64) -> Result<T, E> + Sync,
    mut take: impl FnMut(u64, T) -> Result<bool, E>,
) -> Result<(), E> {
    let (next, taken, stop) = (AtomicU64::new(from), AtomicU64::new(from), AtomicBool::new(false));
    let threads = threads.clamp(1, usize::try_from(to.saturating_sub(from)).unwrap_or(1).max(1));
    let (send, receive) = mpsc::channel::<(u64, Result<T, E>)>();
    thread::scope(|scope| {
        for _ in 0..threads {
            let send = send.clone();
            let (next, taken, stop, worker, piece) = (&next, &taken, &stop, &worker, &piece);
            scope.spawn(move || {
                let mut own = None;
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= to || !wait_for(at, threads, taken, stop) {
                        return;
                    }
                    let done = match &mut own {
                        Some(own) => piece(own, at),
                        None => worker().and_then(|made| piece(own.insert(made), at)),
                    };
                    if send.send((at, done)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(send);
        let result = collect(receive, from, &taken, &mut take);
        stop.store(true, Ordering::Relaxed);
        result
    })
}

/// Waits until item `at` is no longer too far ahead of the results taken so far; returns false if the work has been
/// stopped.
fn wait_for(at: u64, threads: usize, taken: &AtomicU64, stop: &AtomicBool) -> bool {
    loop {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        if at < taken.load(Ordering::Relaxed) + AHEAD * threads as u64 {
            return true;
        }
        thread::sleep(std::time::Duration::from_millis(2));
    }
}

fn collect<T, E>(
    receive: mpsc::Receiver<(u64, Result<T, E>)>,
    from: u64,
    taken: &AtomicU64,
    take: &mut impl FnMut(u64, T) -> Result<bool, E>,
) -> Result<(), E> {
    let (mut early, mut due) = (BTreeMap::new(), from);
    for (at, done) in receive {
        early.insert(at, done);
        while let Some(done) = early.remove(&due) {
            if !take(due, done?)? {
                return Ok(());
            }
            due += 1;
            taken.store(due, Ordering::Relaxed);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(threads: usize, until: u64) -> Vec<(u64, u64)> {
        let mut all = Vec::new();
        let square = |_: &mut (), at: u64| {
            thread::yield_now();
            Ok::<u64, ()>(at * at)
        };
        let done = run_in_order(
            threads,
            (5, 3000),
            || Ok(()),
            square,
            |at, square| {
                all.push((at, square));
                Ok(at + 1 < until)
            },
        );
        assert_eq!(done, Ok(()));
        all
    }

    #[test]
    fn what_is_taken_does_not_depend_on_the_number_of_threads() {
        let one = squares(1, 2000);
        assert_eq!((one.len(), one[0], one[1994]), (1995, (5, 25), (1999, 1999 * 1999)));
        assert!([2, 3, 8].into_iter().all(|threads| squares(threads, 2000) == one));
        assert_eq!(squares(4, 9999).len(), 2995);
    }

    #[test]
    fn the_first_failure_ends_the_work() {
        let piece = |_: &mut (), at: u64| if at == 7 { Err(at) } else { Ok(at) };
        let mut last = None;
        let done = run_in_order(
            3,
            (0, 1000),
            || Ok(()),
            piece,
            |at, _| {
                last = Some(at);
                Ok(true)
            },
        );
        assert_eq!((done, last), (Err(7), Some(6)));
    }
}
