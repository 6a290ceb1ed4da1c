//! Creates, changes and deletes promotions.

use super::{model::Promotion, store};
use chrono::NaiveDate;
use comanda_base::{
    attempt,
    error::{Faults, OrNotFound, Refusal, Result, already_exists},
    form::{self, deserialize_optional},
    ids::PromotionId,
    words::Status,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

const MAX_NAME_CHARS: usize = 60;
/// About a hand's breadth of paper.
const MAX_TEXT_CHARS: usize = 600;
const MAX_LINES: usize = 12;

/// Body of `POST /promotions` and `PUT /promotions/{id}`; PUT changes only what is given, null clears a day.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct SavePromotion {
    pub name: Option<String>,
    pub text: Option<String>,
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<NaiveDate>)]
    pub valid_from: Option<Option<NaiveDate>>,
    #[serde(default, deserialize_with = "deserialize_optional")]
    #[schema(value_type = Option<NaiveDate>)]
    pub valid_until: Option<Option<NaiveDate>>,
    pub status: Option<Status>,
}

fn merge_form(p: &mut Promotion, body: &SavePromotion) -> Result<()> {
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
    if p.name.is_empty() || p.name.chars().count() > MAX_NAME_CHARS {
        faults.add("name", "Escribe un nombre de hasta 60 letras.");
    }
    if p.text.is_empty() {
        faults.add("text", "Escribe lo que dirá el papel.");
    }
    if p.text.chars().count() > MAX_TEXT_CHARS || p.text.lines().count() > MAX_LINES {
        faults.add("text", "El texto es demasiado largo: hasta 12 líneas y 600 letras.");
    }
    if p.valid_from.zip(p.valid_until).is_some_and(|(from, until)| until < from) {
        faults.add("valid_until", "La promoción termina antes de empezar. Revisa las fechas.");
    }
    faults.finish()
}

pub(super) async fn create_promotion(work: &mut Work<'_>, body: &SavePromotion) -> Result<Promotion> {
    let mut p = Promotion {
        id: PromotionId(0),
        name: String::new(),
        text: String::new(),
        valid_from: None,
        valid_until: None,
        status: Status::Active,
    };
    merge_form(&mut p, body)?;
    let inserted = attempt!(work.tx, store::insert_promotion(work.tx, &p).await);
    p.id = form::refuse_duplicate_name(inserted, || name_taken(&p.name))?;
    record_change(work, "PROMOTION_CREATED", p.id, None, Some(&p)).await?;
    Ok(p)
}

/// Updates only the fields sent.
pub(super) async fn update_promotion(work: &mut Work<'_>, id: PromotionId, body: &SavePromotion) -> Result<Promotion> {
    let before: Promotion = store::lock_and_find(work.tx, id).await.or_not_found("la promoción")?;
    let mut p = before.clone();
    merge_form(&mut p, body)?;
    let updated = attempt!(work.tx, store::update_promotion(work.tx, &p).await);
    form::refuse_duplicate_name(updated, || name_taken(&p.name))?;
    record_change(work, "PROMOTION_CHANGED", id, Some(&before), Some(&p)).await?;
    Ok(p)
}

/// Deletes a promotion; papers already printed stay as they are.
pub(super) async fn delete_promotion(work: &mut Work<'_>, id: PromotionId) -> Result<Promotion> {
    let before: Promotion = store::lock_and_find(work.tx, id).await.or_not_found("la promoción")?;
    store::delete_promotion(work.tx, id).await?;
    record_change(work, "PROMOTION_DELETED", id, Some(&before), None).await?;
    Ok(before)
}

fn name_taken(name: &str) -> Refusal {
    already_exists("name", format!("Ya hay una promoción {name}. Edítala o elige otro nombre."))
}

async fn record_change(
    work: &mut Work<'_>,
    action: &'static str,
    id: PromotionId,
    before: Option<&Promotion>,
    after: Option<&Promotion>,
) -> Result<()> {
    let entry =
        AuditEntry::new(action).entity("promotion", id.0).change(before.map(|p| json!(p)), after.map(|p| json!(p)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    // Payment screens show the promotions, and they refresh their configuration on a change of a cash box.
    work.add_event(Room::Cash, EventKind::CycleChanged, json!({}));
    Ok(())
}
