//! The journal: whatever the power cut leaves of it, the rest is read.

mod support;

use std::{fs, path::Path};

use comanda_agent::{
    clock::Clock,
    spool::{Disk, Spool},
};
use comanda_ticket::wire::{Command, JobCommand, JobId, JobState, Level, PrintJob, PrinterId, Reason};
use futures::FutureExt;
use support::{command, folder, virtual_printer};

const PRINTER: PrinterId = PrinterId(1);

fn open(dir: &std::path::Path) -> Spool {
    Spool::open(dir, Clock::system(), 20_000).expect("opens")
}

async fn taken(spool: &Spool, job: &PrintJob) -> bool {
    spool.accept(vec![job.clone()], None).await.expect("is written").new == [job.id]
}

fn state(spool: &Spool, id: JobId) -> Option<JobState> {
    spool.held().iter().find(|held| held.id == id).map(|held| held.state)
}

#[tokio::test]
async fn a_journal_cut_at_every_byte_is_read_up_to_there() {
    let whole = folder();
    let spool = open(whole.path());
    spool.set_printers(vec![virtual_printer(1, "COCINA")]).expect("is written");
    let jobs = [command(1, 1), command(1, 2)];
    for job in &jobs {
        assert!(taken(&spool, job).await);
    }
    spool.start(jobs[0].id, PRINTER).await.expect("is written").expect("is to be had");
    spool.done(jobs[0].id, PRINTER, Level::L2).await.expect("is written");
    spool.close().await;
    let journal = fs::read(whole.path().join("journal")).expect("is there");

    let order = [None, Some(JobState::Spooled), Some(JobState::Printing), Some(JobState::Done)];
    let mut reached = 0;
    for length in 0..=journal.len() {
        let torn = folder();
        fs::write(torn.path().join("journal"), &journal[..length]).expect("writes");
        let spool = open(torn.path());
        let now = order.iter().position(|known| *known == state(&spool, jobs[0].id)).expect("a known state");
        assert!(now >= reached, "{length} bytes know less than fewer");
        reached = now;
        // And it goes on from there.
        let fresh = command(1, 3);
        assert!(taken(&spool, &fresh).await);
        spool.close().await;
        let spool = open(torn.path());
        assert_eq!(state(&spool, fresh.id), Some(JobState::Spooled));
    }
    assert_eq!(reached, 3);
}

/// Three jobs, the second one started, and the journal that says so.
async fn three_jobs(dir: &Path) -> ([PrintJob; 3], Vec<u8>) {
    let spool = open(dir);
    let jobs = [command(1, 1), command(1, 2), command(1, 3)];
    for job in &jobs {
        assert!(taken(&spool, job).await);
    }
    spool.start(jobs[1].id, PRINTER).await.expect("is written").expect("is to be had");
    spool.close().await;
    (jobs, fs::read(dir.join("journal")).expect("is there"))
}

/// A journal is a row of records, each its length in four bytes, its checksum in four, and its JSON.
fn record(json: &[u8]) -> Vec<u8> {
    let length = u32::try_from(json.len()).expect("small").to_le_bytes();
    [&length[..], &crc32fast::hash(json).to_le_bytes(), json].concat()
}

#[tokio::test]
async fn a_bad_record_costs_itself_and_nothing_behind_it() {
    let whole = folder();
    let (jobs, journal) = three_jobs(whole.path()).await;
    let beginnings: Vec<_> =
        journal.windows(10).enumerate().filter(|(_, w)| *w == br#"{"record":"#).map(|(at, _)| at).collect();
    // In its length, in its checksum, in its text, wherever it stands.
    for (nth, body) in beginnings.iter().enumerate() {
        // A last record with a wrong length is what a power cut leaves: nobody acted on it.
        let places = [body - 4, *body, body + 20, body - 8, body - 6];
        let is_last = nth + 1 == beginnings.len();
        for broken in places.into_iter().take(if is_last { 3 } else { 5 }) {
            let dir = folder();
            let mut damaged = journal.clone();
            damaged[broken] ^= 0x55;
            fs::write(dir.path().join("journal"), &damaged).expect("writes");
            let spool = open(dir.path());
            let known = jobs.iter().filter(|job| state(&spool, job.id).is_some()).count();
            assert!(known >= 2, "record {nth}, byte {broken}: {known} jobs are left");
            // What may have been started is not printed a second time without its mark, and goes to nobody unnoticed.
            for job in &jobs {
                if spool.interrupted(PRINTER).is_some_and(|(id, _)| id == job.id) {
                    continue;
                }
                if state(&spool, job.id).is_none() {
                    assert!(taken(&spool, job).await, "the server offers it again");
                }
                let started = spool.start(job.id, PRINTER).await.expect("is written").expect("is to be had");
                assert!(started.duplicate || job.id != jobs[1].id, "record {nth}, byte {broken}: without its mark");
            }
            spool.close().await;
            open(dir.path()).close().await;
        }
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_set_aside() {
    let dir = folder();
    let (jobs, journal) = three_jobs(dir.path()).await;
    let unknown = record(br#"{"record":"of_next_year","id":7}"#);
    let path = dir.path().join("journal");
    fs::write(&path, [unknown.clone(), journal.clone()].concat()).expect("writes");
    let spool = open(dir.path());
    assert!(jobs.iter().all(|job| state(&spool, job.id).is_some()));
    spool.close().await;
    assert_eq!(fs::read(dir.path().join("journal.damaged")).expect("is there"), unknown);
    // Older versions wrote records of any length: the job is refused, and those behind it stay.
    let mut large = command(1, 9);
    large.ticket = (0..50_000).fold(large.ticket, |ticket, _| ticket.comment("SIN CEBOLLA"));
    let job = serde_json::json!({"record": "job", "job": large, "received_at_ms": 0, "server_ahead_ms": 0});
    let json = job.to_string();
    assert!(json.len() > 4 << 20, "{}", json.len());
    fs::write(&path, [record(json.as_bytes()), journal].concat()).expect("writes");
    let spool = open(dir.path());
    assert!(jobs.iter().all(|job| state(&spool, job.id).is_some()) && state(&spool, large.id).is_none());
    refused(&spool, &large).await;
    spool.close().await;
    assert!(fs::metadata(&path).expect("is there").len() < 10_000);
}

/// The server offers it, and is told that it is too large.
async fn refused(spool: &Spool, large: &PrintJob) {
    assert!(!taken(spool, large).await);
    let report = *spool.unreported().iter().find(|report| report.id == large.id).expect("is told");
    assert_eq!((report.state, report.reason), (JobState::Expired, Some(Reason::TooLarge)));
    spool.acknowledged(&report).expect("is written");
    assert_eq!(state(spool, large.id), None);
}

#[tokio::test]
async fn a_job_that_is_too_large_is_refused_and_holds_nobody_up() {
    let dir = folder();
    let spool = open(dir.path());
    let mut large = command(1, 9);
    large.ticket = (0..1000).fold(large.ticket, |ticket, _| {
        (0..30).fold(ticket.dish("1", "LOMO SALTADO"), |ticket, _| ticket.detail("+ Huevo frito de corral"))
    });
    let small = command(1, 1);
    let accepted = spool.accept(vec![large.clone(), small.clone()], None).await.expect("is written");
    assert_eq!((accepted.new, accepted.known), (vec![small.id], vec![large.id]));
    refused(&spool, &large).await;
    // A person gives it up.
    spool.command(JobCommand { id: large.id, command: Command::Cancel }).await.expect("is written");
    assert_eq!(spool.unreported().last().map(|report| report.state), Some(JobState::Cancelled));
    spool.close().await;
    let spool = open(dir.path());
    assert_eq!(state(&spool, small.id), Some(JobState::Spooled));
    assert!(!taken(&spool, &large).await, "it is known for what it is");
}

#[tokio::test]
async fn finished_jobs_are_remembered_thirty_days_in_a_small_file() {
    let dir = folder();
    let clock = Clock::standing_at(1_800_000_000_000);
    let spool = Spool::open(dir.path(), clock.clone(), 20_000).expect("opens");
    let jobs: Vec<_> = (0..1500).map(|number| command(1, number)).collect();
    spool.accept(jobs.clone(), None).await.expect("is written");
    for job in &jobs {
        spool.start(job.id, PRINTER).await.expect("is written").expect("is to be had");
        spool.done(job.id, PRINTER, Level::L2).await.expect("is written");
        spool.spooled_acknowledged(&[job.id]);
        for report in spool.unreported() {
            spool.acknowledged(&report).expect("is written");
        }
    }
    spool.close().await;
    let spool = Spool::open(dir.path(), clock.clone(), 20_000).expect("opens");
    assert!(spool.held().is_empty());
    assert!(!taken(&spool, &jobs[7]).await, "known: not printed again");
    spool.close().await;
    let bytes = fs::metadata(dir.path().join("journal")).expect("is there").len();
    assert!(bytes < 1500 * 400, "{bytes} bytes");

    clock.advance_ms(31 * 24 * 3600 * 1000);
    Spool::open(dir.path(), clock.clone(), 20_000).expect("opens").close().await;
    let bytes = fs::metadata(dir.path().join("journal")).expect("is there").len();
    assert!(bytes < 1000, "{bytes} bytes after a month");
}

#[tokio::test]
async fn a_duplicate_stays_marked_over_restarts_and_compactions() {
    let dir = folder();
    let job = command(1, 1);
    let spool = open(dir.path());
    assert!(taken(&spool, &job).await);
    spool.start(job.id, PRINTER).await.expect("is written").expect("is to be had");
    spool.again(job.id, true).await.expect("is written");
    spool.close().await;
    for _ in 0..3 {
        open(dir.path()).close().await;
    }
    let spool = open(dir.path());
    let started = spool.start(job.id, PRINTER).await.expect("is written").expect("is to be had");
    assert!(started.duplicate && !started.open_drawer);
    spool.close().await;
    // Started and never finished: nobody else may have it, and it is known where it may be on paper.
    for _ in 0..3 {
        let spool = open(dir.path());
        assert_eq!(spool.interrupted(PRINTER).map(|(id, _)| id), Some(job.id));
        assert_eq!(spool.next_for(PRINTER), None);
        spool.close().await;
    }
}

#[tokio::test]
async fn two_agents_do_not_share_a_folder() {
    let dir = folder();
    let _first = open(dir.path());
    assert!(Spool::open(dir.path(), Clock::system(), 20_000).is_err());
}

#[tokio::test]
async fn a_job_of_a_pull_that_broke_off_is_said_to_be_here_only_when_it_is_on_disk() {
    let (dir, disk, job) = (folder(), Disk::by_hand(), command(1, 1));
    let spool = Spool::open_on(dir.path(), Clock::system(), 20_000, disk.clone()).expect("opens");
    // The link breaks while the disk is at it.
    assert!(spool.accept(vec![job.clone()], None).now_or_never().is_none());
    let again = spool.accept(vec![job.clone()], None).now_or_never().expect("nothing to write").expect("is written");
    assert_eq!(again.known, [job.id]);
    let mut said = Box::pin(spool.unacknowledged_spooled());
    assert!((&mut said).now_or_never().is_none(), "it is not on disk yet");
    disk.write_pending();
    assert_eq!(said.await, Ok(vec![job.id]));
}

#[tokio::test]
async fn that_a_job_came_is_said_after_a_restart_too() {
    let (dir, job) = (folder(), command(1, 1));
    let spool = open(dir.path());
    assert!(taken(&spool, &job).await);
    spool.close().await;
    for _ in 0..2 {
        let spool = open(dir.path());
        assert_eq!(spool.unacknowledged_spooled().await, Ok(vec![job.id]));
        assert!(spool.unreported().is_empty(), "of a job that the server does not know to be here");
        spool.close().await;
    }
}

/// The server repeats a decision until it hears what became of it, and each repetition asks to say that again.
#[tokio::test]
async fn a_decision_that_is_repeated_keeps_its_outcome_from_nobody() {
    let (dir, job) = (folder(), command(1, 1));
    let spool = open(dir.path());
    assert!(taken(&spool, &job).await);
    spool.spooled_acknowledged(&[job.id]);
    spool.start(job.id, PRINTER).await.expect("is written").expect("is to be had");
    spool.set_state(job.id, JobState::Uncertain, Some(Reason::ConnectionLost)).await.expect("is written");
    for _ in 0..3 {
        spool.command(JobCommand { id: job.id, command: Command::Cancel }).await.expect("is written");
        assert_eq!(spool.unreported().iter().map(|report| report.state).collect::<Vec<_>>(), [JobState::Cancelled]);
    }
}

#[tokio::test]
async fn what_a_worker_that_is_gone_had_started_is_for_the_next_one_to_settle() {
    let (dir, job) = (folder(), command(1, 1));
    let spool = open(dir.path());
    assert!(taken(&spool, &job).await);
    spool.start(job.id, PRINTER).await.expect("is written").expect("is to be had");
    assert_eq!(spool.interrupted(PRINTER), None, "somebody attends to it");
    spool.abandoned(PRINTER);
    assert_eq!(spool.interrupted(PRINTER), Some((job.id, Reason::AgentRestarted)));
}
