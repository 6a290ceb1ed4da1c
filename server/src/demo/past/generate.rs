//! Generates days of sales: guests, orders and payments. Pure, and the same for the same date.

use super::{PastCashCycle, PastLine, PastPayment, PastSale, SeedContext, kitchen, random::Random};
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

/// Generates the cash cycles and sales of these days, in order.
pub(super) fn generate_days<'s>(
    scene: &SeedContext<'s>,
    days: impl Iterator<Item = NaiveDate>,
) -> (Vec<PastCashCycle>, Vec<PastSale<'s>>) {
    let (mut cash_cycles, mut sales) = (Vec::new(), Vec::new());
    for day in days {
        let mut random = Random::new(day.num_days_from_ce().unsigned_abs().into());
        let mut numbers = DayCounters::default();
        for (turn, minutes) in SHIFTS {
            let cash_cycle = generate_cash_cycle(&mut random, day, turn, minutes);
            let guests = account_count(&mut random, day);
            let span = minutes[2] - minutes[1];
            let mut free_from = HashMap::new();
            for n in 0..guests {
                let begins = minutes[1] + span * n / guests + random.between(0, span / guests);
                let opened = local_minute(day, begins) + Duration::seconds(random.between(0, 59));
                let mut sale = generate_sale(&mut random, scene, &mut numbers, &mut free_from, opened);
                sale.cash_cycle = cash_cycles.len();
                sales.push(sale);
            }
            cash_cycles.push(cash_cycle);
        }
    }
    (cash_cycles, sales)
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

fn generate_cash_cycle(random: &mut Random, day: NaiveDate, turn: &'static str, minutes: [i64; 4]) -> PastCashCycle {
    const EXPENSES: [&str; 4] = ["Compra de hielo", "Taxi del personal", "Limones y hierbas", "Útiles de limpieza"];
    PastCashCycle {
        day,
        turn,
        opened: local_minute(day, minutes[0] + random.between(0, 9)),
        closed: local_minute(day, minutes[3] + random.between(0, 9)),
        open_amount: Money::units(200),
        expense: random.chance(45).then(|| (*random.pick(&EXPENSES), Money::units(random.between(12, 60)))),
        difference: if random.chance(80) { Money::ZERO } else { Money::centimos(random.between(-30, 30) * 10) },
    }
}

/// Returns the number of accounts of a cash cycle: many on weekends, few on Mondays.
fn account_count(random: &mut Random, day: NaiveDate) -> i64 {
    match day.weekday() {
        Weekday::Fri | Weekday::Sat | Weekday::Sun => random.between(23, 28),
        Weekday::Mon => random.between(13, 17),
        _ => random.between(17, 22),
    }
}

fn generate_sale<'s>(
    random: &mut Random,
    scene: &SeedContext<'s>,
    numbers: &mut DayCounters,
    free_from: &mut HashMap<i64, DateTime<Utc>>,
    opened: DateTime<Utc>,
) -> PastSale<'s> {
    numbers.commands += 1;
    let kind = *random
        .pick_weighted(&[(RequestKind::Table, 78), (RequestKind::Order, 13), (RequestKind::Delivery, 9)], |k| k.1);
    let at_table = kind.0 == RequestKind::Table;
    let sent = opened + Duration::minutes(random.between(3, 9));
    let stays = if at_table { random.between(38, 85) } else { random.between(15, 32) };
    let paid = sent + Duration::minutes(stays);
    let spots: Vec<_> = scene.spots.iter().filter(|s| free_from.get(&s.table_id).is_none_or(|t| *t < opened)).collect();
    let spot = (at_table && !spots.is_empty()).then(|| **random.pick(&spots));
    if let Some(spot) = spot {
        free_from.insert(spot.table_id, paid);
    }
    let persons = spot.map_or(1, |s| random.between((s.seats / 2).max(1), s.seats));
    let kind = if at_table && spot.is_none() { RequestKind::Order } else { kind.0 };
    let daily_number = match kind {
        RequestKind::Order => Some(&mut numbers.takeaways),
        RequestKind::Delivery => Some(&mut numbers.deliveries),
        RequestKind::Table => None,
    };
    let daily_number = daily_number.map(|n| {
        *n += 1;
        *n
    });
    let mut lines = generate_lines(random, scene, kind, persons);
    kitchen::set_preparation_times(&mut lines, sent);
    let total: Money = lines.iter().map(PastLine::total).sum();
    let billing_type = random.pick_weighted(&[(BOLETA, 62), (FACTURA, 13), (SALES_NOTE, 25)], |b| b.1).0;
    let limit = law::unnamed_boleta_limit_on(issue_date(paid));
    let named = kind == RequestKind::Delivery || total > limit || random.chance(15);
    let guest = match billing_type {
        FACTURA => Some(random.pick(scene.firms)),
        _ => named.then(|| random.pick(scene.people)),
    };
    PastSale {
        cash_cycle: 0,
        kind,
        correlative: daily_number,
        spot,
        persons,
        attendant: match spot {
            Some(spot) => scene.seeded.waiters()[usize::from(spot.salon_id != scene.spots[0].salon_id)],
            None => scene.seeded.cashier(),
        },
        guest,
        command: numbers.commands,
        opened,
        sent,
        paid,
        lines,
        payments: generate_payments(random, total),
        billing_type,
    }
}

fn generate_lines<'s>(
    random: &mut Random,
    scene: &SeedContext<'s>,
    kind: RequestKind,
    persons: i64,
) -> Vec<PastLine<'s>> {
    let menu: Vec<&SeededProduct> =
        scene.sold.iter().filter(|p| kind == RequestKind::Table || p.item.delivered).collect();
    let count = (persons + random.between(0, 2)).clamp(2, 6);
    let mut lines = Vec::new();
    for _ in 0..count {
        let product = *random.pick_weighted(&menu, |p| p.item.weight);
        lines.push(generate_line(random, product, kind, persons));
    }
    // An order never has the same dish in two lines.
    lines.sort_by_key(|l| l.product.id);
    lines.dedup_by_key(|l| l.product.id);
    lines
}

fn generate_line<'s>(random: &mut Random, product: &'s SeededProduct, kind: RequestKind, persons: i64) -> PastLine<'s> {
    let price = if kind == RequestKind::Delivery && product.item.delivered { 200 } else { 0 };
    let topping = (!product.toppings.is_empty() && random.chance(12))
        .then(|| random.between(0, product.toppings.len() as i64 - 1));
    let variant = (!product.variants.is_empty()).then(|| random.between(0, product.variants.len() as i64 - 1));
    let cheap = product.item.centimos < 5_000;
    PastLine {
        product,
        variant: variant.map(|v| v as usize),
        topping: topping.map(|t| t as usize),
        quantity: if cheap && persons > 1 && random.chance(30) { 2 } else { 1 },
        base: Money::centimos(product.item.centimos + price),
        comment: if random.chance(6) {
            random.pick::<&str>(&["Sin cebolla", "Poco picante", "Para compartir"])
        } else {
            ""
        },
        prepared_seconds: None,
    }
}

fn generate_payments(random: &mut Random, total: Money) -> Vec<PastPayment> {
    let option = random.pick_weighted(
        &[("Efectivo", 34), ("Visa", 31), ("Yape", 22), ("Plin", 6), ("Transferencia", 2), ("mixed", 5)],
        |o| o.1,
    );
    match option.0 {
        "Efectivo" => vec![cash_payment(random, total)],
        "mixed" => {
            let half = Money::units(total.millionths() / 2 / comanda_base::money::SCALE);
            vec![cash_payment(random, total - half), other_payment(random, "Yape", half)]
        }
        option => vec![other_payment(random, option, total)],
    }
}

/// Returns a payment in cash, exact or rounded up to the next ten, twenty or fifty.
fn cash_payment(random: &mut Random, amount: Money) -> PastPayment {
    let note = Money::units(*random.pick(&[1, 10, 10, 20, 50])).millionths();
    let tendered = Money::from_millionths((amount.millionths() + note - 1) / note * note);
    PastPayment { option: "Efectivo", amount, tendered, operation_number: None }
}

fn other_payment(random: &mut Random, option: &'static str, amount: Money) -> PastPayment {
    let operation_number = Some(format!("{:08}", random.between(1_000_000, 99_999_999)));
    PastPayment { option, amount, tendered: amount, operation_number }
}
