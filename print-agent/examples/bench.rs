//! Measures the speed and the size of the agent, with the build profile of the delivered agent:
//! `cargo build --profile agent -p comanda-agent && cargo run --profile agent -p comanda-agent --example bench`.
//!
//! It prints one line for each measurement, with its goal. The time of a ticket is measured from the server's wake-up
//! message to the cut on a fake printer. A ticket has to wait for two disk syncs (SPOOLED and STARTED), so a sync of the
//! same disk is measured in the same run. The agent's own time is the difference.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a program for developers that measures time")]

#[path = "../tests/support/mod.rs"]
mod support;

use std::{
    fs::{self, File},
    hint::black_box,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use comanda_agent::{
    clock::Clock,
    config::Timing,
    render::{Logo, Profiles, render_escpos},
};
use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::{
    Item, Kind, Text, Ticket, Total, layout,
    wire::{JobState, PrinterState},
};
use support::{
    agent::{Agent, config},
    job, network,
    server::Server,
};

const TICKETS: usize = 300;

#[tokio::main]
async fn main() {
    print_line("measure", "value", "goal");
    measure_rendering();
    let folder = temp_folder_on_disk();
    let fsync = measure_fsync(folder.path());
    measure_ticket_to_cut(fsync).await;
    measure_a_day_without_the_printer().await;
    measure_program().await;
}

fn print_line(measure: &str, value: &str, goal: &str) {
    println!("{measure:<38} {value:>12}   {goal}");
}

/// A ticket with 22 lines of 48 columns.
fn ticket() -> Ticket {
    let mut ticket = Ticket::new(Kind::Receipt)
        .line(Text::new("LA TERRAZA DE MIRAFLORES").center().bold())
        .centered("TERRAZA GASTRONÓMICA S.A.C.")
        .centered("RUC 20601234567")
        .line(Text::new("BOLETA DE VENTA ELECTRÓNICA").center().tall().bold())
        .line(Text::new("B001-00000347").center().tall().bold())
        .rule()
        .pair("Fecha: 21/11/2026 14:22", "Caja: Principal")
        .text("Cliente: CLIENTES VARIOS")
        .spread(["Mesa: 12", "Mozo: Rosa", "Cajero: Luis"])
        .rule()
        .item_header();
    for name in ["Lomo saltado", "Ají de gallina", "Chicha morada", "Suspiro a la limeña"] {
        ticket = ticket.item(Item::new("2", name).unit_price("38.00").amount("76.00"));
    }
    ticket
        .rule()
        .total(Total::new("OP. GRAVADA", "96.86").currency("S/"))
        .total(Total::new("IGV 18%", "17.44").currency("S/"))
        .total(Total::new("TOTAL", "114.30").currency("S/").tall().bold())
        .text("SON: CIENTO CATORCE CON 30/100 SOLES")
        .text("Forma de pago: Contado")
        .centered("¡Gracias por su visita!")
        .cut()
}

fn measure_rendering() {
    let ticket = ticket();
    assert_eq!(layout(&ticket, 48).len(), 23, "22 lines and the cut");
    let profile = Profiles::built_in().unwrap().find("generic-80").unwrap();
    let begun = Instant::now();
    let mut count = 0_u32;
    while begun.elapsed() < Duration::from_secs(2) {
        for _ in 0..100 {
            black_box(render_escpos(&layout(black_box(&ticket), 48), &profile, Logo::None));
        }
        count += 100;
    }
    let per_second = u128::from(count) * 1_000_000 / begun.elapsed().as_micros();
    print_line("renders of a 22-line ticket", &format!("{per_second}/s"), ">= 50000/s");
}

/// A temporary folder beside the program, which is on a real disk. The system's temporary folder may be in memory.
fn temp_folder_on_disk() -> tempfile::TempDir {
    tempfile::tempdir_in(path_beside_program("")).unwrap()
}

/// Measures the time to append the bytes of a record to a file and sync it.
fn measure_fsync(folder: &Path) -> Duration {
    let mut file = File::create(folder.join("bare")).unwrap();
    let record = [b'x'; 1500];
    let times = (0..TICKETS).map(|_| {
        let begun = Instant::now();
        file.write_all(&record).unwrap();
        file.sync_data().unwrap();
        begun.elapsed()
    });
    let (p50, p99) = quantiles(times.collect());
    print_line("bare fsync p50 / p99", &format!("{} / {}", micros(p50), micros(p99)), "the disk's own");
    p50
}

async fn measure_ticket_to_cut(fsync: Duration) {
    let printer = FakePrinter::start(Abilities::ALL).await.unwrap();
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let folder = temp_folder_on_disk();
    let _agent = Agent::start_with(&server.url, Timing::default(), folder, Clock::system());
    server.wait_for_printer_state(1, PrinterState::Ready).await;
    let mut times = Vec::with_capacity(TICKETS);
    for printed in 0..TICKETS {
        let order = job(1, ticket());
        let begun = Instant::now();
        let id = server.offer(order).await;
        printer.wait_until(|printer| printer.cuts() > printed).await;
        times.push(begun.elapsed());
        server.wait_for_report(id, JobState::Done).await;
    }
    let (p50, p99) = quantiles(times);
    print_line("wake-up to cut p50 / p99", &format!("{} / {}", micros(p50), micros(p99)), "two syncs and 1000 us");
    print_line("  of it the agent's own, p50", &micros(p50.saturating_sub(2 * fsync)), "<= 1000 us");
}

const DAY_MS: i64 = 24 * 3600 * 1000;
const RECEIPTS: usize = 1200;
const COMMANDS: usize = 400;

/// The printer was off for a day. Its receipts are printed in order, and its kitchen commands wait for a person.
async fn measure_a_day_without_the_printer() {
    let printer = FakePrinter::start(Abilities::ALL).await.unwrap();
    printer.refuse(true);
    let server = Server::start(vec![network(1, "CAJA", &printer.address())]).await;
    let now = Clock::system().now_ms();
    let mut receipts = Vec::new();
    let mut commands = Vec::new();
    for number in 0..RECEIPTS + COMMANDS {
        let age = DAY_MS - 60_000 * i64::try_from(number).unwrap() / 2;
        let is_command = number % 4 == 3;
        let mut job = job(1, Ticket::new(Kind::Receipt).text(format!("NUMERO {number:06}")));
        job.ticket.blocks.extend(ticket().blocks);
        job.created_at_ms = now - age;
        job.document = if is_command { Kind::Command } else { Kind::Receipt };
        job.expires_at_ms = Some(job.created_at_ms + if is_command { 15 * 60_000 } else { DAY_MS + 3_600_000 });
        (if is_command { &mut commands } else { &mut receipts }).push(job.id);
        server.add(job);
    }
    let folder = temp_folder_on_disk();
    let _agent = Agent::start_with(&server.url, Timing::default(), folder, Clock::system());
    server.wake(comanda_ticket::wire::Wake::Jobs).await;
    for id in &commands {
        server.wait_for_report(*id, JobState::Expired).await;
    }
    printer.refuse(false);
    let begun = Instant::now();
    printer.wait_until(|printer| printer.cuts() >= receipts.len()).await;
    let took = begun.elapsed();
    let numbers: Vec<String> = printer
        .sheets()
        .iter()
        .flat_map(|sheet| {
            sheet.text().lines().filter(|line| line.starts_with("NUMERO")).map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(numbers.len(), receipts.len(), "receipts only");
    assert!(numbers.is_sorted(), "in their order");
    let held = commands.len();
    print_line("a day's receipts, in order", &format!("{} in {:.1} s", receipts.len(), took.as_secs_f64()), "");
    print_line("  the kitchen's of that day", &format!("{held} wait"), "for a person");
}

fn quantiles(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

fn micros(time: Duration) -> String {
    format!("{} us", time.as_micros())
}

/// Measures the real program: its size, and its memory after 20 tickets and some idle seconds.
async fn measure_program() {
    let path = path_beside_program("comanda-agent");
    let Ok(size) = fs::metadata(&path).map(|metadata| metadata.len()) else {
        print_line("binary", "not built", "build it first");
        return;
    };
    print_line("binary", &format!("{} kB", size / 1000), "<= 4000 kB");
    let printer = FakePrinter::start(Abilities::ALL).await.unwrap();
    let server = Server::start(vec![network(1, "COCINA", &printer.address())]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("agent.toml");
    config(&server.url, &folder.path().join("state"), Timing::default()).write(&file).unwrap();
    let mut child = Command::new(path).args(["run", "--config"]).arg(file).stderr(Stdio::null()).spawn().unwrap();
    server.wait_for_printer_state(1, PrinterState::Ready).await;
    for _ in 0..20 {
        server.offer(job(1, ticket())).await;
    }
    printer.wait_until(|printer| printer.cuts() >= 20).await;
    tokio::time::sleep(Duration::from_secs(8)).await;
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("unknown").trim().to_owned();
    print_line("memory, idle after 20 tickets", &resident, "<= 6000 kB");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The path of a file in the folder of the built programs. Examples are in a folder inside it.
fn path_beside_program(name: &str) -> PathBuf {
    let example = std::env::current_exe().unwrap();
    example.parent().and_then(Path::parent).unwrap().join(name)
}
