//! The documents of the tests, with the figures of the worked examples: 2 × 25.00 + 1 × 3.50 = 53.50.

#![allow(dead_code, reason = "each test uses some of it")]

pub mod batches;
pub mod notes;
pub mod read;
pub mod tools;

use chrono::{NaiveDate, NaiveTime};
use comanda_sunat::document::{
    Address, Affectation, Centimos, Content, Customer, Discount, Document, GlobalDiscount, Identity, Instalment,
    Issuer, Legend, Line, Millionths, Number, PaymentTerms, Rate, ServiceCharge, Totals, Unit,
};
use notes::{bag_note, boleta_note, credit_note, debit_note, discount_note, line_discount_note, lower_value_note};

pub fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, day).expect("a day")
}

pub fn number(series: &str, number: u32) -> Number {
    Number::new(series, number).expect("a number")
}

pub fn issuer() -> Issuer {
    Issuer {
        ruc: "20123456789".into(),
        legal_name: "RESTAURANTE DE PRUEBA S.A.C.".into(),
        trade_name: Some("La Mesa & Co".into()),
        establishment: "0000".into(),
        address: Some(Address {
            ubigeo: "150122".into(),
            department: "LIMA".into(),
            province: "LIMA".into(),
            district: "MIRAFLORES".into(),
            street: "AV. LARCO 123".into(),
        }),
    }
}

pub fn company() -> Customer {
    Customer {
        identity: Identity::Ruc,
        number: "20100070970".into(),
        name: "CLIENTE SAC".into(),
        address: Some("JR. PUNO 456, LIMA".into()),
    }
}

/// A taxed line: the quantity in whole units; price, base and IGV in céntimos.
pub fn line(description: &str, quantity: i64, price: i64, base: i64, igv: i64) -> Line {
    Line {
        description: description.into(),
        code: None,
        unit: Unit::Goods,
        quantity: Millionths(quantity * 1_000_000),
        unit_price: Millionths(price * 10_000),
        affectation: Affectation::Taxed,
        base: Centimos(base),
        igv: Centimos(igv),
        bag_tax: Centimos(0),
        total: Centimos(base + igv),
        discount: None,
    }
}

/// A line without IGV.
pub fn untaxed(description: &str, quantity: i64, price: i64, affectation: Affectation) -> Line {
    Line { affectation, ..line(description, quantity, price, quantity * price, 0) }
}

fn lomo_and_chicha() -> Vec<Line> {
    vec![line("LOMO SALTADO", 2, 2500, 4237, 763), line("CHICHA MORADA", 1, 350, 297, 53)]
}

fn taxed(taxed: i64, igv: i64, payable: i64) -> Totals {
    Totals { taxed: Centimos(taxed), igv: Centimos(igv), payable: Centimos(payable), ..Totals::default() }
}

fn words(words: &str) -> Legend {
    Legend::AmountInWords(words.into())
}

/// Case A: the base of all others.
pub fn base() -> Document {
    Document {
        content: Content::Factura(PaymentTerms::Cash),
        number: number("F001", 1),
        issued_on: day(20),
        issued_at: NaiveTime::from_hms_opt(13, 5, 0).expect("a time"),
        issuer: issuer(),
        customer: company(),
        rate: Rate(1800),
        lines: lomo_and_chicha(),
        discounts: vec![],
        service_charge: None,
        totals: taxed(4534, 816, 5350),
        legends: vec![words("SON CINCUENTA Y TRES CON 50/100 SOLES")],
    }
}

/// Case B: a discount of 10 % on the whole document, code 02.
pub fn discounted() -> Document {
    Document {
        number: number("F001", 2),
        discounts: vec![GlobalDiscount::OnBase { amount: Centimos(453), base: Centimos(4534) }],
        totals: taxed(4081, 734, 4815),
        legends: vec![words("SON CUARENTA Y OCHO CON 15/100 SOLES")],
        ..base()
    }
}

/// Case D: 10 % recargo al consumo.
pub fn charged() -> Document {
    Document {
        number: number("F001", 4),
        service_charge: Some(ServiceCharge { amount: Centimos(453), base: Centimos(4534) }),
        totals: taxed(4534, 816, 5803),
        legends: vec![words("SON CINCUENTA Y OCHO CON 03/100 SOLES")],
        ..base()
    }
}

/// Case F: exonerated sales in the jungle.
pub fn jungle() -> Document {
    Document {
        number: number("F001", 6),
        lines: vec![
            untaxed("LOMO SALTADO", 2, 2500, Affectation::Exonerated),
            untaxed("CHICHA MORADA", 1, 350, Affectation::Exonerated),
        ],
        totals: Totals { exonerated: Centimos(5350), payable: Centimos(5350), ..Totals::default() },
        legends: vec![words("SON CINCUENTA Y TRES CON 50/100 SOLES"), Legend::JungleServices],
        ..base()
    }
}

/// Case H: a boleta with delivery and recargo.
pub fn delivered() -> Document {
    let mut lines = lomo_and_chicha();
    lines.push(Line { unit: Unit::Service, ..line("DELIVERY", 1, 700, 593, 107) });
    Document {
        content: Content::Boleta,
        number: number("B001", 1),
        customer: Customer::unidentified(),
        lines,
        service_charge: Some(ServiceCharge { amount: Centimos(513), base: Centimos(5127) }),
        totals: taxed(5127, 923, 6563),
        legends: vec![words("SON SESENTA Y CINCO CON 63/100 SOLES")],
        ..base()
    }
}

/// Case A with a free dessert.
pub fn courtesy() -> Document {
    let mut lines = lomo_and_chicha();
    let charged_line = line("SUSPIRO LIMEÑO", 1, 1000, 847, 153);
    lines.push(Line { affectation: Affectation::Withdrawal, total: Centimos(0), ..charged_line });
    let totals = Totals { free: Centimos(847), free_igv: Centimos(153), ..base().totals };
    let legends = vec![words("SON CINCUENTA Y TRES CON 50/100 SOLES"), Legend::Free];
    Document { number: number("F001", 7), lines, totals, legends, ..base() }
}

/// A boleta of the jungle with a free line, and a discount that does not lower the base (03).
pub fn jungle_courtesy() -> Document {
    let mut lines = jungle().lines;
    lines.push(Line { total: Centimos(0), ..untaxed("JUANE", 1, 1500, Affectation::ExoneratedFree) });
    Document {
        content: Content::Boleta,
        number: number("B001", 2),
        customer: Customer::unidentified(),
        lines,
        discounts: vec![GlobalDiscount::OffBase { amount: Centimos(350), base: Centimos(5350) }],
        totals: Totals {
            exonerated: Centimos(5350),
            free: Centimos(1500),
            payable: Centimos(5000),
            ..Totals::default()
        },
        legends: vec![words("SON CINCUENTA CON 00/100 SOLES"), Legend::Free, Legend::JungleGoods],
        ..base()
    }
}

/// Case A with half a kilo of an unaffected product, and a discount on one line (00).
pub fn unaffected() -> Document {
    let mut lines = lomo_and_chicha();
    lines[0] = Line {
        discount: Some(Discount { amount: Centimos(424), base: Centimos(4237) }),
        ..line("LOMO SALTADO", 2, 2500, 3813, 687)
    };
    lines.push(Line {
        quantity: Millionths(500_000),
        unit_price: Millionths(33_333_000),
        base: Centimos(1667),
        total: Centimos(1667),
        ..untaxed("PALLARES A GRANEL", 1, 0, Affectation::Unaffected)
    });
    Document {
        number: number("F001", 8),
        lines,
        totals: Totals { unaffected: Centimos(1667), ..taxed(4110, 740, 6517) },
        legends: vec![words("SON SESENTA Y CINCO CON 17/100 SOLES")],
        ..base()
    }
}

/// Case A at the reduced rate of 2026, on credit with two instalments.
pub fn credit() -> Document {
    let instalment = |amount, date| Instalment { amount: Centimos(amount), due_on: date };
    let december = NaiveDate::from_ymd_opt(2026, 12, 20).expect("a day");
    Document {
        content: Content::Factura(PaymentTerms::Credit {
            pending: Centimos(5350),
            instalments: vec![instalment(3000, day(30)), instalment(2350, december)],
        }),
        number: number("F001", 9),
        rate: Rate(1050),
        lines: vec![line("LOMO SALTADO", 2, 2500, 4525, 475), line("CHICHA MORADA", 1, 350, 317, 33)],
        totals: taxed(4842, 508, 5350),
        ..base()
    }
}

/// A line of plastic bags at 0.60 each, of which 0.50 is the tax on bags.
fn bags(count: i64, base: i64, igv: i64) -> Line {
    let bag_tax = Centimos(count * 50);
    Line { bag_tax, total: Centimos(count * 60), ..line("BOLSA DE PLÁSTICO", count, 60, base, igv) }
}

/// Case A with two plastic bags.
pub fn with_bags() -> Document {
    Document {
        number: number("F001", 11),
        lines: lomo_and_chicha().into_iter().chain([bags(2, 17, 3)]).collect(),
        totals: Totals { bag_tax: Centimos(100), ..taxed(4551, 819, 5470) },
        legends: vec![words("SON CINCUENTA Y CUATRO CON 70/100 SOLES")],
        ..base()
    }
}

/// Case H with a plastic bag, which does not count for the recargo.
pub fn boleta_with_bag() -> Document {
    let delivered_sale = delivered();
    Document {
        number: number("B001", 5),
        lines: delivered_sale.lines.into_iter().chain([bags(1, 8, 2)]).collect(),
        totals: Totals { bag_tax: Centimos(50), ..taxed(5135, 925, 6623) },
        legends: vec![words("SON SESENTA Y SEIS CON 23/100 SOLES")],
        ..delivered()
    }
}

/// Taxed, exonerated and unaffected lines with 10 % off each (00), and a free line of each kind.
pub fn mixed() -> Document {
    let take_off = |line: Line, amount: i64| Line {
        discount: Some(Discount { amount: Centimos(amount), base: Centimos(line.base.0 + amount) }),
        ..line
    };
    let free = |line: Line, affectation| Line { affectation, total: Centimos(0), ..line };
    let lines = vec![
        take_off(line("LOMO SALTADO (TÉRMINO MEDIO)", 1, 2360, 1800, 324), 200),
        take_off(
            Line {
                base: Centimos(1800),
                total: Centimos(1800),
                ..untaxed("QUESO FRESCO", 2, 1000, Affectation::Exonerated)
            },
            200,
        ),
        take_off(
            Line {
                base: Centimos(900),
                total: Centimos(900),
                ..untaxed("LIBRO DE RECETAS", 1, 1000, Affectation::Unaffected)
            },
            100,
        ),
        free(line("SUSPIRO LIMEÑO", 1, 1000, 847, 153), Affectation::Bonus),
        free(untaxed("QUESO FRESCO", 1, 1000, Affectation::ExoneratedFree), Affectation::ExoneratedFree),
        free(untaxed("LIBRO DE RECETAS", 1, 1000, Affectation::UnaffectedBonus), Affectation::UnaffectedBonus),
    ];
    Document {
        number: number("F001", 10),
        lines,
        totals: Totals {
            exonerated: Centimos(1800),
            unaffected: Centimos(900),
            free: Centimos(2847),
            free_igv: Centimos(153),
            ..taxed(1800, 324, 4824)
        },
        legends: vec![words("SON CUARENTA Y OCHO CON 24/100 SOLES"), Legend::Free],
        ..base()
    }
}

/// A boleta whose lines are all free, with the total 0.
pub fn all_free() -> Document {
    let free = |line: Line| Line { affectation: Affectation::Bonus, total: Centimos(0), ..line };
    Document {
        content: Content::Boleta,
        number: number("B001", 3),
        customer: Customer {
            identity: Identity::Dni,
            number: "45871236".into(),
            name: "MARÍA SOTO".into(),
            address: None,
        },
        lines: lomo_and_chicha().into_iter().map(free).collect(),
        totals: Totals { free: Centimos(4534), free_igv: Centimos(816), ..Totals::default() },
        legends: vec![words("SON CERO CON 00/100 SOLES"), Legend::Free],
        ..base()
    }
}

/// A boleta to a foreigner with a passport: POR CONSUMO, a price of 3 decimals, and unusual characters in texts.
pub fn foreigner() -> Document {
    Document {
        content: Content::Boleta,
        number: number("B001", 4),
        customer: Customer {
            identity: Identity::Passport,
            number: "XK4471902".into(),
            name: "Åsa \"Ö\" <Lind> & Söhne ]]>".into(),
            address: Some("🍽 Calle\tÑandú\n5".into()),
        },
        lines: vec![
            Line { unit: Unit::Service, ..line("POR CONSUMO", 1, 1500, 1271, 229) },
            Line { unit_price: Millionths(1_333_000), ..line("PAN 🍞 ]]> & <AJÍ>\u{1}", 3, 0, 339, 61) },
        ],
        totals: taxed(1610, 290, 1900),
        legends: vec![words("SON DIECINUEVE CON 00/100 SOLES")],
        ..base()
    }
}

/// Returns every document with the name of its golden file.
pub fn documents() -> Vec<(&'static str, Document)> {
    vec![
        ("a_base", base()),
        ("b_discount_02", discounted()),
        ("d_recargo", charged()),
        ("f_jungle", jungle()),
        ("h_delivery_recargo", delivered()),
        ("courtesy", courtesy()),
        ("jungle_courtesy_discount_03", jungle_courtesy()),
        ("unaffected_discount_00", unaffected()),
        ("credit", credit()),
        ("mixed_discounts_00", mixed()),
        ("all_free", all_free()),
        ("foreigner_by_consumption", foreigner()),
        ("bags", with_bags()),
        ("bag_of_boleta", boleta_with_bag()),
        ("note_07_bag", bag_note()),
        ("note_07_by_lines", credit_note()),
        ("note_07_of_boleta", boleta_note()),
        ("note_07_discount_04", discount_note()),
        ("note_07_discount_05", line_discount_note()),
        ("note_07_lower_value", lower_value_note()),
        ("note_08", debit_note()),
    ]
}
