//! Notices of stock items: below their minimum, with a risen price, or idle.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel, counted, store_room};
use crate::reports::{figures::LowItem, store};
use comanda_base::{db::Tx, error::Result};
use comanda_ledgers::stock::ItemKind;

/// The most items that a notice names.
const MAX_NAMES: usize = 4;

pub(super) async fn load_low_stock_notices(tx: &mut Tx) -> Result<Vec<Attention>> {
    let (mut negative, low): (Vec<_>, Vec<_>) =
        store::list_short_items(tx).await?.into_iter().partition(|item| item.on_hand.is_negative());
    negative.sort_by_key(|item| item.on_hand);
    let (products, supplies): (Vec<_>, Vec<_>) = low.into_iter().partition(|item| item.kind == ItemKind::Product);
    let named = |items: &[LowItem], one: &str, many: &str, path: &str| {
        (!items.is_empty()).then(|| {
            Attention::new(NoticeKind::LowStock, NoticeLevel::Warning, counted(items.len(), one, many), path)
                .detail(names(items))
        })
    };
    let low = [
        named(
            &products,
            "producto bajo su stock mínimo",
            "productos bajo su stock mínimo",
            "/inventory/stock?below_min_stock=true&item_type=PRODUCT",
        ),
        named(
            &supplies,
            "insumo bajo su stock mínimo",
            "insumos bajo su stock mínimo",
            "/inventory/stock?below_min_stock=true&item_type=SUPPLY",
        ),
    ];
    Ok(negative_stock_notice(&negative).into_iter().chain(low.into_iter().flatten()).collect())
}

/// Returns notices of items bought at a higher price than before, and of items nobody uses.
pub(super) async fn load_price_and_idle_notices(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Vec<Attention>> {
    let store_room = store_room::load_recent_findings(tx, context).await?;
    let found = &store_room.notices;
    let rises = (!found.rises.is_empty()).then(|| {
        let text = counted(found.rises.len(), "ítem subió de precio", "ítems subieron de precio");
        let first = found.rises.iter().take(MAX_NAMES).map(|(name, percent)| format!("{name} +{percent} %"));
        Attention::new(NoticeKind::PriceRise, NoticeLevel::Info, text, "/inventory/stock?alert=PRICE_RISE")
            .detail(first.collect::<Vec<_>>().join(", "))
    });
    let idle = (found.idle > 0).then(|| {
        let text = counted(found.idle, "ítem sin movimiento hace 60 días", "ítems sin movimiento hace 60 días");
        Attention::new(NoticeKind::IdleStock, NoticeLevel::Info, text, "/inventory/stock?alert=IDLE")
            .detail(format!("Valen S/ {:#} al costo", found.idle_value.to_centimos()))
    });
    Ok(rises.into_iter().chain(idle).collect())
}

/// Returns the notice of items with negative stock: it names the first and counts the others.
fn negative_stock_notice(items: &[LowItem]) -> Option<Attention> {
    let first = items.first()?;
    let more = match items.len() - 1 {
        0 => String::new(),
        1 => " y otro".to_owned(),
        n => format!(" y {n} más"),
    };
    let text = format!("Stock en negativo: {}{more}", with_amount(first));
    Some(Attention::new(NoticeKind::Stock, NoticeLevel::Bad, text, "/inventory/stock?alert=NEGATIVE"))
}

fn with_amount(item: &LowItem) -> String {
    let amount = format!("{} {}", item.on_hand, item.unit.as_deref().unwrap_or_default());
    format!("{} ({})", item.name, amount.trim_end())
}

fn names(items: &[LowItem]) -> String {
    let named = items.iter().take(MAX_NAMES).map(with_amount).collect::<Vec<_>>().join(", ");
    if items.len() > MAX_NAMES { format!("{named}…") } else { named }
}
