//! A month with more documents than one statement reads.

use super::{Books, download_rvie, find_check, line_summaries, lines, total};
use crate::on_both_databases;
use comanda::transact;
use serde_json::json;
use std::time::{Duration, Instant};

/// The number of documents, which fill several pages; `ACCOUNTING_DOCUMENTS=60000` measures a busy month.
fn document_count() -> i64 {
    std::env::var("ACCOUNTING_DOCUMENTS").map_or(5_000, |many| many.parse().unwrap())
}

/// Far longer than the register takes.
const PATIENCE: Duration = Duration::from_secs(20);

on_both_databases! {
    async fn all_pages_make_one_register(books: Books) {
        let many = document_count();
        books.sell(&[(1, "Inca Kola 500 ml")], json!({})).await;
        let outcome: comanda::db::Result<()> = transact!(books.till.house.db(), |tx| {
            let payments = "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
                 INSERT INTO payments (client_request_id, cycle_id, user_id, kind, total, business_day, created_at)
                 SELECT p.client_request_id, p.cycle_id, p.user_id, p.kind, p.total, p.business_day, p.created_at
                 FROM n, payments p WHERE p.id = (SELECT MAX(id) FROM payments)";
            tx.query(payments).bind(many).run().await?;
            let billings = "INSERT INTO billings (billing_type_id, serie, number, client_request_id, payment_id, cycle_id, business_day, issued_at,
                     client_document_type, client_document_number, client_name, igv_percent, taxable, igv, total, total_in_words)
                 SELECT b.billing_type_id, b.serie, b.number + p.id - b.payment_id, b.client_request_id, p.id, b.cycle_id, b.business_day,
                     b.issued_at, b.client_document_type, b.client_document_number, b.client_name, b.igv_percent, b.taxable, b.igv,
                     b.total, b.total_in_words
                 FROM billings b JOIN payments p ON p.id > b.payment_id";
            tx.query(billings).run().await.map(drop)
        });
        outcome.unwrap();
        let began = Instant::now();
        let all = lines(&books.accountant, "year=2026&month=11").await;
        let csv = began.elapsed();
        assert_eq!((all.len(), total(&all)), (usize::try_from(many).unwrap(), 700 * many));
        let numbers: Vec<i64> = all.iter().map(|line| line[7].parse().unwrap()).collect();
        assert_eq!(numbers, (1..=many).collect::<Vec<_>>(), "in their order");
        assert_eq!(line_summaries(&all[..1]), ["03 B001-1 7.00 1"]);
        let began = Instant::now();
        let register = books.accountant.get("/api/accounting/register?year=2026&month=11").await.ok();
        let summary = began.elapsed();
        assert_eq!((&register["totals"]["count"], &find_check(&register, "NUMBERING_GAP")["ok"]), (&json!(many), &json!(true)));
        let began = Instant::now();
        let (_, text) = download_rvie(&books.accountant, "year=2026&month=11").await;
        println!("{many} documents: CSV {csv:?}, summary {summary:?}, RVIE {:?}, {} bytes of text", began.elapsed(), text.len());
        assert_eq!(text.lines().count(), all.len());
        assert!(csv < PATIENCE && summary < PATIENCE);
    }
}
