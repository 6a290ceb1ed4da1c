//! Tests that no rule is forgotten, and that every rule that is listed as checked is really checked.

use comanda_sunat_rules::check;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn records(file: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_path(path(file)).expect("is there").into_records().collect::<Result<_, _>>().expect("CSV")
}

/// The place where each rule is checked, by rule.
fn coverage() -> BTreeMap<String, String> {
    records("data/coverage.csv").iter().map(|r| (r[0].to_owned(), r[1].to_owned())).collect()
}

/// The source text of the checker.
fn sources() -> String {
    let files = fs::read_dir(path("src")).expect("is there");
    files.map(|f| fs::read_to_string(f.expect("a file").path()).expect("text")).collect()
}

#[test]
fn every_rule_of_the_book_is_listed() {
    let rules: BTreeSet<String> = records("data/rules.csv").iter().map(|r| r[1].to_owned()).collect();
    let coverage = coverage();
    let uncovered: Vec<_> = rules.iter().filter(|r| !coverage.contains_key(*r)).collect();
    assert!(uncovered.is_empty(), "no word on {uncovered:?}");
    let obsolete: Vec<_> = coverage.keys().filter(|r| !rules.contains(*r)).collect();
    assert!(obsolete.is_empty(), "not in the book: {obsolete:?}");
    let known = ["CHECKED", "SCHEMA", "ARCHIVE", "RECEIVER", "NOT_WRITTEN", "OTHER_OPERATION", "CONTRADICTED"];
    let count = |place: &str| coverage.values().filter(|f| *f == place).count();
    println!("{:?}", known.map(|place| (place, count(place))));
    assert_eq!(known.into_iter().map(count).sum::<usize>(), coverage.len());
    for record in records("data/coverage.csv") {
        assert_eq!(&record[1] == "CHECKED", record[2].is_empty(), "{} says why", &record[0]);
    }
}

#[test]
fn every_rule_that_is_listed_as_checked_is_in_the_checker() {
    let sources = sources();
    for (rule, place) in coverage() {
        let named = sources.contains(&format!("\"{rule}\""));
        assert!(place != "CHECKED" || named, "{rule} is nowhere in the checker");
    }
}

/// A document, a text in it, the text that replaces it, and the rule that this breaks.
type AlteredDocument = (&'static str, &'static str, &'static str, &'static str);

/// Cases for the rules that matter most.
const ALTERED_DOCUMENTS: &[AlteredDocument] = &[
    ("a_base", ">2.1<", ">2.0<", "2074"),
    ("a_base", "<cbc:ID>F001-1<", "<cbc:ID>F001-2<", "1036"),
    ("a_base", "<cbc:ID>F001-1<", "<cbc:ID>B001-1<", "1001"),
    ("a_base", "listID=\"0101\"", "listID=\"0200\"", "3206"),
    ("a_base", "<cbc:DocumentCurrencyCode>PEN", "<cbc:DocumentCurrencyCode>USD", "3088"),
    ("a_base", "schemeID=\"6\">20100070970", "schemeID=\"1\">20100070970", "2800"),
    ("a_base", ">20100070970<", ">2010007097<", "2017"),
    ("a_base", ">CLIENTE SAC<", ">CL<", "2022"),
    ("a_base", "<cbc:AddressTypeCode>0000<", "<cbc:AddressTypeCode>1<", "4242"),
    ("a_base", ">Contado<", ">Luego<", "3246"),
    ("a_base", "<cbc:ID>2</cbc:ID>", "<cbc:ID>1</cbc:ID>", "2752"),
    ("a_base", "unitCode=\"NIU\"", "unitCode=\"QQQ\"", "2936"),
    ("a_base", "<cbc:InvoicedQuantity unitCode=\"NIU\">2<", "<cbc:InvoicedQuantity unitCode=\"NIU\">0<", "2024"),
    ("a_base", "<cbc:Description>LOMO SALTADO<", "<cbc:Description><", "2026"),
    ("a_base", ">25.00<", ">28.00<", "3270"),
    ("a_base", ">21.1864406780<", ">22.00<", "3271"),
    ("a_base", "<cbc:TaxExemptionReasonCode>10<", "<cbc:TaxExemptionReasonCode>20<", "2040"),
    ("a_base", "<cbc:Percent>18.00</cbc:Percent>", "", "2992"),
    ("a_base", "<cbc:Percent>18.00<", "<cbc:Percent>10.50<", "3462"),
    ("a_base", "<cbc:Name>IGV<", "<cbc:Name>EXO<", "2964"),
    ("a_base", ">53.50</cbc:PayableAmount>", ">55.00</cbc:PayableAmount>", "3280"),
    ("a_base", ">53.50</cbc:PayableAmount>", ">53.505</cbc:PayableAmount>", "2062"),
    ("a_base", ">45.34</cbc:LineExtensionAmount>", ">47.00</cbc:LineExtensionAmount>", "3278"),
    ("a_base", ">53.50</cbc:TaxInclusiveAmount>", ">55.00</cbc:TaxInclusiveAmount>", "3279"),
    ("a_base", ">45.34</cbc:TaxableAmount>", ">47.00</cbc:TaxableAmount>", "3277"),
    ("a_base", "<cbc:IssueTime>13:05:00</cbc:IssueTime>", "<cbc:DueDate>2026-12-01</cbc:DueDate>", "WRITTEN"),
    ("b_discount_02", ">4.53</cbc:Amount>", ">6.53</cbc:Amount>", "3307"),
    ("b_discount_02", "<cbc:AllowanceChargeReasonCode>02<", "<cbc:AllowanceChargeReasonCode>00<", "4291"),
    ("d_recargo", ">true<", ">false<", "3114"),
    ("d_recargo", ">4.53</cbc:ChargeTotalAmount>", ">6.53</cbc:ChargeTotalAmount>", "3301"),
    ("f_jungle", ">53.50</cbc:TaxableAmount>", ">50.00</cbc:TaxableAmount>", "3275"),
    ("courtesy", "<cbc:PriceTypeCode>02<", "<cbc:PriceTypeCode>01<", "3234"),
    ("courtesy", ">0.00</cbc:PriceAmount>", ">8.47</cbc:PriceAmount>", "2640"),
    ("courtesy", ">1.53</cbc:TaxAmount>", ">0.00</cbc:TaxAmount>", "3302"),
    ("courtesy", ">8.47</cbc:TaxableAmount>", ">0.00</cbc:TaxableAmount>", "3276"),
    ("a_base", ">2.97</cbc:TaxableAmount>", ">0.00</cbc:TaxableAmount>", "3105"),
    (
        "a_base",
        ">2.97</cbc:TaxableAmount><cbc:TaxAmount currencyID=\"PEN\">0.53<",
        ">2.97</cbc:TaxableAmount><cbc:TaxAmount currencyID=\"PEN\">0.00<",
        "3111",
    ),
    ("mixed_discounts_00", ">9.00</cbc:TaxableAmount>", ">12.00</cbc:TaxableAmount>", "3274"),
    ("mixed_discounts_00", "<cbc:AllowanceChargeReasonCode>00<", "<cbc:AllowanceChargeReasonCode>02<", "4268"),
    ("bags", "<cbc:BaseUnitMeasure unitCode=\"NIU\">2</cbc:BaseUnitMeasure>", "", "3237"),
    ("bags", "unitCode=\"NIU\">2</cbc:BaseUnitMeasure>", "unitCode=\"NIU\">3</cbc:BaseUnitMeasure>", "3236"),
    ("bags", "unitCode=\"NIU\">2</cbc:BaseUnitMeasure>", "unitCode=\"NIU\">2.0</cbc:BaseUnitMeasure>", "2892"),
    ("bags", "<cbc:BaseUnitMeasure unitCode=\"NIU\"", "<cbc:BaseUnitMeasure unitCode=\"ZZ\"", "4320"),
    ("bags", ">0.50</cbc:PerUnitAmount>", ">0.00</cbc:PerUnitAmount>", "3238"),
    ("bags", ">0.50</cbc:PerUnitAmount>", ">0.40</cbc:PerUnitAmount>", "4237"),
    ("bags", ">0.50</cbc:PerUnitAmount>", ">0.40</cbc:PerUnitAmount>", "4318"),
    (
        "bags",
        ">1.00</cbc:TaxAmount><cac:TaxCategory><cac:TaxScheme>",
        ">1.50</cbc:TaxAmount><cac:TaxCategory><cac:TaxScheme>",
        "3306",
    ),
    ("bags", ">ICBPER</cbc:Name>", ">IGV</cbc:Name>", "2964"),
    ("bags", ">54.70</cbc:PayableAmount>", ">53.40</cbc:PayableAmount>", "3280"),
    ("bags", "<cbc:IssueDate>2026-11-20<", "<cbc:IssueDate>2019-07-31<", "2949"),
    (
        "bag_of_boleta",
        ">0.50</cbc:TaxAmount><cac:TaxCategory><cac:TaxScheme>",
        ">1.00</cbc:TaxAmount><cac:TaxCategory><cac:TaxScheme>",
        "4321",
    ),
    ("note_07_bag", ">0.50</cbc:PerUnitAmount>", ">0.00</cbc:PerUnitAmount>", "3238"),
    ("credit", ">30.00</cbc:Amount>", ">31.00</cbc:Amount>", "3319"),
    ("credit", ">2026-11-30<", ">2026-11-20<", "3267"),
    (
        "h_delivery_recargo",
        "<cbc:InvoiceTypeCode listID=\"0101\">03<",
        "<cbc:InvoiceTypeCode listID=\"0101\">01<",
        "3244",
    ),
    ("note_07_by_lines", "<cbc:ResponseCode>07<", "<cbc:ResponseCode>13<", "2172"),
    ("note_07_by_lines", "<cbc:DocumentTypeCode>01<", "<cbc:DocumentTypeCode>03<", "2116"),
    ("note_07_of_boleta", "<cbc:ResponseCode>01<", "<cbc:ResponseCode>05<", "4367"),
    ("ra", "<cbc:ReferenceDate>2026-11-20<", "<cbc:ReferenceDate>2026-11-22<", "2671"),
    ("ra", ">Duplicada<", ">No<", "4203"),
    ("rc_1", "<cbc:ConditionCode>1<", "<cbc:ConditionCode>9<", "2896"),
    ("rc_1", ">65.63</sac:TotalAmount>", ">75.63</sac:TotalAmount>", "4027"),
];

#[test]
fn a_broken_rule_is_reported() {
    for (name, from, to, rule) in ALTERED_DOCUMENTS {
        let xml = fs::read_to_string(path("../sunat/tests/golden").join(format!("{name}.xml"))).expect("is there");
        assert!(xml.contains(from), "{name} has no {from}");
        let file = file_of(&xml);
        assert_eq!(check(&file, &xml), [], "{name}");
        let found = check(&file, &xml.replacen(from, to, 1));
        assert!(found.iter().any(|b| b.rule == *rule), "{name}, {to}: {rule} is not among {found:?}");
    }
}

/// Returns the file name of a document from its content.
fn file_of(xml: &str) -> String {
    let text = |from: &str, element: &str| -> String {
        let rest = &xml[xml.find(from).expect(from)..];
        let open = format!("<cbc:{element}");
        let rest = &rest[rest.find(&open).expect(element)..];
        rest[rest.find('>').expect(">") + 1..rest.find("</").expect("</")].to_owned()
    };
    let (ruc, id) = (text("<cac:Signature>", "ID"), text("</ext:UBLExtensions>", "ID"));
    let kind = match id.as_bytes() {
        [b'R', ..] => return format!("{ruc}-{id}"),
        [_, b'C', ..] => "07",
        [_, b'D', ..] => "08",
        [b'B', ..] => "03",
        _ => "01",
    };
    format!("{ruc}-{kind}-{id}")
}
