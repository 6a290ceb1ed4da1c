//! The worker knows when each company has something to send, and starts sending. A company without anything to send costs nothing.

use super::{
    company::{NextRun, send_for},
    lease,
    pace::{Pace, later},
};
use chrono::{DateTime, TimeDelta, Utc};
use comanda_platform::state::{App, WakePriority};
use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    sync::Semaphore,
    task::{Id, JoinError, JoinSet},
};

/// The plan of a company.
#[derive(Debug, Clone, Copy)]
struct Plan {
    /// The time of the next run; `None` where it waits to be woken.
    at: Option<DateTime<Utc>>,
    is_under_way: bool,
    /// Whether it was woken during a run.
    woken_in_run: bool,
    /// The number of consecutive runs without an answer.
    setbacks: i64,
}

/// Sends for every company until the server ends.
pub async fn run(app: App, pace: Pace) {
    let mut worker = Worker {
        holder: lease::new_holder(),
        calls: Arc::new(Semaphore::new(pace.calls_at_once)),
        plans: HashMap::new(),
        names: HashMap::new(),
        under_way: JoinSet::new(),
        wall: WallClock::new(app.clock().now()),
        app,
        pace,
    };
    loop {
        worker.replan_after_clock_jump();
        worker.start_due_companies();
        let rest = worker.time_until_next();
        tokio::select! {
            woken = worker.app.sender().take_woken() => worker.wake(woken),
            Some(ended) = worker.under_way.join_next_with_id(), if !worker.under_way.is_empty() => worker.end(ended),
            () = tokio::time::sleep(rest) => {}
        }
    }
}

struct Worker {
    app: App,
    pace: Pace,
    wall: WallClock,
    /// The name under which this worker takes leases.
    holder: String,
    calls: Arc<Semaphore>,
    plans: HashMap<String, Plan>,
    names: HashMap<Id, String>,
    under_way: JoinSet<NextRun>,
}

impl Worker {
    /// Replans everything after the clock was set; running companies are replanned when they end.
    fn replan_after_clock_jump(&mut self) {
        let now = self.app.clock().now();
        if self.wall.jumped(now) {
            for plan in self.plans.values_mut() {
                plan.at = Some(now);
                plan.woken_in_run = plan.is_under_way;
            }
        }
    }

    /// Starts the companies whose time has come, and new ones.
    fn start_due_companies(&mut self) {
        let now = self.app.clock().now();
        for company in self.app.companies().all() {
            let fresh = Plan { at: Some(now), is_under_way: false, woken_in_run: false, setbacks: 0 };
            let plan = self.plans.entry(company.slug.clone()).or_insert(fresh);
            if plan.is_under_way || plan.at.is_none_or(|at| at > now) {
                continue;
            }
            plan.is_under_way = true;
            let slug = company.slug.clone();
            let (app, pace, holder, calls) =
                (self.app.clone(), self.pace.clone(), self.holder.clone(), self.calls.clone());
            let task = self.under_way.spawn(async move { send_for(app, company, pace, holder, calls).await });
            self.names.insert(task.id(), slug);
        }
    }

    /// Returns the time until the next start, which is limited, since the clock may be set in the meantime.
    fn time_until_next(&self) -> Duration {
        let now = self.app.clock().now();
        let next = self.plans.values().filter(|plan| !plan.is_under_way).filter_map(|plan| plan.at).min();
        let rest = next.map_or(self.pace.look_every, |at| (at - now).to_std().unwrap_or_default());
        rest.min(self.pace.look_every)
    }

    fn wake(&mut self, woken: HashMap<String, WakePriority>) {
        let now = self.app.clock().now();
        for (slug, haste) in woken {
            let Some(plan) = self.plans.get_mut(&slug) else { continue };
            if plan.is_under_way {
                plan.woken_in_run = true;
            } else if haste == WakePriority::Asked || plan.setbacks == 0 {
                plan.at = Some(now);
            }
        }
    }

    fn end(&mut self, ended: Result<(Id, NextRun), JoinError>) {
        let now = self.app.clock().now();
        let (id, next) = match ended {
            Ok(ended) => ended,
            Err(error) => {
                tracing::error!(%error, "sending ended without an end");
                (error.id(), NextRun::Badly)
            }
        };
        let Some(plan) = self.names.remove(&id).and_then(|slug| self.plans.get_mut(&slug)) else { return };
        plan.is_under_way = false;
        let woken_in_run = std::mem::take(&mut plan.woken_in_run);
        plan.at = match next {
            NextRun::At(at) => {
                plan.setbacks = 0;
                if woken_in_run { Some(now) } else { at }
            }
            NextRun::Badly => Some(self.pace.after(now, plan.setbacks)),
            NextRun::Unreached => Some(self.pace.after_unreached(now, plan.setbacks)),
            NextRun::Shut | NextRun::Refused => Some(later(now, self.pace.longest_wait)),
        };
        if matches!(next, NextRun::Badly | NextRun::Unreached | NextRun::Refused) {
            plan.setbacks += 1;
        }
        if next == NextRun::Shut && woken_in_run {
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
