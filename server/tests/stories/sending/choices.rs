//! Dishes with groups of options: rules of the office, prices by the order of choosing, papers, kitchen, stock, documents and refunds.

use super::office::Office;
use crate::{
    money::till::Till,
    on_both_databases,
    orders::house::House,
    support::database_place::{DatabasePlace, Fixture},
};
use comanda::clock::Clock;
use serde_json::{Value, json};

/// A grill house: its grill has meats of which two are chosen, one of them with its term, and sides of which one is included.
struct GrillHouse {
    office: Office,
    meats: Value,
    sides: Value,
    terms: Value,
    grill: Value,
}

impl Fixture for GrillHouse {
    async fn create(place: &DatabasePlace) -> Self {
        let clock = Clock::fixed("2026-11-28T17:00:00Z".parse().unwrap());
        let mut office = Office::with_till(Till::open_in(House::with_clock(place, clock.clone()).await).await).await;
        office.set_clocks(&clock, clock.now()).await;
        let group = async |body: Value| office.admin.post("/api/choice-groups", body).await.ok();
        let terms = group(json!({"name": "Término de carne", "minimum": 1, "maximum": 1,
            "options": [{"name": "Bien rojo", "amount": "0"}, {"name": "Bien cocido", "amount": "0"}]}))
        .await;
        let meats = group(json!({"name": "Carnes", "minimum": 2, "maximum": 2,
            "options": [{"name": "Bife", "amount": "0", "group_id": terms["id"]}, {"name": "Picaña", "amount": "8"}, {"name": "Pechuga", "amount": "0"}]})).await;
        let supply = &office.admin.get("/api/supplies").await.rows()[0]["id"];
        let sides = group(json!({"name": "Guarniciones", "maximum": 3, "free": 1, "options": [
            {"name": "Papas nativas", "amount": "6", "supply_id": supply}, {"name": "Ensalada fresca", "amount": "6", "is_default": true}, {"name": "Camote", "amount": "5"}]})).await;
        let dish = office.till.house.product("Lomo saltado").await;
        let body = json!({"name": "Parrilla", "category_id": dish["category_id"], "production_area_id": dish["production_area_id"],
            "sale_amount": "100", "has_toppings": true, "topping_ids": [dish["toppings"][0]], "choice_group_ids": [meats["id"], sides["id"]]});
        let grill = office.admin.post("/api/products", body).await.ok();
        Self { office, meats, sides, terms, grill }
    }
}

impl GrillHouse {
    fn till(&self) -> &Till {
        &self.office.till
    }
    /// A choice of the `n`th option of a group.
    fn choose(group: &Value, n: usize) -> Value {
        json!({"group_id": group["id"], "option_id": group["options"][n]["id"]})
    }
    fn steak(&self, term: usize) -> Value {
        let mut choice = Self::choose(&self.meats, 0);
        choice["choices"] = json!([Self::choose(&self.terms, term)]);
        choice
    }
    fn order(&self, qty: i64, choices: Value) -> Value {
        json!({"product": {"id": self.grill["id"]}, "qty": qty, "choices": choices})
    }
    async fn open_takeaway(&self) -> i64 {
        let body = json!({"type": "ORDER", "client_name": "Ana"});
        self.till().luis.post("/api/client-requests", body).await.ok()["id"].as_i64().unwrap()
    }
    async fn refused(&self, body: Value) -> Value {
        let (field, text) = {
            let refusal = self.office.admin.post("/api/choice-groups", body).await.refused(422, "invalid");
            let (field, texts) =
                refusal["errors"].as_object().unwrap().iter().next().map(|(f, t)| (f.clone(), t[0].clone())).unwrap();
            (field, texts)
        };
        json!([field, text])
    }
}

on_both_databases! {
    async fn a_grill_is_cooked_billed_and_counted_as_it_was_chosen(house: GrillHouse) {
        let mut house = house;
        let account = house.open_takeaway().await;
        let chosen = json!([GrillHouse::choose(&house.sides, 2), house.steak(1), GrillHouse::choose(&house.meats, 1), GrillHouse::choose(&house.sides, 0)]);
        let mut ordered = house.order(2, chosen);
        ordered["toppings"] = json!([{"id": house.grill["toppings"][0]["id"]}]);
        let sent = house.till().luis.post("/api/orders", json!({"client_request": account, "products": [ordered]})).await.ok();
        let line = &sent["client_request"]["lines"][0];
        let egg: comanda::money::Money = house.grill["toppings"][0]["sale_amount"].as_str().unwrap().parse().unwrap();
        let unit = "114".parse::<comanda::money::Money>().unwrap() + egg;
        assert_eq!(line["unit_total"], unit.to_string(), "100 + 8 picaña + 6 papas, camote was chosen first: {line}");
        let paper = house.till().house.papers().await.pop().unwrap().text;
        for words in ["Carnes: Bife (Bien cocido), Picaña", "Guarniciones: Camote, Papas nativas", "+ Huevo frito"] {
            assert!(paper.contains(words), "{words}\n{paper}");
        }
        let kitchen = house.office.admin.get("/api/kitchen").await.ok();
        let dish = &kitchen["cards"][0]["lines"][0];
        assert_eq!(dish["choices"], json!([{"group": "Carnes", "options": "Bife (Bien cocido), Picaña"}, {"group": "Guarniciones", "options": "Camote, Papas nativas"}]));
        assert_eq!(dish["toppings"].as_array().unwrap().len(), 1, "{dish}");

        let total = (unit + unit).to_string();
        let boleta = house.till().pay(account, json!({"Efectivo": total}), json!({})).await.ok()["billing"].clone();
        let receipt = house.till().house.papers().await.pop().unwrap().text;
        assert!(receipt.contains("+ 2 Picaña") && receipt.contains("+ 2 Papas nativas"), "{receipt}");
        assert!(!receipt.contains("Camote") && !receipt.contains("Bife"), "what is included is part of the dish\n{receipt}");
        house.office.start_worker();
        house.office.wait_for_state(&boleta, "ACCEPTED").await;
        assert_eq!(house.office.sunat.snapshot().violations, []);
    }

    async fn units_of_a_choice_are_paid_apart_and_refunded_with_what_they_cost(house: GrillHouse) {
        let mut house = house;
        let account = house.open_takeaway().await;
        let chosen = json!([house.steak(0), GrillHouse::choose(&house.meats, 1), {"group_id": house.sides["id"], "option_id": house.sides["options"][0]["id"], "quantity": 2}]);
        house.till().luis.post("/api/orders", json!({"client_request": account, "products": [house.order(3, chosen)]})).await.ok();
        let line = house.till().line_ids(account).await[0];
        let part = json!({"type": "PARTIAL", "products": [{"id": line, "qty": "1"}]});
        let paid = house.till().pay(account, json!({"Efectivo": "114.00"}), part).await.ok();
        let rest = house.till().pay(account, json!({"Efectivo": "228.00"}), json!({})).await.ok();
        assert_eq!(rest["billing"]["total"], "228.00");
        house.office.start_worker();
        house.office.wait_for_state(&paid["billing"], "ACCEPTED").await;
        let form = json!({"pin": comanda::demo::PIN, "reason": "Llegó fría", "outcome": "CLOSE", "remove_inventory": true, "products": [{"id": line, "qty": "1"}]});
        let refunded = house.till().luis.post(&format!("/api/payments/{}/refund", paid["id"]), form).await.ok();
        assert_eq!(refunded["refund"]["total"], "114.00");
        house.office.wait_for_state(&rest["billing"], "ACCEPTED").await;
        assert_eq!(house.office.sunat.snapshot().violations, []);
    }

    async fn an_unsent_line_is_chosen_again_and_keeps_what_was_added(house: GrillHouse) {
        let account = house.open_takeaway().await;
        let mut ordered = house.order(1, json!([house.steak(0), GrillHouse::choose(&house.meats, 2)]));
        ordered["toppings"] = json!([{"id": house.grill["toppings"][0]["id"], "quantity": 2}]);
        let added = house.till().luis.post("/api/orders", json!({"client_request": account, "products": [ordered], "send": false})).await.ok();
        let path = format!("/api/orders/{}", added["lines"][0]);
        let names = |line: &Value| line["toppings"].as_array().unwrap().iter().map(|t| t["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
        let missing = house.till().luis.put(&path, json!({"choices": [house.steak(0)]})).await.refused(422, "invalid");
        assert_eq!(missing["errors"]["product.choices"][0], "En Carnes se eligen 2, y van 1.", "{missing}");
        let again = json!([GrillHouse::choose(&house.meats, 1), GrillHouse::choose(&house.meats, 2), GrillHouse::choose(&house.sides, 1)]);
        let changed = house.till().luis.put(&path, json!({"choices": again})).await.ok();
        assert_eq!(names(&changed), ["Picaña", "Pechuga", "Ensalada fresca", "Huevo frito"]);
        let plain = house.till().luis.put(&path, json!({"toppings": []})).await.ok();
        assert_eq!((names(&plain), &plain["unit_total"]), (vec!["Picaña".into(), "Pechuga".into(), "Ensalada fresca".into()], &json!("108.00")));
        // A group whose options changed meanwhile holds no line back, and its names stay as they were ordered.
        let options = json!([{"id": house.meats["options"][0]["id"], "group_id": null}, {"id": house.meats["options"][2]["id"]}]);
        house.office.admin.put(&format!("/api/choice-groups/{}", house.meats["id"]), json!({"options": options, "name": "Carnes de hoy"})).await.ok();
        house.till().luis.put(&path, json!({"comment": "bien caliente"})).await.ok();
        house.till().luis.post("/api/commands", json!({"client_request_id": account})).await.ok();
        let paper = house.till().house.papers().await.pop().unwrap().text;
        assert!(paper.contains("Carnes: Picaña, Pechuga"), "{paper}");
        house.till().luis.put(&path, json!({"choices": []})).await.refused(409, "conflict");
    }

    async fn what_is_sold_out_cannot_be_chosen_and_need_not_be(house: GrillHouse) {
        let account = house.open_takeaway().await;
        let cook = house.till().house.app.login("cocina").await;
        for n in [0, 1] {
            let topping = &house.meats["options"][n]["topping_id"];
            cook.put(&format!("/api/toppings/{topping}/sold-out"), json!({"sold_out": true})).await.ok();
        }
        let send = async |choices: Value| house.till().luis.post("/api/orders", json!({"client_request": account, "products": [house.order(1, choices)]})).await;
        let refusal = send(json!([GrillHouse::choose(&house.meats, 1), GrillHouse::choose(&house.meats, 2)])).await.refused(409, "sold_out");
        assert_eq!(refusal["message"], "Picaña está agotado hoy. Elige otro.");
        let sale = house.till().house.rosa.get("/api/catalog/sale").await.ok();
        let group = sale["choice_groups"].as_array().unwrap().iter().find(|g| g["id"] == house.meats["id"]).unwrap();
        assert_eq!(group["options"].as_array().unwrap().iter().map(|o| o["sold_out"].clone()).collect::<Vec<_>>(), [true, true, false]);
        let sent = send(json!([GrillHouse::choose(&house.meats, 2)])).await.ok();
        assert_eq!(sent["client_request"]["lines"][0]["unit_total"], "100.00", "of two meats only one is left today");
    }

    async fn the_office_is_told_what_is_wrong_with_a_group(house: GrillHouse) {
        let one = json!([{"name": "Ají amarillo", "amount": "0"}]);
        for (body, expected) in [
            (json!({"name": " ", "options": one}), json!(["name", "Escribe el nombre del grupo."])),
            (json!({"name": "A".repeat(61), "options": one}), json!(["name", "Usa hasta 60 letras."])),
            (json!({"name": "Salsas", "options": []}), json!(["options", "Agrega al menos una opción."])),
            (json!({"name": "Salsas"}), json!(["options", "Agrega al menos una opción."])),
            (json!({"name": "Salsas", "options": [{"name": "Ají", "amount": "-1"}]}), json!(["options.0.amount", "El precio va de 0 a S/ 10,000.00."])),
            (json!({"name": "Salsas", "options": [{"name": "Ají", "amount": "10000.01"}]}), json!(["options.0.amount", "El precio va de 0 a S/ 10,000.00."])),
            (json!({"name": "Salsas", "options": [{"name": "Ají", "amount": "0.005"}]}), json!(["options.0.amount", "El precio lleva hasta dos decimales."])),
            (json!({"name": "Salsas", "options": [{"name": "Picaña"}, {"name": "PICANA"}]}), json!(["options.1.name", "Picaña está dos veces."])),
            (json!({"name": "Salsas", "options": [{"amount": "1"}]}), json!(["options.0.name", "Escribe la opción."])),
            (json!({"name": "Salsas", "options": [{"topping_id": 999_999}]}), json!(["options.0.topping_id", "Ese adicional ya no existe. Elige otro."])),
            (json!({"name": "Salsas", "options": [{"name": "Ají", "group_id": 999_999}]}), json!(["options.0.group_id", "Ese grupo ya no existe. Elige otro."])),
            (json!({"name": "Salsas", "options": [{"name": "Ají", "group_id": house.meats["id"]}]}), json!(["options.0.group_id", "Ese grupo ya abre otros; se elige en dos pasos, no en tres."])),
            (json!({"name": "Salsas", "minimum": 2, "options": one}), json!(["minimum", "Lo menos que se elige va de 0 a 1."])),
            (json!({"name": "Salsas", "minimum": 2, "maximum": 3, "options": one}), json!(["minimum", "Hay que elegir 2 y el grupo tiene 1."])),
            (json!({"name": "Salsas", "maximum": 0, "options": one}), json!(["maximum", "Se eligen hasta cuántas: de 1 a 50."])),
            (json!({"name": "Salsas", "maximum": i64::MAX, "options": one}), json!(["maximum", "Se eligen hasta cuántas: de 1 a 50."])),
            (json!({"name": "Salsas", "free": -1, "options": one}), json!(["free", "Las incluidas van de 0 a 1."])),
            (json!({"name": "Salsas", "maximum": 1, "options": [{"name": "Mayonesa", "is_default": true}, {"name": "Mostaza", "is_default": true}]}),
             json!(["options", "Hay 2 opciones marcadas y se eligen hasta 1."])),
        ] {
            assert_eq!(house.refused(body.clone()).await, expected, "{body}");
        }
        let toppings = house.office.admin.get("/api/toppings?term=mayonesa").await.rows();
        assert!(toppings.is_empty(), "a refused group leaves no topping behind: {toppings:?}");
        house.office.admin.post("/api/choice-groups", json!({"name": "CARNES", "options": one})).await.refused(409, "already_exists");
        // A group that others open opens none, and what is used is not deleted.
        let terms = format!("/api/choice-groups/{}", house.terms["id"]);
        let opening = json!({"options": [{"name": "Bien rojo", "group_id": house.sides["id"]}]});
        let refusal = house.office.admin.put(&terms, opening).await.refused(422, "invalid");
        assert_eq!(refusal["errors"]["options.0.group_id"][0], "Este grupo ya se abre desde otro; no puede abrir uno más.");
        for used in [&house.terms, &house.sides] {
            house.office.admin.delete(&format!("/api/choice-groups/{}", used["id"])).await.refused(409, "in_use");
        }
        let topping = house.office.admin.delete(&format!("/api/toppings/{}", house.sides["options"][0]["topping_id"])).await.refused(409, "in_use");
        assert!(topping["message"].as_str().unwrap().contains("es una opción de Guarniciones"), "{topping}");
        let product = format!("/api/products/{}", house.grill["id"]);
        for wrong in [json!([999_999]), json!([house.meats["id"], house.meats["id"]])] {
            house.office.admin.put(&product, json!({"choice_group_ids": wrong})).await.refused(422, "invalid");
        }
        let turned = house.office.admin.put(&product, json!({"choice_group_ids": [house.sides["id"], house.meats["id"]]})).await.ok();
        assert_eq!(turned["choice_group_ids"], json!([house.sides["id"], house.meats["id"]]));
        house.office.admin.put(&product, json!({"choice_group_ids": []})).await.ok();
        let deleted = house.office.admin.delete(&format!("/api/choice-groups/{}", house.sides["id"])).await.ok();
        assert_eq!(deleted["name"], "Guarniciones");
        house.office.admin.get(&format!("/api/choice-groups/{}", house.sides["id"])).await.refused(404, "not_found");
    }
}
