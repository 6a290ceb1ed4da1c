//! What a room and its tables may be like: bounds, names, and where a new table finds room. Pure.

use super::model::{Landmark, Salon, TableRow};
use crate::{
    error::{Result, invalid},
    ids::SalonId,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// No restaurant has more rooms.
pub(super) const MOST_SALONS: usize = 50;
/// No room has more tables.
pub(super) const MOST_TABLES: usize = 200;
const MOST_LANDMARKS: usize = 30;
const ROOM_WIDTH: (i64, i64) = (300, 4000);
const ROOM_HEIGHT: (i64, i64) = (200, 3000);
const TABLE_WIDTH: (i64, i64) = (60, 600);
const TABLE_HEIGHT: (i64, i64) = (60, 400);
const SEATS: (i64, i64) = (1, 99);
/// What a table takes where nothing is said.
const USUAL_HEIGHT: i64 = 112;
/// Between a new table and its neighbours, chairs included.
const GAP: i64 = 32;
/// A new table is looked a place for in steps of this.
const STEP: i64 = 20;
const SHAPES: [&str; 3] = ["SQUARE", "RECTANGLE", "ROUND"];
const LANDMARKS: [&str; 5] = ["WINDOW", "BAR", "KITCHEN", "DOOR", "OTHER"];

/// Body of `POST /salons` and `PUT /salons/{id}`; PUT changes only what is given.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct SalonForm {
    pub name: Option<String>,
    pub description: Option<String>,
    /// ACTIVE or INACTIVE.
    pub status: Option<String>,
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub landmarks: Option<Vec<Landmark>>,
    pub position: Option<i64>,
}

/// A room about to be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct SalonFields {
    pub name: String,
    pub description: String,
    pub status: String,
    pub width: i64,
    pub height: i64,
    pub landmarks: Vec<Landmark>,
    pub position: i64,
}

impl Default for SalonFields {
    fn default() -> Self {
        Self {
            name: String::new(),
            description: String::new(),
            status: "ACTIVE".into(),
            width: 912,
            height: 616,
            landmarks: Vec::new(),
            position: 0,
        }
    }
}

impl From<Salon> for SalonFields {
    fn from(s: Salon) -> Self {
        Self {
            name: s.name,
            description: s.description,
            status: s.status,
            width: s.width,
            height: s.height,
            landmarks: s.landmarks.map(|l| l.0).unwrap_or_default(),
            position: s.position,
        }
    }
}

impl SalonFields {
    /// With what the form says; `tables` must still fit in.
    pub fn take(mut self, form: &SalonForm, tables: &[Spot]) -> Result<Self> {
        if let Some(name) = &form.name {
            self.name = name_of(name, 40)?;
        }
        if self.name.is_empty() {
            return invalid("name", "Escribe el nombre del salón.").err();
        }
        if let Some(text) = &form.description {
            self.description = text.trim().chars().take(200).collect();
        }
        self.status = status_of(form.status.as_ref(), self.status)?;
        self.position = form.position.unwrap_or(self.position).clamp(0, 10_000);
        self.width = form.width.unwrap_or(self.width);
        self.height = form.height.unwrap_or(self.height);
        if let Some(landmarks) = &form.landmarks {
            self.landmarks.clone_from(landmarks);
        }
        self.check_room(tables)?;
        Ok(self)
    }

    /// Whether the room's size, its landmarks and these tables go together.
    pub fn check_room(&self, tables: &[Spot]) -> Result<()> {
        within("width", "El ancho del salón", self.width, ROOM_WIDTH)?;
        within("height", "El largo del salón", self.height, ROOM_HEIGHT)?;
        if self.landmarks.len() > MOST_LANDMARKS {
            return invalid("landmarks", format!("Un salón puede tener hasta {MOST_LANDMARKS} referencias.")).err();
        }
        for (i, mark) in self.landmarks.iter().enumerate() {
            self.check_landmark(i, mark)?;
        }
        for (i, spot) in tables.iter().enumerate() {
            spot.check_inside(self.width, self.height, &format!("tables[{i}]."))?;
        }
        Ok(())
    }

    fn check_landmark(&self, i: usize, mark: &Landmark) -> Result<()> {
        let at = |field: &str| format!("landmarks[{i}].{field}");
        if !LANDMARKS.contains(&mark.kind.as_str()) {
            return invalid(&at("kind"), "La referencia es ventana, barra, cocina, puerta u otra.").err();
        }
        if mark.name.chars().count() > 40 {
            return invalid(&at("name"), "Hasta 40 letras.").err();
        }
        within(&at("width"), "El ancho", mark.width, (10, self.width))?;
        within(&at("height"), "El largo", mark.height, (10, self.height))?;
        within(&at("x"), "La posición", mark.x, (0, self.width - mark.width))?;
        within(&at("y"), "La posición", mark.y, (0, self.height - mark.height))
    }
}

/// Body of `POST /tables` and `PUT /tables/{id}`; PUT changes only what is given.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct TableForm {
    pub salon_id: Option<SalonId>,
    /// Number or name, unique in its room.
    pub name: Option<String>,
    pub seats: Option<i64>,
    /// Absent on a new table: the first free place.
    pub x: Option<i64>,
    pub y: Option<i64>,
    /// Absent on a new table: by its seats.
    pub width: Option<i64>,
    pub height: Option<i64>,
    /// SQUARE, RECTANGLE or ROUND.
    pub shape: Option<String>,
    /// ACTIVE or INACTIVE.
    pub status: Option<String>,
}

/// Where a table stands and how large it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Spot {
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    pub shape: String,
    pub seats: i64,
}

impl From<&TableRow> for Spot {
    fn from(t: &TableRow) -> Self {
        Self { x: t.x, y: t.y, width: t.width, height: t.height, shape: t.shape.clone(), seats: t.seats }
    }
}

impl Spot {
    /// Whether it is a table at all, wherever it stands; errors are at `prefix` + field.
    pub fn check(&self, prefix: &str) -> Result<()> {
        let at = |field: &str| format!("{prefix}{field}");
        within(&at("seats"), "Las sillas", self.seats, SEATS)?;
        within(&at("width"), "El ancho de la mesa", self.width, TABLE_WIDTH)?;
        within(&at("height"), "El largo de la mesa", self.height, TABLE_HEIGHT)?;
        if !SHAPES.contains(&self.shape.as_str()) {
            return invalid(&at("shape"), "La forma es cuadrada, larga o redonda.").err();
        }
        Ok(())
    }

    /// Whether it stands within a room.
    pub fn check_inside(&self, width: i64, height: i64, prefix: &str) -> Result<()> {
        self.check(prefix)?;
        let at = |field: &str| format!("{prefix}{field}");
        within(&at("x"), "La mesa queda fuera del salón: su posición a lo ancho", self.x, (0, width - self.width))?;
        within(&at("y"), "La mesa queda fuera del salón: su posición a lo largo", self.y, (0, height - self.height))
    }

    fn touches(&self, other: &Spot) -> bool {
        let apart = |a: i64, a_len: i64, b: i64, b_len: i64| a + a_len + GAP <= b || b + b_len + GAP <= a;
        !(apart(self.x, self.width, other.x, other.width) || apart(self.y, self.height, other.y, other.height))
    }
}

/// A table about to be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct TableFields {
    pub salon_id: SalonId,
    pub name: String,
    pub status: String,
    #[serde(flatten)]
    pub spot: Spot,
}

impl TableFields {
    /// A new table of a room, at the first free place unless the form says where.
    pub fn new(form: &TableForm, salon_id: SalonId, room: &SalonFields, others: &[Spot]) -> Result<Self> {
        let seats = form.seats.unwrap_or(4);
        let round_or_square = if seats > 4 { "RECTANGLE" } else { "SQUARE" };
        let spot =
            Spot { x: 0, y: 0, width: usual_width(seats), height: USUAL_HEIGHT, shape: round_or_square.into(), seats };
        let mut new = Self { salon_id, name: String::new(), status: "ACTIVE".into(), spot };
        new.put(form)?;
        if form.x.is_none() && form.y.is_none() {
            (new.spot.x, new.spot.y) = free_place(room, others, &new.spot);
        }
        new.spot.check_inside(room.width, room.height, "")?;
        Ok(new)
    }

    /// As it is, changed by the form.
    pub fn changed(row: TableRow, form: &TableForm) -> Result<Self> {
        let spot = Spot::from(&row);
        let mut fields = Self { salon_id: row.salon_id, name: row.name, status: row.status, spot };
        fields.put(form)?;
        Ok(fields)
    }

    fn put(&mut self, form: &TableForm) -> Result<()> {
        self.salon_id = form.salon_id.unwrap_or(self.salon_id);
        if let Some(name) = &form.name {
            self.name = name_of(name, 20)?;
        }
        if self.name.is_empty() {
            return invalid("name", "Escribe el número o nombre de la mesa.").err();
        }
        self.status = status_of(form.status.as_ref(), std::mem::take(&mut self.status))?;
        let spot = &mut self.spot;
        for (given, kept) in [
            (form.seats, &mut spot.seats),
            (form.x, &mut spot.x),
            (form.y, &mut spot.y),
            (form.width, &mut spot.width),
            (form.height, &mut spot.height),
        ] {
            *kept = given.unwrap_or(*kept);
        }
        if let Some(shape) = &form.shape {
            spot.shape.clone_from(shape);
        }
        spot.check("")
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

/// The first place, row by row, where the table stands free; a full room gives its corner.
fn free_place(room: &SalonFields, others: &[Spot], table: &Spot) -> (i64, i64) {
    let steps = |from: i64, to: i64| (0..).map(move |n| from + n * STEP).take_while(move |at| *at <= to);
    let right = room.width - table.width - GAP;
    let bottom = room.height - table.height - GAP;
    steps(GAP, bottom)
        .flat_map(|y| steps(GAP, right).map(move |x| (x, y)))
        .find(|(x, y)| {
            let here = Spot { x: *x, y: *y, ..table.clone() };
            !others.iter().any(|other| here.touches(other))
        })
        .unwrap_or((0, 0))
}

fn name_of(text: &str, most: usize) -> Result<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.chars().count() > most {
        return invalid("name", format!("El nombre puede tener hasta {most} letras.")).err();
    }
    Ok(name)
}

fn status_of(given: Option<&String>, was: String) -> Result<String> {
    match given {
        None => Ok(was),
        Some(s) if s == "ACTIVE" || s == "INACTIVE" => Ok(s.clone()),
        Some(_) => invalid("status", "El estado es ACTIVE o INACTIVE.").err(),
    }
}

fn within(field: &str, what: &str, n: i64, (least, most): (i64, i64)) -> Result<()> {
    if (least..=most).contains(&n) {
        return Ok(());
    }
    invalid(field, format!("{what} debe estar entre {least} y {most}.")).err()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(x: i64, y: i64) -> Spot {
        Spot { x, y, width: 140, height: 112, shape: "SQUARE".into(), seats: 4 }
    }

    #[test]
    fn a_new_table_stands_clear_of_the_others() {
        let room = SalonFields::default();
        assert_eq!(free_place(&room, &[], &table(0, 0)), (32, 32), "an empty room");
        let first = table(32, 32);
        let (x, y) = free_place(&room, std::slice::from_ref(&first), &table(0, 0));
        assert!(!table(x, y).touches(&first), "{x} {y}");
        let mut all = vec![first];
        // However many tables: each stands clear, until there is no room left.
        loop {
            let (x, y) = free_place(&room, &all, &table(0, 0));
            if (x, y) == (0, 0) {
                break;
            }
            assert!(!all.iter().any(|o| table(x, y).touches(o)));
            all.push(table(x, y));
        }
        assert!(all.len() >= 12, "{} tables in a usual room", all.len());
    }

    #[test]
    fn a_table_stands_inside_its_room_and_has_a_likely_size() {
        for (spot, fits) in [
            (table(0, 0), true),
            (table(772, 504), true),
            (table(773, 0), false),
            (table(0, 505), false),
            (table(-1, 0), false),
            (Spot { width: 59, ..table(0, 0) }, false),
            (Spot { width: 601, ..table(0, 0) }, false),
            (Spot { seats: 0, ..table(0, 0) }, false),
            (Spot { seats: 100, ..table(0, 0) }, false),
            (Spot { shape: "STAR".into(), ..table(0, 0) }, false),
            (Spot { x: i64::MAX, ..table(0, 0) }, false),
        ] {
            assert_eq!(spot.check_inside(912, 616, "").is_ok(), fits, "{spot:?}");
        }
    }
}
