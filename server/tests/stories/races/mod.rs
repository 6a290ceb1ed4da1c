//! Two who do at the same moment what only one of them can: give the same name, take away what the other begins to use, close the
//! cash box that money is on its way into. Whoever was first, the other one hears it, and the house makes sense afterwards.

mod drawers;
mod names;
mod uses;

use crate::support::client::Reply;

/// How often each is tried: who comes first at a lock is the machine's own.
const TIMES: usize = 5;

/// Exactly one of the two went through; the other was told why, and not that something broke. True where the first did.
fn one_of(what: &str, one: &Reply, other: &Reply) -> bool {
    let both = format!("{what}: {} {}\nand {} {}", one.status, one.json, other.status, other.json);
    assert!(!one.status.is_server_error() && !other.status.is_server_error(), "{both}");
    assert_ne!(one.status.is_success(), other.status.is_success(), "{both}");
    one.status.is_success()
}
