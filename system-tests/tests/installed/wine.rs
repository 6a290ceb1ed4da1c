//! A Windows of its own: a fresh wine prefix, and the devices of that PC.

use comanda_system_tests::{program::quick_folder, waiting::within};
use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions},
    os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::Stdio,
};
use tempfile::TempDir;
use tokio::process::{Child, Command};

const NOT_MY_TERMINAL: i32 = 0o400;
/// The registry key where Windows lists the printers of its USB driver.
const USB_PRINTERS: &str =
    r"HKLM\System\CurrentControlSet\Control\DeviceClasses\{28d78fad-5a12-11d1-ae5b-0000f803a8c2}";

#[derive(Debug)]
pub struct Wine {
    prefix: TempDir,
    /// The CUPS server of its printer queues.
    cups: Option<PathBuf>,
}

impl Wine {
    pub async fn start(cups: Option<PathBuf>) -> Self {
        let wine = Self { prefix: quick_folder(), cups };
        wine.switch_on().await;
        wine
    }

    /// Keeps wine running when no program runs: otherwise it ends the services together with the last program. `wineboot` is not used: the
    /// first program starts it anyway, and there would be two service managers.
    async fn switch_on(&self) {
        assert!(self.server("--persistent").await);
        self.run("cmd", ["/c", "exit"]).await;
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env("WINEPREFIX", self.prefix.path())
            .env("WINEDEBUG", "-all")
            // Neither of the two is needed here, and wine would offer to download them.
            .env("WINEDLLOVERRIDES", "mscoree,mshtml=")
            .env_remove("DISPLAY")
            .stdin(Stdio::null())
            .kill_on_drop(true);
        if let Some(socket) = &self.cups {
            command.env("CUPS_SERVER", socket);
        }
        command
    }

    /// Runs a program of this Windows to its end and returns its exit code.
    pub async fn run<A: AsRef<OsStr>>(
        &self,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = A>,
    ) -> i32 {
        let program = program.as_ref();
        let mut command = self.command("wine");
        // Services that the program leaves behind keep its pipes open, so it must not inherit ours.
        command.arg(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
        let what = format!("{} to end", program.display());
        within(&what, command.status()).await.unwrap().code().unwrap()
    }

    /// The text that a program writes to either output, and its exit code.
    pub async fn run_with_output<A: AsRef<OsStr>>(
        &self,
        program: impl AsRef<OsStr>,
        arguments: impl IntoIterator<Item = A>,
    ) -> (i32, String) {
        let program = program.as_ref();
        let mut command = self.command("wine");
        let what = format!("{} to end", program.display());
        let output = within(&what, command.arg(program).args(arguments).output()).await.unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(text).expect("what it writes is UTF-8"))
    }

    /// Restarts the PC.
    pub async fn restart(&self) {
        assert!(self.server("--kill").await);
        self.switch_on().await;
    }

    /// The wine server outlives this program, so it must not inherit our pipes.
    async fn server(&self, order: &str) -> bool {
        let mut command = self.command("wineserver");
        command.arg(order).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().await.unwrap().success()
    }

    pub fn drive(&self) -> PathBuf {
        self.prefix.path().join("drive_c")
    }

    /// The folder of the agent's files.
    pub fn data(&self) -> PathBuf {
        self.drive().join("ProgramData/Comanda")
    }

    pub fn agent(&self) -> PathBuf {
        self.drive().join("Program Files/Comanda/comanda-agent.exe")
    }

    /// Connects a device to a port of the PC.
    pub fn plug_in(&self, port: &str, device: &Path) {
        let link = self.device(port);
        fs::remove_file(&link).ok();
        symlink(device, link).unwrap();
    }

    fn device(&self, name: &str) -> PathBuf {
        self.prefix.path().join("dosdevices").join(name.to_lowercase())
    }

    /// Plugs in a USB printer as Windows' own driver shows it: listed in the registry and opened by its name there.
    pub async fn plug_in_usb(&self, name: &str, device: &Path) {
        self.plug_in(&interface(name), device);
        self.list_usb(name, "1").await;
    }

    pub async fn pull_out_usb(&self, name: &str) {
        fs::remove_file(self.device(&interface(name))).unwrap();
        self.list_usb(name, "0").await;
    }

    async fn list_usb(&self, name: &str, linked: &str) {
        let key = format!(r"{USB_PRINTERS}\##?#{}\#\Control", interface(name));
        assert_eq!(self.run("reg", ["add", &key, "/v", "Linked", "/t", "REG_DWORD", "/d", linked, "/f"]).await, 0);
    }
}

fn interface(name: &str) -> String {
    format!("USB#{name}#{{28d78fad-5a12-11d1-ae5b-0000f803a8c2}}")
}

impl Drop for Wine {
    fn drop(&mut self) {
        let mut ending = std::process::Command::new("wineserver");
        ending.env("WINEPREFIX", self.prefix.path()).arg("--kill").stdout(Stdio::null()).stderr(Stdio::null());
        drop(ending.status());
    }
}

/// A serial line with a network printer at its end.
#[derive(Debug)]
pub struct SerialLine {
    pub device: PathBuf,
    _folder: TempDir,
    _socat: Child,
    /// Held open so that the line does not break when the agent closes it.
    _held: File,
}

impl SerialLine {
    pub async fn to(printer: &str) -> Self {
        let folder = quick_folder();
        let device = folder.path().join("serial");
        let socat = Command::new("socat")
            .arg(format!("PTY,link={},rawer", device.display()))
            .arg(format!("TCP:{printer}"))
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let opening = async {
            loop {
                match OpenOptions::new().read(true).write(true).custom_flags(NOT_MY_TERMINAL).open(&device) {
                    Ok(held) => return held,
                    Err(_) => tokio::task::yield_now().await,
                }
            }
        };
        let held = within("the serial line", opening).await;
        Self { device, _folder: folder, _socat: socat, _held: held }
    }
}

/// A CUPS server with one raw queue.
#[derive(Debug)]
pub struct Queue {
    pub socket: PathBuf,
    _folder: TempDir,
    _cupsd: Child,
}

impl Queue {
    pub async fn to(name: &str, printer: &str) -> Self {
        // Its filters run as another user, who must be able to enter.
        let folder = tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o755)).tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["etc", "spool", "cache", "state"] {
            fs::create_dir(at(name)).unwrap();
        }
        let socket = at("socket");
        let daemon = format!(
            "Listen {}\nWebInterface No\nBrowsing No\nDefaultAuthType None\n<Location />\nOrder deny,allow\n</Location>\n\
             <Policy default>\n<Limit All>\nOrder deny,allow\n</Limit>\n</Policy>\n",
            socket.display()
        );
        let files = format!(
            "ServerRoot {0}/etc\nRequestRoot {0}/spool\nCacheDir {0}/cache\nStateDir {0}/state\nFileDevice Yes\n\
             ErrorLog {0}/error\nAccessLog {0}/access\nPageLog {0}/page\nSandboxing Relaxed\n",
            folder.path().display()
        );
        fs::write(at("cupsd.conf"), daemon).unwrap();
        fs::write(at("cups-files.conf"), files).unwrap();
        let cupsd = Command::new("cupsd")
            .arg("-f")
            .arg("-c")
            .arg(at("cupsd.conf"))
            .arg("-s")
            .arg(at("cups-files.conf"))
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let uri = format!("socket://{printer}");
        let adding = async {
            loop {
                let mut lpadmin = Command::new("lpadmin");
                lpadmin.arg("-h").arg(&socket).args(["-p", name, "-E", "-m", "raw", "-v", &uri]);
                if lpadmin.stderr(Stdio::null()).status().await.unwrap().success() {
                    return;
                }
            }
        };
        within("the queue", adding).await;
        Self { socket, _folder: folder, _cupsd: cupsd }
    }
}
