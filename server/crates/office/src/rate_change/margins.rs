//! Computes the net amount of a price, and the price that keeps that net amount under another rate. Pure.

use comanda_base::{
    money::{CENTIMO, Money, Quantity, SCALE, div_round},
    words::text_enum,
};
use comanda_platform::settings::Settings;

/// A hundred per cent, in millionths of one per cent.
const WHOLE: i128 = 100 * SCALE as i128;

text_enum!(
    /// The step to which proposed prices are rounded.
    #[derive(Default)]
    PriceStep {
        TenCentimos = "0.10",
        #[default]
        HalfSol = "0.50",
        Sol = "1.00",
    }
);

impl PriceStep {
    pub const fn amount(self) -> Money {
        match self {
            Self::TenCentimos => Money::centimos(10),
            Self::HalfSol => Money::centimos(50),
            Self::Sol => Money::units(1),
        }
    }
}

/// The parts of a price on top of its net amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PriceParts {
    /// Per cent of the net amount.
    pub igv: Quantity,
    /// The recargo al consumo where listed prices include it, per cent of the net amount; zero where it comes on top of the price.
    pub service: Quantity,
}

impl PriceParts {
    /// The parts of a price at a table.
    pub fn at_table(igv: Quantity, settings: &Settings) -> Self {
        let service = if settings.prices_include_service { settings.service_percent } else { Quantity::default() };
        Self { igv, service }
    }
    /// The parts of a price without recargo.
    pub fn without_service(igv: Quantity) -> Self {
        Self { igv, service: Quantity::default() }
    }
    fn gross(self) -> i128 {
        WHOLE + i128::from(self.igv.millionths()) + i128::from(self.service.millionths())
    }
    /// Returns the net amount of a price, to the céntimo.
    pub fn net(self, price: Money) -> Money {
        rounded_to_step(i128::from(price.millionths()) * WHOLE, self.gross() * i128::from(CENTIMO), CENTIMO)
    }
    /// Returns the net amount of one sol, to six decimals.
    pub fn net_of_one(self) -> Quantity {
        i64::try_from(div_round(WHOLE * i128::from(SCALE), self.gross()))
            .map(Quantity::from_millionths)
            .unwrap_or_default()
    }
    /// Converts a net amount under these parts to the net amount that the same prices leave under `then`.
    pub fn net_under(self, then: Self, net: Money) -> Money {
        rounded_to_step(i128::from(net.millionths()) * self.gross(), then.gross() * i128::from(CENTIMO), CENTIMO)
    }
}

/// Returns the price whose net under `then` equals that of `price` under `now`, rounded to the nearest step and never below `price`.
pub(super) fn price_keeping_net(price: Money, now: PriceParts, then: PriceParts, step: PriceStep) -> Money {
    let step = step.amount().millionths();
    rounded_to_step(i128::from(price.millionths()) * then.gross(), now.gross() * i128::from(step), step).max(price)
}

/// Returns `numerator / denominator` steps, rounded half away from zero.
fn rounded_to_step(numerator: i128, denominator: i128, step: i64) -> Money {
    let steps = div_round(numerator, denominator) * i128::from(step);
    i64::try_from(steps).map(Money::from_millionths).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parts(percent: &str) -> PriceParts {
        PriceParts::without_service(percent.parse().unwrap())
    }

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    #[test]
    fn a_proposed_price_keeps_the_net_amount() {
        let (now, then) = (parts("10.5"), parts("15"));
        for (price, net_left, left_if_same, tens, halves, soles) in [
            ("38.00", "34.39", "33.04", "39.50", "39.50", "40.00"),
            ("32.00", "28.96", "27.83", "33.30", "33.50", "33.00"),
            ("9.00", "8.14", "7.83", "9.40", "9.50", "9.00"),
            // Rounded to soles the price would be 1.00, less than it is now.
            ("1.20", "1.09", "1.04", "1.20", "1.20", "1.20"),
        ] {
            let price = money(price);
            assert_eq!((now.net(price), then.net(price)), (money(net_left), money(left_if_same)));
            let price_after = |step| price_keeping_net(price, now, then, step);
            assert_eq!(price_after(PriceStep::TenCentimos), money(tens));
            assert_eq!(price_after(PriceStep::HalfSol), money(halves));
            assert_eq!(price_after(PriceStep::Sol), money(soles));
        }
    }

    #[test]
    fn a_price_that_holds_the_recargo_leaves_less() {
        let settings =
            Settings { prices_include_service: true, service_percent: Quantity::units(10), ..Settings::default() };
        let now = PriceParts::at_table("10.5".parse().unwrap(), &settings);
        let then = PriceParts::at_table(Quantity::units(15), &settings);
        assert_eq!((now.net(money("38")), then.net(money("38"))), (money("31.54"), money("30.40")));
        assert_eq!(price_keeping_net(money("38"), now, then, PriceStep::HalfSol), money("39.50"));
        assert_eq!(then.net_of_one().to_string(), "0.8");
    }

    proptest! {
        #[test]
        fn a_proposed_price_leaves_what_was_left_but_for_half_a_step(
            centimos in 1_i64..10_000_000,
            from in 0_i64..3_000,
            more in 0_i64..2_000,
            step in prop::sample::select(vec![PriceStep::TenCentimos, PriceStep::HalfSol, PriceStep::Sol]),
        ) {
            let percent = |hundredths: i64| PriceParts::without_service(Quantity::from_millionths(hundredths * CENTIMO));
            let (now, then) = (percent(from), percent(from + more));
            let price = Money::centimos(centimos);
            let proposed = price_keeping_net(price, now, then, step);
            prop_assert!(proposed >= price);
            // Both nets are rounded to the céntimo.
            let most = Money::from_millionths(step.amount().millionths() / 2) + Money::centimos(1);
            prop_assert!(then.net(proposed) + most >= now.net(price));
        }
    }
}
