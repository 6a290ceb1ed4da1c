//! The worker: looks at each company once when the server begins, and then when something moved in it. A company in which nothing moves
//! costs nothing.

use super::settle;
use crate::state::App;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::Semaphore,
    task::{Id, JoinSet},
};

/// Companies that are valued at the same time.
const MAX_AT_ONCE: usize = 4;
/// After a company was valued it rests as long, so that a busy evening is valued in groups and not order by order.
const REST: Duration = Duration::from_millis(300);

/// Values stock in all companies until the server ends.
pub fn tend(app: App) {
    tokio::spawn(async move {
        for company in app.companies().all() {
            app.valuer().wake(&company.slug);
        }
        let turns = Arc::new(Semaphore::new(MAX_AT_ONCE));
        let (mut tasks, mut slugs) = (JoinSet::new(), HashMap::<Id, String>::new());
        let (mut under_way, mut again) = (HashSet::new(), HashSet::new());
        loop {
            let woken = tokio::select! {
                woken = app.valuer().woken() => woken,
                Some(ended) = tasks.join_next_with_id(), if !tasks.is_empty() => {
                    let id = ended.map_or_else(|e| e.id(), |(id, ())| id);
                    let ended = slugs.remove(&id).unwrap_or_default();
                    under_way.remove(&ended);
                    again.take(&ended).into_iter().collect()
                }
            };
            for slug in woken {
                if !under_way.insert(slug.clone()) {
                    again.insert(slug);
                    continue;
                }
                let task = tasks.spawn(look_after(app.clone(), slug.clone(), turns.clone()));
                slugs.insert(task.id(), slug);
            }
        }
    });
}

async fn look_after(app: App, slug: String, turns: Arc<Semaphore>) {
    // It is never closed.
    let Ok(turn) = turns.acquire().await else { return };
    if let Some(company) = app.companies().all().into_iter().find(|c| c.slug == slug)
        && let Err(error) = settle(&app, &company).await
    {
        tracing::error!(%error, company = slug, "stock was not valued");
    }
    drop(turn);
    tokio::time::sleep(REST).await;
}
