//! Courses of the evening: drinks and first courses leave with the order, the others wait until a waiter fires them, often two at once.

use super::{dishes::list, waiter::Waiter};
use crate::orders::house::House;
use serde_json::{Value, json};

/// Gives the categories of the menu courses in turn, the first of which leaves at once; every fourth category has none.
pub async fn serve_in_courses(house: &House) {
    let admin = house.app.login("admin").await;
    let mut courses = vec![Value::Null];
    for course in [json!({"name": "Bebidas", "at_once": true}), json!({"name": "Entradas"}), json!({"name": "Fondos"})]
    {
        courses.push(admin.post("/api/courses", course).await.ok()["id"].clone());
    }
    for (category, course) in admin.get("/api/categories").await.rows().iter().zip(courses.iter().cycle()) {
        admin.put(&format!("/api/categories/{}", category["id"]), json!({"course_id": course})).await.ok();
    }
}

impl Waiter {
    /// Fires a course of an account that waits, perhaps one that a colleague fires at the same moment.
    pub(super) async fn fire(&mut self, account: i64) -> bool {
        let request = self.screen.get(&format!("/api/client-requests/{account}")).await;
        let held: Vec<&Value> = list(&request["courses"]).iter().filter(|course| course["state"] == "HELD").collect();
        if held.is_empty() {
            return false;
        }
        let course = self.screen.random.pick(&held)["course_id"].clone();
        let path = format!("/api/client-requests/{account}/fire");
        match self.screen.post(&path, json!({"course_id": course})).await {
            Ok(fired) => self.record_sent_command(&fired["command"]),
            // A colleague fired it, or the guests paid or moved meanwhile.
            Err(why) if why.has_code(&["not_sendable", "conflict"]) => false,
            Err(why) => {
                self.screen.report_unexplained_refusal("firing a course", &why);
                false
            }
        }
    }
}
