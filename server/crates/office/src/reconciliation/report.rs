//! The answers: how all ways to pay stand, and one of them with what does not agree.

use super::{
    matching::CaseKind,
    reading::{self, Case, Found},
    store::Statement,
    words::Standing,
};
use crate::reports::{CashStanding, Span, cash_standing};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::PaymentOptionId,
    money::Money,
};
use comanda_masterdata::payment_options::{PaymentOption, payment_option, payment_options};
use serde::Serialize;
use utoipa::ToSchema;

/// Cases that are answered; all are counted.
const LISTED: usize = 500;

/// How a way to pay stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodStanding {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    pub standing: Standing,
    /// Cases that somebody has to look at; of cash: drawers closed with a difference.
    pub to_clear: i64,
    /// Days with operations and without a file.
    pub missing_days: i64,
    /// Drawers that were closed; of cash only.
    pub closed_cycles: i64,
}

/// What some cases come to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct CaseSums {
    pub count: i64,
    /// Collected by the house.
    pub comanda: Money,
    pub file: Money,
    /// What the file has more.
    pub difference: Money,
}

/// Answer of `GET /payment-method-report/reconciliation/{payment_option_id}`. The sums of all kinds of cases add up to `totals`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Reconciliation {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub standing: Standing,
    pub to_clear: i64,
    /// Days with operations and without a file: nothing of them counts.
    pub missing_days: i64,
    /// The latest first.
    pub statements: Vec<Statement>,
    /// What the house collected on days that a file tells of.
    pub operations: i64,
    /// By number and amount, or joined by somebody.
    pub matched: CaseSums,
    pub likely: CaseSums,
    pub other_amount: CaseSums,
    pub only_comanda: CaseSums,
    pub only_file: CaseSums,
    /// Of those four: what somebody cleared, which is in none of them.
    pub cleared: CaseSums,
    pub totals: CaseSums,
    /// What is to be cleared, and then what was; at most 500.
    pub cases: Vec<Case>,
}

/// How all ways to pay stand but credit, which is no money, and those no longer in use of which nothing is known.
pub(super) async fn standings(
    tx: &mut Tx,
    span: Span,
    today: NaiveDate,
    sees_open: bool,
) -> Result<Vec<MethodStanding>> {
    let mut found = reading::read(tx, span, None).await?;
    let cash = cash_standing(tx, span, today, !sees_open).await?;
    let options = payment_options(tx).await?.into_iter().filter(|option| !option.is_credit());
    let stands = |option: PaymentOption| {
        let is_used = option.status.is_active();
        let standing = match option.is_cash {
            true => of_cash(option, cash),
            false => {
                let found = found.remove(&option.id).unwrap_or_default();
                of_file(option, &found)
            }
        };
        (is_used || standing.standing != Standing::Nothing).then_some(standing)
    };
    Ok(options.filter_map(stands).collect())
}

fn of_cash(option: PaymentOption, cash: CashStanding) -> MethodStanding {
    let standing = match cash {
        CashStanding { with_difference: 1.., .. } => Standing::CashDifference,
        CashStanding { closed: 1.., .. } => Standing::CashEven,
        CashStanding { open: 1.., .. } => Standing::CashOpen,
        _ => Standing::Nothing,
    };
    MethodStanding {
        payment_option_id: option.id,
        name: option.name,
        is_cash: true,
        standing,
        to_clear: cash.with_difference,
        missing_days: 0,
        closed_cycles: cash.closed,
    }
}

fn of_file(option: PaymentOption, found: &Found) -> MethodStanding {
    let to_clear = count(found.cases.iter().filter(|case| case.is_to_clear()).count());
    let standing = match found {
        _ if to_clear > 0 => Standing::ToClear,
        Found { statements, has_operations, .. } if statements.is_empty() => {
            if *has_operations {
                Standing::NoFile
            } else {
                Standing::Nothing
            }
        }
        Found { missing_days: 1.., .. } => Standing::DaysMissing,
        _ => Standing::Reconciled,
    };
    MethodStanding {
        payment_option_id: option.id,
        name: option.name,
        is_cash: false,
        standing,
        to_clear,
        missing_days: found.missing_days,
        closed_cycles: 0,
    }
}

/// A way to pay that a file may tell of.
pub(super) async fn with_file(tx: &mut Tx, id: PaymentOptionId) -> Result<PaymentOption> {
    let option = payment_option(tx, id).await?;
    if option.is_cash || option.is_credit() {
        let how = if option.is_cash { "se cuadra al cerrar la caja" } else { "se cobra después" };
        return invalid("payment_option_id", format!("{} {how}: no se concilia con un archivo.", option.name)).err();
    }
    Ok(option)
}

/// All cases of one way to pay.
pub(super) async fn found(tx: &mut Tx, span: Span, option: PaymentOptionId) -> Result<Found> {
    Ok(reading::read(tx, span, Some(option)).await?.remove(&option).unwrap_or_default())
}

pub(super) async fn reconciliation(tx: &mut Tx, span: Span, id: PaymentOptionId) -> Result<Reconciliation> {
    let option = with_file(tx, id).await?;
    let found = found(tx, span, id).await?;
    Ok(answer(&option, span, found))
}

fn answer(option: &PaymentOption, span: Span, found: Found) -> Reconciliation {
    let MethodStanding { standing, to_clear, missing_days, .. } = of_file(option.clone(), &found);
    let sums = |which: &dyn Fn(&Case) -> bool| sums(found.cases.iter().filter(|case| which(case)));
    let open = |kind: CaseKind| sums(&|case| case.kind == kind && !case.is_cleared());
    Reconciliation {
        payment_option_id: option.id,
        name: option.name.clone(),
        start_date: span.first,
        end_date: span.last,
        standing,
        to_clear,
        missing_days,
        operations: count(found.cases.iter().filter(|case| case.operation.is_some()).count()),
        matched: sums(&Case::agrees),
        likely: open(CaseKind::Likely),
        other_amount: open(CaseKind::OtherAmount),
        only_comanda: open(CaseKind::OnlyComanda),
        only_file: open(CaseKind::OnlyFile),
        cleared: sums(&Case::is_cleared),
        totals: sums(&|_| true),
        statements: found.statements,
        cases: of_interest(found.cases).into_iter().take(LISTED).collect(),
    }
}

/// What does not agree: first what is to be cleared, then what was.
pub(super) fn of_interest(cases: Vec<Case>) -> Vec<Case> {
    let (cleared, open): (Vec<Case>, Vec<Case>) =
        cases.into_iter().filter(|case| !case.agrees()).partition(Case::is_cleared);
    open.into_iter().chain(cleared).collect()
}

fn sums<'c>(cases: impl Iterator<Item = &'c Case>) -> CaseSums {
    cases.fold(CaseSums::default(), |mut sums, case| {
        sums.count += 1;
        sums.comanda += case.operation.as_ref().map(|o| o.amount).unwrap_or_default();
        sums.file += case.line.as_ref().map(|l| l.amount).unwrap_or_default();
        sums.difference += case.difference;
        sums
    })
}

fn count(of: usize) -> i64 {
    i64::try_from(of).unwrap_or(i64::MAX)
}
