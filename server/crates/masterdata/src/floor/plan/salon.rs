//! A salon: its size, its landmarks, and whether its tables fit in.

use super::{
    super::model::{Landmark, Salon},
    check_range, clean_name,
    spot::TablePlacement,
};
use comanda_base::{
    error::{Faults, Result, invalid},
    words::Status,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// More salons than any restaurant has.
pub const MAX_SALONS: usize = 50;
const MAX_LANDMARKS: usize = 30;
const ROOM_WIDTH: (i64, i64) = (300, 4000);
const ROOM_HEIGHT: (i64, i64) = (200, 3000);

/// Body of `POST /salons` and `PUT /salons/{id}`; PUT changes only what is given.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct SalonForm {
    pub name: Option<String>,
    pub description: Option<String>,
    pub status: Option<Status>,
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub landmarks: Option<Vec<Landmark>>,
    pub position: Option<i64>,
}

/// All fields of a salon, as they will be stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SalonFields {
    pub name: String,
    pub description: String,
    pub status: Status,
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
            status: Status::Active,
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
    /// Applies the fields of the form; `tables` must still fit in.
    pub fn apply_form(mut self, form: &SalonForm, tables: &[TablePlacement]) -> Result<Self> {
        let mut faults = Faults::default();
        if let Some(name) = &form.name {
            self.name = faults.or_default(clean_name(name, 40))?;
        }
        faults.check(!self.name.is_empty(), "name", "Escribe el nombre del salón.");
        if let Some(text) = &form.description {
            self.description = text.trim().chars().take(200).collect();
        }
        self.status = form.status.unwrap_or(self.status);
        self.position = form.position.unwrap_or(self.position).clamp(0, 10_000);
        self.width = form.width.unwrap_or(self.width);
        self.height = form.height.unwrap_or(self.height);
        if let Some(landmarks) = &form.landmarks {
            self.landmarks.clone_from(landmarks);
        }
        faults.ok(self.check_room(tables))?;
        faults.finish()?;
        Ok(self)
    }

    /// Checks that the size of the salon, its landmarks and these tables fit together.
    pub fn check_room(&self, tables: &[TablePlacement]) -> Result<()> {
        let mut faults = Faults::default();
        faults.ok(check_range("width", "El ancho del salón", self.width, ROOM_WIDTH))?;
        faults.ok(check_range("height", "El largo del salón", self.height, ROOM_HEIGHT))?;
        faults.finish()?;
        if self.landmarks.len() > MAX_LANDMARKS {
            return invalid("landmarks", format!("Un salón puede tener hasta {MAX_LANDMARKS} referencias.")).err();
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
        if mark.name.chars().count() > 40 {
            return invalid(&at("name"), "Hasta 40 letras.").err();
        }
        check_range(&at("width"), "El ancho", mark.width, (10, self.width))?;
        check_range(&at("height"), "El largo", mark.height, (10, self.height))?;
        check_range(&at("x"), "La posición", mark.x, (0, self.width - mark.width))?;
        check_range(&at("y"), "La posición", mark.y, (0, self.height - mark.height))
    }
}
