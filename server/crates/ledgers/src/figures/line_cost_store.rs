//! SQL of the cost of order lines.

use comanda_base::db::Sql;

macro_rules! line_costs {
    ($reasons:literal) => {
        concat!(
            "SELECT l.id AS line_id, l.quantity, l.cost_basis AS basis, l.entered_cost, COUNT(m.id) AS moves, COUNT(m.value) AS valued,
                    CAST(-SUM(m.value) AS BIGINT) AS taken_value
             FROM order_lines l LEFT JOIN stock_moves m ON m.line_id = l.id AND m.reason IN ",
            $reasons
        )
    };
}

/// Selects the cost of lines `l` by what was sold of them: what they took, less what came back when units were dismissed. A refund is not
/// part of it, because credit notes have costs of their own. [`GROUP_BY_LINE`] has to follow the conditions.
pub fn select_sold_costs() -> Sql {
    Sql::new(line_costs!("('SALE', 'SPLIT', 'DISMISSED')"))
}

/// Selects the cost of what lines `l` used up for good: what they took, less what came back to the shelf. [`GROUP_BY_LINE`] has to follow
/// the conditions.
pub fn select_used_costs() -> Sql {
    Sql::new(line_costs!("('SALE', 'SPLIT', 'DISMISSED', 'REFUNDED', 'WASTE')"))
}

pub const GROUP_BY_LINE: &str = "GROUP BY l.id, l.quantity, l.cost_basis, l.entered_cost";
