//! Finding out who has a number.

use super::{
    super::{
        document::{self, IdentityDocument},
        model::Client,
        store as clients,
    },
    KEPT_DAYS,
    reading::Found,
    service::{self, Trouble},
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

/// Who told.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Source {
    /// One of our own clients.
    Client,
    /// The look-up service, now or in the last thirty days.
    Service,
}

/// Who has the number.
#[derive(Debug, Serialize, ToSchema)]
pub struct Identified {
    /// Of one of our own clients; others are still to be added.
    pub id: Option<ClientId>,
    pub source: Source,
    /// When the service was asked.
    pub asked_at: Option<DateTime<Utc>>,
    pub document_type: IdentityDocument,
    pub document_number: String,
    pub name: String,
    pub last_name: String,
    pub business_name: String,
    /// As documents and screens name them.
    pub display_name: String,
    pub phone: String,
    pub email: String,
    pub address: String,
    pub department: String,
    pub province: String,
    pub district: String,
    pub ubigeo_sunat: String,
    pub reference: String,
    /// Of a tax payer: ACTIVO, BAJA…
    pub state: String,
    /// Of a tax payer: HABIDO, NO HABIDO…
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

fn told(kind: IdentityDocument, number: String, f: Found, asked_at: DateTime<Utc>) -> Identified {
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

/// The kind and number asked for, or what is wrong with them.
fn asked(body: &Identify) -> Result<(IdentityDocument, String)> {
    let kind = match body.kind.trim().to_lowercase().as_str() {
        "dni" => IdentityDocument::Dni,
        "ruc" => IdentityDocument::Ruc,
        _ => return invalid("type", "Ese tipo de documento no se consulta. Elige DNI o RUC.").err(),
    };
    if body.identifier_number.trim().is_empty() {
        return invalid("identifier_number", format!("Ingresa un número de {kind}.")).err();
    }
    let number = document::checked(kind, &body.identifier_number)
        .map_err(|_| invalid("identifier_number", format!("Ese número no es un {kind} válido. Revísalo.")))?;
    Ok((kind, number))
}

/// Our own clients, then recent answers, then the service.
pub(super) async fn identify(actor: &Actor, body: &Identify) -> Result<Identified> {
    let (kind, number) = asked(body)?;
    let now = actor.app.clock().now();
    let mut tx = actor.company.db.read().await?;
    if let Some(client) = clients::by_document(&mut tx, kind, &number).await? {
        return Ok(client.into());
    }
    if let Some((found, at)) = store::answer(&mut tx, kind, &number, now - Duration::days(KEPT_DAYS)).await? {
        return Ok(told(kind, number, found, at));
    }
    let service = store::service(&mut tx, &actor.app.seals()).await?;
    drop(tx);
    if service.url(kind).is_none() {
        return nobody_to_ask(kind, &number).err();
    }
    let found = service::ask(service, kind, number.clone(), actor.app.outward())
        .await
        .map_err(|t| in_words(&t, kind, &number))?;
    let kept: Result<u64> =
        transact!(actor.company.db, |tx| { Ok(store::keep_answer(tx, kind, &number, &found, now).await?) });
    kept?;
    Ok(told(kind, number, found, now))
}

fn nobody_to_ask(kind: IdentityDocument, number: &str) -> Refusal {
    refuse(
        Code::NotFound,
        format!(
            "No hay servicio de consulta configurado y el {kind} {number} no está entre tus clientes. Escribe los datos a mano."
        ),
    )
}

fn in_words(trouble: &Trouble, kind: IdentityDocument, number: &str) -> Refusal {
    let text = match trouble {
        Trouble::Unknown => format!("El servicio de consulta no conoce el {kind} {number}. Revisa el número o escribe los datos a mano."),
        Trouble::Refused => "El servicio de consulta no acepta el token. Avisa a un administrador; mientras tanto escribe los datos a mano.".into(),
        Trouble::Private => "El servicio de consulta está en una red privada y este servidor no se conecta a ellas. Avisa a un administrador; mientras tanto escribe los datos a mano.".into(),
        Trouble::Silent => "El servicio de consulta no respondió. Escribe los datos a mano o intenta otra vez en un momento.".into(),
    };
    refuse(Code::NotFound, text)
}
