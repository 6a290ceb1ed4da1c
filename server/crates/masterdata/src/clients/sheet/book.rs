//! Exports clients as the lines of the sheet, and imports them.

use super::{
    columns::Column,
    line_identity::{LineIdentity, document_key, kind_by_digits},
    read,
};
use crate::clients::{document::ANONYMOUS_DNI, model::Client, party::SaveParty, store, write};
use comanda_base::{
    db::Tx,
    error::{Code, Result, refuse},
    ids::ClientId,
};
use comanda_platform::{
    audit::AuditEntry,
    sheet::{
        self, CellError, Column as _, SheetRecords,
        cells::{self, ReadError},
        row_id,
    },
    use_case::Work,
};
use std::collections::HashMap;

type Cells = sheet::Cells<Column>;

/// The letter that begins the ids of clients.
const CODE_PREFIX: char = 'C';
/// The most clients that a sheet can have.
const MAX_CLIENTS: usize = 50_000;

/// All clients for the sheet, by their documents and names.
#[derive(Debug)]
pub(super) struct ClientBook {
    company_key: String,
    by_document: HashMap<String, ClientId>,
    by_name: HashMap<String, Vec<ClientId>>,
    rows: HashMap<ClientId, Cells>,
    /// The order of the list, without CLIENTES VARIOS.
    order: Vec<ClientId>,
}

impl SheetRecords for ClientBook {
    type Column = Column;
    type Id = ClientId;
    type Body = SaveParty;

    const MAX_WRITES: usize = 2_000;
    const MANY: &'static str = "clientes";

    fn log_entry() -> AuditEntry {
        AuditEntry::new("CLIENTS_IMPORTED").entity("clients", 0)
    }
    async fn load(tx: &mut Tx, company_key: &str) -> Result<Self> {
        let all: Vec<Client> = tx
            .query(store::select_clients().add("ORDER BY search_key, id").with("LIMIT ?", MAX_CLIENTS as i64 + 1))
            .all()
            .await?;
        if all.len() > MAX_CLIENTS {
            let text = format!("Hay más de {MAX_CLIENTS} clientes: ya no caben en una hoja. Cámbialos en la lista.");
            return refuse(Code::TooLarge, text).err();
        }
        let is_nobody = |c: &Client| c.document_number.as_deref() == Some(ANONYMOUS_DNI);
        let order = all.iter().filter(|c| !is_nobody(c)).map(|c| c.id).collect();
        let rows: HashMap<ClientId, Cells> = all.iter().map(|c| (c.id, build_row(company_key, c))).collect();
        let mut book = Self {
            company_key: company_key.to_owned(),
            by_document: HashMap::new(),
            by_name: HashMap::new(),
            rows,
            order,
        };
        for client in &all {
            if let Some(number) = &client.document_number {
                book.by_document.insert(document_key(client.document_type.as_str(), number), client.id);
            }
            if let Some(key) = book.rows.get(&client.id).and_then(|row| LineIdentity::from_cells(row).name_key()) {
                book.by_name.entry(key).or_default().push(client.id);
            }
        }
        Ok(book)
    }
    fn rows(&self) -> Vec<Cells> {
        self.order.iter().filter_map(|id| self.rows.get(id)).cloned().collect()
    }
    fn row(&self, id: ClientId) -> Option<&Cells> {
        self.rows.get(&id)
    }

    fn label(&self, cells: &Cells) -> String {
        LineIdentity::from_cells(cells).label()
    }
    fn key(&self, cells: &Cells) -> Option<(Column, String)> {
        let identity = LineIdentity::from_cells(cells);
        if let Some(document) = identity.document_key() {
            return Some((Column::Number, document));
        }
        // Two clients may have the same name; their ids tell them apart.
        let by_name = identity.name_key().filter(|_| self.by_id(cells).is_none());
        by_name.map(|name| (Column::Name, format!("/{name}")))
    }
    fn find_by_key(&self, key: &str) -> Option<ClientId> {
        self.by_document.get(key).copied()
    }
    fn find(&self, cells: &Cells) -> Result<Option<ClientId>, CellError> {
        if let Some(id) = self.by_id(cells) {
            return Ok(Some(id));
        }
        let identity = LineIdentity::from_cells(cells);
        if let Some(document) = identity.document_key() {
            return Ok(self.by_document.get(&document).copied());
        }
        match identity.name_key().and_then(|name| self.by_name.get(&name)).map(Vec::as_slice) {
            None | Some([]) => Ok(None),
            Some([id]) => Ok(Some(*id)),
            Some(several) => {
                let text =
                    format!("Hay {} clientes que se llaman {}. Escribe el documento.", several.len(), identity.label());
                Err(CellError::in_column(Column::Number, text))
            }
        }
    }
    fn check(&self, cells: &Cells, known: Option<ClientId>) -> Vec<CellError> {
        let now = known.and_then(|id| self.rows.get(&id));
        let mut errors = LineIdentity::from_cells(cells)
            .find_contradictions(now.and_then(|row| row.get(&Column::Document)).map(String::as_str));
        // A value that was accepted once must not prevent a change of the phone number.
        let new = |column| cells.get(&column).filter(|text| now.and_then(|row| row.get(&column)) != Some(*text));
        for column in [Column::Number, Column::Email, Column::Ubigeo] {
            let wrong = new(column).and_then(|text| read::find_error(column, text, &LineIdentity::from_cells(cells)));
            if !errors.iter().any(|e| e.column == column.title()) {
                errors.extend(wrong.map(|text| CellError::in_column(column, text)));
            }
        }
        errors
    }
    fn read(&self, column: Column, text: &str) -> Result<sheet::ParsedCell<SaveParty>, ReadError> {
        read::parse_cell(column, text)
    }

    async fn write(work: &mut Work<'_>, id: Option<ClientId>, body: &SaveParty) -> Result<ClientId> {
        if let Some(id) = id {
            return Ok(write::update_client(work, id, body).await?.id);
        }
        let mut body = body.clone();
        if body.document_type.is_none() {
            body.document_type = body.document_number.as_deref().and_then(kind_by_digits);
        }
        Ok(write::create_client(work, &body).await?.id)
    }
    fn record_written(&mut self, id: ClientId, cells: &Cells) {
        let Some(document) = LineIdentity::from_cells(cells).document_key() else { return };
        if let Some(was) = self.rows.get(&id).and_then(|row| LineIdentity::from_cells(row).document_key()) {
            self.by_document.remove(&was);
        }
        self.by_document.insert(document, id);
    }
}

impl ClientBook {
    fn by_id(&self, cells: &Cells) -> Option<ClientId> {
        let id = cells
            .get(&Column::Id)
            .and_then(|text| row_id::parse_id(CODE_PREFIX, &self.company_key, text))
            .map(ClientId);
        id.filter(|id| self.rows.contains_key(id))
    }
}

fn build_row(company_key: &str, c: &Client) -> Cells {
    Cells::from([
        (Column::Document, c.document_type.to_string()),
        (Column::Number, c.document_number.clone().unwrap_or_default()),
        (Column::Name, c.name.clone()),
        (Column::LastName, c.last_name.clone()),
        (Column::BusinessName, c.business_name.clone()),
        (Column::Phone, c.phone.clone()),
        (Column::Email, c.email.clone()),
        (Column::Birth, c.dob.map(read::format_day).unwrap_or_default()),
        (Column::Address, c.address.clone()),
        (Column::Reference, c.reference.clone()),
        (Column::Ubigeo, c.ubigeo_sunat.clone()),
        (Column::Active, cells::yes_or_no(c.status.is_active()).to_owned()),
        (Column::Id, row_id::format_id(CODE_PREFIX, company_key, c.id.0)),
    ])
}
