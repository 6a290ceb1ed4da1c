//! Who owes what: debtors, and all that one of them owes.

use super::{
    model::{ClientDebt, DebtorFilter, DebtorRows, OpenInstalment, Receivable, ReceivableDetail},
    schedule,
    store::{self, WantedDebtors},
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
use comanda_ledgers::ledger::{self, WantedCollections, collections};
use comanda_masterdata::clients;
use comanda_platform::settings::tax;

/// Collections that a client's screen shows.
const MAX_SHOWN: i64 = 50;

/// A page of debtors.
pub(super) async fn debtors(
    tx: &mut Tx,
    paging: &Paging,
    filter: &DebtorFilter,
    now: DateTime<Utc>,
) -> Result<DebtorRows> {
    let today = tax::issue_date(now);
    let wanted = WantedDebtors { today, overdue: filter.overdue, term: paging.term.as_deref() };
    let totals = store::debt_sums(tx, wanted).await?;
    let (limit, offset) = paging.window(totals.clients)?;
    let found = store::debtors(tx, wanted, (limit, offset)).await?;
    let Rows { success, rows, total_rows, total_pages } = Rows::page(found, totals.clients, limit);
    Ok(DebtorRows { success, rows, total_rows, total_pages, totals })
}

/// All that a client owes.
pub(super) async fn debt_of(tx: &mut Tx, client: ClientId, now: DateTime<Utc>) -> Result<ClientDebt> {
    let client = clients::client(tx, client).await?;
    let today = tax::issue_date(now);
    let open = store::open_of(tx, client.id).await?;
    let ids: Vec<ReceivableId> = open.iter().map(|r| r.id).collect();
    let agreed = store::instalments(tx, &ids).await?;
    let sales = store::sales(tx, &ids).await?;
    let receivables: Vec<ReceivableDetail> = open
        .into_iter()
        .filter_map(|row| {
            let sale = sales.iter().find(|s| s.receivable_id == row.id)?;
            let own: Vec<Instalment> = agreed.iter().filter(|(of, _)| *of == row.id).map(|(_, i)| *i).collect();
            let instalments = instalments(&row, &own, today);
            let overdue = instalments.iter().filter(|i| i.is_overdue).map(|i| i.due).sum();
            let (client_request_id, document) = (sale.client_request_id, sale.document());
            Some(ReceivableDetail { due: row.due(), row, client_request_id, document, overdue, instalments })
        })
        .collect();
    let wanted = WantedCollections { client: Some(client.id), ..WantedCollections::default() };
    let latest = ledger::wanted_collections(tx, wanted, (MAX_SHOWN, 0)).await?;
    Ok(ClientDebt {
        client,
        due: receivables.iter().map(|r| r.due).sum::<Money>(),
        overdue: receivables.iter().map(|r| r.overdue).sum(),
        receivables,
        collections: collections::completed(tx, latest).await?,
    })
}

fn instalments(row: &Receivable, agreed: &[Instalment], today: NaiveDate) -> Vec<OpenInstalment> {
    let open = schedule::open(agreed, row.reduced, row.collected);
    let of = |(i, due): (&Instalment, Money)| OpenInstalment {
        amount: i.amount,
        due_on: i.due_on,
        due,
        is_overdue: i.due_on < today && !due.is_zero(),
    };
    agreed.iter().zip(open).map(of).collect()
}
