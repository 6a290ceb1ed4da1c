//! Runs of background work of which each company has one at a time.

use std::{collections::HashMap, future::Future};
use tokio::task::{Id, JoinSet};

/// The runs of one kind of work that are under way.
#[derive(Debug)]
pub struct CompanyRuns<T> {
    /// The log names the work by this.
    what: &'static str,
    tasks: JoinSet<T>,
    slugs: HashMap<Id, String>,
    /// The companies under way, and whether another run was asked for meanwhile.
    asked_again: HashMap<String, bool>,
}

/// A run that is over.
#[derive(Debug)]
pub struct EndedRun<T> {
    pub slug: String,
    /// The run returned this; `None` after a panic, which is logged.
    pub outcome: Option<T>,
    /// Whether another run of the company was asked for meanwhile.
    pub asked_again: bool,
}

impl<T: Send + 'static> CompanyRuns<T> {
    pub fn new(what: &'static str) -> Self {
        Self { what, tasks: JoinSet::new(), slugs: HashMap::new(), asked_again: HashMap::new() }
    }

    pub fn is_running(&self, slug: &str) -> bool {
        self.asked_again.contains_key(slug)
    }

    /// Notes that another run of the company is wanted after the one under way; returns whether there is one.
    pub fn request_rerun(&mut self, slug: &str) -> bool {
        let asked = self.asked_again.get_mut(slug);
        asked.map(|asked| *asked = true).is_some()
    }

    /// Begins a run of a company that has none under way; otherwise asks for another one.
    pub fn begin_run(&mut self, slug: &str, run: impl Future<Output = T> + Send + 'static) {
        if self.request_rerun(slug) {
            return;
        }
        let task = self.tasks.spawn(run);
        self.slugs.insert(task.id(), slug.to_owned());
        self.asked_again.insert(slug.to_owned(), false);
    }

    /// Waits for the end of the next run that ends; `None` while none is under way. Nothing is lost if the caller stops waiting.
    pub async fn next_ended(&mut self) -> Option<EndedRun<T>> {
        let (id, outcome) = match self.tasks.join_next_with_id().await? {
            Ok((id, outcome)) => (id, Some(outcome)),
            Err(error) => {
                tracing::error!(%error, what = self.what, "a run ended by itself");
                (error.id(), None)
            }
        };
        let slug = self.slugs.remove(&id).unwrap_or_default();
        let asked_again = self.asked_again.remove(&slug).unwrap_or_default();
        Some(EndedRun { slug, outcome, asked_again })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_company_has_one_run_at_a_time() {
        let mut runs = CompanyRuns::new("counting");
        assert!(runs.next_ended().await.is_none());
        runs.begin_run("a", async { 1 });
        runs.begin_run("a", async { 2 });
        runs.begin_run("b", async { 3 });
        let mut ended = Vec::new();
        while let Some(run) = runs.next_ended().await {
            ended.push((run.slug, run.outcome, run.asked_again));
        }
        ended.sort();
        assert_eq!(ended, [("a".to_owned(), Some(1), true), ("b".to_owned(), Some(3), false)]);
        runs.begin_run("a", async { 4 });
        assert!(runs.is_running("a") && !runs.is_running("b"));
    }

    #[tokio::test]
    async fn a_company_whose_run_panicked_may_run_again() {
        let mut runs = CompanyRuns::new("failing");
        runs.begin_run("a", async { panic!("on purpose") });
        let ended = runs.next_ended().await.map(|run| (run.slug, run.outcome));
        assert_eq!(ended, Some(("a".to_owned(), None::<()>)));
        assert!(!runs.is_running("a"));
    }
}
