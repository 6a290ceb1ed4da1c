//! Tests of the journal: whatever a power cut destroys, the rest can be read.

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

async fn accept_new(spool: &Spool, job: &PrintJob) -> bool {
    spool.accept(vec![job.clone()], None).await.expect("is written").new == [job.id]
}

fn state(spool: &Spool, id: JobId) -> Option<JobState> {
    spool.unfinished_jobs().iter().find(|held| held.id == id).map(|held| held.state)
}

#[tokio::test]
async fn a_journal_cut_at_any_byte_is_read_up_to_the_cut() {
    let whole = folder();
    let spool = open(whole.path());
    spool.set_printers(vec![virtual_printer(1, "COCINA")]).expect("is written");
    let jobs = [command(1, 1), command(1, 2)];
    for job in &jobs {
        assert!(accept_new(&spool, job).await);
    }
    spool.start(jobs[0].id, PRINTER).await.expect("is written").expect("is to be had");
    spool.record_done(jobs[0].id, PRINTER, Level::L2).await.expect("is written");
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
        // The spool continues to work with the rest.
        let fresh = command(1, 3);
        assert!(accept_new(&spool, &fresh).await);
        spool.close().await;
        let spool = open(torn.path());
        assert_eq!(state(&spool, fresh.id), Some(JobState::Spooled));
    }
    assert_eq!(reached, 3);
}

/// Three jobs of which the second one was started, and the content of their journal.
async fn three_jobs(dir: &Path) -> ([PrintJob; 3], Vec<u8>) {
    let spool = open(dir);
    let jobs = [command(1, 1), command(1, 2), command(1, 3)];
    for job in &jobs {
        assert!(accept_new(&spool, job).await);
    }
    spool.start(jobs[1].id, PRINTER).await.expect("is written").expect("is to be had");
    spool.close().await;
    (jobs, fs::read(dir.join("journal")).expect("is there"))
}

/// A record of the journal: four bytes of length, four bytes of checksum, and the JSON text.
fn record(json: &[u8]) -> Vec<u8> {
    let length = u32::try_from(json.len()).expect("small").to_le_bytes();
    [&length[..], &crc32fast::hash(json).to_le_bytes(), json].concat()
}

#[tokio::test]
async fn a_damaged_record_does_not_lose_the_records_after_it() {
    let whole = folder();
    let (jobs, journal) = three_jobs(whole.path()).await;
    let beginnings: Vec<_> =
        journal.windows(10).enumerate().filter(|(_, w)| *w == br#"{"record":"#).map(|(at, _)| at).collect();
    // The damage is in the length, in the checksum or in the text of each record.
    for (nth, body) in beginnings.iter().enumerate() {
        // A last record with a wrong length is what a power cut leaves. Nothing was done because of it.
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
            // A job that may have been started is not printed again without a mark, and is never lost silently.
            for job in &jobs {
                if spool.interrupted_job(PRINTER).is_some_and(|(id, _)| id == job.id) {
                    continue;
                }
                if state(&spool, job.id).is_none() {
                    assert!(accept_new(&spool, job).await, "the server offers it again");
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
async fn unreadable_records_are_set_aside() {
    let dir = folder();
    let (jobs, journal) = three_jobs(dir.path()).await;
    let unknown = record(br#"{"record":"of_next_year","id":7}"#);
    let path = dir.path().join("journal");
    fs::write(&path, [unknown.clone(), journal.clone()].concat()).expect("writes");
    let spool = open(dir.path());
    assert!(jobs.iter().all(|job| state(&spool, job.id).is_some()));
    spool.close().await;
    assert_eq!(fs::read(dir.path().join("journal.damaged")).expect("is there"), unknown);
    // Older versions wrote records of any length. A job that is too large is refused, and the later records are kept.
    let mut large = command(1, 9);
    large.ticket = (0..50_000).fold(large.ticket, |ticket, _| ticket.comment("SIN CEBOLLA"));
    let job = serde_json::json!({"record": "job", "job": large, "received_at_ms": 0, "server_ahead_ms": 0});
    let json = job.to_string();
    assert!(json.len() > 4 << 20, "{}", json.len());
    fs::write(&path, [record(json.as_bytes()), journal].concat()).expect("writes");
    let spool = open(dir.path());
    assert!(jobs.iter().all(|job| state(&spool, job.id).is_some()) && state(&spool, large.id).is_none());
    check_refused(&spool, &large).await;
    spool.close().await;
    assert!(fs::metadata(&path).expect("is there").len() < 10_000);
}

/// Checks that the job is refused, and that the server receives the reason.
async fn check_refused(spool: &Spool, large: &PrintJob) {
    assert!(!accept_new(spool, large).await);
    let report = *spool.unreported().iter().find(|report| report.id == large.id).expect("is told");
    assert_eq!((report.state, report.reason), (JobState::Expired, Some(Reason::TooLarge)));
    spool.acknowledge(&report).expect("is written");
    assert_eq!(state(spool, large.id), None);
}

#[tokio::test]
async fn a_job_that_is_too_large_is_refused_and_does_not_delay_others() {
    let dir = folder();
    let spool = open(dir.path());
    let mut large = command(1, 9);
    large.ticket = (0..1000).fold(large.ticket, |ticket, _| {
        (0..30).fold(ticket.dish("1", "LOMO SALTADO"), |ticket, _| ticket.detail("+ Huevo frito de corral"))
    });
    let small = command(1, 1);
    let accepted = spool.accept(vec![large.clone(), small.clone()], None).await.expect("is written");
    assert_eq!((accepted.new, accepted.known), (vec![small.id], vec![large.id]));
    check_refused(&spool, &large).await;
    // A person cancels the job.
    spool.command(JobCommand { id: large.id, command: Command::Cancel }).await.expect("is written");
    assert_eq!(spool.unreported().last().map(|report| report.state), Some(JobState::Cancelled));
    spool.close().await;
    let spool = open(dir.path());
    assert_eq!(state(&spool, small.id), Some(JobState::Spooled));
    assert!(!accept_new(&spool, &large).await, "the refusal is remembered");
}

#[tokio::test]
async fn finished_jobs_are_kept_for_thirty_days_in_a_small_file() {
    let dir = folder();
    let clock = Clock::fixed_at(1_800_000_000_000);
    let spool = Spool::open(dir.path(), clock.clone(), 20_000).expect("opens");
    let jobs: Vec<_> = (0..1500).map(|number| command(1, number)).collect();
    spool.accept(jobs.clone(), None).await.expect("is written");
    for job in &jobs {
        spool.start(job.id, PRINTER).await.expect("is written").expect("is to be had");
        spool.record_done(job.id, PRINTER, Level::L2).await.expect("is written");
        spool.acknowledge_spooled(&[job.id]);
        for report in spool.unreported() {
            spool.acknowledge(&report).expect("is written");
        }
    }
    spool.close().await;
    let spool = Spool::open(dir.path(), clock.clone(), 20_000).expect("opens");
    assert!(spool.unfinished_jobs().is_empty());
    assert!(!accept_new(&spool, &jobs[7]).await, "known: not printed again");
    spool.close().await;
    let bytes = fs::metadata(dir.path().join("journal")).expect("is there").len();
    assert!(bytes < 1500 * 400, "{bytes} bytes");

    clock.advance_ms(31 * 24 * 3600 * 1000);
    Spool::open(dir.path(), clock.clone(), 20_000).expect("opens").close().await;
    let bytes = fs::metadata(dir.path().join("journal")).expect("is there").len();
    assert!(bytes < 1000, "{bytes} bytes after a month");
}

#[tokio::test]
async fn a_duplicate_stays_marked_after_restarts_and_compactions() {
    let dir = folder();
    let job = command(1, 1);
    let spool = open(dir.path());
    assert!(accept_new(&spool, &job).await);
    spool.start(job.id, PRINTER).await.expect("is written").expect("is to be had");
    spool.requeue(job.id, true).await.expect("is written");
    spool.close().await;
    for _ in 0..3 {
        open(dir.path()).close().await;
    }
    let spool = open(dir.path());
    let started = spool.start(job.id, PRINTER).await.expect("is written").expect("is to be had");
    assert!(started.duplicate && !started.open_drawer);
    spool.close().await;
    // The job was started and never finished. It stays with its printer, because it may be on paper there.
    for _ in 0..3 {
        let spool = open(dir.path());
        assert_eq!(spool.interrupted_job(PRINTER).map(|(id, _)| id), Some(job.id));
        assert_eq!(spool.next_job_for(PRINTER), None);
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
async fn a_job_of_an_interrupted_pull_is_confirmed_only_when_it_is_on_disk() {
    let (dir, disk, job) = (folder(), Disk::manual(), command(1, 1));
    let spool = Spool::open_with_disk(dir.path(), Clock::system(), 20_000, disk.clone()).expect("opens");
    // The connection breaks while the disk is still writing.
    assert!(spool.accept(vec![job.clone()], None).now_or_never().is_none());
    let second_pull =
        spool.accept(vec![job.clone()], None).now_or_never().expect("nothing to write").expect("is written");
    assert_eq!(second_pull.known, [job.id]);
    let mut spooled_ids = Box::pin(spool.unacknowledged_spooled());
    assert!((&mut spooled_ids).now_or_never().is_none(), "it is not on disk yet");
    disk.write_pending();
    assert_eq!(spooled_ids.await, Ok(vec![job.id]));
}

#[tokio::test]
async fn a_received_job_is_still_confirmed_after_a_restart() {
    let (dir, job) = (folder(), command(1, 1));
    let spool = open(dir.path());
    assert!(accept_new(&spool, &job).await);
    spool.close().await;
    for _ in 0..2 {
        let spool = open(dir.path());
        assert_eq!(spool.unacknowledged_spooled().await, Ok(vec![job.id]));
        assert!(spool.unreported().is_empty(), "of a job that the server does not know to be here");
        spool.close().await;
    }
}

/// The server repeats a decision until it receives the result, so every repetition must send the result again.
#[tokio::test]
async fn a_repeated_decision_reports_its_result_every_time() {
    let (dir, job) = (folder(), command(1, 1));
    let spool = open(dir.path());
    assert!(accept_new(&spool, &job).await);
    spool.acknowledge_spooled(&[job.id]);
    spool.start(job.id, PRINTER).await.expect("is written").expect("is to be had");
    spool.set_state(job.id, JobState::Uncertain, Some(Reason::ConnectionLost)).await.expect("is written");
    for _ in 0..3 {
        spool.command(JobCommand { id: job.id, command: Command::Cancel }).await.expect("is written");
        assert_eq!(spool.unreported().iter().map(|report| report.state).collect::<Vec<_>>(), [JobState::Cancelled]);
    }
}

#[tokio::test]
async fn a_job_that_a_stopped_worker_had_started_is_settled_by_the_next_worker() {
    let (dir, job) = (folder(), command(1, 1));
    let spool = open(dir.path());
    assert!(accept_new(&spool, &job).await);
    spool.start(job.id, PRINTER).await.expect("is written").expect("is to be had");
    assert_eq!(spool.interrupted_job(PRINTER), None, "somebody attends to it");
    spool.mark_abandoned(PRINTER);
    assert_eq!(spool.interrupted_job(PRINTER), Some((job.id, Reason::AgentRestarted)));
}
