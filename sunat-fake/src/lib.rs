//! A fake of SUNAT's electronic billing on a local port: billService and billConsultService over SOAP 1.1, with all the failures of the
//! real ones.
//!
//! The fake accepts facturas, boletas and notes (`sendBill`), daily summaries and voiding communications (`sendSummary`, `getStatus` by
//! ticket), keeps each by RUC, kind, series and number, and answers by SUNAT's rules of 2026-02-12 as far as they can be checked cheaply.
//! It has its own code for reading the formats, written from the rule book, and shares none with the sender. Tests set its clock, script
//! failures with [`Rule`]s, and read the result with [`FakeSunat::snapshot`]: above all the [`Violation`]s, of which a good sender causes
//! none at all.
//!
//! ```text
//! let sunat = FakeSunat::start().await?;
//! sunat.add_rule(Rule::new(When::Document("20123456789-01-F001-1".into()), Trouble::Cut(Recorded::Yes)).times(1));
//! // … send to sunat.bill_service_url() as 20123456789MODDATOS / moddatos …
//! assert_eq!(sunat.snapshot().violations, []);
//! ```

mod batch;
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
mod registry;
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

pub use clock::Clock;
pub use codes::{Class, Code};
pub use fake::FakeSunat;
pub use names::{BatchId, BatchKind, DocumentId, Kind};
pub use provider::{FakeProvider, ProvidedDocument, ProviderTrouble};
pub use registry::{Gap, RegisteredDocument, State, Violation};
pub use script::{FaultForm, Operation, Recorded, Rule, Trouble, When};
pub use settings::{Rejections, Settings, SolUser};
pub use snapshot::Snapshot;
pub use tickets::{BatchState, TicketedBatch};
