//! Rotating log files: a new one begins when the last is full, and the oldest is removed.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use tracing_subscriber::fmt::MakeWriter;

use crate::owner;

/// The newest file; older ones are `agent.log.1`, `agent.log.2`, …
pub const FILE: &str = "agent.log";
const MAX_BYTES: u64 = 2 << 20;
const OLD_FILES: u32 = 4;

/// A writer to the newest log file of a folder.
#[derive(Debug)]
pub struct LogFiles {
    dir: PathBuf,
    max_bytes: u64,
    open: Mutex<Open>,
}

#[derive(Debug)]
struct Open {
    file: File,
    bytes: u64,
}

impl LogFiles {
    /// Opens the newest file to append to it.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written.
    pub fn open(dir: &Path) -> io::Result<Self> {
        Self::open_with(dir, MAX_BYTES)
    }

    fn open_with(dir: &Path, max_bytes: u64) -> io::Result<Self> {
        fs::create_dir_all(dir)?;
        let open = Mutex::new(append_to(&dir.join(FILE))?);
        Ok(Self { dir: dir.to_owned(), max_bytes, open })
    }

    fn rotate(&self, open: &mut Open) -> io::Result<()> {
        let old = |n: u32| self.dir.join(format!("{FILE}.{n}"));
        for n in (1..OLD_FILES).rev() {
            match fs::rename(old(n), old(n + 1)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        fs::rename(self.dir.join(FILE), old(1))?;
        *open = append_to(&self.dir.join(FILE))?;
        Ok(())
    }
}

fn append_to(path: &Path) -> io::Result<Open> {
    let file = owner::refuse_links(OpenOptions::new().append(true).create(true)).open(path)?;
    let bytes = file.metadata()?.len();
    Ok(Open { file, bytes })
}

/// One line of the log.
#[derive(Debug)]
pub struct LineWriter<'a>(&'a LogFiles);

impl Write for LineWriter<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.bytes + text.len() as u64 > self.0.max_bytes && open.bytes > 0 && self.0.rotate(&mut open).is_err() {
            // Somebody has an old file open (Windows): the file keeps growing, and rotation is tried again after as many bytes.
            open.bytes = 0;
        }
        open.file.write_all(text)?;
        open.bytes += text.len() as u64;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogFiles {
    type Writer = LineWriter<'a>;

    fn make_writer(&'a self) -> LineWriter<'a> {
        LineWriter(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{FILE, LogFiles, MakeWriter, OLD_FILES, Write};

    #[test]
    fn keeps_the_newest_and_forgets_the_oldest() {
        let dir = tempfile::tempdir().expect("a folder");
        let read = |name: &str| std::fs::read_to_string(dir.path().join(name));
        for line in 0..40 {
            // The files are opened again each time, as by a service that is restarted.
            let logs = LogFiles::open_with(dir.path(), 100).expect("opens");
            let text = format!("line {line:02} {}\n", "x".repeat(20));
            logs.make_writer().write_all(text.as_bytes()).expect("writes");
        }
        assert!(read(FILE).expect("is there").ends_with(&format!("line 39 {}\n", "x".repeat(20))));
        let last = read(&format!("{FILE}.{OLD_FILES}")).expect("is there");
        assert!(!last.contains("line 00") && last.len() <= 100, "{last}");
        assert!(read(&format!("{FILE}.{}", OLD_FILES + 1)).is_err());
    }
}
