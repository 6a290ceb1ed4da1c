//! The ways to the tax authority: SUNAT's own services, an operator's, and the demonstration's, which answers in this process.

mod demo;
mod line;
mod provider;

pub use demo::signer as demo_signer;
pub use provider::ProviderLine;

use crate::billing::electronic::{Gateway, Setup};
use comanda_base::{clock::Clock, outward::Outward};
use comanda_platform::{clock_check::ClockCheck, state::App};
use comanda_sunat::soap::{Credentials, Reply, Request};
use line::Line;
pub(super) use line::agent;
use std::time::Duration;
use ureq::http::HeaderMap;

/// Of SUNAT's test service, which keeps nothing that could be asked for later.
const BETA: &str = "https://e-beta.sunat.gob.pe/ol-ti-itcpfegem-beta/billService";
const PRODUCTION: &str = "https://e-factura.sunat.gob.pe/ol-ti-itcpfegem/billService";
const PRODUCTION_CONSULT: &str = "https://e-factura.sunat.gob.pe/ol-it-wsconscpegem/billConsultService";

/// Where a gateway's services are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addresses {
    /// Takes documents and batches.
    pub bill: String,
    /// Is asked for a document by its number; none where nobody can be asked.
    pub consult: Option<String>,
}

impl Addresses {
    /// Of a company's gateway; none where documents do not go to a `billService`. An operator (OSE) answers questions at the address
    /// that takes documents: it has no second one.
    pub fn of(setup: &Setup) -> Option<Self> {
        match setup.gateway {
            Gateway::SunatBeta => Some(Self { bill: BETA.into(), consult: None }),
            Gateway::Sunat => Some(Self { bill: PRODUCTION.into(), consult: Some(PRODUCTION_CONSULT.into()) }),
            Gateway::Ose => Some(Self { bill: setup.url.clone(), consult: Some(setup.url.clone()) }),
            Gateway::None | Gateway::Provider | Gateway::Demo => None,
        }
    }
}

/// This machine's clock, and what the replies to a company say the time is.
#[derive(Debug, Clone)]
pub struct Clocks {
    own: Clock,
    others: ClockCheck,
}

impl Clocks {
    /// Those of a company.
    pub fn of_company(app: &App, company: i64) -> Self {
        Self { own: app.clock().clone(), others: app.clock_check(company) }
    }

    /// Keeps what a reply says.
    fn hear(&self, headers: &HeaderMap) {
        self.others.hear_reply(headers, self.own.now());
    }
}

/// A way to the tax authority, open.
#[derive(Debug, Clone)]
pub enum Way {
    Line(Line),
    /// Speaks no SOAP: it is asked in words of its own.
    Provider(ProviderLine),
    Demo {
        ruc: String,
        clock: Clock,
    },
}

impl Way {
    /// To a company's `billService` and its `billConsultService`. `patience` is how long an answer may take.
    pub fn to(
        addresses: Addresses,
        credentials: Credentials,
        clocks: Clocks,
        outward: Outward,
        patience: Duration,
    ) -> Self {
        Self::Line(Line::new(addresses, credentials, clocks, outward, patience))
    }

    /// To nobody.
    pub const fn demo(ruc: String, clock: Clock) -> Self {
        Self::Demo { ruc, clock }
    }

    /// Whether a document can be asked for by its number.
    pub fn answers_questions(&self) -> bool {
        match self {
            Self::Line(line) => line.answers_questions(),
            Self::Provider(_) | Self::Demo { .. } => false,
        }
    }

    /// Asks, and gives what came back, also where nothing came. No transaction is to be open meanwhile.
    pub async fn ask(&self, request: Request) -> Reply {
        match self {
            Self::Line(line) => line.ask(request).await,
            Self::Provider(_) => Reply::NotSunat,
            Self::Demo { ruc, clock } => demo::answer(ruc, &request, clock.now()),
        }
    }
}
