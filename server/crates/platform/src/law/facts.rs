//! The table of legal facts. When the law changes a row is not changed: it gets its last day, and another row follows.

use super::{LegalFact, LegalSubject, LegalValue, RateParts};
use chrono::NaiveDate;
use comanda_base::money::{Money, Quantity};

/// The highest recargo al consumo in per cent (DL 25988, fifth complementary provision).
pub const MAX_SERVICE: Quantity = Quantity::units(13);

/// The day on which the whole table was last compared with its sources.
const READ_ON: NaiveDate = day(2026, 11, 28);

const fn day(year: i32, month: u32, day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, day).expect("a day of the calendar")
}

/// Returns this many tenths of one per cent.
const fn tenths(count: i64) -> Quantity {
    Quantity::from_millionths(count * 100_000)
}

const fn fact(
    (subject, name): (LegalSubject, &'static str),
    value: LegalValue,
    (valid_from, valid_until): (NaiveDate, Option<NaiveDate>),
    (source, source_url): (&'static str, Option<&'static str>),
) -> LegalFact {
    LegalFact { subject, name, value, valid_from, valid_until, source, source_url, read_on: READ_ON }
}

const fn general(igv: i64, ipm: i64, days: (NaiveDate, Option<NaiveDate>)) -> LegalFact {
    let parts = RateParts { igv: tenths(igv), ipm: tenths(ipm) };
    let source = if ipm == 20 { ("Ley 29666", RATE_OF_2011) } else { ("Ley 32387", LEY_32387) };
    fact((LegalSubject::GeneralRate, "IGV general"), LegalValue::Rate(parts), days, source)
}

const fn ipm(tenths_of_percent: i64, days: (NaiveDate, Option<NaiveDate>)) -> LegalFact {
    let source = if tenths_of_percent == 20 { ("DL 776, artículo 76", DL_776) } else { ("Ley 32387", LEY_32387) };
    let what = (LegalSubject::Ipm, "Impuesto de Promoción Municipal, dentro del IGV");
    fact(what, LegalValue::Percent(tenths(tenths_of_percent)), days, source)
}

const fn small(
    igv: i64,
    ipm: i64,
    days: (NaiveDate, Option<NaiveDate>),
    source: (&'static str, Option<&'static str>),
) -> LegalFact {
    let parts = RateParts { igv: tenths(igv), ipm: tenths(ipm) };
    fact((LegalSubject::SmallRate, "IGV de restaurantes y hoteles mype"), LegalValue::Rate(parts), days, source)
}

const UIT: (LegalSubject, &str) = (LegalSubject::Uit, "Unidad Impositiva Tributaria (UIT)");

const fn uit(soles: i64, year: i32, source: (&'static str, Option<&'static str>)) -> LegalFact {
    let days = (day(year, 1, 1), Some(day(year, 12, 31)));
    fact(UIT, LegalValue::Amount(Money::units(soles)), days, source)
}

const fn bag_tax(centimos: i64, days: (NaiveDate, Option<NaiveDate>)) -> LegalFact {
    let what = (LegalSubject::BagTax, "Impuesto a las bolsas de plástico (ICBPER), por bolsa");
    fact(what, LegalValue::Amount(Money::centimos(centimos)), days, ("Ley 30884, artículo 12", LEY_30884))
}

const fn sire(name: &'static str, words: &'static str, from: NaiveDate) -> LegalFact {
    let source = ("R.S. 000392-2025/SUNAT", R_S_392_2025);
    fact((LegalSubject::Sire, name), LegalValue::Words(words), (from, None), source)
}

const LEY_30884: Option<&str> = Some(
    "https://infomercado.pe/desde-hoy-los-establecimientos-comerciales-cobraran-s-0-10-de-impuesto-por-bolsa-plastica",
);
const LEY_31556: Option<&str> =
    Some("https://www.peru-retail.com/promulgan-ley-que-reduce-igv-al-8-para-restaurantes-y-hoteles/");
const LEY_32219: Option<&str> = Some(
    "https://larepublica.pe/amp/economia/2024/12/27/congreso-ratifica-su-decision-de-extender-la-reduccion-del-igv-para-restaurantes-y-hoteles-1721952",
);
const LEY_32387: Option<&str> = Some(
    "https://gerenciasac.com/2026/02/13/nueva-tasa-de-igv-para-hoteles-y-restaurantes-sera-10-5-desde-el-2026-que-implica-este-cambio",
);
const DS_301_2025: Option<&str> = Some(
    "https://rpp.pe/economia/economia/gobierno-fija-que-el-valor-de-la-uit-sera-de-s-5-500-en-2026-noticia-1668236",
);
const DL_25988: Option<&str> = Some("http://www.sunat.gob.pe/legislacion/oficios/2003/oficios/o2572003.htm");
const RCP: Option<&str> = Some("https://es.slideshare.net/karlita180/ley-de-comprobantes-de-pago");
const R_S_392_2025: Option<&str> =
    Some("https://bybconsultores.pe/libros-contables/sire-pricos-2300-uit-junio-2026-sunat");

const RATE_OF_2011: Option<&str> = Some(
    "https://huachos.com/detalle/gobierno-de-ppk-y-zavala-reduce-impuesto-a-las-ventas-en-un-punto-porcentual-noticia-4019",
);
const DL_776: Option<&str> =
    Some("https://studylib.es/doc/8399544/ley-de-tributaci%C3%B3n-municipal-decreto-legislativo-n%C2%BA-776");
const DL_1540: Option<&str> = Some("https://bybconsultores.pe/?p=5229");
const SIRE_2024: Option<&str> =
    Some("https://bybconsultores.pe/libros-contables/obligados-uso-sire-discrecionalidad-sanciones-2024");

const END_OF_2025: Option<NaiveDate> = Some(day(2025, 12, 31));
const END_OF_2026: Option<NaiveDate> = Some(day(2026, 12, 31));
const END_OF_2027: Option<NaiveDate> = Some(day(2027, 12, 31));
const END_OF_2028: Option<NaiveDate> = Some(day(2028, 12, 31));

/// All rows by subject, those of each in the order of their days.
pub(super) static FACTS: [LegalFact; 32] = [
    general(160, 20, (day(2011, 3, 1), END_OF_2025)),
    general(155, 25, (day(2026, 1, 1), END_OF_2026)),
    general(150, 30, (day(2027, 1, 1), END_OF_2027)),
    general(145, 35, (day(2028, 1, 1), END_OF_2028)),
    general(140, 40, (day(2029, 1, 1), None)),
    ipm(20, (day(1994, 1, 1), END_OF_2025)),
    ipm(25, (day(2026, 1, 1), END_OF_2026)),
    ipm(30, (day(2027, 1, 1), END_OF_2027)),
    ipm(35, (day(2028, 1, 1), END_OF_2028)),
    ipm(40, (day(2029, 1, 1), None)),
    small(80, 20, (day(2022, 9, 1), END_OF_2025), ("Ley 31556", LEY_31556)),
    small(80, 25, (day(2026, 1, 1), END_OF_2026), ("Ley 31556, prorrogada por la Ley 32219", LEY_32219)),
    small(120, 30, (day(2027, 1, 1), END_OF_2027), ("Ley 31556, prorrogada por la Ley 32219", LEY_32219)),
    fact(
        (LegalSubject::SmallFirm, "Ventas al año de una pequeña empresa, hasta"),
        LegalValue::Uits(1_700),
        (day(2013, 7, 3), None),
        ("Ley 30056; D.S. 013-2013-PRODUCE, artículo 5", LEY_31556),
    ),
    uit(5_350, 2025, ("D.S. 260-2024-EF", DS_301_2025)),
    uit(5_500, 2026, ("D.S. 301-2025-EF", DS_301_2025)),
    fact(
        UIT,
        LegalValue::Words("Aún no publicada"),
        (day(2027, 1, 1), END_OF_2027),
        ("La fija un decreto supremo del MEF en diciembre", None),
    ),
    fact(
        (LegalSubject::UnnamedBoleta, "Boleta que ya lleva los datos del cliente, desde más de"),
        LegalValue::Amount(Money::units(700)),
        (day(1999, 2, 1), None),
        ("Reglamento de Comprobantes de Pago (R.S. 007-99/SUNAT), artículo 8", RCP),
    ),
    fact(
        (LegalSubject::CashLimit, "Bancarización: medio de pago obligatorio desde"),
        LegalValue::Amount(Money::units(3_500)),
        (day(2008, 1, 1), Some(day(2022, 3, 31))),
        ("Ley 28194, artículo 4, y DL 975", None),
    ),
    fact(
        (LegalSubject::CashLimit, "Bancarización: medio de pago obligatorio desde"),
        LegalValue::Amount(Money::units(2_000)),
        (day(2022, 4, 1), None),
        ("Ley 28194, artículo 4, modificado por el DL 1529", None),
    ),
    fact(
        (LegalSubject::Service, "Recargo al consumo, hasta"),
        LegalValue::Percent(MAX_SERVICE),
        (day(1992, 12, 24), None),
        ("DL 25988, quinta disposición complementaria", DL_25988),
    ),
    bag_tax(10, (day(2019, 8, 1), Some(day(2019, 12, 31)))),
    bag_tax(20, (day(2020, 1, 1), Some(day(2020, 12, 31)))),
    bag_tax(30, (day(2021, 1, 1), Some(day(2021, 12, 31)))),
    bag_tax(40, (day(2022, 1, 1), Some(day(2022, 12, 31)))),
    bag_tax(50, (day(2023, 1, 1), None)),
    fact(
        (LegalSubject::Sire, "Registro de ventas electrónico, para quien emite comprobantes electrónicos"),
        LegalValue::Words("Desde el 1 de julio de 2024"),
        (day(2024, 7, 1), None),
        ("DL 1540; Ley del IGV, artículo 37", DL_1540),
    ),
    fact(
        (LegalSubject::Sire, "SIRE: registros de ventas y compras, quienes ya los llevaban por PLE o Portal"),
        LegalValue::Words("Desde agosto de 2024"),
        (day(2024, 8, 1), None),
        ("R.S. 000063-2024/SUNAT y R.S. 000145-2024/SUNAT", SIRE_2024),
    ),
    sire(
        "SIRE: registros de ventas y compras, principales contribuyentes de hasta 2,300 UIT",
        "Desde el periodo enero de 2026",
        day(2026, 1, 1),
    ),
    sire(
        "SIRE: registros de ventas y compras, principales contribuyentes de más de 2,300 UIT",
        "Desde el periodo junio de 2026",
        day(2026, 6, 1),
    ),
    fact(
        (LegalSubject::Sire, "SIRE: regularizar sin multa los registros de enero a mayo de 2026, hasta"),
        LegalValue::Words("30 de junio de 2026"),
        (day(2026, 1, 30), Some(day(2026, 6, 30))),
        ("R.S.N.A.T.I. 000005-2026-SUNAT/700000", SIRE_WITHOUT_FINES),
    ),
    fact(
        (LegalSubject::Sire, "SIRE: regularizar sin multa los registros de hasta diciembre de 2025, hasta"),
        LegalValue::Words("30 de abril de 2026"),
        (day(2026, 1, 30), Some(day(2026, 4, 30))),
        ("R.S.N.A.T.I. 000005-2026-SUNAT/700000", SIRE_WITHOUT_FINES),
    ),
];

const SIRE_WITHOUT_FINES: Option<&str> = Some(
    "https://www.infobae.com/peru/2026/01/31/sunat-anuncia-que-no-aplicara-sanciones-por-infracciones-del-sistema-integrado-de-registros-electronicos/",
);
