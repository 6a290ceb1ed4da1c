//! The cost of order lines: the values of their stock moves, and the entered costs of what stock does not count.

use comanda_base::{
    ids::LineId,
    money::{Money, Quantity},
    words::text_enum,
};

text_enum!(
    /// The parts from which the cost of an order line is added up.
    LineCostBasis {
        /// The values of its stock moves. Unknown where it has none.
        Moves = "MOVES",
        /// The values of its stock moves, and the entered costs of ingredients that are not counted.
        MovesAndEntered = "MOVES_AND_ENTERED",
        /// Entered costs alone, whatever it took out of stock.
        Entered = "ENTERED",
    }
);

/// The cost that was entered for one unit of a line, as it is stored when the line is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EnteredCost {
    pub basis: LineCostBasis,
    /// `None` where the cost of any part is unknown, and where the basis is stock moves alone.
    pub amount: Option<Money>,
}

/// The data from which the cost of a line is computed.
#[derive(Debug, Clone, Copy, comanda_from_row::FromRow)]
pub struct LineCost {
    pub line_id: LineId,
    /// The quantity of the line.
    pub quantity: Quantity,
    pub basis: LineCostBasis,
    pub entered_cost: Option<Money>,
    /// The number of stock moves that count.
    pub moves: i64,
    /// The number of those whose value is known.
    pub valued: i64,
    /// The value that those took out of stock.
    pub taken_value: Option<Money>,
}

impl LineCost {
    /// Computes the cost of the whole line; `None` where the cost of any part is unknown.
    pub fn whole_line_cost(&self) -> Option<Money> {
        let entered = || self.entered_cost?.cost_of(self.quantity);
        let taken = || (self.moves == self.valued).then_some(self.taken_value.unwrap_or_default());
        match self.basis {
            LineCostBasis::Moves => taken().filter(|_| self.moves > 0),
            LineCostBasis::MovesAndEntered => taken()?.checked_add(entered()?),
            LineCostBasis::Entered => entered(),
        }
    }

    /// Computes the cost of `quantity` of the line; `None` where it is unknown.
    pub fn cost_of(&self, quantity: Quantity) -> Option<Money> {
        self.whole_line_cost().filter(|_| self.quantity > Quantity::ZERO)?.proportion(quantity, self.quantity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_of_a_line_is_unknown_where_any_part_of_it_is() {
        let line = |basis, entered: Option<i64>, (moves, valued): (i64, i64)| LineCost {
            line_id: LineId(1),
            quantity: Quantity::units(3),
            basis,
            entered_cost: entered.map(Money::units),
            moves,
            valued,
            taken_value: (valued > 0).then(|| Money::units(7)),
        };
        use LineCostBasis::{Entered, Moves, MovesAndEntered};
        for (basis, entered, moves, cost) in [
            (Moves, None, (0, 0), None),
            (Moves, None, (2, 1), None),
            (Moves, None, (2, 2), Some(7)),
            (MovesAndEntered, Some(2), (2, 2), Some(13)),
            (MovesAndEntered, Some(2), (0, 0), Some(6)),
            (MovesAndEntered, Some(2), (2, 1), None),
            (MovesAndEntered, None, (2, 2), None),
            (Entered, Some(2), (2, 1), Some(6)),
            (Entered, None, (2, 2), None),
        ] {
            assert_eq!(
                line(basis, entered, moves).whole_line_cost(),
                cost.map(Money::units),
                "{basis} {entered:?} {moves:?}"
            );
        }
    }
}
