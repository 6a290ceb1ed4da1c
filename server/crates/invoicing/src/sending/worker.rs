//! The worker: knows when each company has something to send, and sees to it. A company without anything costs nothing.

use super::{
    company::{Next, send_for},
    lease,
    pace::{Pace, later},
};
use chrono::{DateTime, TimeDelta, Utc};
use comanda_platform::state::{App, Haste};
use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    sync::Semaphore,
    task::{Id, JoinError, JoinSet},
};

/// What is known of a company.
#[derive(Debug, Clone, Copy)]
struct Plan {
    /// When it is looked at; none: when it is woken.
    at: Option<DateTime<Utc>>,
    is_under_way: bool,
    /// It was woken meanwhile.
    again: bool,
    /// How often nobody answered, one after the other.
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
        worker.look_at_all_after_a_jump();
        worker.begin_what_is_due();
        let rest = worker.until_next();
        tokio::select! {
            woken = worker.app.sender().woken() => worker.wake(woken),
            Some(ended) = worker.under_way.join_next_with_id(), if !worker.under_way.is_empty() => worker.end(ended),
            () = tokio::time::sleep(rest) => {}
        }
    }
}

struct Worker {
    app: App,
    pace: Pace,
    wall: WallClock,
    /// Who takes the leases.
    holder: String,
    calls: Arc<Semaphore>,
    plans: HashMap<String, Plan>,
    names: HashMap<Id, String>,
    under_way: JoinSet<Next>,
}

impl Worker {
    /// What was planned by a clock that was set meanwhile is planned anew; what is under way names its next time by that clock too.
    fn look_at_all_after_a_jump(&mut self) {
        let now = self.app.clock().now();
        if self.wall.jumped(now) {
            for plan in self.plans.values_mut() {
                plan.at = Some(now);
                plan.again = plan.is_under_way;
            }
        }
    }

    /// Begins with those whose time has come, and with those that are new here.
    fn begin_what_is_due(&mut self) {
        let now = self.app.clock().now();
        for company in self.app.companies().all() {
            let fresh = Plan { at: Some(now), is_under_way: false, again: false, setbacks: 0 };
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

    /// How long nothing is to be begun. A clock may be put forward meanwhile, so it is never long.
    fn until_next(&self) -> Duration {
        let now = self.app.clock().now();
        let next = self.plans.values().filter(|plan| !plan.is_under_way).filter_map(|plan| plan.at).min();
        let rest = next.map_or(self.pace.look_every, |at| (at - now).to_std().unwrap_or_default());
        rest.min(self.pace.look_every)
    }

    fn wake(&mut self, woken: HashMap<String, Haste>) {
        let now = self.app.clock().now();
        for (slug, haste) in woken {
            let Some(plan) = self.plans.get_mut(&slug) else { continue };
            if plan.is_under_way {
                plan.again = true;
            } else if haste == Haste::Asked || plan.setbacks == 0 {
                plan.at = Some(now);
            }
        }
    }

    fn end(&mut self, ended: Result<(Id, Next), JoinError>) {
        let now = self.app.clock().now();
        let (id, next) = match ended {
            Ok(ended) => ended,
            Err(error) => {
                tracing::error!(%error, "sending ended without an end");
                (error.id(), Next::Badly)
            }
        };
        let Some(plan) = self.names.remove(&id).and_then(|slug| self.plans.get_mut(&slug)) else { return };
        plan.is_under_way = false;
        let again = std::mem::take(&mut plan.again);
        plan.at = match next {
            Next::At(at) => {
                plan.setbacks = 0;
                if again { Some(now) } else { at }
            }
            Next::Badly => Some(self.pace.after(now, plan.setbacks)),
            Next::Unreached => Some(self.pace.after_unreached(now, plan.setbacks)),
            Next::Shut | Next::Refused => Some(later(now, self.pace.longest_wait)),
        };
        if matches!(next, Next::Badly | Next::Unreached | Next::Refused) {
            plan.setbacks += 1;
        }
        if next == Next::Shut && again {
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
    /// Clocks are brought into line by less than this without anybody's doing.
    const STEP: TimeDelta = TimeDelta::seconds(30);

    fn new(now: DateTime<Utc>) -> Self {
        Self { last: now, read: Instant::now() }
    }

    /// Whether it shows another time than it would by itself since it was looked at last.
    fn jumped(&mut self, now: DateTime<Utc>) -> bool {
        let passed = TimeDelta::from_std(self.read.elapsed()).unwrap_or_default();
        let difference = now - self.last - passed;
        *self = Self::new(now);
        difference.abs() > Self::STEP
    }
}
