//! The clients for the tax authority: SUNAT's own services, an operator's, a provider's, and the demonstration's, which answers in this
//! process.

mod demo;
mod provider;
mod soap_client;

pub use demo::demo_signer;
pub use provider::ProviderClient;

use crate::billing::electronic::{BillingSetup, Gateway};
use comanda_base::{clock::Clock, outbound::OutboundPolicy};
use comanda_platform::{clock_check::ClockCheck, state::App};
use comanda_sunat::soap::{Credentials, Reply, Request};
use soap_client::SoapClient;
pub(super) use soap_client::build_http_agent;
use std::time::Duration;
use ureq::http::HeaderMap;

/// SUNAT's test service, which stores nothing that could be queried later.
const BETA_URL: &str = "https://e-beta.sunat.gob.pe/ol-ti-itcpfegem-beta/billService";
const PRODUCTION_URL: &str = "https://e-factura.sunat.gob.pe/ol-ti-itcpfegem/billService";
const PRODUCTION_CONSULT_URL: &str = "https://e-factura.sunat.gob.pe/ol-it-wsconscpegem/billConsultService";

/// The addresses of a gateway's services.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GatewayAddresses {
    /// The service that receives documents and batches.
    pub bill: String,
    /// The service that is queried for documents by their number; `None` where there is none.
    pub consult: Option<String>,
}

impl GatewayAddresses {
    /// Returns the addresses of a company's gateway; `None` where documents do not go to a `billService`. An operator (OSE) answers queries
    /// at the address that receives documents, having no other.
    pub fn from_setup(setup: &BillingSetup) -> Option<Self> {
        match setup.gateway {
            Gateway::SunatBeta => Some(Self { bill: BETA_URL.into(), consult: None }),
            Gateway::Sunat => Some(Self { bill: PRODUCTION_URL.into(), consult: Some(PRODUCTION_CONSULT_URL.into()) }),
            Gateway::Ose => Some(Self { bill: setup.url.clone(), consult: Some(setup.url.clone()) }),
            Gateway::None | Gateway::Provider | Gateway::Demo => None,
        }
    }
}

/// Compares this machine's clock with the time in the tax authority's replies to a company.
#[derive(Debug, Clone)]
pub struct ReplyClock {
    server_clock: Clock,
    others: ClockCheck,
}

impl ReplyClock {
    /// Returns the clocks of a company.
    pub fn of_company(app: &App, company: i64) -> Self {
        Self { server_clock: app.clock().clone(), others: app.clock_check(company) }
    }

    /// Records the time of a reply.
    fn record_reply(&self, headers: &HeaderMap) {
        self.others.record_reply(headers, self.server_clock.now());
    }
}

/// An open client for the company's gateway.
#[derive(Debug, Clone)]
pub enum GatewayClient {
    Soap(SoapClient),
    /// A provider's client, which has its own protocol instead of SOAP.
    Provider(ProviderClient),
    Demo {
        ruc: String,
        clock: Clock,
    },
}

impl GatewayClient {
    /// Opens a client for a company's `billService` and `billConsultService`. `patience` is the longest time to wait for an answer.
    pub fn for_bill_service(
        addresses: GatewayAddresses,
        credentials: Credentials,
        clocks: ReplyClock,
        outward: OutboundPolicy,
        patience: Duration,
    ) -> Self {
        Self::Soap(SoapClient::new(addresses, credentials, clocks, outward, patience))
    }

    /// Opens a client for the simulated tax authority.
    pub const fn demo(ruc: String, clock: Clock) -> Self {
        Self::Demo { ruc, clock }
    }

    /// Whether a document can be queried by its number.
    pub fn can_query_documents(&self) -> bool {
        match self {
            Self::Soap(client) => client.can_query_documents(),
            Self::Provider(_) | Self::Demo { .. } => false,
        }
    }

    /// Sends a request and returns the reply, which may be that none came. No transaction may be open during the call.
    pub async fn send_request(&self, request: Request) -> Reply {
        match self {
            Self::Soap(client) => client.send_request(request).await,
            Self::Provider(_) => Reply::NotSunat,
            Self::Demo { ruc, clock } => demo::answer_as_tax_authority(ruc, &request, clock.now()),
        }
    }
}
