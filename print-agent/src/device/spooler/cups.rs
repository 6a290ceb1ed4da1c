//! CUPS, by its commands.

use std::{io, process::Stdio};

use tokio::{io::AsyncWriteExt, process::Command};

use super::Listed;

/// Speaks English whatever the machine speaks, and ends with whoever started it.
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env("LC_ALL", "C").stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    command
}

async fn said(mut command: Command) -> io::Result<String> {
    let output = command.output().await?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}

/// Whether the queue passes on what it gets. False: somebody, or an error, has stopped it.
///
/// # Errors
/// There is no such queue, or no printing system that runs.
pub(in crate::device) async fn is_open(queue: &str) -> io::Result<bool> {
    let mut asked = command("lpstat");
    asked.args(["-p", queue]);
    Ok(!said(asked).await?.lines().next().unwrap_or_default().contains(" disabled "))
}

/// Gives the bytes to the queue as they are.
///
/// # Errors
/// It took none of them.
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
    // It ended before it had read everything: what it said about that is worth more than the broken pipe.
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(if said.is_empty() { written.err().unwrap_or(io::ErrorKind::Other.into()) } else { io::Error::other(said) })
}

/// All queues: `device for NAME: socket://192.168.1.50:9100`.
///
/// # Errors
/// There is no printing system that runs.
pub(in crate::device) async fn queues() -> io::Result<Vec<Listed>> {
    let mut asked = command("lpstat");
    asked.arg("-v");
    let listed = match said(asked).await {
        Ok(text) => text,
        // A machine without any queue says so as an error.
        Err(error) if error.to_string().contains("No destinations") => String::new(),
        Err(error) => return Err(error),
    };
    let read = |line: &str| {
        let (name, description) = line.strip_prefix("device for ")?.split_once(": ")?;
        Some(Listed { name: name.to_owned(), description: description.to_owned() })
    };
    Ok(listed.lines().filter_map(read).collect())
}
