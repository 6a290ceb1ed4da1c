//! The place of a table, and the search for a free one.

use super::{
    super::model::{Landmark, TableRow, TableShape},
    check_range,
    salon::SalonFields,
};
use comanda_base::error::{Faults, Result};
use serde::Serialize;

const TABLE_WIDTH: (i64, i64) = (60, 600);
const TABLE_HEIGHT: (i64, i64) = (60, 400);
const SEATS: (i64, i64) = (1, 99);
/// The gaps between a new table and its neighbours, chairs included: the preferred one, and the least that still works.
const GAPS: [i64; 2] = [32, 12];
/// The step of the search for a free place.
const STEP: i64 = 10;

/// The place and size of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TablePlacement {
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    pub shape: TableShape,
    pub seats: i64,
}

impl From<&TableRow> for TablePlacement {
    fn from(t: &TableRow) -> Self {
        Self { x: t.x, y: t.y, width: t.width, height: t.height, shape: t.shape, seats: t.seats }
    }
}

impl TablePlacement {
    /// Checks the size and the seats, whatever the place; faults are at `prefix` + field.
    pub fn check_size(&self, prefix: &str) -> Result<()> {
        let at = |field: &str| format!("{prefix}{field}");
        let mut faults = Faults::default();
        faults.ok(check_range(&at("seats"), "Las sillas", self.seats, SEATS))?;
        faults.ok(check_range(&at("width"), "El ancho de la mesa", self.width, TABLE_WIDTH))?;
        faults.ok(check_range(&at("height"), "El largo de la mesa", self.height, TABLE_HEIGHT))?;
        faults.finish()
    }

    /// Checks that the table stands within a salon.
    pub fn check_inside(&self, width: i64, height: i64, prefix: &str) -> Result<()> {
        self.check_size(prefix)?;
        let at = |field: &str| format!("{prefix}{field}");
        check_range(
            &at("x"),
            "La mesa queda fuera del salón: su posición a lo ancho",
            self.x,
            (0, width - self.width),
        )?;
        check_range(
            &at("y"),
            "La mesa queda fuera del salón: su posición a lo largo",
            self.y,
            (0, height - self.height),
        )
    }

    /// Whether less than `gap` is between the two tables.
    fn touches(&self, other: &TablePlacement, gap: i64) -> bool {
        let apart = |a: i64, a_len: i64, b: i64, b_len: i64| a + a_len + gap <= b || b + b_len + gap <= a;
        !(apart(self.x, self.width, other.x, other.width) || apart(self.y, self.height, other.y, other.height))
    }

    /// Whether the table overlaps a landmark such as a bar or a door.
    fn overlaps(&self, mark: &Landmark) -> bool {
        let apart = |a: i64, a_len: i64, b: i64, b_len: i64| a + a_len <= b || b + b_len <= a;
        !(apart(self.x, self.width, mark.x, mark.width) || apart(self.y, self.height, mark.y, mark.height))
    }

    /// Whether the table stands within the salon and overlaps no other table.
    pub fn is_free(&self, room: &SalonFields, others: &[TablePlacement]) -> bool {
        let is_inside = self.check_inside(room.width, room.height, "").is_ok();
        is_inside && !others.iter().any(|other| self.touches(other, 0))
    }

    /// Places the table at the first free place of a salon, row by row; closer to its neighbours where the salon is nearly full. Returns
    /// `None` where no table of this size fits in any more.
    pub fn place_at_free_spot(self, room: &SalonFields, others: &[TablePlacement]) -> Option<Self> {
        GAPS.into_iter().find_map(|gap| self.find_place(room, others, gap)).map(|(x, y)| Self { x, y, ..self })
    }

    fn find_place(&self, room: &SalonFields, others: &[TablePlacement], gap: i64) -> Option<(i64, i64)> {
        let steps = |from: i64, to: i64| (0..).map(move |n| from + n * STEP).take_while(move |at| *at <= to);
        let right = room.width - self.width - gap;
        let bottom = room.height - self.height - gap;
        steps(gap, bottom).flat_map(|y| steps(gap, right).map(move |x| (x, y))).find(|(x, y)| {
            let spot = TablePlacement { x: *x, y: *y, ..self.clone() };
            !others.iter().any(|other| spot.touches(other, gap))
                && !room.landmarks.iter().any(|mark| spot.overlaps(mark))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(x: i64, y: i64) -> TablePlacement {
        TablePlacement { x, y, width: 140, height: 112, shape: TableShape::Square, seats: 4 }
    }

    #[test]
    fn a_new_table_stands_clear_of_the_others() {
        let room = SalonFields::default();
        assert_eq!(table(0, 0).place_at_free_spot(&room, &[]), Some(table(32, 32)), "an empty room");
        let mut all = vec![table(32, 32)];
        // Each further table stands clear of the others, until there is no room left.
        while let Some(next) = table(0, 0).place_at_free_spot(&room, &all) {
            assert!(!all.iter().any(|other| next.touches(other, 12)), "{next:?}");
            next.check_inside(room.width, room.height, "").unwrap();
            all.push(next);
        }
        assert!(all.len() >= 15, "{} tables in a usual room", all.len());
        let bar = Landmark {
            kind: crate::floor::model::LandmarkKind::Bar,
            name: "Barra".into(),
            x: 0,
            y: 0,
            width: 912,
            height: 100,
        };
        let with_bar = SalonFields { landmarks: vec![bar], ..SalonFields::default() };
        assert_eq!(table(0, 0).place_at_free_spot(&with_bar, &[]).map(|spot| spot.y), Some(102), "not on the bar");
        let small = TablePlacement { width: 60, height: 60, ..table(0, 0) };
        assert_ne!(small.place_at_free_spot(&room, &all[..1]), None);
        let wide = TablePlacement { width: 600, ..table(0, 0) };
        assert_eq!(
            wide.place_at_free_spot(&SalonFields { width: 300, ..SalonFields::default() }, &[]),
            None,
            "wider than the room"
        );
    }

    #[test]
    fn a_table_stands_inside_its_room_and_has_a_likely_size() {
        for (spot, fits) in [
            (table(0, 0), true),
            (table(772, 504), true),
            (table(773, 0), false),
            (table(0, 505), false),
            (table(-1, 0), false),
            (TablePlacement { width: 59, ..table(0, 0) }, false),
            (TablePlacement { width: 601, ..table(0, 0) }, false),
            (TablePlacement { seats: 0, ..table(0, 0) }, false),
            (TablePlacement { seats: 100, ..table(0, 0) }, false),
            (TablePlacement { x: i64::MAX, ..table(0, 0) }, false),
        ] {
            assert_eq!(spot.check_inside(912, 616, "").is_ok(), fits, "{spot:?}");
        }
    }
}
