//! The price of plastic bags: it must include the tax on them, whatever determined it: a schedule, a planned price, a change of the law.
//! Pure.

use crate::orders::store::NewLine;
use comanda_base::{
    error::{Result, invalid},
    money::Money,
};
use comanda_masterdata::catalog::selling::LocalMoment;
use comanda_platform::{law, settings::tax};

/// Refuses a bag whose price at this moment is not more than the tax of its day.
pub(super) fn check_price_covers_tax(line: &NewLine, moment: LocalMoment, at: &str) -> Result<()> {
    let bag_tax = law::bag_tax_on(tax::issue_date(moment.at));
    if !line.is_plastic_bag || line.unit_total() >= bag_tax + Money::centimos(1) {
        return Ok(());
    }
    let (name, price) = (&line.name, line.unit_total());
    let text = format!(
        "{name} cuesta S/ {price:#} y el ICBPER es S/ {bag_tax:#}: no alcanza. Pide que le pongan un precio mayor en la carta."
    );
    invalid(&format!("{at}.product.id"), text).err()
}
