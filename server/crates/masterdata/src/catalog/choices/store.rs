//! SQL of groups of options.

use super::model::{ChoiceGroup, ChoiceOption};
use chrono::NaiveDate;
use comanda_base::{
    allergens::Allergen,
    args,
    db::{self, Sql, Tx},
    error::{OrNotFound, Result},
    ids::{ChoiceGroupId, ChoiceOptionId, ProductId, ToppingId},
    money::Money,
    search::search_key,
    words::{Status, WordSet},
};
use std::collections::HashMap;

/// An option to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NewOption {
    /// The option that it was before; absent: it is new.
    pub id: Option<ChoiceOptionId>,
    pub topping_id: ToppingId,
    pub amount: Money,
    pub is_default: bool,
    pub nested_group_id: Option<ChoiceGroupId>,
}

/// Counts groups `g`; conditions are to be added.
pub(super) fn select_count() -> Sql {
    Sql::new("SELECT COUNT(*) FROM choice_groups g WHERE 1 = 1")
}

/// Selects groups `g`; conditions are to be added with ` AND …`.
pub(super) fn select_groups() -> Sql {
    Sql::new(
        "SELECT g.id, g.name, g.minimum, g.maximum, g.free,
                (SELECT COUNT(*) FROM product_choice_groups x JOIN products p ON p.id = x.product_id
                 WHERE x.group_id = g.id AND p.deleted_at IS NULL) AS products
         FROM choice_groups g WHERE 1 = 1",
    )
}

#[derive(comanda_from_row::FromRow)]
struct OptionRow {
    id: ChoiceOptionId,
    group_id: ChoiceGroupId,
    topping_id: ToppingId,
    name: String,
    allergens: WordSet<Allergen>,
    amount: Money,
    is_default: bool,
    nested_group_id: Option<ChoiceGroupId>,
    sold_out_on: Option<NaiveDate>,
    status: Status,
}

/// Loads the groups of a statement made from [`select_groups`] with their options: two statements, whatever their number.
pub(super) async fn load_groups(tx: &mut Tx, list: Sql, today: NaiveDate) -> Result<Vec<ChoiceGroup>> {
    let mut groups: Vec<ChoiceGroup> = tx.query(list).all().await?;
    if groups.is_empty() {
        return Ok(groups);
    }
    let sql = Sql::new(
        "SELECT o.id, o.group_id, o.topping_id, t.name, t.allergens, o.amount, o.is_default, o.nested_group_id, t.sold_out_on, t.status
         FROM choice_options o JOIN toppings t ON t.id = o.topping_id",
    );
    let sql = sql.list("WHERE o.group_id IN (?)", groups.iter().map(|g| g.id)).add("ORDER BY o.position, o.id");
    let rows: Vec<OptionRow> = tx.query(sql).all().await?;
    let mut options: HashMap<ChoiceGroupId, Vec<ChoiceOption>> = HashMap::new();
    for row in rows {
        options.entry(row.group_id).or_default().push(ChoiceOption {
            id: row.id,
            topping_id: row.topping_id,
            name: row.name,
            allergens: row.allergens,
            amount: row.amount,
            is_default: row.is_default,
            group_id: row.nested_group_id,
            sold_out: row.sold_out_on == Some(today),
            status: row.status,
        });
    }
    for group in &mut groups {
        group.options = options.remove(&group.id).unwrap_or_default();
    }
    Ok(groups)
}

/// Lists all groups, for the order screen.
pub(in crate::catalog) async fn list_all_groups(tx: &mut Tx, today: NaiveDate) -> Result<Vec<ChoiceGroup>> {
    load_groups(tx, select_groups().add("ORDER BY g.id"), today).await
}

/// Loads these groups and the ones nested in them.
pub(super) async fn load_with_nested(tx: &mut Tx, ids: &[ChoiceGroupId], today: NaiveDate) -> Result<Vec<ChoiceGroup>> {
    let list = select_groups().list(
        "AND (g.id IN (?) OR g.id IN (SELECT o.nested_group_id FROM choice_options o WHERE o.group_id IN (?)))",
        ids.iter().copied(),
    );
    load_groups(tx, list, today).await
}

/// Locks a group.
pub(super) async fn lock(tx: &mut Tx, id: ChoiceGroupId) -> Result<(ChoiceGroupId,)> {
    tx.query("SELECT id FROM choice_groups WHERE id = $1").bind(id).for_update().maybe().await.or_not_found("el grupo")
}

/// Finds the name of another group that is the same but for capitals and accents. A concurrent write of the same name has to wait.
pub(super) async fn find_same_name(
    tx: &mut Tx,
    but: Option<ChoiceGroupId>,
    name: &str,
) -> db::Result<Option<(ChoiceGroupId, String)>> {
    tx.lock_tables("choice_groups").await?;
    let same = Sql::new("SELECT id, name FROM choice_groups").with("WHERE search_key = ?", search_key(name));
    tx.query(same.when("AND id <> ?", but).add("ORDER BY id LIMIT 1")).maybe().await
}

pub(super) async fn count_all(tx: &mut Tx) -> db::Result<i64> {
    tx.query("SELECT COUNT(*) FROM choice_groups").scalar().await
}

pub(super) async fn insert(tx: &mut Tx, group: &ChoiceGroup) -> db::Result<ChoiceGroupId> {
    let sql = Sql::new("INSERT INTO choice_groups (name, search_key, minimum, maximum, free) VALUES").rows([args![
        group.name.as_str(),
        search_key(&group.name),
        group.minimum,
        group.maximum,
        group.free
    ]]);
    tx.query(sql.add("RETURNING id")).scalar().await
}

pub(super) async fn update(tx: &mut Tx, group: &ChoiceGroup) -> db::Result<u64> {
    tx.query("UPDATE choice_groups SET name = $1, search_key = $2, minimum = $3, maximum = $4, free = $5 WHERE id = $6")
        .bind(group.name.as_str())
        .bind(search_key(&group.name))
        .bind(group.minimum)
        .bind(group.maximum)
        .bind(group.free)
        .bind(group.id)
        .run()
        .await
}

/// Replaces the options of a group; those with an id keep it.
pub(super) async fn replace_options(tx: &mut Tx, group: ChoiceGroupId, options: &[NewOption]) -> db::Result<()> {
    let kept: Vec<ChoiceOptionId> = options.iter().filter_map(|o| o.id).collect();
    let removed = Sql::new("DELETE FROM choice_options").with("WHERE group_id = ?", group);
    tx.query(if kept.is_empty() { removed } else { removed.list("AND id NOT IN (?)", kept) }).run().await?;
    let placed = options.iter().zip(1_i64..);
    let changed = placed
        .clone()
        .filter_map(|(o, n)| o.id.map(|id| args![id, o.amount, o.is_default, o.nested_group_id.map_or(0, |g| g.0), n]));
    let changed: Vec<_> = changed.collect();
    if !changed.is_empty() {
        let sql = Sql::new(
            "UPDATE choice_options SET amount = v.column2, is_default = v.column3, nested_group_id = NULLIF(v.column4, 0),
                 position = v.column5 FROM (VALUES",
        );
        tx.query(sql.rows(changed).add(") AS v WHERE choice_options.id = v.column1")).run().await?;
    }
    let new = placed.filter(|(o, _)| o.id.is_none());
    let new: Vec<_> =
        new.map(|(o, n)| args![group, o.topping_id, o.amount, o.is_default, o.nested_group_id, n]).collect();
    if !new.is_empty() {
        let sql = Sql::new(
            "INSERT INTO choice_options (group_id, topping_id, amount, is_default, nested_group_id, position) VALUES",
        );
        tx.query(sql.rows(new)).run().await?;
    }
    Ok(())
}

/// Deletes a group with its options.
pub(super) async fn delete(tx: &mut Tx, id: ChoiceGroupId) -> db::Result<u64> {
    tx.query("DELETE FROM choice_options WHERE group_id = $1").bind(id).run().await?;
    tx.query("DELETE FROM choice_groups WHERE id = $1").bind(id).run().await
}

/// Lists the names of what uses a group: products that offer it, and groups in which it is nested.
pub(super) async fn list_names_using(tx: &mut Tx, id: ChoiceGroupId) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT p.name FROM product_choice_groups x JOIN products p ON p.id = x.product_id
         WHERE x.group_id = $1 AND p.deleted_at IS NULL
         UNION SELECT g.name FROM choice_options o JOIN choice_groups g ON g.id = o.group_id WHERE o.nested_group_id = $1
         ORDER BY 1 LIMIT 1000",
    )
    .bind(id)
    .column()
    .await
}

/// Whether a group is nested in another one.
pub(super) async fn is_nested(tx: &mut Tx, id: ChoiceGroupId) -> db::Result<bool> {
    let count: i64 =
        tx.query("SELECT COUNT(*) FROM choice_options WHERE nested_group_id = $1").bind(id).scalar().await?;
    Ok(count > 0)
}

/// Returns those of these groups that exist, and whether an option of theirs opens a further group.
pub(super) async fn find_groups(tx: &mut Tx, ids: &[ChoiceGroupId]) -> db::Result<Vec<(ChoiceGroupId, bool)>> {
    let sql = Sql::new(
        "SELECT g.id, EXISTS (SELECT 1 FROM choice_options o WHERE o.group_id = g.id AND o.nested_group_id IS NOT NULL)
         FROM choice_groups g",
    );
    tx.query(sql.list("WHERE g.id IN (?)", ids.iter().copied())).all().await
}

/// A topping that an option may stand for.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(super) struct KnownTopping {
    pub id: ToppingId,
    pub name: String,
    pub sale_amount: Money,
}

/// Finds toppings by id.
pub(super) async fn find_toppings(tx: &mut Tx, ids: &[ToppingId]) -> db::Result<Vec<KnownTopping>> {
    let sql = Sql::new("SELECT id, name, sale_amount FROM toppings").list("WHERE id IN (?)", ids.iter().copied());
    tx.query(sql).all().await
}

/// Finds toppings by name, whatever the capitals and accents.
pub(super) async fn find_toppings_by_name(tx: &mut Tx, names: &[String]) -> db::Result<Vec<KnownTopping>> {
    let keys: Vec<String> = names.iter().map(|name| search_key(name)).collect();
    tx.query(Sql::new("SELECT id, name, sale_amount FROM toppings").list("WHERE search_key IN (?)", keys)).all().await
}

/// Lists the names of the groups that have a topping among their options.
pub(in crate::catalog) async fn list_names_offering_topping(tx: &mut Tx, id: ToppingId) -> db::Result<Vec<String>> {
    tx.query(
        "SELECT g.name FROM choice_options o JOIN choice_groups g ON g.id = o.group_id WHERE o.topping_id = $1
         ORDER BY g.search_key LIMIT 1000",
    )
    .bind(id)
    .column()
    .await
}

/// Lists the groups that these products offer, in their order.
pub(super) async fn list_groups_of_products(
    tx: &mut Tx,
    products: &[ProductId],
) -> db::Result<Vec<(ProductId, ChoiceGroupId)>> {
    let sql = Sql::new("SELECT product_id, group_id FROM product_choice_groups");
    tx.query(sql.list("WHERE product_id IN (?)", products.iter().copied()).add("ORDER BY position, group_id"))
        .all()
        .await
}

pub(super) async fn replace_groups_of_product(
    tx: &mut Tx,
    product: ProductId,
    groups: &[ChoiceGroupId],
) -> db::Result<()> {
    tx.query("DELETE FROM product_choice_groups WHERE product_id = $1").bind(product).run().await?;
    if groups.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("INSERT INTO product_choice_groups (product_id, group_id, position) VALUES");
    tx.query(sql.rows(groups.iter().zip(1_i64..).map(|(g, n)| args![product, *g, n]))).run().await?;
    Ok(())
}
