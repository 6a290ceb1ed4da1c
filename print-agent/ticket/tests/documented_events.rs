//! The examples of docs/printing-with-any-client.md are messages as server and agent read them.

use std::{collections::BTreeSet, fs, path::Path};

use comanda_ticket::wire::{
    AgentAuth, ChannelMessage, JobCommand, JobReport, JobsSpooled, PairRequest, Paired, PrinterReport, PullJobs, Pulled,
};
use serde::de::DeserializeOwned;

fn is_a<T: DeserializeOwned>(json: &str) {
    if let Err(error) = serde_json::from_str::<T>(json) {
        panic!("{error} in {json}");
    }
}

#[test]
fn every_example_is_a_message() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/printing-with-any-client.md");
    let page = fs::read_to_string(page).expect("is there");
    let mut seen = BTreeSet::new();
    for example in page.split("```json ").skip(1) {
        let (name, rest) = example.split_once('\n').expect("a name, then the example");
        let (json, _) = rest.split_once("```").expect("is ended");
        match name {
            "AgentAuth" => is_a::<AgentAuth>(json),
            "ChannelMessage" => is_a::<ChannelMessage>(json),
            "JobCommand" => is_a::<JobCommand>(json),
            "JobReport" => is_a::<JobReport>(json),
            "JobsSpooled" => is_a::<JobsSpooled>(json),
            "PairRequest" => is_a::<PairRequest>(json),
            "Paired" => is_a::<Paired>(json),
            "PrinterReport" => is_a::<PrinterReport>(json),
            "PullJobs" => is_a::<PullJobs>(json),
            "Pulled" => is_a::<Pulled>(json),
            other => panic!("no message is called {other}"),
        }
        seen.insert(name);
    }
    assert_eq!(seen.len(), 10, "{seen:?}");
}
