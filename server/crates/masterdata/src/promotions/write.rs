//! Adding, changing and removing a promotion.

use super::{model::Promotion, store};
use chrono::NaiveDate;
use comanda_base::{
    attempt,
    error::{Code, Faults, OrNotFound, Refusal, Result, refuse},
    form::{self, given},
    ids::PromotionId,
    words::Status,
};
use comanda_platform::{
    audit::{self, Entry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

const LONGEST_NAME: usize = 60;
/// A hand's breadth of paper.
const LONGEST_TEXT: usize = 600;
const MAX_LINES: usize = 12;

/// Body of `POST /promotions` and `PUT /promotions/{id}`; PUT changes only what is given, null takes a day away.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct SavePromotion {
    pub name: Option<String>,
    pub text: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<NaiveDate>)]
    pub valid_from: Option<Option<NaiveDate>>,
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<NaiveDate>)]
    pub valid_until: Option<Option<NaiveDate>>,
    pub status: Option<Status>,
}

fn take(p: &mut Promotion, body: &SavePromotion) -> Result<()> {
    if let Some(name) = &body.name {
        name.trim().clone_into(&mut p.name);
    }
    if let Some(text) = &body.text {
        text.replace('\r', "").trim().clone_into(&mut p.text);
    }
    p.valid_from = body.valid_from.unwrap_or(p.valid_from);
    p.valid_until = body.valid_until.unwrap_or(p.valid_until);
    p.status = body.status.unwrap_or(p.status);
    check(p)
}

fn check(p: &Promotion) -> Result<()> {
    let mut faults = Faults::default();
    if p.name.is_empty() || p.name.chars().count() > LONGEST_NAME {
        faults.add("name", "Escribe un nombre de hasta 60 letras.");
    }
    if p.text.is_empty() {
        faults.add("text", "Escribe lo que dirá el papel.");
    }
    if p.text.chars().count() > LONGEST_TEXT || p.text.lines().count() > MAX_LINES {
        faults.add("text", "El texto es demasiado largo: hasta 12 líneas y 600 letras.");
    }
    if p.valid_from.zip(p.valid_until).is_some_and(|(from, until)| until < from) {
        faults.add("valid_until", "La promoción termina antes de empezar. Revisa las fechas.");
    }
    faults.done()
}

/// Adds one.
pub(super) async fn create(work: &mut Work<'_>, body: &SavePromotion) -> Result<Promotion> {
    let mut p = Promotion {
        id: PromotionId(0),
        name: String::new(),
        text: String::new(),
        valid_from: None,
        valid_until: None,
        status: Status::Active,
    };
    take(&mut p, body)?;
    let inserted = attempt!(work.tx, store::insert(work.tx, &p).await);
    p.id = form::unless_taken(inserted, taken)?;
    log(work, "PROMOTION_CREATED", p.id, None, Some(&p)).await?;
    Ok(p)
}

/// Updates only the fields sent.
pub(super) async fn update(work: &mut Work<'_>, id: PromotionId, body: &SavePromotion) -> Result<Promotion> {
    let before: Promotion = store::locked(work.tx, id).await.or_not_found("la promoción")?;
    let mut p = before.clone();
    take(&mut p, body)?;
    let updated = attempt!(work.tx, store::update(work.tx, &p).await);
    form::unless_taken(updated, taken)?;
    log(work, "PROMOTION_CHANGED", id, Some(&before), Some(&p)).await?;
    Ok(p)
}

/// Removes one; papers already printed keep what they said.
pub(super) async fn delete(work: &mut Work<'_>, id: PromotionId) -> Result<Promotion> {
    let before: Promotion = store::locked(work.tx, id).await.or_not_found("la promoción")?;
    store::delete(work.tx, id).await?;
    log(work, "PROMOTION_DELETED", id, Some(&before), None).await?;
    Ok(before)
}

fn taken() -> Refusal {
    refuse(Code::AlreadyExists, "Ya hay una promoción con ese nombre. Usa otro.").at("name", "Ya existe.")
}

async fn log(
    work: &mut Work<'_>,
    action: &'static str,
    id: PromotionId,
    before: Option<&Promotion>,
    after: Option<&Promotion>,
) -> Result<()> {
    let entry = Entry::new(action).entity("promotion", id.0).change(before.map(|p| json!(p)), after.map(|p| json!(p)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    // The payment screens offer them: their configuration is what a change of a cash box refreshes.
    work.tell(Room::Cash, EventKind::CycleChanged, json!({}));
    Ok(())
}
