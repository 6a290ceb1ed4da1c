//! Lists debtors, and everything that one of them owes.

use super::{
    model::{ClientDebt, DebtorFilter, DebtorRows, OpenInstalment, Receivable, ReceivableDetail},
    schedule,
    store::{self, DebtorSelection},
};
use chrono::{DateTime, NaiveDate, Utc};
use comanda_base::{
    db::Tx,
    error::Result,
    ids::{ClientId, ReceivableId},
    listing::{Paging, Rows},
    money::Money,
};
use comanda_invoicing::billing::Instalment;
use comanda_ledgers::ledger::{self, CollectionFilter, collections};
use comanda_masterdata::clients;
use comanda_platform::settings::tax;

/// The most collections that the screen of a client shows.
const MAX_SHOWN: i64 = 50;

/// Lists a page of debtors.
pub(super) async fn list_debtors(
    tx: &mut Tx,
    paging: &Paging,
    filter: &DebtorFilter,
    now: DateTime<Utc>,
) -> Result<DebtorRows> {
    let today = tax::issue_date(now);
    let selection = DebtorSelection { today, overdue: filter.overdue, term: paging.term.as_deref() };
    let totals = store::sum_debts(tx, selection).await?;
    let (limit, offset) = paging.page_limits(totals.clients)?;
    let found = store::list_debtors(tx, selection, (limit, offset)).await?;
    let Rows { success, rows, total_rows, total_pages } = Rows::page(found, totals.clients, limit);
    Ok(DebtorRows { success, rows, total_rows, total_pages, totals })
}

/// Loads everything that a client owes, with its latest collections.
pub(super) async fn load_client_debt(tx: &mut Tx, client: ClientId, now: DateTime<Utc>) -> Result<ClientDebt> {
    let client = clients::load_client(tx, client).await?;
    let today = tax::issue_date(now);
    let open = store::list_open(tx, client.id).await?;
    let ids: Vec<ReceivableId> = open.iter().map(|r| r.id).collect();
    let agreed = store::list_instalments(tx, &ids).await?;
    let sales = store::list_sales(tx, &ids).await?;
    let receivables: Vec<ReceivableDetail> = open
        .into_iter()
        .filter_map(|row| {
            let sale = sales.iter().find(|s| s.receivable_id == row.id)?;
            let agreed_instalments: Vec<Instalment> =
                agreed.iter().filter(|(receivable, _)| *receivable == row.id).map(|(_, i)| *i).collect();
            let instalments = open_instalments(&row, &agreed_instalments, today);
            let overdue = instalments.iter().filter(|i| i.is_overdue).map(|i| i.due).sum();
            let (client_request_id, document) = (sale.client_request_id, sale.document());
            Some(ReceivableDetail { due: row.due(), row, client_request_id, document, overdue, instalments })
        })
        .collect();
    let wanted = CollectionFilter { client: Some(client.id), ..CollectionFilter::default() };
    let latest = ledger::list_collections(tx, wanted, (MAX_SHOWN, 0)).await?;
    Ok(ClientDebt {
        client,
        due: receivables.iter().map(|r| r.due).sum::<Money>(),
        overdue: receivables.iter().map(|r| r.overdue).sum(),
        receivables,
        collections: collections::load_parts_into(tx, latest).await?,
    })
}

fn open_instalments(row: &Receivable, agreed: &[Instalment], today: NaiveDate) -> Vec<OpenInstalment> {
    let open = schedule::open_amounts(agreed, row.reduced, row.collected);
    let open_instalment = |(i, due): (&Instalment, Money)| OpenInstalment {
        amount: i.amount,
        due_on: i.due_on,
        due,
        is_overdue: i.due_on < today && !due.is_zero(),
    };
    agreed.iter().zip(open).map(open_instalment).collect()
}
