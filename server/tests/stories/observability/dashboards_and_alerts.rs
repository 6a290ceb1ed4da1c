//! The Grafana dashboard and the alert rules use only metrics that the server exposes, and each alert is documented.

use crate::{
    money::till::Till,
    support::{
        app::TestApp,
        database_place::{DatabasePlace, Fixture},
    },
};
use comanda::{config::BackupConfig, db::Engine};
use std::collections::BTreeSet;

const DASHBOARD: &str = include_str!("../../../../deploy/grafana/comanda.json");
const ALERTS: &str = include_str!("../../../../deploy/prometheus/alerts.yml");
const OPERATIONS: &str = include_str!("../../../docs/operations.md");

/// The names of metrics in a text.
fn names(text: &str) -> BTreeSet<String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = text.split(|c: char| !is_name(c));
    words.filter(|word| word.starts_with("comanda_") || word.starts_with("process_")).map(str::to_owned).collect()
}

/// The expressions of alert rules: the text after `expr:`, on its line or on the more deeply indented ones below.
fn expressions(rules: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rules_depth = None;
    for line in rules.lines() {
        let depth = line.len() - line.trim_start().len();
        if let Some(begun) = line.trim_start().strip_prefix("expr:") {
            found.push(begun.trim_start_matches(" >-").to_owned());
            rules_depth = Some(depth);
        } else if rules_depth.is_some_and(|at| depth > at) {
            found.last_mut().unwrap().push_str(line);
        } else {
            rules_depth = None;
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_used_metrics_are_exposed() {
    let mut exposed = BTreeSet::new();
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let till = Till::create(&DatabasePlace::on(engine).await).await;
        till.send_takeaway(&[(1, "Cau cau")]).await;
        exposed.append(&mut names(&till.house.app.fetch_metrics().await));
    }
    // Metrics about backups exist only where backups are configured.
    let folder = tempfile::tempdir().unwrap();
    let backups = BackupConfig { to: Some(folder.path().to_str().unwrap().into()), ..BackupConfig::default() };
    let (backed_up, _) =
        TestApp::with_backups(&DatabasePlace::on(Engine::Sqlite).await, "2026-11-22T07:59:00Z", backups).await;
    exposed.append(&mut names(&backed_up.fetch_metrics().await));
    let dashboard: serde_json::Value = serde_json::from_str(DASHBOARD).unwrap();
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = panels.flat_map(|panel| panel["targets"].as_array().into_iter().flatten());
    let mut queries: Vec<String> = targets.map(|target| target["expr"].as_str().unwrap().to_owned()).collect();
    assert!(queries.len() > 10, "{queries:?}");
    let rules = expressions(ALERTS);
    assert!(rules.len() >= 5, "{rules:?}");
    queries.extend(rules);
    for expression in &queries {
        let names = names(expression);
        assert!(!names.is_empty() || expression.contains("up{"), "{expression} asks for nothing");
        let unknown: Vec<_> = names.difference(&exposed).collect();
        assert!(unknown.is_empty(), "{expression} asks for {unknown:?}");
    }
}

#[test]
fn each_alert_says_what_to_do() {
    let alerts: Vec<&str> = ALERTS.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    assert!(alerts.len() >= 5, "{alerts:?}");
    for alert in alerts {
        assert!(OPERATIONS.contains(&format!("### {alert}\n")), "operations.md has no section on {alert}");
        assert!(ALERTS.contains(&format!("operations.md#{}", alert.to_lowercase())), "{alert} does not lead there");
    }
}
