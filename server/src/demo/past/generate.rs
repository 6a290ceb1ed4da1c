//! Generates days of sales: guests, orders and payments. Pure, and the same for the same date.

use super::{PastLine, PastPayment, PastSale, SeedContext, Shift, kitchen, random::Random};
use crate::demo::catalog::SeededProduct;
use chrono::{DateTime, Datelike, Duration, NaiveDate, Utc, Weekday};
use comanda_base::money::Money;
use comanda_orders::orders::RequestKind;
use comanda_platform::{law, settings::tax::issue_date};
use std::collections::HashMap;

/// The offset of Lima to UTC, the same all year.
const UTC_BEHIND_HOURS: i64 = 5;
/// Turn name, and minutes of the local day at which the cash box opens, the first and the last guests come, and the cash box closes.
const SHIFTS: [(&str, [i64; 4]); 2] = [("Tarde", [705, 740, 925, 1040]), ("Noche", [1090, 1120, 1365, 1465])];
const BOLETA: i64 = 1;
const FACTURA: i64 = 2;
const SALES_NOTE: i64 = 3;

/// Generates the shifts and sales of these days, in order.
pub(super) fn generate_days<'s>(
    scene: &SeedContext<'s>,
    days: impl Iterator<Item = NaiveDate>,
) -> (Vec<Shift>, Vec<PastSale<'s>>) {
    let (mut shifts, mut sales) = (Vec::new(), Vec::new());
    for day in days {
        let mut dice = Random::new(day.num_days_from_ce().unsigned_abs().into());
        let mut numbers = DayCounters::default();
        for (turn, minutes) in SHIFTS {
            let shift = generate_shift(&mut dice, day, turn, minutes);
            let guests = account_count(&mut dice, day);
            let span = minutes[2] - minutes[1];
            let mut free_from = HashMap::new();
            for n in 0..guests {
                let begins = minutes[1] + span * n / guests + dice.between(0, span / guests);
                let opened = local_minute(day, begins) + Duration::seconds(dice.between(0, 59));
                let mut sale = generate_sale(&mut dice, scene, &mut numbers, &mut free_from, opened);
                sale.shift = shifts.len();
                sales.push(sale);
            }
            shifts.push(shift);
        }
    }
    (shifts, sales)
}

/// The counters of a day.
#[derive(Default)]
struct DayCounters {
    commands: i64,
    takeaways: i64,
    deliveries: i64,
}

fn local_minute(day: NaiveDate, minute: i64) -> DateTime<Utc> {
    let local = day.and_time(chrono::NaiveTime::MIN) + Duration::minutes(minute);
    (local + Duration::hours(UTC_BEHIND_HOURS)).and_utc()
}

fn generate_shift(dice: &mut Random, day: NaiveDate, turn: &'static str, minutes: [i64; 4]) -> Shift {
    const EXPENSES: [&str; 4] = ["Compra de hielo", "Taxi del personal", "Limones y hierbas", "Útiles de limpieza"];
    Shift {
        day,
        turn,
        opened: local_minute(day, minutes[0] + dice.between(0, 9)),
        closed: local_minute(day, minutes[3] + dice.between(0, 9)),
        open_amount: Money::units(200),
        expense: dice.chance(45).then(|| (*dice.pick(&EXPENSES), Money::units(dice.between(12, 60)))),
        difference: if dice.chance(80) { Money::ZERO } else { Money::centimos(dice.between(-30, 30) * 10) },
    }
}

/// Returns the number of accounts of a shift: many on weekends, few on Mondays.
fn account_count(dice: &mut Random, day: NaiveDate) -> i64 {
    match day.weekday() {
        Weekday::Fri | Weekday::Sat | Weekday::Sun => dice.between(23, 28),
        Weekday::Mon => dice.between(13, 17),
        _ => dice.between(17, 22),
    }
}

fn generate_sale<'s>(
    dice: &mut Random,
    scene: &SeedContext<'s>,
    numbers: &mut DayCounters,
    free_from: &mut HashMap<i64, DateTime<Utc>>,
    opened: DateTime<Utc>,
) -> PastSale<'s> {
    numbers.commands += 1;
    let kind =
        *dice.pick_weighted(&[(RequestKind::Table, 78), (RequestKind::Order, 13), (RequestKind::Delivery, 9)], |k| k.1);
    let at_table = kind.0 == RequestKind::Table;
    let sent = opened + Duration::minutes(dice.between(3, 9));
    let stays = if at_table { dice.between(38, 85) } else { dice.between(15, 32) };
    let paid = sent + Duration::minutes(stays);
    let spots: Vec<_> = scene.spots.iter().filter(|s| free_from.get(&s.table_id).is_none_or(|t| *t < opened)).collect();
    let spot = (at_table && !spots.is_empty()).then(|| **dice.pick(&spots));
    if let Some(spot) = spot {
        free_from.insert(spot.table_id, paid);
    }
    let persons = spot.map_or(1, |s| dice.between((s.seats / 2).max(1), s.seats));
    let kind = if at_table && spot.is_none() { RequestKind::Order } else { kind.0 };
    let correlative = match kind {
        RequestKind::Order => Some(&mut numbers.takeaways),
        RequestKind::Delivery => Some(&mut numbers.deliveries),
        RequestKind::Table => None,
    };
    let correlative = correlative.map(|n| {
        *n += 1;
        *n
    });
    let mut lines = generate_lines(dice, scene, kind, persons);
    kitchen::set_preparation_times(&mut lines, sent);
    let total: Money = lines.iter().map(PastLine::total).sum();
    let billing_type = dice.pick_weighted(&[(BOLETA, 62), (FACTURA, 13), (SALES_NOTE, 25)], |b| b.1).0;
    let limit = law::unnamed_boleta_limit(issue_date(paid));
    let named = kind == RequestKind::Delivery || total > limit || dice.chance(15);
    let guest = match billing_type {
        FACTURA => Some(dice.pick(scene.firms)),
        _ => named.then(|| dice.pick(scene.people)),
    };
    PastSale {
        shift: 0,
        kind,
        correlative,
        spot,
        persons,
        attendant: match spot {
            Some(spot) => scene.house.waiters()[usize::from(spot.salon_id != scene.spots[0].salon_id)],
            None => scene.house.cashier(),
        },
        guest,
        command: numbers.commands,
        opened,
        sent,
        paid,
        lines,
        payments: generate_payments(dice, total),
        billing_type,
    }
}

fn generate_lines<'s>(
    dice: &mut Random,
    scene: &SeedContext<'s>,
    kind: RequestKind,
    persons: i64,
) -> Vec<PastLine<'s>> {
    let menu: Vec<&SeededProduct> =
        scene.sold.iter().filter(|p| kind == RequestKind::Table || p.item.delivered).collect();
    let count = (persons + dice.between(0, 2)).clamp(2, 6);
    let mut lines = Vec::new();
    for _ in 0..count {
        let product = *dice.pick_weighted(&menu, |p| p.item.weight);
        lines.push(generate_line(dice, product, kind, persons));
    }
    // An order never has the same dish in two lines.
    lines.sort_by_key(|l| l.product.id);
    lines.dedup_by_key(|l| l.product.id);
    lines
}

fn generate_line<'s>(dice: &mut Random, product: &'s SeededProduct, kind: RequestKind, persons: i64) -> PastLine<'s> {
    let price = if kind == RequestKind::Delivery && product.item.delivered { 200 } else { 0 };
    let topping =
        (!product.toppings.is_empty() && dice.chance(12)).then(|| dice.between(0, product.toppings.len() as i64 - 1));
    let variant = (!product.variants.is_empty()).then(|| dice.between(0, product.variants.len() as i64 - 1));
    let cheap = product.item.centimos < 5_000;
    PastLine {
        product,
        variant: variant.map(|v| v as usize),
        topping: topping.map(|t| t as usize),
        quantity: if cheap && persons > 1 && dice.chance(30) { 2 } else { 1 },
        base: Money::centimos(product.item.centimos + price),
        comment: if dice.chance(6) {
            dice.pick::<&str>(&["Sin cebolla", "Poco picante", "Para compartir"])
        } else {
            ""
        },
        prepared_seconds: None,
    }
}

fn generate_payments(dice: &mut Random, total: Money) -> Vec<PastPayment> {
    let option = dice.pick_weighted(
        &[("Efectivo", 34), ("Visa", 31), ("Yape", 22), ("Plin", 6), ("Transferencia", 2), ("mixed", 5)],
        |o| o.1,
    );
    match option.0 {
        "Efectivo" => vec![cash_payment(dice, total)],
        "mixed" => {
            let half = Money::units(total.millionths() / 2 / comanda_base::money::SCALE);
            vec![cash_payment(dice, total - half), other_payment(dice, "Yape", half)]
        }
        option => vec![other_payment(dice, option, total)],
    }
}

/// Returns a payment in cash, exact or rounded up to the next ten, twenty or fifty.
fn cash_payment(dice: &mut Random, amount: Money) -> PastPayment {
    let note = Money::units(*dice.pick(&[1, 10, 10, 20, 50])).millionths();
    let tendered = Money::from_millionths((amount.millionths() + note - 1) / note * note);
    PastPayment { option: "Efectivo", amount, tendered, operation_number: None }
}

fn other_payment(dice: &mut Random, option: &'static str, amount: Money) -> PastPayment {
    let operation_number = Some(format!("{:08}", dice.between(1_000_000, 99_999_999)));
    PastPayment { option, amount, tendered: amount, operation_number }
}
