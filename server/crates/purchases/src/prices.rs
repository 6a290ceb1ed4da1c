//! Prices paid for items, and their changes.

use super::{
    model::{LastPrice, PaidPrice},
    prices_store::{self as store, PaidLine},
};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::ProviderId,
    money::{CENTIMO, Money, Quantity, div_round},
};
use comanda_ledgers::stock::Item;

const MAX_SHOWN: i64 = 200;
const MAX_ITEMS: usize = 500;

/// Loads the prices paid for an item, the latest first, each with its change from the previous one.
pub(super) async fn load_price_history(
    tx: &mut Tx,
    item: Item,
    provider: Option<ProviderId>,
) -> Result<Vec<PaidPrice>> {
    let found = store::load_price_history(tx, item, provider, MAX_SHOWN + 1).await?;
    let prices: Vec<Money> = found.iter().map(base_price).collect();
    let before = prices.iter().skip(1).copied().map(Some).chain([None]);
    let rows = found.into_iter().zip(prices.iter().copied().zip(before)).map(|(p, (base_price, before))| PaidPrice {
        date: p.date,
        provider_id: p.provider_id,
        provider_name: p.provider_name,
        purchase_id: p.purchase_id,
        full_number: p.full_number,
        quantity: p.quantity,
        measurement: p.measurement,
        buy_price: p.buy_price,
        base_price,
        change_percent: before.and_then(|before| change_percent(before, base_price)),
    });
    Ok(rows.take(usize::try_from(MAX_SHOWN).unwrap_or_default()).collect())
}

/// Loads the last price of each item of a list such as `SUPPLY:3,PRODUCT:9`.
pub(super) async fn load_last_prices(tx: &mut Tx, items: &str) -> Result<Vec<LastPrice>> {
    let mut requested = Vec::new();
    for text in items.split(',').map(str::trim).filter(|t| !t.is_empty()) {
        let item =
            text.split_once(':').and_then(|(kind, id)| Some(Item::from_row(kind.parse().ok()?, id.parse().ok()?)));
        let Some(item) = item else { return invalid("items", "Escribe los ítems como SUPPLY:3,PRODUCT:9.").err() };
        requested.push(item);
    }
    if requested.len() > MAX_ITEMS {
        return invalid("items", "Se pueden pedir hasta 500 ítems a la vez.").err();
    }
    let price = |p: PaidLine| LastPrice {
        base_price: base_price(&p),
        item_type: p.item_type,
        item_id: p.item_id,
        date: p.date,
        provider_name: p.provider_name,
        buy_price: p.buy_price,
        measurement: p.measurement,
        measurement_id: p.measurement_id,
    };
    Ok(store::load_last_lines(tx, &requested).await?.into_iter().map(price).collect())
}

fn base_price(paid: &PaidLine) -> Money {
    paid.paid_price.per_unit(paid.base_quantity).unwrap_or_default()
}

/// Returns the change of a price in per cent with two decimals; `None` where the price before was not positive.
fn change_percent(before: Money, now: Money) -> Option<Quantity> {
    if before <= Money::ZERO {
        return None;
    }
    let hundredths = i128::from(now.millionths() - before.millionths()) * 10_000;
    let rounded = div_round(hundredths, i128::from(before.millionths())) * i128::from(CENTIMO);
    i64::try_from(rounded).ok().map(Quantity::from_millionths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn price_changes_are_in_per_cent() {
        let change = |before: &str, now: &str| {
            change_percent(before.parse().unwrap(), now.parse().unwrap()).map(|percent| percent.to_string())
        };
        assert_eq!(change("4.00", "4.50").as_deref(), Some("12.5"));
        assert_eq!(change("3.00", "2.00").as_deref(), Some("-33.33"));
        assert_eq!(change("3.00", "3.00").as_deref(), Some("0"));
        assert_eq!(change("0", "3.00"), None);
    }
}
