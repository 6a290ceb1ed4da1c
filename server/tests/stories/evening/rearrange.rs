//! Guests change places: tables move and join, and single commands go to another table, while colleagues order and tills collect.

use super::{
    dishes::list,
    screen::{Refusal, WriteResult},
    waiter::Waiter,
};
use serde_json::{Value, json};

/// The expected refusals: the other table was taken, paid or left meanwhile.
const OVERTAKEN: [&str; 4] = ["table_taken", "conflict", "already_paid", "not_found"];

impl Waiter {
    pub(super) async fn rearrange(&mut self, from: usize, account: i64) {
        let tables = self.evening.tables.len();
        let to = (from + 1 + self.screen.random.below(tables - 1)) % tables;
        match self.screen.random.below(3) {
            0 => self.move_table(from, to).await,
            1 => self.merge(from, to).await,
            _ => self.move_command(from, to, account).await,
        }
    }

    fn places(&self, from: usize, to: usize) -> Value {
        json!({"origin_table_id": self.evening.tables[from], "destination_table_id": self.evening.tables[to], "reason": "Más sombra"})
    }

    async fn move_table(&mut self, from: usize, to: usize) {
        let result = self.screen.post("/api/pos-options/move-table", self.places(from, to)).await;
        if let Some(moved) = self.accept_expected_refusal("a move", result) {
            self.evening.seat(from, None);
            self.evening.seat(to, moved["client_request"]["id"].as_i64());
        }
    }

    async fn merge(&mut self, from: usize, to: usize) {
        let result = self.screen.post("/api/pos-options/merge-tables", self.places(from, to)).await;
        if let Some(merged) = self.accept_expected_refusal("a merge", result) {
            self.evening.seat(from, None);
            self.evening.seat(to, merged["client_request"]["id"].as_i64());
        }
    }

    async fn move_command(&mut self, from: usize, to: usize, account: i64) {
        let request = self.screen.get(&format!("/api/orders/{account}")).await;
        let commands = list(&request["commands"]);
        if commands.is_empty() {
            return;
        }
        let mut body = self.places(from, to);
        body["command_id"] = self.screen.random.pick(commands)["id"].clone();
        let result = self.screen.post("/api/pos-options/move-order", body).await;
        if let Some(moved) = self.accept_expected_refusal("moving a command", result) {
            self.evening.seat(to, moved["client_request"]["id"].as_i64());
        }
    }

    fn accept_expected_refusal(&self, doing: &str, result: WriteResult) -> Option<Value> {
        match result {
            Ok(response) => {
                self.evening.tally(doing);
                Some(response)
            }
            Err(why) if why.has_code(&OVERTAKEN) || nothing_to_move(&why) => None,
            Err(why) => {
                self.screen.report_unexplained_refusal(doing, &why);
                None
            }
        }
    }
}

/// Whether the refusal says that all of the command was dismissed or paid.
fn nothing_to_move(why: &Refusal) -> bool {
    why.has_code(&["not_sendable"])
}
