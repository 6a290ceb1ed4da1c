//! The simulated world: a restaurant's printers, its server, its agent, and the time.

mod accidents;

use std::collections::HashMap;

use comanda_agent::{clock::Clock, config::Timing};
use comanda_fake_printer::{Abilities, FakePrinter};
use comanda_ticket::{
    Kind, Ticket,
    wire::{JobId, Level, PrintJob, PrinterId, PrinterSetup, Wake},
};
use fastrand::Rng;
use tempfile::TempDir;
use tokio::time::{Duration, Instant};

use crate::{
    life::Life,
    person::Person,
    support::{agent::fast_timing, folder, job, network, server::Server},
    trouble::Troubles,
    verdict,
};

/// The maximum number of unfinished tickets at the same time, as in a restaurant.
const MAX_UNDER_WAY: usize = 60;
/// If nothing happens for this long although all faults have ended, a ticket is lost.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The simulated time at which every run begins: 2027-01-15.
const BEGINNING_MS: i64 = 1_800_000_000_000;
/// The id of the printer with the cash drawer.
const TILL: i64 = 5;

/// The frequencies of tickets, printer faults and accidents. Each is the average number of steps between two of them.
///
/// The pace changes during a run, because some hours are busy and some have many faults.
#[derive(Debug, Clone, Copy)]
struct Pace {
    offers: u8,
    troubles: u8,
    accidents: u8,
}

impl Pace {
    fn draw(rng: &mut Rng) -> Self {
        Self { offers: rng.u8(1..16), troubles: rng.u8(2..10), accidents: rng.u8(5..40) }
    }
}

#[derive(Debug)]
pub struct Place {
    pub name: &'static str,
    pub abilities: Abilities,
    pub printer: FakePrinter,
}

impl Place {
    /// Whether the last line of a ticket is on the printer's paper.
    pub fn has(&self, number: u32) -> bool {
        self.printer.has_printed(foot(number).as_bytes())
    }
}

pub fn head(number: u32) -> String {
    format!("TICKET {number:06}")
}

pub fn foot(number: u32) -> String {
    format!("FIN {number:06}")
}

#[derive(Debug)]
pub struct World {
    rng: Rng,
    pace: Pace,
    start: Instant,
    pub places: Vec<Place>,
    pub server: Server,
    setups: Vec<PrinterSetup>,
    /// The clock of the agent's machine, which can jump.
    clock: Clock,
    server_clock: Clock,
    state: TempDir,
    life: Option<Life>,
    /// The time at which a killed agent starts again.
    restart_at: Instant,
    server_recovers_at: Instant,
    pub troubles: Troubles,
    pub person: Person,
    pub numbers: HashMap<JobId, u32>,
    /// The number of tickets that open the drawer.
    pub drawers: usize,
}

fn timing() -> Timing {
    Timing {
        sign_in_ms: 200,
        ack_ms: 200,
        reconnect_ms: 20,
        pull_every_ms: 100,
        answer_ms: 150,
        confirm_ms: 300,
        ..fast_timing()
    }
}

impl World {
    pub async fn open(seed: u64) -> Self {
        let kinds = [
            ("COCINA", Abilities::ALL),
            ("PARRILLA", Abilities::CONSUMED),
            ("BAR", Abilities { clear: false, ..Abilities::ALL }),
            ("POSTRES", Abilities::STATUS_ONLY),
            ("CAJA", Abilities::ALL),
        ];
        let mut places = Vec::new();
        let mut setups = Vec::new();
        for (id, (name, abilities)) in (1..).zip(kinds) {
            let printer = FakePrinter::start(abilities).await.expect("starts");
            setups.push(network(id, name, &printer.address()));
            places.push(Place { name, abilities, printer });
        }
        setups[0].stand_in_id = Some(PrinterId(TILL));
        let server = Server::start(setups.clone()).await;
        let [clock, server_clock] = [0; 2].map(|_| Clock::fixed_at(BEGINNING_MS));
        server.change(|data| data.clock = server_clock.clone());
        let (now, state) = (Instant::now(), folder());
        let mut rng = Rng::with_seed(seed);
        Self {
            pace: Pace::draw(&mut rng),
            rng,
            start: now,
            places,
            server,
            setups,
            clock,
            server_clock,
            state,
            life: None,
            restart_at: now,
            server_recovers_at: now,
            troubles: Troubles::default(),
            person: Person::new(),
            numbers: HashMap::new(),
            drawers: 0,
        }
    }

    /// Runs the simulation until every ticket is settled.
    pub async fn run(&mut self, jobs: u64) -> Result<(), String> {
        let (mut last_tick, mut quiet) = (Instant::now(), Duration::ZERO);
        let mut under_way: Vec<JobId> = Vec::new();
        let mut recovering = false;
        loop {
            let now = Instant::now();
            let step = now - last_tick;
            for clock in [&self.clock, &self.server_clock] {
                clock.advance_ms(i64::try_from(step.as_millis()).expect("short"));
            }
            last_tick = now;
            quiet += step;
            let all_offered = self.numbers.len() as u64 >= jobs;
            // From time to time all faults end until the waiting tickets are settled. With endless faults, nothing would
            // be printed.
            let was_recovering = recovering;
            recovering = all_offered || under_way.len() >= MAX_UNDER_WAY || (recovering && !under_way.is_empty());
            if was_recovering && !recovering {
                self.pace = Pace::draw(&mut self.rng);
            }
            self.end_faults(recovering);
            if !recovering {
                if self.rng.u8(..self.pace.offers) == 0 {
                    under_way.extend(self.offer(jobs).await);
                }
                self.cause_trouble().await;
            }
            if self.person.read_reports(&self.server, &self.places, &self.numbers) || !recovering {
                quiet = Duration::ZERO;
            }
            under_way.retain(|id| !self.person.is_settled(*id));
            let levels = verdict::check_levels(self);
            if all_offered && under_way.is_empty() && levels.is_ok() {
                return Ok(());
            }
            if self.life.as_ref().is_some_and(Life::ended_by_itself) {
                return Err("the agent ended by itself".to_owned());
            }
            if quiet > TIMEOUT {
                levels?;
                let stuck = under_way.iter().map(|id| (self.numbers[id], self.person.last.get(id)));
                return Err(format!("these get nowhere: {:?}", stuck.collect::<Vec<_>>()));
            }
            tokio::time::sleep(Duration::from_millis(self.rng.u64(1..8))).await;
        }
    }

    /// Ends the agent.
    pub async fn close(&mut self) {
        if let Some(life) = self.life.take() {
            life.kill().await;
        }
    }

    fn elapsed_ms(&self) -> u128 {
        self.start.elapsed().as_millis()
    }

    /// The confirmation level of each printer that the server knows.
    pub fn levels(&self) -> Vec<Option<Level>> {
        let data = self.server.data();
        self.setups.iter().map(|setup| data.printer_states.get(&setup.id).and_then(|known| known.level)).collect()
    }

    /// Describes a defect with the time at which it was found.
    pub fn explain(&self, defect: &str) -> String {
        format!("{defect}\nafter {} ms", self.elapsed_ms())
    }

    /// All events, each beginning with its time.
    pub fn all_events(&self) -> Vec<String> {
        let report_log = self.person.report_log.iter().map(|(number, text)| format!("{text} of {number}"));
        self.troubles.log.iter().cloned().chain(report_log).collect()
    }

    async fn offer(&mut self, jobs: u64) -> Vec<JobId> {
        let mut offered = Vec::new();
        let batch = self.rng.u64(1..6).min(jobs - self.numbers.len() as u64);
        for _ in 0..batch {
            let number = u32::try_from(self.numbers.len()).expect("small") + 1;
            let job = self.ticket(number);
            self.numbers.insert(job.id, number);
            offered.push(self.server.add(job));
        }
        if self.rng.u8(..4) > 0 {
            self.server.wake(Wake::Jobs).await;
        }
        offered
    }

    fn ticket(&mut self, number: u32) -> PrintJob {
        let printer = self.rng.i64(1..=5);
        let mut ticket = Ticket::new(Kind::Command).text(head(number)).rule();
        for _ in 0..self.rng.u8(1..8) {
            ticket = ticket.dish("2", "AJÍ DE GALLINA");
        }
        let mut job = job(printer, ticket.rule().text(foot(number)).cut());
        job.id = JobId(uuid::Builder::from_random_bytes(self.rng.u128(..).to_le_bytes()).into_uuid());
        job.created_at_ms = self.server_clock.now_ms();
        job.open_drawer = printer == TILL && self.rng.bool();
        self.drawers += usize::from(job.open_drawer);
        if self.rng.bool() {
            job.expires_at_ms = Some(job.created_at_ms + 900_000);
        }
        job
    }
}
