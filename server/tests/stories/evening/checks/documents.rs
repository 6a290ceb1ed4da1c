//! Documents are numbered without gaps, each is the sum of its own lines, together they are what was paid, and each account is paid to the
//! céntimo.

use super::{compared, numbers::counted_by, rows};
use crate::evening::{
    dishes::list,
    restaurant::Evening,
    till::{Till, money},
};
use comanda::{billing::words::amount_in_words, db::Tx, money::Money};
use std::collections::{BTreeMap, BTreeSet};

pub async fn differences(evening: &Evening, tills: &[Till], tx: &mut Tx) -> Vec<String> {
    let mut found = Vec::new();
    let numbers: Vec<(String, i64)> =
        rows(tx, "SELECT serie, number FROM billings UNION ALL SELECT serie, number FROM credit_notes").await;
    let issued: BTreeMap<String, i64> = count(&numbers);
    found.extend(counted_by("documents", numbers));
    let series: Vec<(String, i64)> =
        rows(tx, "SELECT serie, current_number FROM billing_series WHERE current_number > 0").await;
    found.extend(compared("series", ("documents", &issued), ("its counter", &series.into_iter().collect())));
    found.extend(remembered(evening, tx).await);
    found.extend(figures(tx).await);
    found.extend(accounts(tills, tx).await);
    found
}

fn count(numbers: &[(String, i64)]) -> BTreeMap<String, i64> {
    numbers.iter().fold(BTreeMap::new(), |mut counts, (serie, _)| {
        *counts.entry(serie.clone()).or_default() += 1;
        counts
    })
}

/// Compares the documents that cashiers remember with those that are stored.
async fn remembered(evening: &Evening, tx: &mut Tx) -> Vec<String> {
    let stored: Vec<(String, i64, i64)> = rows(tx, "SELECT serie, number, total FROM billings").await;
    let stored = stored.into_iter().map(|(serie, number, total)| (format!("{serie}-{number:08}"), total / 10_000));
    let mut found =
        compared("document", ("in hand", &evening.remember(|m| m.documents.clone())), ("stored", &stored.collect()));
    let voided: Vec<(String, i64)> = rows(tx, "SELECT serie, number FROM billings WHERE state = 'VOIDED'").await;
    let voided: BTreeSet<String> = voided.into_iter().map(|(serie, number)| format!("{serie}-{number:08}")).collect();
    let torn = evening.remember(|m| m.voided.clone());
    found.extend(torn.symmetric_difference(&voided).map(|number| format!("{number} is voided on one side only")));
    found
}

/// Number, taxable, exonerated, IGV, other charges, total, amount in words, sum of lines, sum of discounts.
type Figures = (String, i64, i64, i64, i64, i64, String, i64, i64);

async fn figures(tx: &mut Tx) -> Vec<String> {
    let documents: Vec<Figures> = rows(
        tx,
        "SELECT b.serie || '-' || b.number, b.taxable, b.exonerated, b.igv + b.bag_tax, b.other_charges, b.total, b.total_in_words,
                CAST((SELECT COALESCE(SUM(l.total), 0) FROM billing_lines l WHERE l.billing_id = b.id) AS BIGINT),
                CAST((SELECT COALESCE(SUM(a.amount), 0) FROM billing_amounts a WHERE a.billing_id = b.id) AS BIGINT) FROM billings b",
    )
    .await;
    let mut found = Vec::new();
    for (number, taxable, exonerated, igv, other, total, words, lines, amounts) in documents {
        if taxable + exonerated + igv + other != total {
            found.push(format!("{number}: {taxable} + {exonerated} + {igv} + {other} is not {total}"));
        }
        if lines + amounts != total {
            found.push(format!("{number}: lines {lines} and amounts {amounts} are not {total}"));
        }
        if words != amount_in_words(Money::from_millionths(total)) {
            found.push(format!("{number}: {total} is not {words}"));
        }
    }
    found
}

/// The action log of an account, which helps to find the cause of a difference.
async fn load_account_log(tx: &mut Tx, account: i64) -> Vec<String> {
    type LoggedAction = (String, String, Option<i64>, Option<i64>, Option<String>, Option<String>);
    let log: Vec<LoggedAction> = tx
        .query(
            "SELECT CAST(at AS TEXT), action_type, entity_id, amount, reason, CAST(after_value AS TEXT) FROM action_logs
             WHERE client_request_id = $1 ORDER BY id",
        )
        .bind(account)
        .all()
        .await
        .unwrap();
    log.iter().map(|entry| format!("    {entry:?}")).collect()
}

/// Returns what is wrong with an account that is overpaid, or closed as paid without being so, to the céntimo; with its action log.
pub async fn not_as_paid(till: &Till, tx: &mut Tx, account: i64) -> Vec<String> {
    let quote = till.screen.get(&format!("/api/payments-get-info/{account}")).await;
    let (total, paid, owes) = (money(&quote["account_total"]), money(&quote["paid"]), money(&quote["total"]));
    if paid <= total && (quote["is_paid"] == false || (paid == total && owes.is_zero())) {
        return Vec::new();
    }
    let mut found = vec![format!("account {account}: comes to {total}, was paid {paid}, still owes {owes}")];
    found.extend(load_account_log(tx, account).await);
    found
}

/// Five céntimos, in millionths.
const ROUNDED: i64 = 50_000;

/// Account, its payments, its documents, its tips.
type Paid = (i64, i64, i64, i64);

/// Checks: payments = documents and tips = the account's total; entries + rounding = payments; units paid = units served.
async fn accounts(tills: &[Till], tx: &mut Tx) -> Vec<String> {
    let accounts: Vec<Paid> = rows(
        tx,
        "SELECT r.id, CAST((SELECT COALESCE(SUM(p.total), 0) FROM payments p WHERE p.client_request_id = r.id AND p.voided_at IS NULL) AS BIGINT),
                CAST((SELECT COALESCE(SUM(b.total), 0) FROM billings b WHERE b.client_request_id = r.id AND b.state <> 'VOIDED')
                   - (SELECT COALESCE(SUM(n.total), 0) FROM credit_notes n JOIN billings b ON b.id = n.billing_id
                      WHERE b.client_request_id = r.id) AS BIGINT),
                CAST((SELECT COALESCE(SUM(e.amount), 0) FROM payment_entries e JOIN payments p ON p.id = e.payment_id
                      WHERE p.client_request_id = r.id AND p.voided_at IS NULL) AS BIGINT)
         FROM client_requests r WHERE r.is_paid",
    )
    .await;
    let rounding: BTreeMap<i64, i64> = rows::<(i64, i64)>(
        tx,
        "SELECT client_request_id, CAST(SUM(rounding) AS BIGINT) FROM payments WHERE voided_at IS NULL GROUP BY client_request_id",
    )
    .await
    .into_iter()
    .collect();
    let unpaid: Vec<(i64, String)> = rows(
        tx,
        "SELECT l.id, l.name FROM order_lines l JOIN client_requests r ON r.id = l.client_request_id
         WHERE l.status <> 'DISMISSED' AND (l.qty_paid <> l.quantity OR NOT r.is_paid OR r.closed_at IS NULL)",
    )
    .await;
    // These rows are read first: the requests that follow may take longer than a transaction may be idle.
    let mut found = Vec::new();
    for (account, paid, billed, collected) in accounts {
        let quote = tills[0].screen.get(&format!("/api/payments-get-info/{account}")).await;
        found.extend(not_as_paid(&tills[0], tx, account).await);
        let tips: Money = list(&quote["adjustments"]["charges"])
            .iter()
            .filter(|c| c["code"] == "TIP")
            .map(|c| money(&c["amount"]))
            .sum();
        // Parts of a percentage that are collected one by one are rounded one by one.
        if billed > paid || paid - billed > tips.millionths() + ROUNDED {
            found.push(format!("account {account}: paid {paid}, documents {billed}, tips {tips}"));
            found.extend(load_account_log(tx, account).await);
        }
        if collected + rounding.get(&account).copied().unwrap_or_default() != paid {
            found.push(format!(
                "account {account}: paid {paid}, methods kept {collected}, rounding {:?}",
                rounding.get(&account)
            ));
        }
    }
    found.extend(unpaid.iter().map(|line| format!("served and not paid: {line:?}")));
    found
}
