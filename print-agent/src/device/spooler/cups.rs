//! The printing system CUPS, used through its commands.

use std::{io, process::Stdio};

use tokio::{io::AsyncWriteExt, process::Command};

use super::ListedQueue;

/// Creates a command whose output is in English whatever the machine's language, and which ends with the agent.
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("LC_ALL", "C").stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    command
}

async fn run_and_read(mut command: Command) -> io::Result<String> {
    let output = command.output().await?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

/// Whether the queue passes on its jobs. False when a person or an error has stopped it.
///
/// # Errors
/// Returns an error if there is no such queue, or no printing system is running.
pub(in crate::device) async fn is_open(queue: &str) -> io::Result<bool> {
    let mut lpstat = command("lpstat");
    lpstat.args(["-p", queue]);
    Ok(!run_and_read(lpstat).await?.lines().next().unwrap_or_default().contains(" disabled "))
}

/// Sends raw bytes to the queue.
///
/// # Errors
/// Returns an error if the queue took none of them.
pub(in crate::device) async fn print(queue: &str, bytes: Vec<u8>) -> io::Result<()> {
    let mut printing = command("lp");
    printing.args(["-s", "-o", "raw", "-t", "Comanda", "-d", queue]).stdin(Stdio::piped());
    let mut child = printing.spawn()?;
    let mut stdin = child.stdin.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let written = stdin.write_all(&bytes).await;
    drop(stdin);
    let output = child.wait_with_output().await?;
    if output.status.success() {
        return Ok(());
    }
    // If `lp` ended before it had read everything, its message is more useful than the broken pipe.
    let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(if message.is_empty() {
        written.err().unwrap_or(io::ErrorKind::Other.into())
    } else {
        io::Error::other(message)
    })
}

/// Returns all queues, from lines such as `device for NAME: socket://192.168.1.50:9100`.
///
/// # Errors
/// Returns an error if no printing system is running.
pub(in crate::device) async fn queues() -> io::Result<Vec<ListedQueue>> {
    let mut lpstat = command("lpstat");
    lpstat.arg("-v");
    let listed = match run_and_read(lpstat).await {
        Ok(text) => text,
        // A machine without queues reports this as an error.
        Err(error) if error.to_string().contains("No destinations") => String::new(),
        Err(error) => return Err(error),
    };
    let read = |line: &str| {
        let (name, description) = line.strip_prefix("device for ")?.split_once(": ")?;
        Some(ListedQueue { name: name.to_owned(), description: description.to_owned() })
    };
    Ok(listed.lines().filter_map(read).collect())
}
