//! What guests choose in the groups of options of a dish, and its words on paper, independently of what the server makes of them.

use super::{
    dishes::{list, whole},
    random::Random,
};
use serde_json::{Value, json};

/// The choices of one dish: as the cart sends them, and as the paper states them.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    pub body: Vec<Value>,
    pub words: Vec<String>,
}

impl Choices {
    /// Chooses between the minimum and the maximum of each group, in random order and each option once.
    pub fn of_product(product: &Value, groups: &[Value], random: &mut Random) -> Self {
        let mut choices = Self::default();
        for id in list(&product["choice_group_ids"]) {
            let group = find(groups, id);
            let options = pick(group, random);
            let mut words = Vec::new();
            for option in options {
                let mut body = json!({"group_id": id, "option_id": option["id"]});
                let mut name = option["name"].as_str().unwrap().to_owned();
                if !option["group_id"].is_null() {
                    let nested_group = find(groups, &option["group_id"]);
                    let nested = pick(nested_group, random);
                    let named: Vec<&str> = nested.iter().map(|o| o["name"].as_str().unwrap()).collect();
                    name = format!("{name} ({})", named.join(", "));
                    let chosen = |o: &&Value| json!({"group_id": nested_group["id"], "option_id": o["id"]});
                    body["choices"] = nested.iter().map(chosen).collect();
                }
                choices.body.push(body);
                words.push(name);
            }
            if !words.is_empty() {
                choices.words.push(format!("{}: {}", group["name"].as_str().unwrap(), words.join(", ")));
            }
        }
        choices
    }
}

fn find<'g>(groups: &'g [Value], id: &Value) -> &'g Value {
    groups.iter().find(|group| group["id"] == *id).unwrap()
}

fn pick<'g>(group: &'g Value, random: &mut Random) -> Vec<&'g Value> {
    let count = random.between(group["minimum"].as_i64().unwrap(), group["maximum"].as_i64().unwrap());
    let mut left: Vec<&Value> = list(&group["options"]).iter().collect();
    let mut chosen = Vec::new();
    while i64::try_from(chosen.len()).unwrap() < count && !left.is_empty() {
        let option = *random.pick(&left);
        left.retain(|o| o["id"] != option["id"]);
        chosen.push(option);
    }
    chosen
}

/// A topping that stands on a line by a choice.
#[derive(Debug, Clone)]
pub struct ChosenTopping {
    pub number: i64,
    pub group: String,
    pub name: String,
    pub is_nested: bool,
}

/// The words of what was chosen, as a paper states them.
pub fn words(chosen: &[ChosenTopping]) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for topping in chosen.iter().filter(|t| !t.is_nested) {
        let nested: Vec<&str> =
            chosen.iter().filter(|t| t.is_nested && t.number == topping.number).map(|t| t.name.as_str()).collect();
        let name = match nested.is_empty() {
            true => topping.name.clone(),
            false => format!("{} ({})", topping.name, nested.join(", ")),
        };
        match groups.iter_mut().find(|(group, _)| *group == topping.group) {
            Some((_, options)) => options.push(name),
            None => groups.push((topping.group.clone(), vec![name])),
        }
    }
    groups.into_iter().map(|(group, options)| format!("{group}: {}", options.join(", "))).collect()
}

/// Separates what was chosen on a line of the API from the toppings that were added by themselves, with their quantities.
pub fn split(toppings: &[Value]) -> (Vec<ChosenTopping>, Vec<(i64, String)>) {
    let name = |t: &Value| t["name"].as_str().unwrap().to_owned();
    let (chosen, added): (Vec<&Value>, Vec<&Value>) = toppings.iter().partition(|t| !t["choice"].is_null());
    let chosen = chosen.into_iter().map(|t| ChosenTopping {
        number: t["choice"]["number"].as_i64().unwrap(),
        group: t["choice"]["group"].as_str().unwrap().to_owned(),
        name: name(t),
        is_nested: t["choice"]["is_nested"] == true,
    });
    (chosen.collect(), added.into_iter().map(|t| (whole(&t["quantity"]), name(t))).collect())
}
