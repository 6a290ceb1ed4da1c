//! The items whose stock is counted, and shares of their quantities. Pure.

use comanda_base::{
    ids::{ProductId, SupplyId},
    money::{Quantity, div_round},
    words::text_enum,
};

/// An item whose stock is counted. Its order is the one in which rows are locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// An ingredient of dishes.
    Product(ProductId),
    /// A supply: something that dishes are made of.
    Supply(SupplyId),
}

text_enum!(
    /// The kind of item, `item_kind` in the tables of stock.
    ItemKind { Product = "PRODUCT", Supply = "SUPPLY" }
);

text_enum!(
    /// The reason why stock went out or came back.
    MoveReason {
        /// An order line took it.
        Sale = "SALE",
        /// Units of a line were dismissed.
        Dismissed = "DISMISSED",
        /// Units of a line were refunded.
        Refunded = "REFUNDED",
        /// Stock came back that could not be used any more.
        Waste = "WASTE",
        /// A share went to a line that was split off.
        Split = "SPLIT",
        /// The initial stock of the demonstration restaurant.
        Entry = "ENTRY",
        /// A purchase brought it.
        Purchase = "PURCHASE",
        /// A supplier's note sent it back, or changed its cost.
        PurchaseNote = "PURCHASE_NOTE",
        /// The stock at the moment when counting began.
        Opening = "OPENING",
        /// A count found another quantity.
        Count = "COUNT",
        /// The goods were thrown away because they had expired.
        Expired = "WASTE_EXPIRED",
        /// The goods were lost because they broke or were spilled.
        Broken = "WASTE_BROKEN",
        /// The kitchen made a mistake.
        KitchenError = "WASTE_KITCHEN",
        StaffMeal = "STAFF_MEAL",
        Gift = "GIFT",
        OwnUse = "OWN_USE",
        Production = "PRODUCTION",
        Other = "OTHER",
    }
);

impl MoveReason {
    /// Returns the Spanish name that users see.
    pub fn label(self) -> &'static str {
        match self {
            MoveReason::Sale => "Venta",
            MoveReason::Dismissed => "Plato anulado",
            MoveReason::Refunded => "Devolución",
            MoveReason::Waste => "Merma: plato anulado",
            MoveReason::Split => "Cuenta dividida",
            MoveReason::Entry => "Ingreso",
            MoveReason::Purchase => "Compra",
            MoveReason::PurchaseNote => "Nota del proveedor",
            MoveReason::Opening => "Stock inicial",
            MoveReason::Count => "Conteo",
            MoveReason::Expired => "Merma: vencido",
            MoveReason::Broken => "Merma: roto o derramado",
            MoveReason::KitchenError => "Merma: error de cocina",
            MoveReason::StaffMeal => "Comida del personal",
            MoveReason::Gift => "Regalo o cortesía",
            MoveReason::OwnUse => "Consumo propio",
            MoveReason::Production => "Producción",
            MoveReason::Other => "Otro movimiento",
        }
    }
}

impl Item {
    /// Returns the `item_kind` of its rows.
    pub fn kind(self) -> ItemKind {
        match self {
            Item::Product(_) => ItemKind::Product,
            Item::Supply(_) => ItemKind::Supply,
        }
    }
    /// Returns the `item_id` of its rows.
    pub fn id(self) -> i64 {
        match self {
            Item::Product(id) => id.0,
            Item::Supply(id) => id.0,
        }
    }
    /// Returns the id if it is a product.
    pub fn product_id(self) -> Option<ProductId> {
        match self {
            Item::Product(id) => Some(id),
            Item::Supply(_) => None,
        }
    }
    /// Returns the id if it is a supply.
    pub fn supply_id(self) -> Option<SupplyId> {
        match self {
            Item::Product(_) => None,
            Item::Supply(id) => Some(id),
        }
    }
    /// Builds the item from the columns of a row.
    pub fn from_row(kind: ItemKind, id: i64) -> Self {
        match kind {
            ItemKind::Product => Item::Product(ProductId(id)),
            ItemKind::Supply => Item::Supply(SupplyId(id)),
        }
    }
}

/// An item with a quantity: what is on hand, or a change of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemQuantity {
    pub item: Item,
    pub quantity: Quantity,
}

/// The quantity that a line still has out of an item, and the units of the line for which it went out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Outstanding {
    pub item: Item,
    pub quantity: Quantity,
    pub units: Quantity,
}

impl Outstanding {
    /// Returns what comes back with `units` of the line: their share of what is out, rounded half away from zero to the millionth. The last
    /// units bring back all that is left, so that nothing is lost to rounding.
    pub(super) fn share(&self, units: Quantity) -> Quantity {
        if units >= self.units {
            return self.quantity;
        }
        let part = i128::from(self.quantity.millionths()) * i128::from(units.millionths());
        let share = div_round(part, i128::from(self.units.millionths()));
        Quantity::from_millionths(i64::try_from(share).unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn out(quantity: i64, units: i64) -> Outstanding {
        Outstanding {
            item: Item::Supply(SupplyId(1)),
            quantity: Quantity::from_millionths(quantity),
            units: Quantity::units(units),
        }
    }

    #[test]
    fn a_share_is_rounded_once_half_away_from_zero() {
        for (quantity, units, of, share) in [(100, 3, 1, 33), (200, 3, 1, 67), (5, 2, 1, 3), (7, 3, 3, 7), (7, 3, 9, 7)]
        {
            assert_eq!(
                out(quantity, units).share(Quantity::units(of)).millionths(),
                share,
                "{quantity} for {units}, {of} back"
            );
        }
    }

    #[test]
    fn rows_are_locked_products_first() {
        assert!(Item::Product(ProductId(9)) < Item::Supply(SupplyId(1)));
        assert!(
            Item::Product(ProductId(9)).kind().as_str() < Item::Supply(SupplyId(1)).kind().as_str(),
            "as the databases order them"
        );
    }

    proptest! {
        #[test]
        fn partial_returns_add_up_to_what_was_taken(
            quantity in 1i64..1_000_000_000_000,
            parts in prop::collection::vec(1i64..20, 1..12),
        ) {
            let mut remaining = out(quantity, parts.iter().sum());
            for part in parts {
                let share = remaining.share(Quantity::units(part));
                prop_assert!(!share.is_negative() && share <= remaining.quantity);
                remaining.quantity -= share;
                remaining.units -= Quantity::units(part);
            }
            prop_assert!(remaining.quantity.is_zero());
        }
    }
}
