//! The layout of a salon, saved as a whole.

use super::{
    model::{Landmark, Salon, TableRow, TableShape},
    plan::{SalonFields, TablePlacement},
    store,
};
use comanda_base::{
    error::{Code, OrNotFound, Result, invalid, refuse},
    ids::{SalonId, TableId},
};
use comanda_platform::{
    audit::{self, AuditEntry},
    realtime::{EventKind, Room},
    use_case::Work,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;

/// A table with its place in the layout.
#[derive(Debug, Deserialize, ToSchema)]
pub struct PlacedTable {
    pub id: TableId,
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    pub shape: TableShape,
    pub seats: Option<i64>,
}

/// Body of `PUT /salons/{id}/layout`. Tables that are not named stay in their places.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Layout {
    pub tables: Vec<PlacedTable>,
    pub landmarks: Option<Vec<Landmark>>,
    pub width: Option<i64>,
    pub height: Option<i64>,
    /// The `layout_version` on which the layout is based; 409 `stale_version` if the salon has changed since.
    pub version: Option<i64>,
}

/// A salon with all its tables, active or not.
#[derive(Debug, Serialize, ToSchema)]
pub struct SalonPlan {
    #[serde(flatten)]
    pub salon: Salon,
    pub tables: Vec<TableRow>,
}

/// Saves the layout of a salon.
pub(super) async fn save_layout(work: &mut Work<'_>, id: SalonId, body: &Layout) -> Result<SalonPlan> {
    store::lock_salon(work.tx, id).await.or_not_found("el salón")?;
    let plan = super::load_plan(work.tx, id).await?;
    if body.version.is_some_and(|version| version != plan.salon.layout_version) {
        let text = format!("Otra persona cambió {} mientras lo acomodabas. Mira cómo quedó.", plan.salon.name);
        return refuse(Code::StaleVersion, text).with_current(plan).err();
    }
    let room = merge_room(body, SalonFields::from(plan.salon))?;
    let placed = merge_spots(body, &plan.tables)?;
    let mut spots: HashMap<TableId, TablePlacement> =
        plan.tables.iter().map(|t| (t.id, TablePlacement::from(t))).collect();
    spots.extend(placed.iter().cloned());
    for (i, (_, spot)) in placed.iter().enumerate() {
        spot.check_inside(room.width, room.height, &format!("tables[{i}]."))?;
    }
    room.check_room(&spots.into_values().collect::<Vec<_>>())?;
    store::update_places(work.tx, &placed).await?;
    store::update_salon(work.tx, id, &room).await?;
    store::bump_layout(work.tx, id).await?;
    let entry =
        AuditEntry::new("LAYOUT_SAVED").entity("salon", id.0).change(None, Some(json!({"tables": placed.len()})));
    audit::log(work.tx, work.actor, work.now, entry).await?;
    work.add_event(Room::Floor, EventKind::FloorChanged, json!({}));
    super::load_plan(work.tx, id).await
}

fn merge_room(body: &Layout, was: SalonFields) -> Result<SalonFields> {
    let room = SalonFields {
        width: body.width.unwrap_or(was.width),
        height: body.height.unwrap_or(was.height),
        landmarks: body.landmarks.clone().unwrap_or_else(|| was.landmarks.clone()),
        ..was
    };
    room.check_room(&[])?;
    Ok(room)
}

fn merge_spots(body: &Layout, tables: &[TableRow]) -> Result<Vec<(TableId, TablePlacement)>> {
    let mut tables_of_salon: HashMap<TableId, &TableRow> = tables.iter().map(|t| (t.id, t)).collect();
    let place = |(i, p): (usize, &PlacedTable)| {
        // A table named twice is a mistake of the caller; removing it from the map makes the second one unknown.
        let Some(row) = tables_of_salon.remove(&p.id) else {
            let text = "Esa mesa no es de este salón. Actualiza la pantalla.";
            return invalid(&format!("tables[{i}].id"), text).err();
        };
        let (x, y, width, height) = (p.x, p.y, p.width, p.height);
        let spot = TablePlacement { x, y, width, height, shape: p.shape, seats: p.seats.unwrap_or(row.seats) };
        Ok((p.id, spot))
    };
    body.tables.iter().enumerate().map(place).collect()
}
