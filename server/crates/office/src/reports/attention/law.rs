//! What the law is about to change for the house.

use super::{Attention, Look, NoticeKind, NoticeLevel};
use crate::rate_change::{self, LawNotice};
use comanda_base::{db::Tx, error::Result};

/// Its screen is the change itself.
const RATE_PATH: &str = "/billing-config/rate-change";
const SALES_PATH: &str = "/billing-config";

pub(super) async fn rate(tx: &mut Tx, look: &Look<'_>) -> Result<Option<Attention>> {
    let notice = rate_change::rate_notice(tx, look.settings, look.now).await?;
    Ok(notice.map(|notice| attention(NoticeKind::LawRate, notice, RATE_PATH)))
}

pub(super) async fn sales(tx: &mut Tx, look: &Look<'_>) -> Result<Option<Attention>> {
    let notice = rate_change::sales_notice(tx, look.settings, look.now).await?;
    Ok(notice.map(|notice| attention(NoticeKind::LawSales, notice, SALES_PATH)))
}

fn attention(kind: NoticeKind, notice: LawNotice, path: &str) -> Attention {
    Attention::new(kind, NoticeLevel::Warning, notice.text, path).detail(notice.detail)
}
