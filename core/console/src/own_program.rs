//! The path of this program, for starting it again as a child process.

use std::io;
use std::path::PathBuf;

/// Returns the path of this program. If the operating system cannot report it (as on Linux without `/proc`), this is
/// the path that the program was started with.
pub fn path() -> io::Result<PathBuf> {
    std::env::current_exe().or_else(|error| {
        let started = std::env::args_os().next().map(PathBuf::from);
        started.filter(|path| path.is_file()).and_then(|path| std::path::absolute(path).ok()).ok_or(error)
    })
}
