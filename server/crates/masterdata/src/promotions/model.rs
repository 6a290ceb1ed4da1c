//! A promotion.

use chrono::NaiveDate;
use comanda_base::ids::PromotionId;
use comanda_base::words::Status;
use serde::Serialize;
use utoipa::ToSchema;

/// An offer printed on a paper of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, comanda_from_row::FromRow)]
pub struct Promotion {
    pub id: PromotionId,
    pub name: String,
    /// A few lines, wrapped at the width of the paper.
    pub text: String,
    /// The first and last business day; absent: unlimited.
    pub valid_from: Option<NaiveDate>,
    pub valid_until: Option<NaiveDate>,
    pub status: Status,
}

impl Promotion {
    /// Whether the promotion is active and valid on a day.
    pub fn is_valid_on(&self, day: NaiveDate) -> bool {
        self.status.is_active()
            && self.valid_from.is_none_or(|from| from <= day)
            && self.valid_until.is_none_or(|until| day <= until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_last_day_are_valid() {
        let day = |n| NaiveDate::from_ymd_opt(2026, 11, n).unwrap();
        let promotion = |from: Option<u32>, until: Option<u32>, status: Status| Promotion {
            id: PromotionId(1),
            name: String::new(),
            text: String::new(),
            valid_from: from.map(day),
            valid_until: until.map(day),
            status,
        };
        for (from, until, status, expected) in [
            (None, None, Status::Active, true),
            (None, None, Status::Inactive, false),
            (Some(21), Some(21), Status::Active, true),
            (Some(22), None, Status::Active, false),
            (None, Some(20), Status::Active, false),
        ] {
            assert_eq!(promotion(from, until, status).is_valid_on(day(21)), expected, "{from:?} {until:?} {status}");
        }
    }
}
