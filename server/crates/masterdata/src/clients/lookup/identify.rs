//! Looks up who has a number.

use super::{
    super::{
        document::{self, IdentityDocument},
        model::Client,
        store as clients,
    },
    VALID_DAYS,
    reading::IdentityData,
    service::{self, LookupError},
    store,
};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    error::{Code, Refusal, Result, invalid, refuse},
    ids::ClientId,
    transact,
};
use comanda_platform::use_case::Actor;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Body of `POST /data-identification`.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Identify {
    /// `dni` or `ruc`.
    #[serde(rename = "type")]
    pub kind: String,
    pub identifier_number: String,
}

/// Where the data come from.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Source {
    /// The data are those of one of the restaurant's clients.
    Client,
    /// The look-up service gave the data, now or in the last thirty days.
    Service,
}

/// The person or company that has the number.
#[derive(Debug, Serialize, ToSchema)]
pub struct Identified {
    /// The id of the client; absent if it is still to be added.
    pub id: Option<ClientId>,
    pub source: Source,
    /// The time at which the service was asked.
    pub asked_at: Option<DateTime<Utc>>,
    pub document_type: IdentityDocument,
    pub document_number: String,
    pub name: String,
    pub last_name: String,
    pub business_name: String,
    /// The name that documents and screens show.
    pub display_name: String,
    pub phone: String,
    pub email: String,
    pub address: String,
    pub department: String,
    pub province: String,
    pub district: String,
    pub ubigeo_sunat: String,
    pub reference: String,
    /// The taxpayer's state at SUNAT: ACTIVO, BAJA…
    pub state: String,
    /// Whether SUNAT found the taxpayer at the address: HABIDO, NO HABIDO…
    pub condition: String,
}

impl From<Client> for Identified {
    fn from(c: Client) -> Self {
        Self {
            id: Some(c.id),
            source: Source::Client,
            asked_at: None,
            document_type: c.document_type,
            document_number: c.document_number.unwrap_or_default(),
            name: c.name,
            last_name: c.last_name,
            business_name: c.business_name,
            display_name: c.display_name,
            phone: c.phone,
            email: c.email,
            address: c.address,
            department: c.department,
            province: c.province,
            district: c.district,
            ubigeo_sunat: c.ubigeo_sunat,
            reference: c.reference,
            state: String::new(),
            condition: String::new(),
        }
    }
}

fn from_answer(kind: IdentityDocument, number: String, f: IdentityData, asked_at: DateTime<Utc>) -> Identified {
    let person = format!("{} {}", f.name, f.last_name).trim().to_owned();
    Identified {
        id: None,
        source: Source::Service,
        asked_at: Some(asked_at),
        document_type: kind,
        document_number: number,
        display_name: if f.business_name.is_empty() { person } else { f.business_name.clone() },
        name: f.name,
        last_name: f.last_name,
        business_name: f.business_name,
        phone: String::new(),
        email: String::new(),
        address: f.address,
        department: f.department,
        province: f.province,
        district: f.district,
        ubigeo_sunat: f.ubigeo_sunat,
        reference: String::new(),
        state: f.state,
        condition: f.condition,
    }
}

/// Checks the kind and the number of the request.
fn check_request(body: &Identify) -> Result<(IdentityDocument, String)> {
    let kind = match body.kind.trim().to_lowercase().as_str() {
        "dni" => IdentityDocument::Dni,
        "ruc" => IdentityDocument::Ruc,
        _ => return invalid("type", "Ese tipo de documento no se consulta. Elige DNI o RUC.").err(),
    };
    if body.identifier_number.trim().is_empty() {
        return invalid("identifier_number", format!("Ingresa un número de {kind}.")).err();
    }
    let number = document::check_number(kind, &body.identifier_number)
        .map_err(|_| invalid("identifier_number", format!("Ese número no es un {kind} válido. Revísalo.")))?;
    Ok((kind, number))
}

/// Looks among the clients first, then in recent answers, and asks the service last.
pub(super) async fn identify(actor: &Actor, body: &Identify) -> Result<Identified> {
    let (kind, number) = check_request(body)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    if let Some(client) = clients::find_by_document(&mut tx, kind, &number).await? {
        return Ok(client.into());
    }
    if let Some((found, at)) = store::find_answer(&mut tx, kind, &number, now - Duration::days(VALID_DAYS)).await? {
        return Ok(from_answer(kind, number, found, at));
    }
    let service = store::load_service(&mut tx, &actor.app.seals()).await?;
    drop(tx);
    if service.url(kind).is_none() {
        return no_service_refusal(kind, &number).err();
    }
    let found = service::ask(service, kind, number.clone(), actor.app.outbound_policy())
        .await
        .map_err(|t| failure_refusal(&t, kind, &number))?;
    let kept: Result<u64> =
        transact!(actor.company.db, |tx| { Ok(store::save_answer(tx, kind, &number, &found, now).await?) });
    kept?;
    Ok(from_answer(kind, number, found, now))
}

fn no_service_refusal(kind: IdentityDocument, number: &str) -> Refusal {
    refuse(
        Code::NotFound,
        format!(
            "No hay servicio de consulta configurado y el {kind} {number} no está entre tus clientes. Escribe los datos a mano."
        ),
    )
}

fn failure_refusal(trouble: &LookupError, kind: IdentityDocument, number: &str) -> Refusal {
    let text = match trouble {
        LookupError::Unknown => format!("El servicio de consulta no conoce el {kind} {number}. Revisa el número o escribe los datos a mano."),
        LookupError::Refused => "El servicio de consulta no acepta el token. Avisa a un administrador; mientras tanto escribe los datos a mano.".into(),
        LookupError::Private => "El servicio de consulta está en una red privada y este servidor no se conecta a ellas. Avisa a un administrador; mientras tanto escribe los datos a mano.".into(),
        LookupError::Silent => "El servicio de consulta no respondió. Escribe los datos a mano o intenta otra vez en un momento.".into(),
    };
    refuse(Code::NotFound, text)
}
