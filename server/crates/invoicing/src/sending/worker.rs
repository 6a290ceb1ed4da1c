//! The worker knows when each company has something to send, and starts sending. A company without anything to send costs nothing.

use super::{
    company::{NextRun, send_due_of_company},
    lease,
    pace::{SendingPace, later},
};
use chrono::{DateTime, TimeDelta, Utc};
use comanda_platform::state::{App, CompanyRuns, EndedRun, WakePriority};
use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::Semaphore;

/// The plan of a company.
#[derive(Debug, Clone, Copy)]
struct Plan {
    /// The time of the next run; `None` where it waits to be woken.
    at: Option<DateTime<Utc>>,
    /// The number of consecutive runs without an answer.
    setbacks: i64,
}

/// Sends for every company until the server ends.
pub async fn run_sender(app: App, pace: SendingPace) {
    let mut worker = Worker {
        holder: lease::new_holder(),
        calls: Arc::new(Semaphore::new(pace.calls_at_once)),
        plans: HashMap::new(),
        runs: CompanyRuns::new("sending to the tax authority"),
        wall: WallClock::new(app.clock().now()),
        app,
        pace,
    };
    loop {
        worker.replan_after_clock_jump();
        worker.start_due_companies();
        let rest = worker.time_until_next();
        tokio::select! {
            woken = worker.app.document_sender_wake().take_woken() => worker.wake(woken),
            Some(ended) = worker.runs.next_ended() => worker.end(ended),
            () = tokio::time::sleep(rest) => {}
        }
    }
}

struct Worker {
    app: App,
    pace: SendingPace,
    wall: WallClock,
    /// The name under which this worker takes leases.
    holder: String,
    calls: Arc<Semaphore>,
    plans: HashMap<String, Plan>,
    runs: CompanyRuns<NextRun>,
}

impl Worker {
    /// Replans everything after the clock was set; running companies are replanned when they end.
    fn replan_after_clock_jump(&mut self) {
        let now = self.app.clock().now();
        if self.wall.jumped(now) {
            for (slug, plan) in &mut self.plans {
                plan.at = Some(now);
                self.runs.request_rerun(slug);
            }
        }
    }

    /// Starts the companies whose time has come, and new ones.
    fn start_due_companies(&mut self) {
        let now = self.app.clock().now();
        for company in self.app.companies().all() {
            let fresh = Plan { at: Some(now), setbacks: 0 };
            let plan = self.plans.entry(company.slug.clone()).or_insert(fresh);
            if self.runs.is_running(&company.slug) || plan.at.is_none_or(|at| at > now) {
                continue;
            }
            let slug = company.slug.clone();
            let (app, pace, holder, calls) =
                (self.app.clone(), self.pace.clone(), self.holder.clone(), self.calls.clone());
            self.runs.begin_run(&slug, send_due_of_company(app, company, pace, holder, calls));
        }
    }

    /// Returns the time until the next start, which is limited, since the clock may be set in the meantime.
    fn time_until_next(&self) -> Duration {
        let now = self.app.clock().now();
        let idle = self.plans.iter().filter(|(slug, _)| !self.runs.is_running(slug));
        let next = idle.filter_map(|(_, plan)| plan.at).min();
        let rest = next.map_or(self.pace.look_every, |at| (at - now).to_std().unwrap_or_default());
        rest.min(self.pace.look_every)
    }

    fn wake(&mut self, woken: BTreeMap<String, WakePriority>) {
        let now = self.app.clock().now();
        for (slug, priority) in woken {
            let Some(plan) = self.plans.get_mut(&slug) else { continue };
            if !self.runs.request_rerun(&slug) && (priority == WakePriority::Asked || plan.setbacks == 0) {
                plan.at = Some(now);
            }
        }
    }

    fn end(&mut self, ended: EndedRun<NextRun>) {
        let now = self.app.clock().now();
        let next = ended.outcome.unwrap_or(NextRun::Badly);
        let Some(plan) = self.plans.get_mut(&ended.slug) else { return };
        plan.at = match next {
            NextRun::At(at) => {
                plan.setbacks = 0;
                if ended.asked_again { Some(now) } else { at }
            }
            NextRun::Badly => Some(self.pace.next_try(now, plan.setbacks)),
            NextRun::Unreached => Some(self.pace.next_try_after_unreached(now, plan.setbacks)),
            NextRun::Shut | NextRun::Refused => Some(later(now, self.pace.longest_wait)),
        };
        if matches!(next, NextRun::Badly | NextRun::Unreached | NextRun::Refused) {
            plan.setbacks += 1;
        }
        if next == NextRun::Shut && ended.asked_again {
            plan.at = Some(now);
        }
    }
}

/// Notices when the clock is set.
#[derive(Debug)]
struct WallClock {
    last: DateTime<Utc>,
    read: Instant,
}

impl WallClock {
    /// A larger difference is not caused by ordinary clock synchronization.
    const STEP: TimeDelta = TimeDelta::seconds(30);

    fn new(now: DateTime<Utc>) -> Self {
        Self { last: now, read: Instant::now() }
    }

    /// Whether the clock differs from the time elapsed since the last call.
    fn jumped(&mut self, now: DateTime<Utc>) -> bool {
        let passed = TimeDelta::from_std(self.read.elapsed()).unwrap_or_default();
        let difference = now - self.last - passed;
        *self = Self::new(now);
        difference.abs() > Self::STEP
    }
}
