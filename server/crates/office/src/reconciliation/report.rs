//! Builds the answers: the state of all payment methods, and one of them with the cases that do not agree.

use super::{
    matching::CaseKind,
    reading::{self, Case, MethodCases},
    store::Statement,
    words::Standing,
};
use crate::reports::{DaySpan, DrawerCounts, load_drawer_counts};
use chrono::NaiveDate;
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::PaymentOptionId,
    money::Money,
};
use comanda_masterdata::payment_options::{PaymentOption, list_payment_options, load_payment_option};
use serde::Serialize;
use utoipa::ToSchema;

/// The most cases in an answer; its sums count all.
const LISTED: usize = 500;

/// The state of a payment method.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MethodStanding {
    pub payment_option_id: PaymentOptionId,
    pub name: String,
    pub is_cash: bool,
    pub standing: Standing,
    /// Cases that a user has to look at; for cash, drawers closed with a difference.
    pub to_clear: i64,
    /// Days with operations and without a file.
    pub missing_days: i64,
    /// Drawers that were closed; for cash only.
    pub closed_cycles: i64,
}

/// The number and the sums of some cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct CaseSums {
    pub count: i64,
    /// The sum collected by the house.
    pub comanda: Money,
    pub file: Money,
    /// The file's sum less the house's.
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
    /// Days with operations and without a file; their operations do not count.
    pub missing_days: i64,
    /// The latest first.
    pub statements: Vec<Statement>,
    /// The number of operations on days that a file covers.
    pub operations: i64,
    /// Matched by number and amount, or joined by a user.
    pub matched: CaseSums,
    pub likely: CaseSums,
    pub other_amount: CaseSums,
    pub only_comanda: CaseSums,
    pub only_file: CaseSums,
    /// The unmatched cases (`likely`, `other_amount`, `only_comanda`, `only_file`) that a user cleared; those four sums leave them out.
    pub cleared: CaseSums,
    pub totals: CaseSums,
    /// The cases to be cleared, then the cleared ones; at most 500.
    pub cases: Vec<Case>,
}

/// Returns the state of every payment method. Credit is left out, since no money arrives by it, and so are inactive methods without data.
pub(super) async fn load_standings(
    tx: &mut Tx,
    span: DaySpan,
    today: NaiveDate,
    sees_open: bool,
) -> Result<Vec<MethodStanding>> {
    let mut found = reading::load_cases(tx, span, None).await?;
    let cash = load_drawer_counts(tx, span, today, !sees_open).await?;
    let options = list_payment_options(tx).await?.into_iter().filter(|option| !option.is_credit());
    let stands = |option: PaymentOption| {
        let is_used = option.status.is_active();
        let standing = match option.is_cash {
            true => standing_of_cash(option, cash),
            false => {
                let found = found.remove(&option.id).unwrap_or_default();
                standing_of_files(option, &found)
            }
        };
        (is_used || standing.standing != Standing::Nothing).then_some(standing)
    };
    Ok(options.filter_map(stands).collect())
}

fn standing_of_cash(option: PaymentOption, cash: DrawerCounts) -> MethodStanding {
    let standing = match cash {
        DrawerCounts { with_difference: 1.., .. } => Standing::CashDifference,
        DrawerCounts { closed: 1.., .. } => Standing::CashEven,
        DrawerCounts { open: 1.., .. } => Standing::CashOpen,
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

fn standing_of_files(option: PaymentOption, found: &MethodCases) -> MethodStanding {
    let to_clear = count(found.cases.iter().filter(|case| case.needs_clearing()).count());
    let standing = match found {
        _ if to_clear > 0 => Standing::ToClear,
        MethodCases { statements, has_operations, .. } if statements.is_empty() => {
            if *has_operations {
                Standing::NoFile
            } else {
                Standing::Nothing
            }
        }
        MethodCases { missing_days: 1.., .. } => Standing::DaysMissing,
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

/// Loads a payment method that can be reconciled with a file. Refuses cash and credit.
pub(super) async fn load_reconcilable_option(tx: &mut Tx, id: PaymentOptionId) -> Result<PaymentOption> {
    let option = load_payment_option(tx, id).await?;
    if option.is_cash || option.is_credit() {
        let how = if option.is_cash { "se cuadra al cerrar la caja" } else { "se cobra después" };
        return invalid("payment_option_id", format!("{} {how}: no se concilia con un archivo.", option.name)).err();
    }
    Ok(option)
}

/// Loads all cases of one payment method.
pub(super) async fn load_method_cases(tx: &mut Tx, span: DaySpan, option: PaymentOptionId) -> Result<MethodCases> {
    Ok(reading::load_cases(tx, span, Some(option)).await?.remove(&option).unwrap_or_default())
}

pub(super) async fn load_reconciliation(tx: &mut Tx, span: DaySpan, id: PaymentOptionId) -> Result<Reconciliation> {
    let option = load_reconcilable_option(tx, id).await?;
    let found = load_method_cases(tx, span, id).await?;
    Ok(summarize(&option, span, found))
}

fn summarize(option: &PaymentOption, span: DaySpan, found: MethodCases) -> Reconciliation {
    let MethodStanding { standing, to_clear, missing_days, .. } = standing_of_files(option.clone(), &found);
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
        cases: list_disagreeing(found.cases).into_iter().take(LISTED).collect(),
    }
}

/// Returns the cases that do not agree: first those to be cleared, then the cleared ones.
pub(super) fn list_disagreeing(cases: Vec<Case>) -> Vec<Case> {
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

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
