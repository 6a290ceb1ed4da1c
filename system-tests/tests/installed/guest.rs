//! A Debian of its own: a virtual machine that `scripts/guest` prepared, driven through a shell on one of its ports.

use serde_json::{Value, json};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::UnixStream,
    process::{Child, Command},
};

/// An emulated processor boots Debian in half a minute when the machine is otherwise idle.
const BOOTING: Duration = Duration::from_secs(420);
const COMMAND: Duration = Duration::from_secs(180);
/// The address at which the guest reaches this machine.
pub const HOST: &str = "10.0.2.2";
const END: &str = "<<ended ";

#[derive(Debug)]
pub struct Guest {
    shell: BufReader<UnixStream>,
    /// QEMU's monitor, with the protocol QMP.
    monitor: BufReader<UnixStream>,
    console: PathBuf,
    _machine: Child,
    _folder: TempDir,
}

impl Guest {
    /// Boots the disk in `folder`. The guest's changes are stored beside it, and deleted with the guest.
    pub async fn boot(folder: &Path) -> Self {
        let scratch = tempfile::tempdir().unwrap();
        let (shell, monitor) = (scratch.path().join("shell"), scratch.path().join("monitor"));
        let console = folder.join("console.log");
        let machine = Command::new("qemu-system-x86_64")
            .args(["-accel", "tcg,thread=multi", "-m", "1024", "-smp", "2", "-nodefaults"])
            .args(["-display", "none", "-nic", "user,model=virtio-net-pci,id=lan"])
            .arg("-kernel")
            .arg(folder.join("kernel"))
            .arg("-initrd")
            .arg(folder.join("initrd"))
            .args(["-append", "root=/dev/vda console=ttyS0 quiet mitigations=off"])
            .args(["-serial", &format!("file:{}", console.display())])
            .args(["-qmp", &format!("unix:{},server=on,wait=off", monitor.display())])
            .args(["-drive", &format!("file={},format=raw,if=virtio,snapshot=on", folder.join("disk").display())])
            .args(["-chardev", &format!("socket,id=shell,path={},server=on,wait=off", shell.display())])
            .args(["-device", "virtio-serial-pci", "-device", "virtserialport,chardev=shell,name=shell"])
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let (shell, monitor) = (connect(&shell).await, connect(&monitor).await);
        let mut guest = Self { shell, monitor, console, _machine: machine, _folder: scratch };
        guest.send_monitor_command("qmp_capabilities", json!({}), "return").await;
        guest.wait_for_shell().await;
        guest
    }

    /// Waits for a shell.
    async fn wait_for_shell(&mut self) {
        let booted = tokio::time::timeout(BOOTING, self.call("uname -r")).await;
        let (_, kernel) = booted.unwrap_or_else(|_| panic!("no shell: see {}", self.console.display()));
        eprintln!("guest: Linux {}", kernel.trim());
    }

    /// Cuts the power and restores it: whatever the guest had not written to its disk is lost. Returns when it has booted again.
    pub async fn lose_power(&mut self) {
        self.send_monitor_command("system_reset", json!({}), "RESET").await;
        self.wait_for_shell().await;
    }

    /// Suspends the guest for this many seconds. Returns the result of `meanwhile`, once the guest is awake again.
    pub async fn sleep<T>(&mut self, seconds: u32, meanwhile: impl Future<Output = T>) -> T {
        self.run(&format!("rtcwake -m mem -s {seconds} > /dev/null 2>&1 &")).await;
        tokio::time::timeout(COMMAND, self.wait_for_monitor_line("SUSPEND")).await.expect("it falls asleep");
        let outcome = meanwhile.await;
        tokio::time::timeout(COMMAND, self.wait_for_monitor_line("WAKEUP")).await.expect("it wakes up");
        outcome
    }

    /// Unplugs the guest's network cable, or plugs it in.
    pub async fn plug_cable(&mut self, plugged: bool) {
        self.send_monitor_command("set_link", json!({"name": "lan", "up": plugged}), "return").await;
    }

    async fn send_monitor_command(&mut self, command: &str, arguments: Value, until: &str) {
        let line = json!({"execute": command, "arguments": arguments}).to_string();
        self.monitor.get_mut().write_all(line.as_bytes()).await.unwrap();
        self.wait_for_monitor_line(until).await;
    }

    async fn wait_for_monitor_line(&mut self, until: &str) {
        let mut line = String::new();
        while !line.contains(&format!("\"{until}\"")) {
            line.clear();
            assert_ne!(self.monitor.read_line(&mut line).await.unwrap(), 0, "qemu has ended");
        }
    }

    /// Runs a command line as root, which must succeed. Returns its output.
    #[track_caller]
    pub fn run(&mut self, command: &str) -> impl Future<Output = String> {
        let command = command.to_owned();
        async move {
            let (code, output) = self.try_run(&command).await;
            assert_eq!(code, 0, "{command}\n{output}");
            output
        }
    }

    /// Runs a command line as root; returns its exit code and output.
    pub async fn try_run(&mut self, command: &str) -> (i32, String) {
        let running = tokio::time::timeout(COMMAND, self.call(command)).await;
        running.unwrap_or_else(|_| panic!("did not end: {command}"))
    }

    async fn call(&mut self, command: &str) -> (i32, String) {
        let line = format!("{{ {command}\n}} 2>&1 < /dev/null; printf '\\n{END}%d\\n' $?\n");
        self.shell.get_mut().write_all(line.as_bytes()).await.unwrap();
        let mut output = String::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.shell.read_line(&mut line).await.unwrap(), 0, "the guest has ended: {output}");
            match line.trim().strip_prefix(END) {
                Some(code) => return (code.parse().unwrap(), output),
                None => output.write_str(&line).unwrap(),
            }
        }
    }
}

async fn connect(socket: &Path) -> BufReader<UnixStream> {
    let connecting = async {
        loop {
            match UnixStream::connect(socket).await {
                Ok(stream) => return stream,
                Err(_) => tokio::task::yield_now().await,
            }
        }
    };
    BufReader::new(tokio::time::timeout(COMMAND, connecting).await.expect("qemu starts"))
}
