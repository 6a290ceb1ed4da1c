//! Scales at the machines of print agents: which there are, and what one shows while somebody looks at it. A reading goes from the agent to
//! the tills that watch and is kept nowhere; a till sends the weight that it took with the order.

mod http;
mod reading;
mod store;

pub(crate) use http::routes;
pub(crate) use reading::ScaleReports;
pub(crate) use store::record_scales;
