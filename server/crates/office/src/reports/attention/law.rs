//! Notices of coming changes of the law that affect the house.

use super::{Attention, AttentionContext, NoticeKind, NoticeLevel};
use crate::rate_change::{self, LawNotice};
use comanda_base::{db::Tx, error::Result};

/// The screen of the coming change.
const RATE_PATH: &str = "/billing-config/rate-change";
const SALES_PATH: &str = "/billing-config";

pub(super) async fn load_rate_attention(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Option<Attention>> {
    let notice = rate_change::load_rate_notice(tx, context.settings, context.now).await?;
    Ok(notice.map(|notice| attention(NoticeKind::LawRate, notice, RATE_PATH)))
}

pub(super) async fn load_sales_attention(tx: &mut Tx, context: &AttentionContext<'_>) -> Result<Option<Attention>> {
    let notice = rate_change::load_sales_notice(tx, context.settings, context.now).await?;
    Ok(notice.map(|notice| attention(NoticeKind::LawSales, notice, SALES_PATH)))
}

fn attention(kind: NoticeKind, notice: LawNotice, path: &str) -> Attention {
    Attention::new(kind, NoticeLevel::Warning, notice.text, path).detail(notice.detail)
}
