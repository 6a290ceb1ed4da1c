//! Statements of discounts and charges of accounts.

use crate::orders::{
    account::{Adjustment, AdjustmentKind, ChargeCode, Rate},
    adjustments::adjustment_label,
};
use chrono::{DateTime, Utc};
use comanda_base::{
    args,
    db::{self, FromRow, Json, Row, Sql, Tx},
    error::Result,
    ids::{AdjustmentId, ChargeTypeId, DiscountTypeId, LineId, RequestId, UserId},
    money::{Money, Quantity},
    words::text_enum,
};

/// `discount_type_id` of a courtesy.
pub(in crate::orders) const COURTESY: DiscountTypeId = DiscountTypeId(1);

text_enum!(
    /// `billing_adjustments.kind`.
    AdjustmentType { Discount = "DISCOUNT", Charge = "CHARGE" }
);

#[derive(comanda_from_row::FromRow)]
struct AdjustmentRow {
    client_request_id: RequestId,
    id: AdjustmentId,
    kind: AdjustmentType,
    discount_type_id: Option<DiscountTypeId>,
    code: Option<ChargeCode>,
    is_percentage: bool,
    percentage: Option<Quantity>,
    amount: Option<Money>,
    is_discountable: bool,
    is_included: bool,
    line_ids: Option<Json<Vec<LineId>>>,
    description: String,
}

macro_rules! select_adjustments {
    ($rest:literal) => {
        concat!(
            "SELECT a.client_request_id, a.id, a.kind, a.discount_type_id, t.code, a.is_percentage, a.percentage, a.amount,
                    a.is_discountable, a.is_included, a.line_ids, a.description
             FROM billing_adjustments a LEFT JOIN additional_charge_types t ON t.id = a.additional_charge_type_id
             WHERE a.enabled",
            $rest
        )
    };
}

/// Lists the enabled adjustments of these accounts, in the order in which they were made.
pub(in crate::orders) async fn list_enabled_adjustments(
    tx: &mut Tx,
    requests: &[RequestId],
) -> Result<Vec<(RequestId, Adjustment)>> {
    let sql = match requests {
        [one] => Sql::new(select_adjustments!(" AND a.client_request_id = $1 ORDER BY a.id")).bind(*one),
        all => Sql::new(select_adjustments!(""))
            .list("AND a.client_request_id IN (?)", all.iter().copied())
            .add("ORDER BY a.id"),
    };
    let rows: Vec<AdjustmentRow> = tx.query(sql).all().await?;
    Ok(rows.into_iter().map(|row| (row.client_request_id, row.read())).collect())
}

impl AdjustmentRow {
    fn read(self) -> Adjustment {
        let kind = match (self.kind, self.code) {
            (AdjustmentType::Discount, _) if self.discount_type_id == Some(COURTESY) => AdjustmentKind::Courtesy,
            (AdjustmentType::Discount, _) => AdjustmentKind::Discount,
            (AdjustmentType::Charge, Some(ChargeCode::Tip)) => AdjustmentKind::Tip,
            (AdjustmentType::Charge, Some(ChargeCode::Service)) => AdjustmentKind::service(self.is_included),
            (AdjustmentType::Charge, _) => AdjustmentKind::Charge,
        };
        let rate = if self.is_percentage {
            Rate::Percent(self.percentage.unwrap_or_default())
        } else {
            Rate::Fixed(self.amount.unwrap_or_default())
        };
        Adjustment {
            id: self.id,
            kind,
            description: adjustment_label(kind, self.code, rate, &self.description),
            code: self.code,
            rate,
            is_discountable: self.is_discountable,
            line_ids: self.line_ids.map(|l| l.0).unwrap_or_default(),
        }
    }
}

/// A stored adjustment, enabled or not, with who made it.
#[derive(Debug, Clone, comanda_from_row::FromRow)]
pub(in crate::orders) struct StoredAdjustment {
    #[row(with = read_adjustment)]
    pub adjustment: Adjustment,
    /// The description as entered.
    pub description: String,
    pub discount_type_id: Option<DiscountTypeId>,
    pub enabled: bool,
    pub created_by_name: String,
    pub approver_name: Option<String>,
    /// The latest valid document of the account.
    pub billing_id: Option<i64>,
}

fn read_adjustment(row: &Row) -> db::Result<Adjustment> {
    Ok(AdjustmentRow::from_row(row)?.read())
}

/// Lists all adjustments of an account, in the order in which they were made.
pub(in crate::orders) async fn list_stored_adjustments(
    tx: &mut Tx,
    request: RequestId,
) -> db::Result<Vec<StoredAdjustment>> {
    tx.query(
        "SELECT a.client_request_id, a.id, a.kind, a.discount_type_id, t.code, a.is_percentage, a.percentage, a.amount,
                    a.is_discountable, a.is_included, a.line_ids, a.description, a.enabled,
                    TRIM(u.name || ' ' || u.lastname) AS created_by_name, TRIM(p.name || ' ' || p.lastname) AS approver_name,
                    (SELECT MAX(b.id) FROM billings b
                     WHERE b.client_request_id = a.client_request_id AND b.state <> 'VOIDED') AS billing_id
             FROM billing_adjustments a JOIN users u ON u.id = a.created_by LEFT JOIN users p ON p.id = a.approver_id
             LEFT JOIN additional_charge_types t ON t.id = a.additional_charge_type_id
             WHERE a.client_request_id = $1 ORDER BY a.id",
    )
    .bind(request)
    .all()
    .await
}

/// Finds the account that an adjustment belongs to.
pub(in crate::orders) async fn find_request_of_adjustment(
    tx: &mut Tx,
    id: AdjustmentId,
) -> db::Result<Option<RequestId>> {
    let found: Option<(RequestId,)> =
        tx.query("SELECT client_request_id FROM billing_adjustments WHERE id = $1").bind(id).maybe().await?;
    Ok(found.map(|f| f.0))
}

/// A kind of charge.
#[derive(Debug, Clone, serde::Serialize, utoipa::ToSchema, comanda_from_row::FromRow)]
pub struct ChargeType {
    pub id: ChargeTypeId,
    pub code: ChargeCode,
    pub name: String,
}

pub(in crate::orders) async fn list_charge_types(tx: &mut Tx) -> db::Result<Vec<ChargeType>> {
    tx.query("SELECT id, code, name FROM additional_charge_types ORDER BY id").all().await
}

/// An adjustment to insert.
#[derive(Debug, Clone)]
pub(in crate::orders) struct NewAdjustment {
    pub adjustment: Adjustment,
    /// The description as entered.
    pub description: String,
    /// The type of a charge; absent for discounts.
    pub charge_type: Option<ChargeTypeId>,
}

/// Inserts adjustments in one statement; returns their ids in order.
pub(in crate::orders) async fn insert_adjustments(
    tx: &mut Tx,
    request: RequestId,
    new: &[NewAdjustment],
    (user, approver): (UserId, Option<UserId>),
    now: DateTime<Utc>,
) -> db::Result<Vec<AdjustmentId>> {
    let rows = new.iter().map(|n| {
        let a = &n.adjustment;
        let is_discount = a.is_discount();
        let (percentage, amount) = match a.rate {
            Rate::Percent(percent) => (Some(percent), None),
            Rate::Fixed(amount) => (None, Some(amount)),
        };
        let type_id = if a.kind == AdjustmentKind::Courtesy { COURTESY } else { DiscountTypeId(2) };
        args![
            request,
            if is_discount { AdjustmentType::Discount } else { AdjustmentType::Charge },
            is_discount.then_some(type_id),
            n.charge_type,
            percentage.is_some(),
            percentage,
            amount,
            a.is_discountable,
            a.kind == AdjustmentKind::ServiceIncluded,
            (!a.line_ids.is_empty()).then(|| Json(a.line_ids.clone())),
            n.description.as_str(),
            user,
            approver,
            now,
        ]
    });
    let statement = Sql::new(
        "INSERT INTO billing_adjustments (client_request_id, kind, discount_type_id, additional_charge_type_id, is_percentage,
             percentage, amount, is_discountable, is_included, line_ids, description, created_by, approver_id, created_at) VALUES",
    );
    let ids: Vec<(AdjustmentId,)> = tx.query(statement.rows(rows).add("RETURNING id")).all().await?;
    // Neither database promises the order of RETURNING; identities rise in the order of the rows.
    let mut ids: Vec<AdjustmentId> = ids.into_iter().map(|i| i.0).collect();
    ids.sort_unstable();
    Ok(ids)
}

/// Switches an adjustment on or off; who approved it is stored when it is switched on.
pub(in crate::orders) async fn enable_adjustment(
    tx: &mut Tx,
    id: AdjustmentId,
    enabled: bool,
    approver: Option<UserId>,
) -> db::Result<u64> {
    tx.query("UPDATE billing_adjustments SET enabled = $1, approver_id = COALESCE($2, approver_id) WHERE id = $3")
        .bind(enabled)
        .bind(approver)
        .bind(id)
        .run()
        .await
}

pub(in crate::orders) async fn delete_adjustment(tx: &mut Tx, id: AdjustmentId) -> db::Result<u64> {
    tx.query("DELETE FROM billing_adjustments WHERE id = $1").bind(id).run().await
}

/// Changes the amounts of fixed adjustments.
pub(in crate::orders) async fn set_fixed_amounts(tx: &mut Tx, amounts: &[(AdjustmentId, Money)]) -> Result<()> {
    if amounts.is_empty() {
        return Ok(());
    }
    let sql = Sql::new("UPDATE billing_adjustments SET amount = v.column2 FROM (VALUES");
    let sql = sql.rows(amounts.iter().map(|(id, amount)| args![*id, *amount]));
    tx.query(sql.add(") AS v WHERE billing_adjustments.id = v.column1")).run().await?;
    Ok(())
}
