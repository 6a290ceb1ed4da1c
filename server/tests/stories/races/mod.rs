//! Two simultaneous requests of which only one can succeed: giving the same name, deleting what the other begins to use, closing the cash
//! box into which money is paid. Whoever comes second is told so, and the data is consistent afterwards.

mod deletions_in_use;
mod drawers;
mod names;

use crate::support::client::Reply;

/// The number of tries of each race: which request comes first at a lock varies.
const TIMES: usize = 5;

/// Asserts that exactly one request succeeded and the other was refused with a reason, not with a server error. Returns whether the first
/// one succeeded.
fn assert_exactly_one_succeeded(what: &str, one: &Reply, other: &Reply) -> bool {
    let both = format!("{what}: {} {}\nand {} {}", one.status, one.json, other.status, other.json);
    assert!(!one.status.is_server_error() && !other.status.is_server_error(), "{both}");
    assert_ne!(one.status.is_success(), other.status.is_success(), "{both}");
    one.status.is_success()
}
