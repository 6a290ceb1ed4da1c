//! The fifteen dishes of the mockup.

use super::*;

/// Name, units and total margin.
const DISHES: [(&str, i64, &str); 15] = [
    ("Lomo saltado", 412, "7168.80"),
    ("Ceviche clásico", 296, "5680.24"),
    ("Ají de gallina", 318, "5316.96"),
    ("Arroz con mariscos", 262, "4726.48"),
    ("Arroz con pollo", 284, "3555.68"),
    ("Estofado de pollo", 176, "2354.88"),
    ("Bistec a lo pobre", 118, "2288.02"),
    ("Tallarín verde", 214, "2219.18"),
    ("Chaufa de mariscos", 208, "2204.80"),
    ("Jalea mixta", 96, "2032.32"),
    ("Seco de cordero", 88, "1591.04"),
    ("Pulpo a la parrilla", 64, "1558.40"),
    ("Carapulcra", 102, "1296.42"),
    ("Sudado de pescado", 71, "724.91"),
    ("Cau cau", 58, "686.14"),
];

fn sold() -> Vec<DishSales> {
    let dish = |(id, (_, units, margin)): (usize, &(&str, i64, &str))| {
        let margin: Money = margin.parse().unwrap();
        let cost = Money::units(10 * units);
        DishSales {
            product_id: i64::try_from(id).unwrap(),
            units: Quantity::units(*units),
            total: Money::units(30 * units),
            net: cost + margin,
            cost,
        }
    };
    DISHES.iter().enumerate().map(dish).collect()
}

#[test]
fn dishes_are_classified_as_in_the_mockup() {
    let (lines, dishes) = classify_dishes(sold().into_iter().rev().collect());
    assert_eq!((lines.margin.to_string(), lines.units.to_string()), ("15.69".into(), "129.126667".into()));
    let lines_text: Vec<String> = dishes
        .iter()
        .map(|d| format!("{} {} {} {}", d.class.as_str(), d.margin, d.accumulated_percent.unwrap(), d.abc.as_str()))
        .collect();
    assert_eq!(
        lines_text,
        [
            "STAR 17.40 16.5 A",
            "STAR 19.19 29.6 A",
            "STAR 16.72 41.9 A",
            "STAR 18.04 52.7 A",
            "PLOWHORSE 12.52 60.9 A",
            "PLOWHORSE 13.38 66.4 A",
            "PUZZLE 19.39 71.6 B",
            "PLOWHORSE 10.37 76.7 B",
            "PLOWHORSE 10.60 81.8 B",
            "PUZZLE 21.17 86.5 B",
            "PUZZLE 18.08 90.2 C",
            "PUZZLE 24.35 93.8 C",
            "DOG 12.71 96.7 C",
            "DOG 10.21 98.4 C",
            "DOG 11.83 100 C",
        ]
    );
    let name = |dish: &ClassifiedDish| DISHES[usize::try_from(dish.sold.product_id).unwrap()].0.to_owned();
    let advice = compute_advice(lines, &dishes, name).unwrap();
    assert_eq!(advice.dishes, ["Jalea mixta", "Pulpo a la parrilla"]);
    assert_eq!((advice.units.to_string(), advice.margin.to_string()), ("129".into(), "2281.36".into()));
}

#[test]
fn no_sales_give_an_empty_menu() {
    assert_eq!(classify_dishes(Vec::new()), (MenuLines::default(), Vec::new()));
    assert_eq!(compute_advice(MenuLines::default(), &[], |_| String::new()), None);
}
