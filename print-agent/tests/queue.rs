//! Tests of a print queue of the operating system, which is the last resort.
//!
//! Two short scripts replace the commands of the printing system. The tests of the installed program use a real one.
#![cfg(unix)]

#[path = "support/program.rs"]
mod program;
mod support;

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use comanda_ticket::wire::{JobState, Level, PrinterSetup, PrinterState, PrinterType, Reason};
use program::Program;
use support::{agent::fast_timing, command, network, server::Server};
use tempfile::TempDir;

const LPSTAT: &str = r#"#!/bin/sh
[ "$2" = CAJA ] || { echo "lpstat: Invalid destination name in list \"$2\"!" >&2; exit 1; }
[ -e "$(dirname "$0")/disabled" ] && { echo 'printer CAJA disabled since Sat Nov 21 2026 -'; exit 0; }
echo 'printer CAJA is idle.  enabled since Sat Nov 21 2026'
"#;

const LP: &str = r#"#!/bin/sh
here=$(dirname "$0")
[ -e "$here/refusing" ] && { echo 'lp: Destination "CAJA" is not accepting jobs.' >&2; exit 1; }
echo "$@" > "$here/arguments"
cat > "$here/$$.tmp" && mv "$here/$$.tmp" "$here/$$.ticket"
"#;

struct Till {
    server: Server,
    commands: TempDir,
    _state: TempDir,
    _agent: Program,
}

impl Till {
    async fn open(queue: &str) -> Self {
        let commands = tempfile::tempdir().expect("a folder");
        for (name, script) in [("lpstat", LPSTAT), ("lp", LP)] {
            let file = commands.path().join(name);
            fs::write(&file, script).expect("writes");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("may");
        }
        let state = support::folder();
        let server =
            Server::start(vec![PrinterSetup { kind: PrinterType::Spooler, ..network(1, "CAJA", queue) }]).await;
        let agent = Program::start_with_commands(commands.path(), &server.url, state.path(), fast_timing());
        Self { server, commands, _state: state, _agent: agent }
    }

    fn set(&self, what: &str, on: bool) {
        let file = self.commands.path().join(what);
        if on { fs::write(file, "") } else { fs::remove_file(file) }.expect("is set");
    }

    fn tickets(&self) -> Vec<Vec<u8>> {
        let files = fs::read_dir(self.commands.path()).expect("lists").map(|file| file.expect("is one").path());
        let tickets = files.filter(|file| file.extension() == Some("ticket".as_ref()));
        tickets.map(|file| fs::read(file).expect("reads")).collect()
    }
}

fn contains(ticket: &[u8], text: &str) -> bool {
    ticket.windows(text.len()).any(|window| window == text.as_bytes())
}

#[tokio::test]
async fn a_queue_gets_the_raw_bytes_and_confirms_nothing() {
    let till = Till::open("CAJA").await;
    till.server.wait_for_printer_state(1, PrinterState::Ready).await;
    let id = till.server.offer(command(1, 7)).await;
    assert_eq!(till.server.wait_for_report(id, JobState::Done).await.level, Some(Level::L0));
    let tickets = till.tickets();
    assert!(tickets.len() == 1 && contains(&tickets[0], "Comanda 0007") && tickets[0].starts_with(b"\x1b@"));
    let arguments = fs::read_to_string(Path::new(till.commands.path()).join("arguments")).expect("called");
    assert_eq!(arguments.trim(), "-s -o raw -t Comanda -d CAJA");
}

#[tokio::test]
async fn tickets_of_a_stopped_queue_are_held() {
    let till = Till::open("CAJA").await;
    till.set("disabled", true);
    till.server.wait_for_printer_state(1, PrinterState::Error).await;
    let id = till.server.offer(command(1, 1)).await;
    assert_eq!(till.server.wait_for_report(id, JobState::Held).await.reason, Some(Reason::Error));
    till.set("disabled", false);
    till.server.wait_for_report(id, JobState::Done).await;
    assert_eq!(till.tickets().len(), 1);
}

#[tokio::test]
async fn a_ticket_that_a_queue_refused_is_sent_again_without_a_mark() {
    let till = Till::open("CAJA").await;
    till.set("refusing", true);
    let id = till.server.offer(command(1, 1)).await;
    assert_eq!(till.server.wait_for_report(id, JobState::Held).await.reason, Some(Reason::Offline));
    till.set("refusing", false);
    assert!(!till.server.wait_for_report(id, JobState::Done).await.duplicate);
    let tickets = till.tickets();
    assert!(tickets.len() == 1 && !contains(&tickets[0], "DUPLICADO"));
}

#[tokio::test]
async fn a_missing_queue_is_offline() {
    let till = Till::open("COCINA").await;
    till.server.wait_for_printer_state(1, PrinterState::Offline).await;
}
