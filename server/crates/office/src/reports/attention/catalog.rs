//! Notices of dishes that are sold although no production area makes them.

use super::{Attention, NoticeKind, NoticeLevel, counted};
use crate::reports::store;
use comanda_base::{db::Tx, error::Result};

/// The most dishes that a notice names.
const MAX_NAMES: usize = 4;
const ADVICE: &str = "No salen en ninguna comanda ni pantalla: elige su área, o que no pasan por cocina";

pub(super) async fn load_without_area_notice(tx: &mut Tx) -> Result<Option<Attention>> {
    let names = store::list_sold_without_area(tx).await?;
    if names.is_empty() {
        return Ok(None);
    }
    let text = counted(names.len(), "producto sin área se vende", "productos sin área se venden");
    let first = names.iter().take(MAX_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = if names.len() > MAX_NAMES { format!(" y {} más", names.len() - MAX_NAMES) } else { String::new() };
    let notice = Attention::new(NoticeKind::WithoutArea, NoticeLevel::Warning, text, "/products?without_area=true");
    Ok(Some(notice.detail(format!("{first}{more}. {ADVICE}"))))
}
