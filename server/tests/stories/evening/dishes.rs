//! The dishes that guests order, as the waiter writes them down, independently of what the server makes of them.

use super::{
    choices::{self, Choices},
    random::Random,
};
use comanda::{measure::SaleUnit, money::Quantity};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Quantities by the words on a kitchen paper.
pub type Tally = BTreeMap<String, i64>;

/// A dish that a guest orders.
#[derive(Debug, Clone)]
pub struct OrderedDish {
    product: i64,
    variant: Option<i64>,
    toppings: Vec<(i64, i64)>,
    choices: Choices,
    comment: String,
    pub quantity: i64,
    /// What the one piece weighs, in thousandths of a kilo, where it is sold by weight.
    grams: Option<i64>,
    pub label: String,
}

impl OrderedDish {
    /// The order line as the cart sends it.
    pub fn body(&self) -> Value {
        let toppings: Vec<_> = self.toppings.iter().map(|(id, n)| json!({"id": id, "quantity": n})).collect();
        json!({"product": {"id": self.product}, "variant_id": self.variant, "toppings": toppings, "choices": self.choices.body,
            "comment": self.comment, "qty": self.ordered_quantity()})
    }
}

impl OrderedDish {
    fn ordered_quantity(&self) -> String {
        self.grams.map_or_else(|| self.quantity.to_string(), |grams| format!("{}.{:03}", grams / 1000, grams % 1000))
    }
}

/// The menu.
#[derive(Debug)]
pub struct Menu {
    products: Vec<Value>,
    /// The products that are delivered.
    to_go: Vec<Value>,
    toppings: BTreeMap<i64, String>,
    choice_groups: Vec<Value>,
    comments: Vec<String>,
}

impl Menu {
    /// Reads the answer of `GET /catalog/sale`.
    pub fn from_catalog(sale: &Value) -> Self {
        let name = |v: &Value| v["name"].as_str().unwrap().to_owned();
        let toppings = list(&sale["toppings"]).iter().map(|t| (t["id"].as_i64().unwrap(), name(t))).collect();
        let comments = list(&sale["comments"]).iter().map(name).collect();
        let products: Vec<Value> = list(&sale["products"]).iter().filter(|p| p["sold_out"] == false).cloned().collect();
        let to_go = products.iter().filter(|p| p["is_delivered"] == true).cloned().collect();
        Self { products, to_go, toppings, choice_groups: list(&sale["choice_groups"]).to_vec(), comments }
    }

    /// Orders between one and four dishes.
    pub fn order(&self, random: &mut Random) -> Vec<OrderedDish> {
        (0..random.between(1, 4)).map(|_| self.dish(&self.products, random)).collect()
    }
    /// Orders between one and four dishes for delivery.
    pub fn order_to_go(&self, random: &mut Random) -> Vec<OrderedDish> {
        (0..random.between(1, 4)).map(|_| self.dish(&self.to_go, random)).collect()
    }

    fn dish(&self, products: &[Value], random: &mut Random) -> OrderedDish {
        let product = random.pick(products).clone();
        let variants = list(&product["variants"]);
        let variant = (!variants.is_empty()).then(|| random.pick(variants).clone());
        let toppings = self.toppings(&product, random);
        let choices = Choices::of_product(&product, &self.choice_groups, random);
        let comment = if random.percent(25) { random.pick(&self.comments).clone() } else { String::new() };
        let name = |v: &Value| v["name"].as_str().unwrap().to_owned();
        let named: Vec<_> = toppings.iter().map(|(id, n)| (*n, self.toppings[id].clone())).collect();
        let grams = (product["sale_unit"] == "KG").then(|| random.between(1, 2_500));
        let product_name = match grams {
            Some(grams) => format!("{} {}.{:03} kg", name(&product), grams / 1000, grams % 1000),
            None => name(&product),
        };
        OrderedDish {
            label: label(&product_name, variant.as_ref().map(name).as_deref(), &choices.words, &named, &comment),
            product: product["id"].as_i64().unwrap(),
            variant: variant.map(|v| v["id"].as_i64().unwrap()),
            toppings,
            choices,
            comment,
            quantity: if grams.is_some() || random.percent(70) { 1 } else { random.between(2, 4) },
            grams,
        }
    }

    fn toppings(&self, product: &Value, random: &mut Random) -> Vec<(i64, i64)> {
        let offered = list(&product["toppings"]);
        let mut chosen: Vec<(i64, i64)> = Vec::new();
        while !offered.is_empty() && chosen.len() < 3 && random.percent(25) {
            let id = random.pick(offered).as_i64().unwrap();
            if chosen.iter().all(|(chosen_id, _)| *chosen_id != id) {
                chosen.push((id, random.between(1, 2)));
            }
        }
        chosen
    }

    /// Another comment for the same dish.
    pub fn comment(&self, random: &mut Random) -> &String {
        random.pick(&self.comments)
    }
}

/// The words of a dish on paper, in one line. Toppings are counted for one dish.
pub fn label(
    name: &str,
    variant: Option<&str>,
    choices: &[String],
    toppings: &[(i64, String)],
    comment: &str,
) -> String {
    let mut words = vec![name.to_owned()];
    words.extend(variant.map(|v| format!("Variante: {v}")));
    words.extend(choices.iter().cloned());
    words.extend(toppings.iter().map(|(n, name)| if *n == 1 { format!("+ {name}") } else { format!("+ {n} {name}") }));
    words.extend((!comment.is_empty()).then(|| format!(">> {comment}")));
    words.join(" | ").to_uppercase()
}

/// The words of a line as the API shows it.
pub fn label_of(line: &Value) -> String {
    let (chosen, toppings) = choices::split(list(&line["toppings"]));
    let name = line["name"].as_str().unwrap();
    let weight: Quantity = line["measure"].as_str().unwrap().parse().unwrap();
    let name = match line["sale_unit"].as_str().unwrap() {
        "KG" => format!("{name} {}", SaleUnit::Kilogram.describe(weight)),
        _ => name.to_owned(),
    };
    label(
        &name,
        line["variant"]["name"].as_str(),
        &choices::words(&chosen),
        &toppings,
        line["comment"].as_str().unwrap(),
    )
}

/// Parses a whole quantity of the API.
pub fn whole(quantity: &Value) -> i64 {
    quantity.as_str().unwrap().parse().unwrap()
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
