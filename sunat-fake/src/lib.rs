//! SUNAT's electronic billing that exists only as a port: billService and billConsultService over SOAP 1.1, with
//! everything that goes wrong with the real ones.
//!
//! It takes facturas, boletas and notes (`sendBill`), daily summaries and communications of voiding (`sendSummary`,
//! `getStatus` by ticket), keeps each by RUC, kind, series and number, and answers by SUNAT's rules of 2026-02-12 as
//! far as they can be held cheaply. Its reading of the formats is its own, written from the rule book: it shares nothing
//! with what sends. Tests set its clock, say by a [`Rule`] what goes wrong when, and read by [`FakeSunat::snapshot`]
//! what came of it: above all the [`Violation`]s, which a good sender leaves empty.
//!
//! ```text
//! let sunat = FakeSunat::start().await?;
//! sunat.on(Rule::new(When::Document("20123456789-01-F001-1".into()), Trouble::Cut(Taken::Yes)).times(1));
//! // … send to sunat.bill_service_url() as 20123456789MODDATOS / moddatos …
//! assert_eq!(sunat.snapshot().violations, []);
//! ```

mod batch;
mod book;
mod c14n;
mod cdr;
mod clock;
mod codes;
mod consult;
mod document;
mod fake;
mod markup;
mod names;
mod package;
mod provider;
mod reply;
mod rules;
mod script;
mod send_bill;
mod send_summary;
mod server;
mod settings;
mod signature;
mod snapshot;
mod soap;
mod sunat;
mod tickets;
mod xml;

pub use book::{Gap, Registered, State, Violation};
pub use clock::Clock;
pub use codes::{Class, Code};
pub use fake::FakeSunat;
pub use names::{BatchId, BatchKind, DocumentId, Kind};
pub use provider::{FakeProvider, Provided, ProviderTrouble};
pub use script::{FaultForm, Operation, Rule, Taken, Trouble, When};
pub use settings::{Rejections, Settings, SolUser};
pub use snapshot::Snapshot;
pub use tickets::{BatchState, Ticketed};
