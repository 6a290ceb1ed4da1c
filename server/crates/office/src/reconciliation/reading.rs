//! What is known of some business days: operations, lines of files and marks, and how they stand to each other. Of a day the latest
//! file counts. Days around the span are read too: what was paid after midnight stands in a file on the next day.

use super::{
    matching::{self, Beside, CaseKind, NEAR_DAYS},
    store::{self, Mark, Statement, StatementLine},
    words::MarkKind,
};
use crate::reports::{MoneyMove, MoneyOperation, Span, operations_of};
use chrono::{DateTime, Days, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::{Result, invalid},
    ids::PaymentOptionId,
    money::Money,
};
use serde::Serialize;
use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
};
use utoipa::ToSchema;

/// Days that are reconciled at once.
const MAX_DAYS: i64 = 93;
/// Operations at once: a busy house has some thousands a month.
const MAX_OPERATIONS: i64 = 60_000;

/// An operation and what the file says of it, or what only one of both has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ReconciliationCase)]
pub struct Case {
    pub kind: CaseKind,
    pub operation: Option<MoneyOperation>,
    pub line: Option<StatementLine>,
    /// What the file has more than the house.
    pub difference: Money,
    /// That both are one, or that it is cleared.
    pub mark: Option<Mark>,
}

impl Case {
    /// Somebody has to look at it.
    pub(super) fn is_to_clear(&self) -> bool {
        self.mark.is_none() && self.kind != CaseKind::Matched
    }
    pub(super) fn is_cleared(&self) -> bool {
        self.mark.as_ref().is_some_and(|mark| mark.mark == MarkKind::Cleared)
    }
    pub(super) fn agrees(&self) -> bool {
        matches!(self.kind, CaseKind::Matched | CaseKind::Joined)
    }
    fn at(&self) -> (NaiveDate, Option<DateTime<Utc>>) {
        let of_operation = self.operation.as_ref().map(|o| (o.business_day, Some(o.at)));
        of_operation.or(self.line.as_ref().map(|l| (l.business_day, l.at))).unwrap_or_default()
    }
}

/// One way to pay.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    /// Those that tell of these days, the latest first.
    pub statements: Vec<Statement>,
    /// Days without a file on which something was collected.
    pub missing_days: i64,
    /// Whether anything was collected at all.
    pub has_operations: bool,
    /// Of days that files tell of, by kind and the latest first.
    pub cases: Vec<Case>,
}

/// Ways to pay with operations or files; of one only, where it is said.
pub(super) async fn read(
    tx: &mut Tx,
    span: Span,
    option: Option<PaymentOptionId>,
) -> Result<HashMap<PaymentOptionId, Found>> {
    if (span.last - span.first).num_days() >= MAX_DAYS {
        return invalid("end_date", "Se concilian hasta tres meses a la vez. Elige menos días.").err();
    }
    let wide = around(span);
    let operations = operations_of(tx, wide, option, MAX_OPERATIONS + 1).await?;
    let statements = store::statements(tx, wide, option).await?;
    let ids: Vec<i64> = statements.iter().map(|s| s.id).collect();
    let lines = store::lines(tx, &ids, wide).await?;
    if operations.len() as i64 > MAX_OPERATIONS || lines.len() as i64 > store::MAX_LINES {
        return invalid("end_date", "Son demasiadas operaciones para conciliarlas de una vez. Elige menos días.").err();
    }
    let marks = store::marks(tx, wide, option).await?;
    let mut raw: HashMap<PaymentOptionId, Raw> = HashMap::new();
    operations.into_iter().for_each(|o| raw.entry(o.payment_option_id).or_default().operations.push(o));
    marks.into_iter().for_each(|m| raw.entry(m.payment_option_id).or_default().marks.push(m));
    let option_of: HashMap<i64, PaymentOptionId> = statements.iter().map(|s| (s.id, s.payment_option_id)).collect();
    statements.into_iter().for_each(|s| raw.entry(s.payment_option_id).or_default().statements.push(s));
    for line in lines {
        if let Some(option) = option_of.get(&line.statement_id) {
            raw.entry(*option).or_default().lines.push(line);
        }
    }
    Ok(raw.into_iter().map(|(option, raw)| (option, raw.found(span))).collect())
}

pub(super) fn around(span: Span) -> (NaiveDate, NaiveDate) {
    let days = Days::new(NEAR_DAYS.unsigned_abs());
    let first = span.first.checked_sub_days(days).unwrap_or(span.first);
    (first, span.last.checked_add_days(days).unwrap_or(span.last))
}

/// An operation by its movement and id, a line by its key: what a mark is of.
type Sides<'s> = (Option<(MoneyMove, i64)>, Option<&'s str>);

#[derive(Debug, Default)]
struct Raw {
    operations: Vec<MoneyOperation>,
    /// The latest first.
    statements: Vec<Statement>,
    lines: Vec<StatementLine>,
    /// The latest first.
    marks: Vec<Mark>,
}

impl Raw {
    fn found(mut self, span: Span) -> Found {
        let statements = std::mem::take(&mut self.statements);
        let is_of = |s: &Statement, day: NaiveDate| s.first_day <= day && day <= s.last_day;
        let tells_of = |day: NaiveDate| statements.iter().find(|s| is_of(s, day));
        let is_own =
            |line: &StatementLine| statements.iter().any(|s| s.id == line.statement_id && is_of(s, line.business_day));
        // What a later file tells of again is that file's; beside its own days one only completes what was collected at night.
        self.lines.retain(|line| {
            !is_own(line) || tells_of(line.business_day).is_some_and(|statement| statement.id == line.statement_id)
        });
        let lines = self.lines.iter().enumerate().filter(|(_, line)| !is_own(line)).map(|(at, _)| at);
        let operations = self.operations.iter().enumerate().filter(|(_, o)| tells_of(o.business_day).is_none());
        let beside = Beside { ours: operations.map(|(at, _)| at).collect(), theirs: lines.collect() };
        let is_of_span = |day: NaiveDate| span.first <= day && day <= span.last;
        let worked: BTreeSet<NaiveDate> =
            self.operations.iter().map(|o| o.business_day).filter(|day| is_of_span(*day)).collect();
        let missing = worked.iter().filter(|day| tells_of(**day).is_none()).count();
        let mut cases = self.cases(&beside);
        // A pair is of the day on which the house collected it, where a file tells of that; else of that of its line.
        cases.retain(|case| {
            let of_operation = case.operation.as_ref().map(|o| o.business_day);
            let of_line = case.line.as_ref().map(|l| l.business_day);
            let told = of_operation.into_iter().chain(of_line).find(|day| tells_of(*day).is_some());
            told.is_some_and(is_of_span)
        });
        cases.sort_by_key(|case| (case.kind, Reverse(case.at())));
        let is_of_days = |s: &Statement| s.last_day >= span.first && s.first_day <= span.last;
        Found {
            missing_days: i64::try_from(missing).unwrap_or(i64::MAX),
            has_operations: !worked.is_empty(),
            cases,
            statements: statements.into_iter().filter(is_of_days).collect(),
        }
    }

    fn cases(&self, beside: &Beside) -> Vec<Case> {
        let joins: Vec<(usize, usize, &Mark)> = self.joins();
        let joined: Vec<(usize, usize)> = joins.iter().map(|(a, b, _)| (*a, *b)).collect();
        let cleared: HashMap<Sides<'_>, &Mark> = self
            .marks
            .iter()
            .filter(|mark| mark.mark == MarkKind::Cleared)
            .map(|mark| ((mark.movement.zip(mark.entry_id), mark.line_key.as_deref()), mark))
            .collect();
        let case = |pair: matching::Pair| {
            let operation = pair.ours.and_then(|at| self.operations.get(at));
            let line = pair.theirs.and_then(|at| self.lines.get(at));
            let sides = (operation.map(|o| (o.movement, o.id)), line.map(|l| l.mark_key.as_str()));
            let mark = match pair.kind {
                CaseKind::Matched => None,
                CaseKind::Joined => joins
                    .iter()
                    .find(|(a, b, _)| (pair.ours, pair.theirs) == (Some(*a), Some(*b)))
                    .map(|(.., mark)| *mark),
                _ => cleared.get(&sides).copied(),
            };
            let amount = |amount: Option<Money>| amount.unwrap_or_default();
            Case {
                kind: pair.kind,
                difference: amount(line.map(|l| l.amount)) - amount(operation.map(|o| o.amount)),
                operation: operation.cloned(),
                line: line.cloned(),
                mark: mark.cloned(),
            }
        };
        matching::matched(&self.operations, &self.lines, &joined, beside).into_iter().map(case).collect()
    }

    /// What somebody joined and is still there.
    fn joins(&self) -> Vec<(usize, usize, &Mark)> {
        let operations: HashMap<(MoneyMove, i64), usize> =
            self.operations.iter().enumerate().map(|(at, o)| ((o.movement, o.id), at)).collect();
        let lines: HashMap<&str, usize> =
            self.lines.iter().enumerate().map(|(at, l)| (l.mark_key.as_str(), at)).collect();
        let place = |mark: &'_ Mark| {
            let operation = operations.get(&mark.movement.zip(mark.entry_id)?)?;
            Some((*operation, *lines.get(mark.line_key.as_deref()?)?))
        };
        let joined = self.marks.iter().filter(|mark| mark.mark == MarkKind::Joined);
        joined.filter_map(|mark| place(mark).map(|(a, b)| (a, b, mark))).collect()
    }
}
