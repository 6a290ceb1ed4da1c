//! Accounts as the API shows them.

use super::Account;
use crate::orders::{
    courses,
    model::{CommandSummary, Line, LineStatus, Person, Place, Request, RequestClient},
    preparation::status,
    store::{self, AccountLines, CommandRow, RequestHead, RequestHeader, SoldOut},
};
use chrono::{DateTime, Utc};
use comanda_base::{
    db::Tx,
    error::{OrNotFound, Result},
    ids::{LineId, RequestId},
    words::Status,
};
use comanda_masterdata::clients::{self, Client};
use comanda_platform::settings::tax;
use std::collections::BTreeSet;

/// An account with its header: everything that a ticket or an answer shows of it.
#[derive(Debug)]
pub(in crate::orders) struct LoadedAccount {
    pub header: RequestHeader,
    pub account: Account,
    /// The commands that its lines were sent with.
    pub commands: Vec<CommandSummary>,
    /// The items on its unsent lines that were ever sold out.
    pub sold_out: Vec<SoldOut>,
}

impl LoadedAccount {
    /// Loads the account as a payment at `at` would find it: its document would be issued then, and the recargo depends on the rate of that
    /// day. A closed account stays as in the document that closed it.
    pub(in crate::orders) async fn load(tx: &mut Tx, id: RequestId, at: DateTime<Utc>) -> Result<Self> {
        let issue_date = tax::issue_date(at);
        let head: RequestHead = store::find_request_head(tx, id, issue_date).await.or_not_found("la cuenta")?;
        let tax = head.header.terms.tax_rule(tx, head.present_rule(issue_date)).await?;
        let RequestHead { header, has_adjustments, .. } = head;
        let AccountLines { lines, commands, sold_out } = store::load_account_lines(tx, id).await?;
        let adjustments = if has_adjustments { store::list_enabled_adjustments(tx, &[id]).await? } else { Vec::new() };
        let adjustments = adjustments.into_iter().map(|a| a.1).collect();
        let account = header.terms.compute_account(lines, adjustments, tax);
        Ok(Self { header, account, commands, sold_out })
    }

    /// Returns its live lines that are not sent.
    pub(in crate::orders) fn unsent(&self) -> impl Iterator<Item = &Line> {
        self.account.live_lines().filter(|line| !line.is_sent())
    }

    /// Makes unsent lines wait from `now` on.
    pub(in crate::orders) fn mark_held(&mut self, lines: &[LineId], now: DateTime<Utc>) {
        for line in self.account.lines.iter_mut().filter(|line| lines.contains(&line.id)) {
            line.held_at = Some(now);
            line.version += 1;
        }
    }

    /// Marks unsent lines as sent with a command.
    pub(in crate::orders) fn mark_sent(&mut self, lines: &BTreeSet<LineId>, command: &CommandRow) {
        for line in self.account.lines.iter_mut().filter(|line| lines.contains(&line.id)) {
            line.command_id = Some(command.id);
            line.command_number = Some(command.number);
            line.sent_at = Some(command.created_at);
            line.version += 1;
        }
        self.commands.push(CommandSummary {
            id: command.id,
            number: command.number,
            created_at: command.created_at,
            user_name: command.user_name.clone(),
        });
        self.sold_out.retain(|sold_out| !lines.contains(&sold_out.line));
    }

    pub(in crate::orders) async fn into_request(self, tx: &mut Tx) -> Result<Request> {
        let status = status::least_advanced(self.account.lines.iter().map(|l| l.status));
        let client = request_client(&self.header);
        let h = self.header;
        let r = h.request;
        let invoice_client = match r.invoice_client_id {
            Some(id) => Some(clients::load_client(tx, id).await?.into()),
            None => None,
        };
        Ok(Request {
            id: r.id,
            kind: r.kind,
            status: status.unwrap_or(LineStatus::Pending),
            is_paid: r.is_paid,
            is_reservation: r.is_reservation,
            reserved_for: r.reserved_for,
            business_day: r.business_day,
            correlative_counter: r.correlative,
            client,
            invoice_client_id: r.invoice_client_id,
            invoice_client,
            guest: r.guest,
            attendant_id: r.attendant_id,
            user: Person { id: r.attendant_id, name: h.attendant_name },
            salon_id: r.salon_id,
            table_id: r.table_id,
            client_request_table: h.table_name.map(|table| Place { salon: h.salon.unwrap_or_default(), table }),
            persons: r.persons,
            delivery_app: r.delivery_app,
            client_name: r.client_name,
            phone: r.phone,
            direccion: r.address,
            referencia: r.address_reference,
            repartidor: r.courier,
            note: r.note,
            version: r.version,
            opened_at: r.opened_at,
            billed_at: r.billed_at,
            closed_at: r.closed_at,
            merged_into_id: r.merged_into_id,
            totals: self.account.totals,
            courses: courses::summarize(&self.account.lines),
            lines: self.account.lines,
            commands: self.commands,
        })
    }
}

fn request_client(h: &RequestHeader) -> Option<RequestClient> {
    let id = h.request.client_id?;
    let text = |t: &Option<String>| t.clone().unwrap_or_default();
    let (name, last_name, business_name) =
        (text(&h.client_first_name), text(&h.client_last_name), text(&h.client_business_name));
    let display_name =
        if business_name.is_empty() { format!("{name} {last_name}").trim().to_owned() } else { business_name.clone() };
    Some(RequestClient {
        id,
        document_type: h.client_document_type.unwrap_or_default(),
        document_number: h.client_document_number.clone(),
        name,
        last_name,
        business_name,
        display_name,
        phone: text(&h.client_phone),
        email: text(&h.client_email),
        address: text(&h.client_address),
        reference: text(&h.client_reference),
        status: h.client_status.unwrap_or(Status::Active),
    })
}

impl From<Client> for RequestClient {
    fn from(c: Client) -> Self {
        Self {
            id: c.id,
            document_type: c.document_type,
            document_number: c.document_number,
            name: c.name,
            last_name: c.last_name,
            business_name: c.business_name,
            display_name: c.display_name,
            phone: c.phone,
            email: c.email,
            address: c.address,
            reference: c.reference,
            status: c.status,
        }
    }
}

/// Loads an account for the API, as a payment at `at` would find it.
pub async fn load_request_view(tx: &mut Tx, id: RequestId, at: DateTime<Utc>) -> Result<Request> {
    LoadedAccount::load(tx, id, at).await?.into_request(tx).await
}
