//! A table: its name, its seats and its place.

use super::{
    super::model::{TableRow, TableShape},
    clean_name,
    salon::SalonFields,
    spot::TablePlacement,
};
use comanda_base::{
    error::{Code, Faults, Result, refuse},
    ids::SalonId,
    words::Status,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most tables in a salon.
pub const MAX_TABLES: usize = 200;
/// The height of a new table if the form gives none.
const USUAL_HEIGHT: i64 = 112;

/// Body of `POST /tables` and `PUT /tables/{id}`; PUT changes only what is given.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct TableForm {
    pub salon_id: Option<SalonId>,
    /// The number or name, unique in its salon.
    pub name: Option<String>,
    pub seats: Option<i64>,
    /// Absent for a new table: the first free place.
    pub x: Option<i64>,
    pub y: Option<i64>,
    /// Absent for a new table: chosen by its seats.
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub shape: Option<TableShape>,
    pub status: Option<Status>,
}

/// A table about to be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableFields {
    pub salon_id: SalonId,
    pub name: String,
    pub status: Status,
    #[serde(flatten)]
    pub spot: TablePlacement,
}

impl TableFields {
    /// Builds a new table, at the first free place unless the form gives one.
    pub fn new(form: &TableForm, salon_id: SalonId, room: &SalonFields, others: &[TablePlacement]) -> Result<Self> {
        let seats = form.seats.unwrap_or(4);
        let shape = if seats > 4 { TableShape::Rectangle } else { TableShape::Square };
        let spot = TablePlacement { x: 0, y: 0, width: usual_width(seats), height: USUAL_HEIGHT, shape, seats };
        let mut new = Self { salon_id, name: String::new(), status: Status::Active, spot };
        new.apply(form)?;
        if form.x.is_none() && form.y.is_none() {
            new.spot = place_free(new.spot, room, others)?;
        }
        new.spot.check_inside(room.width, room.height, "")?;
        Ok(new)
    }

    /// Applies the form to an existing table.
    pub fn merge(row: TableRow, form: &TableForm) -> Result<Self> {
        let spot = TablePlacement::from(&row);
        let mut fields = Self { salon_id: row.salon_id, name: row.name, status: row.status, spot };
        fields.apply(form)?;
        Ok(fields)
    }

    /// Places a table in the salon to which it was moved: at its old place if that is free there, otherwise at the first free place.
    pub fn place_in(mut self, room: &SalonFields, others: &[TablePlacement]) -> Result<Self> {
        if !self.spot.is_free(room, others) {
            self.spot = place_free(self.spot, room, others)?;
        }
        Ok(self)
    }

    fn apply(&mut self, form: &TableForm) -> Result<()> {
        let mut faults = Faults::default();
        self.salon_id = form.salon_id.unwrap_or(self.salon_id);
        if let Some(name) = &form.name {
            self.name = faults.or_default(clean_name(name, 20))?;
        }
        faults.check(!self.name.is_empty(), "name", "Escribe el número o nombre de la mesa.");
        self.status = form.status.unwrap_or(self.status);
        let spot = &mut self.spot;
        for (sent, kept) in [
            (form.seats, &mut spot.seats),
            (form.x, &mut spot.x),
            (form.y, &mut spot.y),
            (form.width, &mut spot.width),
            (form.height, &mut spot.height),
        ] {
            *kept = sent.unwrap_or(*kept);
        }
        spot.shape = form.shape.unwrap_or(spot.shape);
        faults.ok(spot.check_size(""))?;
        faults.finish()
    }
}

fn usual_width(seats: i64) -> i64 {
    match seats {
        ..=2 => 120,
        3..=4 => 140,
        5..=6 => 208,
        _ => 280,
    }
}

fn place_free(spot: TablePlacement, room: &SalonFields, others: &[TablePlacement]) -> Result<TablePlacement> {
    let full = "No queda sitio libre para esta mesa en el salón. Junta o achica otras mesas, o agranda el salón.";
    spot.place_at_free_spot(room, others).map_or_else(|| refuse(Code::Conflict, full).err(), Ok)
}
