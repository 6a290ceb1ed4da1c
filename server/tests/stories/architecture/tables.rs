//! Checks that one room writes each table, and that a room that reads tables of another is listed with a reason; all others call the owner.

use super::source::{migrations, rooms, rust_files};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The tables by the one room that writes them.
const OWNERS: [(&str, &[&str]); 32] = [
    ("audit", &["action_logs"]),
    ("backups", &["backup_copies", "backup_runs"]),
    (
        "billing",
        &[
            "billing_amounts",
            "billing_instalments",
            "billing_lines",
            "billing_series",
            "billing_types",
            "billings",
            "credit_note_lines",
            "credit_notes",
            "debit_notes",
            "electronic_billing",
            "tax_documents",
        ],
    ),
    ("cash", &["cash_counts", "cash_movements", "cashbox_cycles", "cashboxes", "turns"]),
    (
        "catalog",
        &[
            "attribute_options",
            "attributes",
            "catalog_version",
            "categories",
            "combo_items",
            "comments",
            "planned_prices",
            "product_codes",
            "product_supplies",
            "product_toppings",
            "product_variants",
            "production_areas",
            "products",
            "schedule_items",
            "schedules",
            "topping_supplies",
            "toppings",
        ],
    ),
    ("clients", &["clients", "identities", "identity_service"]),
    ("close_of_day", &["close_of_day_emails", "close_of_day_recipients", "close_of_day_settings"]),
    ("companies", &["companies"]),
    ("counters", &["counters"]),
    ("counts", &["stock_count_entries", "stock_count_lines", "stock_counts"]),
    ("figures", &["figure_channel_sums", "figure_days", "figure_money_sums"]),
    ("floor", &["dining_tables", "salons"]),
    ("inventory", &["inventory_movement_items", "inventory_movements"]),
    ("mail", &["smtp_settings"]),
    (
        "orders",
        &[
            "additional_charge_types",
            "billing_adjustments",
            "client_requests",
            "commands",
            "order_line_components",
            "order_line_toppings",
            "order_lines",
        ],
    ),
    ("payment_options", &["payment_options"]),
    (
        "payments",
        &[
            "collection_parts",
            "collections",
            "covered_lines",
            "payment_entries",
            "payment_lines",
            "payments",
            "receivable_instalments",
            "receivables",
            "refund_entries",
            "refund_lines",
            "refunds",
        ],
    ),
    (
        "people",
        &[
            "guess_locks",
            "password_resets",
            "recovery_codes",
            "second_factor_roles",
            "second_factors",
            "sessions",
            "trusted_devices",
            "users",
        ],
    ),
    ("pictures", &["pictures"]),
    ("printing", &["pairing_codes", "print_agents", "print_jobs", "printer_areas", "printers"]),
    ("productions", &["production_items", "productions"]),
    ("promotions", &["promotions"]),
    ("providers", &["providers"]),
    (
        "purchases",
        &["purchase_files", "purchase_items", "purchase_matches", "purchase_payments", "purchase_quotes", "purchases"],
    ),
    ("rate_change", &["law_notices"]),
    ("reconciliation", &["payment_statement_lines", "payment_statements", "reconciliation_marks"]),
    ("sales_goal", &["sales_goals"]),
    ("sending", &["sender_leases", "tax_batches"]),
    ("servers", &["leases", "secrets_key"]),
    (
        "settings",
        &[
            "company_info",
            "company_logos",
            "configurations",
            "global_settings",
            "tax_rates",
            "tax_regimes",
            "tax_zones",
        ],
    ),
    (
        "stock",
        &[
            "measurements",
            "stock_days",
            "stock_items",
            "stock_moves",
            "stock_replays",
            "stock_values",
            "supplies",
            "supply_ingredients",
        ],
    ),
    ("use_case", &["idempotency_keys", "running_hours"]),
];

/// Rooms that write tables of all others: a new company, the demo, bulk deletion, a restored copy, and renewal of the secrets key.
const WRITE_EVERYWHERE: [&str; 6] = ["demo", "new_company", "removal", "restored", "secrets", "setup"];

/// Tables of other rooms that a room reads in its own statements, and the reason why it does not call the owner.
const READS: [(&str, &str, &[&str]); 22] = [
    (
        "accounting",
        "the documents and purchases of a month for its registers; it writes nothing",
        &[
            "billing_lines",
            "billings",
            "credit_notes",
            "debit_notes",
            "providers",
            "purchase_payments",
            "purchase_quotes",
            "purchases",
            "tax_documents",
        ],
    ),
    (
        "billing",
        "the name of who issued a document; the cycle it was collected in, and which payment of it still counts",
        &["cashbox_cycles", "company_info", "payments", "users"],
    ),
    ("cash", "names of people and printers, and what was done in a cycle", &["action_logs", "printers", "users"]),
    (
        "catalog",
        "names of areas, printers, supplies and units beside what is made of them; who changed a price",
        &["measurements", "printer_areas", "printers", "stock_values", "supplies", "users"],
    ),
    ("settings", "whether the house's documents are a demonstration's", &["electronic_billing"]),
    (
        "figures",
        "documents with their lines, what was charged beside dishes and what those took out of stock, and money by way to pay, as they are added up",
        &[
            "additional_charge_types",
            "billing_adjustments",
            "billing_lines",
            "billings",
            "cashbox_cycles",
            "client_requests",
            "collections",
            "credit_note_lines",
            "credit_notes",
            "order_lines",
            "payment_entries",
            "payment_lines",
            "payment_options",
            "payments",
            "refund_entries",
            "refund_lines",
            "refunds",
            "stock_moves",
        ],
    ),
    ("floor", "who sits at a table, or is expected", &["client_requests"]),
    (
        "ledger",
        "payments, refunds, debts collected and what documents come to, as cash and reports add them up",
        &[
            "billings",
            "collection_parts",
            "collections",
            "credit_notes",
            "payment_entries",
            "payment_options",
            "payments",
            "refund_entries",
            "refund_lines",
            "refunds",
            "users",
        ],
    ),
    (
        "observability",
        "how much waits in a company, by one statement for a scrape",
        &["close_of_day_emails", "print_jobs", "tax_documents"],
    ),
    (
        "orders",
        "names of tables, people and products on an account, and what of it was paid and billed",
        &[
            "billings",
            "clients",
            "dining_tables",
            "payments",
            "production_areas",
            "products",
            "salons",
            "toppings",
            "users",
        ],
    ),
    ("counts", "names of people who count and approve, and their roles", &["users"]),
    ("inventory", "names of people, and what moved stock came to", &["stock_moves", "users"]),
    ("payment_options", "whether a way to pay was used", &["collections", "payment_entries"]),
    (
        "payments",
        "names of people and of ways to pay; who owes, and the document of what they owe; what documents and notes took outside the IGV",
        &["billings", "clients", "credit_notes", "payment_options", "users"],
    ),
    ("people", "the cash box that somebody works at", &["cashboxes"]),
    (
        "printing",
        "where a paper goes: areas and cash boxes; whose cycle it tells of",
        &["cashbox_cycles", "cashboxes", "production_areas"],
    ),
    ("productions", "names of people, and what moved stock came to", &["stock_moves", "stock_values", "users"]),
    ("purchases", "names of providers and people", &["providers", "users"]),
    (
        "reconciliation",
        "names of people; a way to pay is locked while its file is replaced",
        &["payment_options", "users"],
    ),
    (
        "stock_files",
        "what is counted, what moved and on which papers; it writes nothing",
        &[
            "billings",
            "measurements",
            "order_lines",
            "payment_lines",
            "payments",
            "products",
            "purchases",
            "stock_items",
            "stock_moves",
            "stock_values",
            "supplies",
        ],
    ),
    (
        "reports",
        "figures over everything; it writes nothing",
        &[
            "action_logs",
            "billing_adjustments",
            "billing_amounts",
            "billing_lines",
            "billing_series",
            "billing_types",
            "billings",
            "cash_movements",
            "cashbox_cycles",
            "cashboxes",
            "categories",
            "client_requests",
            "close_of_day_emails",
            "close_of_day_recipients",
            "commands",
            "credit_notes",
            "dining_tables",
            "measurements",
            "order_line_components",
            "order_lines",
            "payment_entries",
            "payment_options",
            "payments",
            "print_agents",
            "printer_areas",
            "printers",
            "production_areas",
            "products",
            "refund_entries",
            "refunds",
            "salons",
            "stock_items",
            "supplies",
            "tax_documents",
            "turns",
            "users",
        ],
    ),
    (
        "stock",
        "categories, and recipes that take a supply; products that are counted, who moved them, and on which papers guests returned them",
        &[
            "billings",
            "categories",
            "credit_notes",
            "product_codes",
            "product_supplies",
            "products",
            "refunds",
            "topping_supplies",
            "toppings",
            "users",
        ],
    ),
];

/// Rooms that may read every table and change none.
const READ_EVERYWHERE: [&str; 1] = ["doctor"];

/// Returns the room that writes a table.
pub(super) fn owner(table: &str) -> String {
    let (room, _) = OWNERS.iter().find(|(_, tables)| tables.contains(&table)).unwrap();
    (*room).to_owned()
}

#[test]
fn a_table_has_one_writer() {
    let mut owned: BTreeMap<&str, &str> = BTreeMap::new();
    for (room, tables) in OWNERS {
        for table in tables {
            assert_eq!(owned.insert(table, room), None, "{table} has two owners");
        }
    }
    let known = tables();
    assert_eq!(owned.keys().map(|t| (*t).to_owned()).collect::<BTreeSet<_>>(), known, "each table has its owner");
    let mut trespasses = Vec::new();
    for (room, written) in tables_named_after(&["INSERT INTO", "UPDATE", "DELETE FROM"]) {
        if WRITE_EVERYWHERE.contains(&room.as_str()) {
            continue;
        }
        let foreign = written.iter().filter(|table| owned.get(table.as_str()) != Some(&room.as_str()));
        trespasses.extend(foreign.map(|table| format!("{room} writes {table}")));
    }
    println!("writes into tables of others: {}", trespasses.len());
    assert!(trespasses.is_empty(), "{trespasses:#?}");
}

#[test]
fn readers_of_other_rooms_tables_are_listed() {
    let declared: BTreeMap<String, BTreeSet<String>> = READS
        .iter()
        .map(|(room, _why, tables)| ((*room).to_owned(), tables.iter().map(|t| (*t).to_owned()).collect()))
        .collect();
    let owned: BTreeMap<&str, &[&str]> = OWNERS.into_iter().collect();
    let mut found = tables_named_after(&["FROM", "JOIN"]);
    found.retain(|room, tables| {
        let own_tables = owned.get(room.as_str()).copied().unwrap_or_default();
        tables.retain(|table| !own_tables.contains(&table.as_str()));
        let everywhere = WRITE_EVERYWHERE.contains(&room.as_str()) || READ_EVERYWHERE.contains(&room.as_str());
        !tables.is_empty() && !everywhere
    });
    assert_eq!(found, declared);
}

/// The tables that the migrations create.
fn tables() -> BTreeSet<String> {
    let migrations = migrations();
    let files = ["company", "control"].map(|of| fs::read_dir(migrations.join(of)).unwrap());
    let files: BTreeSet<PathBuf> = files.into_iter().flatten().map(|file| file.unwrap().path()).collect();
    let mut tables = BTreeSet::new();
    // Statements are read in order, because a table that is rebuilt is dropped before.
    for statement in files.iter().flat_map(|file| {
        let text = fs::read_to_string(file).unwrap();
        text.split(';').map(str::to_owned).collect::<Vec<_>>()
    }) {
        tables.extend(words_after(&statement, "CREATE TABLE"));
        for dropped in words_after(&statement, "DROP TABLE") {
            tables.remove(&dropped);
        }
    }
    tables
}

/// The tables that each room names after these SQL words.
fn tables_named_after(words: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let known = tables();
    let named = |place: &Path| {
        let texts = rust_files(place).into_iter().map(|file| fs::read_to_string(file).unwrap());
        let found = texts.flat_map(|text| words.iter().flat_map(|w| words_after(&text, w)).collect::<Vec<_>>());
        found.filter(|name| known.contains(name)).collect::<BTreeSet<_>>()
    };
    rooms().into_iter().map(|(room, place)| (room, named(&place))).filter(|(_, tables)| !tables.is_empty()).collect()
}

/// The words that follow each occurrence of `word`, outside comments.
fn words_after(text: &str, word: &str) -> Vec<String> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|l| [l, "\n"]).collect();
    let composed = [
        ("insert!(\"", "INSERT INTO "),
        ("Sql::insert(\"", "INSERT INTO "),
        ("update!(\"", "UPDATE "),
        ("Sql::update(\"", "UPDATE "),
    ];
    let code = composed.iter().fold(code, |code, (call, words)| code.replace(call, words));
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let starts = |at: usize| !code[..at].chars().next_back().is_some_and(is_name);
    let found = code.match_indices(word).filter(|(at, _)| starts(*at)).map(|(at, _)| &code[at + word.len()..]);
    let words_after = found.filter(|rest| rest.starts_with(char::is_whitespace)).map(str::trim_start);
    words_after.map(|rest| rest.chars().take_while(|c| is_name(*c)).collect()).collect()
}

/// Company migrations and control migrations up to these numbers were written before servers of two versions worked on one database.
const BEFORE_ROLLING_UPGRADES: [(&str, u32); 2] = [("company", 65), ("control", 4)];

#[test]
fn migrations_only_add_unless_their_name_says_that_they_break_older_servers() {
    const TAKING: [&str; 8] = [
        "DROP TABLE",
        "DROP COLUMN",
        "DROP CONSTRAINT",
        "RENAME",
        "ALTER COLUMN",
        "ADD CONSTRAINT",
        "SET NOT NULL",
        "CREATE UNIQUE",
    ];
    for (set, before) in BEFORE_ROLLING_UPGRADES {
        for file in fs::read_dir(migrations().join(set)).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let number: u32 = name[..4].parse().unwrap();
            if number <= before || name.contains("_breaking_") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let text: Vec<&str> = text.lines().map(|line| line.split("--").next().unwrap()).collect();
            let created_tables: BTreeSet<String> = words_after(&text.join("\n"), "CREATE TABLE").into_iter().collect();
            for statement in text.join(" ").split(';') {
                // Older servers do not write to tables that the same migration creates.
                let altered = ["TABLE", "ON"].iter().find_map(|word| words_after(statement, word).into_iter().next());
                let is_on_new = altered.is_some_and(|table| created_tables.contains(&table));
                let statement = statement.to_uppercase();
                let takes = TAKING.iter().find(|words| statement.contains(**words)).filter(|_| !is_on_new);
                assert_eq!(takes, None, "{name}: servers of the version before could not go on: {statement}");
                let needs = statement.contains("ADD COLUMN") && statement.contains("NOT NULL");
                assert!(!needs || statement.contains("DEFAULT"), "{name}: older servers do not fill it: {statement}");
            }
        }
    }
}
