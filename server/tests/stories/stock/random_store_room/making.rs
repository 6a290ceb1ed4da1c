//! Productions: a sauce, a gravy of that sauce, and a dish that takes the gravy; some are days late, some are reverted and repeated, with
//! another quantity or yield than the recipe's.

use super::{Change, StoreRoom, goods::DISHES, response_of_success, reversed};
use crate::purchases::{Office, days_ago};
use comanda::money::Quantity;
use serde_json::{Value, json};

/// The ingredients of a litre, in millionths of the base unit.
type KitchenRecipe = (&'static str, &'static [(&'static str, i64)]);
const SAUCE: KitchenRecipe = ("Aderezo", &[("Aceite vegetal", 250_000), ("Huevo", 2_000_000), ("Hierbabuena", 4_000)]);
const GRAVY: KitchenRecipe = ("Jugo de lomo", &[("Aderezo", 400_000), ("Lomo fino", 300_000), ("Arroz", 50_000)]);

/// Creates both recipes, and a dish that takes the gravy.
pub async fn recipes(office: &Office) {
    for (name, parts) in [SAUCE, GRAVY] {
        let body = json!({"name": name, "measurement_id": office.unit("l").await, "has_recipe": true, "recipe_yield": "1",
            "supply_items": portions(office, parts).await, "opening_stock": {"quantity": "1"}});
        office.jorge.post("/api/supplies", body).await.ok();
    }
    let (name, parts) = DISHES.iter().find(|(_, parts)| parts.iter().any(|(part, _)| *part == GRAVY.0)).unwrap();
    let recipe = json!({"has_supplies": true, "supply_items": portions(office, parts).await});
    let path = format!("/api/products/{}", office.product(name).await);
    office.house.app.login("admin").await.put(&path, recipe).await.ok();
}

/// Converts millionths of base units into the form's ingredients.
async fn portions(office: &Office, parts: &[(&'static str, i64)]) -> Vec<Value> {
    let mut items = Vec::new();
    for (name, millionths) in parts {
        let unit = match *name {
            "Huevo" => "und",
            "Aceite vegetal" | "Aderezo" | "Jugo de lomo" => "l",
            _ => "kg",
        };
        let quantity = Quantity::from_millionths(*millionths);
        let (supply, unit) = (office.supply(name).await, office.unit(unit).await);
        items.push(json!({"supply_id": supply, "measurement_id": unit, "quantity": quantity}));
    }
    items
}

impl StoreRoom {
    pub(super) async fn make(&mut self) {
        let (name, parts) = *self.random.pick(&[SAUCE, GRAVY]);
        // Quarters of a litre: their ingredients have no more than six decimals.
        let quarters = self.random.between(1, 40);
        let mut body = json!({"supply_id": self.ids[name], "quantity": Quantity::from_millionths(quarters * 250_000)});
        let mut produced = Quantity::from_millionths(quarters * 250_000);
        if self.random.percent(40) {
            produced = Quantity::from_millionths(produced.millionths() - self.random.between(0, quarters * 40_000));
            body["produced"] = json!(produced);
        }
        let mut change = Change::from([(name.to_owned(), produced)]);
        if self.random.percent(30) {
            let grams = self.random.between(1, 3_000);
            body["items"] = json!([{"supply_id": self.ids["Arroz"], "measurement_id": self.units["g"], "quantity": Quantity::units(grams)}]);
            change.insert("Arroz".to_owned(), Quantity::from_millionths(-grams * 1_000));
        } else {
            let ingredients = parts
                .iter()
                .map(|(part, millionths)| ((*part).to_owned(), Quantity::from_millionths(-millionths * quarters / 4)));
            change.extend(ingredients);
        }
        if self.random.percent(40) {
            body["date"] = json!(days_ago(self.random.between(1, 6)));
        }
        let production = self.office.jorge.post("/api/productions", body).await.ok();
        self.note("made", &change);
        self.productions.push((format!("/api/productions/{}", production["id"]), true, change));
    }

    /// Reverts a production, or repeats one: requested twice at the same moment, it is done once.
    pub(super) async fn revert_or_repeat_production(&mut self) {
        if self.productions.is_empty() {
            return;
        }
        let at = self.random.below(self.productions.len());
        let (path, was_made, change) = self.productions[at].clone();
        let body = json!({"status": if was_made { "REJECTED" } else { "APPROVED" }, "reason": "Se pensó otra vez"});
        let (one, other) =
            tokio::join!(self.office.jorge.patch(&path, body.clone()), self.office.jorge.patch(&path, body.clone()));
        let outcomes = [response_of_success(one), response_of_success(other)];
        assert!(outcomes.iter().all(Option::is_some), "the second finds it done");
        self.note("made or not", &if was_made { reversed(&change) } else { change });
        self.productions[at].1 = !was_made;
    }
}
