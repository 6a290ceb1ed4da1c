//! What can be counted, and shares of it. Pure.

use comanda_base::{
    ids::{ProductId, SupplyId},
    money::{Quantity, div_round},
    words::words,
};

/// Something that there is so much of. In the order in which rows are locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// A product that is resold as it was bought.
    Product(ProductId),
    /// What dishes are made of.
    Supply(SupplyId),
}

words!(
    /// `item_kind` of the rows of stock.
    ItemKind { Product = "PRODUCT", Supply = "SUPPLY" }
);

words!(
    /// Why something went out or came back.
    MoveReason {
        /// A line took it.
        Sale = "SALE",
        /// Units of a line were dismissed.
        Dismissed = "DISMISSED",
        /// Units of a line were refunded.
        Refunded = "REFUNDED",
        /// What came back was of no use any more.
        Waste = "WASTE",
        /// A share went to a line that was split off.
        Split = "SPLIT",
        /// What the demonstration restaurant began with.
        Entry = "ENTRY",
        /// It was bought.
        Purchase = "PURCHASE",
        /// A supplier's note sent it back, or changed what it cost.
        PurchaseNote = "PURCHASE_NOTE",
        /// What was there when counting began.
        Opening = "OPENING",
        /// A count found another quantity.
        Count = "COUNT",
        /// It had expired.
        Expired = "WASTE_EXPIRED",
        /// It broke or was spilled.
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
    /// As people read it.
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
    /// `item_kind` of its rows.
    pub fn kind(self) -> ItemKind {
        match self {
            Item::Product(_) => ItemKind::Product,
            Item::Supply(_) => ItemKind::Supply,
        }
    }
    /// `item_id` of its rows.
    pub fn id(self) -> i64 {
        match self {
            Item::Product(id) => id.0,
            Item::Supply(id) => id.0,
        }
    }
    /// Of a product.
    pub fn product(self) -> Option<ProductId> {
        match self {
            Item::Product(id) => Some(id),
            Item::Supply(_) => None,
        }
    }
    /// Of a supply.
    pub fn supply(self) -> Option<SupplyId> {
        match self {
            Item::Product(_) => None,
            Item::Supply(id) => Some(id),
        }
    }
    /// From a row.
    pub fn of(kind: ItemKind, id: i64) -> Self {
        match kind {
            ItemKind::Product => Item::Product(ProductId(id)),
            ItemKind::Supply => Item::Supply(SupplyId(id)),
        }
    }
}

/// An item with a quantity: on hand, or a change of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    pub item: Item,
    pub quantity: Quantity,
}

/// What a line still has out of an item, for how many units of the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Outstanding {
    pub item: Item,
    pub quantity: Quantity,
    pub units: Quantity,
}

impl Outstanding {
    /// What comes back with `units` of the line: their share of what is out, half away from zero to the millionth; with the last
    /// units all that is left, so that nothing is ever lost to rounding.
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
        fn what_comes_back_in_parts_is_exactly_what_went_out(
            quantity in 1i64..1_000_000_000_000,
            parts in prop::collection::vec(1i64..20, 1..12),
        ) {
            let mut left = out(quantity, parts.iter().sum());
            for part in parts {
                let share = left.share(Quantity::units(part));
                prop_assert!(!share.is_negative() && share <= left.quantity);
                left.quantity -= share;
                left.units -= Quantity::units(part);
            }
            prop_assert!(left.quantity.is_zero());
        }
    }
}
