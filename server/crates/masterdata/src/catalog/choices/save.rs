//! Creates, updates and deletes groups of options.

use super::{
    model::{ChoiceGroup, SaveChoiceGroup, SaveChoiceOption},
    store::{self, KnownTopping, NewOption},
};
use crate::catalog::{
    toppings::{SaveTopping, create_topping},
    version,
};
use comanda_base::{
    attempt, db,
    error::{Faults, Result, already_exists, invalid, not_found},
    form,
    ids::{ChoiceGroupId, ChoiceOptionId, ToppingId},
    money::Money,
    search::search_key,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    use_case::Work,
};
use serde_json::json;
use std::collections::HashSet;

const MAX_NAME_CHARS: usize = 60;
/// The order screen receives all groups.
const MAX_GROUPS: i64 = 300;
/// The till shows all options in one dialog.
const MAX_OPTIONS: usize = 50;
const MAX_CHOSEN: i64 = 50;
/// A higher amount is a typing error.
const MAX_AMOUNT: Money = Money::units(10_000);

pub(super) async fn create(work: &mut Work<'_>, body: &SaveChoiceGroup) -> Result<ChoiceGroup> {
    let bare = ChoiceGroup {
        id: ChoiceGroupId(0),
        name: String::new(),
        minimum: 0,
        maximum: 0,
        free: 0,
        options: Vec::new(),
        products: 0,
    };
    if store::count_all(work.tx).await? >= MAX_GROUPS {
        return invalid("name", format!("Hay {MAX_GROUPS} grupos. Borra los que no se usan.")).err();
    }
    let body = SaveChoiceGroup { options: Some(body.options.clone().unwrap_or_default()), ..body.clone() };
    let (group, options) = check(work, bare, &body).await?;
    let inserted = attempt!(work.tx, store::insert(work.tx, &group).await);
    let id = form::refuse_duplicate_name(inserted, || name_taken(&group.name))?;
    store::replace_options(work.tx, id, &options.unwrap_or_default()).await?;
    record_change(work, "CHOICE_GROUP_CREATED", None, id).await
}

/// Updates only the fields sent.
pub(super) async fn update(work: &mut Work<'_>, id: ChoiceGroupId, body: &SaveChoiceGroup) -> Result<ChoiceGroup> {
    store::lock(work.tx, id).await?;
    let was = load_group(work, id).await?;
    let (group, options) = check(work, was.clone(), body).await?;
    let updated = attempt!(work.tx, store::update(work.tx, &group).await);
    form::refuse_duplicate_name(updated, || name_taken(&group.name))?;
    if let Some(options) = options {
        store::replace_options(work.tx, id, &options).await?;
    }
    record_change(work, "CHOICE_GROUP_CHANGED", Some(was), id).await
}

/// Deletes a group that no product offers and no option opens. Orders keep the names of what was chosen.
pub(super) async fn delete(work: &mut Work<'_>, id: ChoiceGroupId) -> Result<ChoiceGroup> {
    store::lock(work.tx, id).await?;
    let was = load_group(work, id).await?;
    if let Some(names) = form::summarize_names(&store::list_names_using(work.tx, id).await?) {
        let refusal = form::in_use_refusal(&was.name, &format!("lo ofrece {names}"), "Quítalo de ahí primero.");
        return refusal.with_current(&was).err();
    }
    let deleted = attempt!(work.tx, store::delete(work.tx, id).await);
    if let Err(db::Error::ForeignKey) = deleted {
        return form::in_use_refusal(&was.name, "alguien acaba de ofrecerlo", "Quítalo de ahí primero.").err();
    }
    deleted?;
    let entry = AuditEntry::new("CHOICE_GROUP_DELETED").entity("choice_group", id.0).change(Some(json!(was)), None);
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "choice_group_id": id }));
    Ok(was)
}

/// Checks the form; returns the group to write, and its options if the form has them.
async fn check(
    work: &mut Work<'_>,
    was: ChoiceGroup,
    body: &SaveChoiceGroup,
) -> Result<(ChoiceGroup, Option<Vec<NewOption>>)> {
    let mut faults = Faults::default();
    let name = form::required_text("name", body.name.as_ref(), was.name.clone(), MAX_NAME_CHARS, "el nombre del grupo");
    let name = faults.or_default(name)?;
    let is_new = was.id.0 == 0;
    let same = store::find_same_name(work.tx, (!is_new).then_some(was.id), &name).await?;
    if let Some((id, name)) = same {
        faults.refuse(name_taken(&name).with_current(json!({"id": id, "name": name})));
    }
    let options = match &body.options {
        None => None,
        Some(forms) => faults.ok(check_options(work, &was, forms).await)?,
    };
    let count = options.as_ref().map_or(was.options.len(), Vec::len);
    let whole = i64::try_from(count).unwrap_or(i64::MAX);
    let maximum = body.maximum.unwrap_or(if is_new { whole.max(1) } else { was.maximum });
    let group = ChoiceGroup {
        name,
        minimum: body.minimum.unwrap_or(was.minimum),
        maximum,
        free: body.free.unwrap_or(was.free),
        ..was
    };
    check_counts(&group, count, &mut faults);
    if let Some(options) = &options {
        let defaults = options.iter().filter(|o| o.is_default).count();
        if i64::try_from(defaults).unwrap_or(i64::MAX) > group.maximum {
            faults.add("options", format!("Hay {defaults} opciones marcadas y se eligen hasta {}.", group.maximum));
        }
    }
    faults.finish()?;
    Ok((group, options))
}

/// Checks how many have to be, may be and are included in what is chosen.
fn check_counts(group: &ChoiceGroup, options: usize, faults: &mut Faults) {
    let options = i64::try_from(options).unwrap_or(i64::MAX);
    if !(1..=MAX_CHOSEN).contains(&group.maximum) {
        faults.add("maximum", format!("Se eligen hasta cuántas: de 1 a {MAX_CHOSEN}."));
    } else if !(0..=group.maximum).contains(&group.minimum) {
        faults.add("minimum", format!("Lo menos que se elige va de 0 a {}.", group.maximum));
    } else if group.minimum > options {
        faults.add("minimum", format!("Hay que elegir {} y el grupo tiene {options}.", group.minimum));
    }
    if !(0..=group.maximum.max(0)).contains(&group.free) {
        faults.add("free", format!("Las incluidas van de 0 a {}.", group.maximum.max(0)));
    }
}

/// Checks the options of a form, and creates the toppings that they name and that do not exist. Faults are named by their place:
/// `options.2.amount`.
async fn check_options(work: &mut Work<'_>, was: &ChoiceGroup, forms: &[SaveChoiceOption]) -> Result<Vec<NewOption>> {
    if forms.is_empty() {
        return invalid("options", "Agrega al menos una opción.").err();
    }
    if forms.len() > MAX_OPTIONS {
        return invalid("options", format!("Un grupo puede tener hasta {MAX_OPTIONS} opciones.")).err();
    }
    let mut faults = Faults::default();
    let toppings = find_or_create_toppings(work, was, forms, &mut faults).await?;
    let nested = check_nested(work, was, forms, &mut faults).await?;
    let mut used: HashSet<ToppingId> = HashSet::new();
    let mut kept: HashSet<ChoiceOptionId> = HashSet::new();
    let mut options = Vec::with_capacity(forms.len());
    for ((n, form), topping) in forms.iter().enumerate().zip(toppings) {
        let Some(topping) = topping else { continue };
        if !used.insert(topping.id) {
            faults.add(&format!("options.{n}.name"), format!("{} está dos veces.", topping.name));
        }
        if form.id.is_some_and(|id| !was.options.iter().any(|o| o.id == id) || !kept.insert(id)) {
            faults.add(&format!("options.{n}.id"), "Esa opción ya no existe. Actualiza la pantalla.");
        }
        let amount = form.amount.unwrap_or(topping.sale_amount);
        if amount.is_negative() || amount > MAX_AMOUNT {
            faults.add(&format!("options.{n}.amount"), format!("El precio va de 0 a S/ {MAX_AMOUNT:#}."));
        } else if amount != amount.to_centimos() {
            faults.add(&format!("options.{n}.amount"), "El precio lleva hasta dos decimales.");
        }
        // An option that is to stand for another topping is another option.
        let is_same = |id: &ChoiceOptionId| was.options.iter().any(|o| o.id == *id && o.topping_id == topping.id);
        options.push(NewOption {
            id: form.id.filter(is_same),
            topping_id: topping.id,
            amount,
            is_default: form.is_default,
            nested_group_id: nested[n],
        });
    }
    faults.finish()?;
    Ok(options)
}

/// Returns the topping of each option: the one of its id or of its name, or one that is created.
async fn find_or_create_toppings(
    work: &mut Work<'_>,
    was: &ChoiceGroup,
    forms: &[SaveChoiceOption],
    faults: &mut Faults,
) -> Result<Vec<Option<KnownTopping>>> {
    let named: Vec<String> = forms.iter().filter_map(|f| f.name.clone()).collect();
    let kept = was.options.iter().map(|o| o.topping_id);
    let ids: Vec<ToppingId> = forms.iter().filter_map(|f| f.topping_id).chain(kept).collect();
    let by_id = store::find_toppings(work.tx, &ids).await?;
    let by_name = store::find_toppings_by_name(work.tx, &named).await?;
    let mut toppings = Vec::with_capacity(forms.len());
    for (n, form) in forms.iter().enumerate() {
        let of_option = || was.options.iter().find(|o| Some(o.id) == form.id).map(|o| o.topping_id);
        let name = form.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let id = form.topping_id.or_else(|| if name.is_none() { of_option() } else { None });
        let found = match (id, name) {
            (Some(id), _) => by_id.iter().find(|t| t.id == id).cloned(),
            (None, Some(name)) => by_name.iter().find(|t| search_key(&t.name) == search_key(name)).cloned(),
            (None, None) => None,
        };
        let topping = match (found, id, name) {
            (Some(found), ..) => Some(found),
            (None, Some(_), _) => {
                faults.add(&format!("options.{n}.topping_id"), "Ese adicional ya no existe. Elige otro.");
                None
            }
            (None, None, Some(name)) => create_option_topping(work, name, form, n, faults).await?,
            (None, None, None) => {
                faults.add(&format!("options.{n}.name"), "Escribe la opción.");
                None
            }
        };
        toppings.push(topping);
    }
    Ok(toppings)
}

/// Creates the topping of a new option. Its faults are named by the option's place.
async fn create_option_topping(
    work: &mut Work<'_>,
    name: &str,
    form: &SaveChoiceOption,
    place: usize,
    faults: &mut Faults,
) -> Result<Option<KnownTopping>> {
    let body = SaveTopping {
        name: Some(name.to_owned()),
        sale_amount: Some(form.amount.unwrap_or(Money::ZERO)),
        has_stock: Some(form.supply_id.is_some()),
        supply_id: Some(form.supply_id),
        ..SaveTopping::default()
    };
    match create_topping(work, &body).await {
        Ok(topping) => Ok(Some(KnownTopping { id: topping.id, name: topping.name, sale_amount: topping.sale_amount })),
        Err(comanda_base::error::Error::Refused(refusal)) => {
            let at = |field: &str| format!("options.{place}.{}", if field == "sale_amount" { "amount" } else { field });
            refusal.errors.iter().for_each(|(field, texts)| texts.iter().for_each(|text| faults.add(&at(field), text)));
            Ok(None)
        }
        Err(other) => Err(other),
    }
}

/// Checks the groups that options open, and returns them by the place of their option.
async fn check_nested(
    work: &mut Work<'_>,
    was: &ChoiceGroup,
    forms: &[SaveChoiceOption],
    faults: &mut Faults,
) -> Result<Vec<Option<ChoiceGroupId>>> {
    let kept =
        |form: &SaveChoiceOption| was.options.iter().find(|o| form.id == Some(o.id)).and_then(|option| option.group_id);
    let nested: Vec<_> = forms.iter().map(|form| form.group_id.unwrap_or_else(|| kept(form))).collect();
    let ids: Vec<ChoiceGroupId> = nested.iter().flatten().copied().collect();
    if ids.is_empty() {
        return Ok(nested);
    }
    let known = store::find_groups(work.tx, &ids).await?;
    let is_nested_itself = was.id.0 != 0 && store::is_nested(work.tx, was.id).await?;
    for (n, id) in nested.iter().enumerate().filter_map(|(n, id)| Some((n, (*id)?))) {
        let fault = match known.iter().find(|(known, _)| *known == id) {
            None => "Ese grupo ya no existe. Elige otro.",
            Some(_) if id == was.id => "Un grupo no puede abrirse a sí mismo.",
            Some((_, true)) => "Ese grupo ya abre otros; se elige en dos pasos, no en tres.",
            Some(_) if is_nested_itself => "Este grupo ya se abre desde otro; no puede abrir uno más.",
            Some(_) => continue,
        };
        faults.add(&format!("options.{n}.group_id"), fault);
    }
    Ok(nested)
}

fn name_taken(name: &str) -> comanda_base::error::Refusal {
    already_exists("name", format!("Ya hay un grupo {name}. Edítalo o elige otro nombre."))
}

async fn load_group(work: &mut Work<'_>, id: ChoiceGroupId) -> Result<ChoiceGroup> {
    let today = work.business_day().await?;
    let found = store::load_groups(work.tx, store::select_groups().with("AND g.id = ?", id), today).await?;
    Ok(found.into_iter().next().ok_or_else(|| not_found("el grupo"))?)
}

async fn record_change(
    work: &mut Work<'_>,
    action: &'static str,
    was: Option<ChoiceGroup>,
    id: ChoiceGroupId,
) -> Result<ChoiceGroup> {
    let group = load_group(work, id).await?;
    let entry =
        AuditEntry::new(action).entity("choice_group", id.0).change(was.map(|was| json!(was)), Some(json!(group)));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    version::mark_changed(work, json!({ "choice_group_id": id }));
    Ok(group)
}
