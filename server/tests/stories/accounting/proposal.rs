//! The file that replaces SUNAT's proposal, and the comparison of SUNAT's proposal with the restaurant's own documents.

use super::{Books, download_rvie, find_check};
use crate::{on_both_databases, support::client::Reply};
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use uuid::Uuid;
use zip::{ZipWriter, write::SimpleFileOptions};

const NOVEMBER: &str = "year=2026&month=11";

impl Books {
    async fn compare_sales(&self, file: &[u8]) -> Reply {
        self.compare_with_register("rvie", file).await
    }
    /// Compares a proposal with one of the two registers.
    pub(super) async fn compare_with_register(&self, book: &str, file: &[u8]) -> Reply {
        let path = format!("/api/accounting/{book}/compare?{NOVEMBER}");
        self.accountant.upload_form(&path, "propuesta.txt", file, Uuid::new_v4()).await
    }
}

/// The counts of a comparison: ours, theirs, equal, missing, extra and different.
pub(super) fn counts(answer: &Value) -> [i64; 6] {
    ["ours", "theirs", "same", "missing", "extra", "different"].map(|n| answer["counts"][n].as_i64().unwrap())
}

fn zipped(text: &str) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("LE.txt", SimpleFileOptions::default()).unwrap();
    zip.write_all(text.as_bytes()).unwrap();
    zip.finish().unwrap().into_inner()
}

/// The names of the columns as SUNAT's portal writes them.
const PORTAL: &str = include_str!("../../fixtures/files/sire-rvie-portal.csv");

/// Turns lines of the replacement file into the portal's CSV, with commas in the company's name.
fn as_csv(lines: &[&str]) -> String {
    let heads = PORTAL.lines().next().unwrap();
    let mut text = format!("{heads}\r\n");
    for line in lines {
        let mut fields: Vec<&str> = line.split('|').collect();
        fields[1] = "TERRAZA GASTRONOMICA, EVENTOS Y MAS S.A.C.";
        fields.resize(heads.split(',').count(), "");
        text.push_str(&format!("{}\r\n", fields.join(",")));
    }
    text
}

on_both_databases! {
    async fn a_csv_of_the_portal_is_read_like_the_text_file(books: Books) {
        for _ in 0..2 {
            books.sell(&[(1, "Inca Kola 500 ml")], json!({})).await;
        }
        let (_, text) = download_rvie(&books.accountant, NOVEMBER).await;
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        let same = books.compare_sales(as_csv(&lines).as_bytes()).await.ok();
        assert_eq!(counts(&same), [2, 2, 2, 0, 0, 0]);
        let changed = lines[1].replace("|7.00|PEN", "|8.00|PEN");
        let answer = books.compare_sales(as_csv(&[lines[0], &changed]).as_bytes()).await.ok();
        assert_eq!(counts(&answer), [2, 2, 1, 0, 0, 1]);
    }

    async fn the_proposal_is_compared_with_what_was_sold(books: Books) {
        for _ in 0..3 {
            books.sell(&[(1, "Inca Kola 500 ml")], json!({})).await;
        }
        books.sell(&[(1, "Inca Kola 500 ml")], json!({"billing_type_id": 3})).await;
        let ruc = books.admin.get("/api/company-info").await.ok()["document_number"].as_str().unwrap().to_owned();
        let (name, text) = download_rvie(&books.accountant, NOVEMBER).await;
        assert_eq!(name, format!("LE{ruc}20261100140400021112.txt"));
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        assert_eq!(lines.len(), 3, "no nota de venta");
        for line in &lines {
            assert_eq!(line.matches('|').count(), 33);
            assert!(line.starts_with(&format!("{ruc}|")) && line.contains("|202611||20/11/2026||03|B001|"), "{line}");
        }
        let same = books.compare_sales(&zipped(&text)).await.ok();
        assert_eq!(counts(&same), [3, 3, 3, 0, 0, 0]);
        // SUNAT has the second document with another total, lacks the third, and has one that is unknown here.
        let changed = lines[1].replace("|7.00|PEN", "|8.00|PEN");
        let unknown = lines[0].replace("|B001|1|", "|B002|77|");
        let answer = books.compare_sales([lines[0], &changed, &unknown].join("\n").as_bytes()).await.ok();
        assert_eq!(counts(&answer), [3, 3, 1, 1, 1, 1]);
        assert_eq!(answer["missing"][0]["document"], "B001-00000003");
        let different = json!({"code": "03", "document": "B001-00000002", "field": "TOTAL", "ours": "7.00", "theirs": "8.00"});
        assert_eq!(answer["different"], json!([different]));
        let extra = json!({"code": "03", "document": "B002-00000077", "date": "20/11/2026", "total": "7.00"});
        assert_eq!(answer["extra"], json!([extra]));
        // Files that are no proposal of this company and month.
        let other_ruc_line = lines[0].replace(&ruc, "20100070970");
        for (file, line) in [(format!("{}\nhola", lines[0]), "Línea 2"), (other_ruc_line, "Línea 1"), (lines[0].replace("202611", "202610"), "Línea 1")] {
            let refused = books.compare_sales(file.as_bytes()).await.refused(422, "invalid");
            assert!(refused["errors"]["file"][0].as_str().unwrap().starts_with(line), "{refused}");
        }
        books.compare_sales(b"PK\x03\x04nada").await.refused(422, "invalid");
        books.compare_sales(b"").await.refused(422, "invalid");
        let path = format!("/api/accounting/rvie/compare?{NOVEMBER}");
        books.till.luis.upload_form(&path, "p.txt", b"x", Uuid::new_v4()).await.refused(422, "not_permitted");
        // Without a RUC there is neither a file nor a comparison.
        books.till.house.sql("UPDATE company_info SET document_number = ''").await;
        books.admin.get(&format!("/api/accounting/rvie?{NOVEMBER}")).await.refused(409, "conflict");
        books.compare_sales(text.as_bytes()).await.refused(409, "conflict");
        let register = books.admin.get(&format!("/api/accounting/register?{NOVEMBER}")).await.ok();
        assert_eq!((&find_check(&register, "NO_RUC")["ok"], &register["rvie_file_name"]), (&json!(false), &Value::Null));
    }
}
