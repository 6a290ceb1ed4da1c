//! The journal: whatever the power cut leaves of it, the rest is read.

mod support;

use std::fs;

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

#[tokio::test]
async fn a_flipped_bit_ends_the_reading_there() {
    let dir = folder();
    let spool = open(dir.path());
    let jobs = [command(1, 1), command(1, 2)];
    for job in &jobs {
        assert!(taken(&spool, job).await);
    }
    spool.close().await;
    let path = dir.path().join("journal");
    let mut journal = fs::read(&path).expect("is there");
    let last = journal.len() - 10;
    journal[last] ^= 1;
    fs::write(&path, journal).expect("writes");
    let spool = open(dir.path());
    assert_eq!((state(&spool, jobs[0].id), state(&spool, jobs[1].id)), (Some(JobState::Spooled), None));
    assert!(taken(&spool, &jobs[1]).await, "the server offers it again");
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
        spool.spooled_said(&[job.id]);
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
    let mut said = Box::pin(spool.unsaid_spooled());
    assert!((&mut said).now_or_never().is_none(), "it is not on disk yet");
    disk.turn();
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
        assert_eq!(spool.unsaid_spooled().await, Ok(vec![job.id]));
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
    spool.spooled_said(&[job.id]);
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
