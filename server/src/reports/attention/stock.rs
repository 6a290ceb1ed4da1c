//! Items that are counted and of which there is too little.

use super::{Attention, NoticeKind, NoticeLevel, counted};
use crate::{
    db::Tx,
    error::Result,
    reports::{figures::LowItem, store},
    stock::ItemKind,
};

/// Items that a notice names.
const MAX_NAMES: usize = 4;

pub(super) async fn short(tx: &mut Tx) -> Result<Vec<Attention>> {
    let (mut below_zero, low): (Vec<_>, Vec<_>) =
        store::short_items(tx).await?.into_iter().partition(|item| item.on_hand.is_negative());
    below_zero.sort_by_key(|item| item.on_hand);
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
            "/products?below_min_stock=true&status=ACTIVE",
        ),
        named(
            &supplies,
            "insumo bajo su stock mínimo",
            "insumos bajo su stock mínimo",
            "/supplies?below_min_stock=true&status=ACTIVE",
        ),
    ];
    Ok(negative(&below_zero).into_iter().chain(low.into_iter().flatten()).collect())
}

/// Items of which more was sold than ever came in: one is named, more are counted with the worst one first.
fn negative(items: &[LowItem]) -> Option<Attention> {
    let first = items.first()?;
    let more = match items.len() - 1 {
        0 => String::new(),
        1 => " y otro".to_owned(),
        n => format!(" y {n} más"),
    };
    let path = if first.kind == ItemKind::Supply { "/supplies" } else { "/products" };
    let text = format!("Stock en negativo: {}{more}", with_amount(first));
    Some(Attention::new(NoticeKind::Stock, NoticeLevel::Bad, text, path))
}

fn with_amount(item: &LowItem) -> String {
    let amount = format!("{} {}", item.on_hand, item.unit.as_deref().unwrap_or_default());
    format!("{} ({})", item.name, amount.trim_end())
}

fn names(items: &[LowItem]) -> String {
    let named = items.iter().take(MAX_NAMES).map(with_amount).collect::<Vec<_>>().join(", ");
    if items.len() > MAX_NAMES { format!("{named}…") } else { named }
}
