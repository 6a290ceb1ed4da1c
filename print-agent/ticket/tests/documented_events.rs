//! The examples of docs/printing-with-any-client.md parse as messages of server and agent.

use std::{collections::BTreeSet, fs, path::Path};

use comanda_ticket::wire::{
    AgentAuth, ChannelMessage, JobCommand, JobReport, JobsSpooled, PairRequest, PairResponse, PrinterReport,
    PullRequest, PullResponse, ScaleReading, WatchScale,
};
use serde::de::DeserializeOwned;

fn assert_parses_as<T: DeserializeOwned>(json: &str) {
    if let Err(error) = serde_json::from_str::<T>(json) {
        panic!("{error} in {json}");
    }
}

#[test]
fn every_example_is_a_message() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/printing-with-any-client.md");
    let page = fs::read_to_string(page).expect("is there");
    let mut message_names = BTreeSet::new();
    for example in page.split("```json ").skip(1) {
        let (name, body) = example.split_once('\n').expect("a name, then the example");
        let (json, _) = body.split_once("```").expect("is ended");
        match name {
            "AgentAuth" => assert_parses_as::<AgentAuth>(json),
            "ChannelMessage" => assert_parses_as::<ChannelMessage>(json),
            "JobCommand" => assert_parses_as::<JobCommand>(json),
            "JobReport" => assert_parses_as::<JobReport>(json),
            "JobsSpooled" => assert_parses_as::<JobsSpooled>(json),
            "PairRequest" => assert_parses_as::<PairRequest>(json),
            "PairResponse" => assert_parses_as::<PairResponse>(json),
            "PrinterReport" => assert_parses_as::<PrinterReport>(json),
            "PullRequest" => assert_parses_as::<PullRequest>(json),
            "PullResponse" => assert_parses_as::<PullResponse>(json),
            "ScaleReading" => assert_parses_as::<ScaleReading>(json),
            "WatchScale" => assert_parses_as::<WatchScale>(json),
            other => panic!("no message is called {other}"),
        }
        message_names.insert(name);
    }
    assert_eq!(message_names.len(), 12, "{message_names:?}");
}
