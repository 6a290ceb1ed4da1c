//! Counts all sealed secrets, whichever slice owns them, and seals them anew under the present key. Each slice seals and opens its own
//! secrets; this room alone reaches those of all, by their [`SecretKind`]s.

mod renewal;
mod store;

pub use renewal::{LIST_OF_COMPANIES, Renewed, renew};

use comanda_base::{
    db::Db,
    error::Result,
    seal::{OpenedSecret, SealState, Seals, SecretKind},
    transact,
};

/// How many secrets of one kind there are in a database, by how they stand to the keys that are here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub kind: SecretKind,
    /// These are sealed under the present key.
    pub current: usize,
    /// These are sealed under an earlier key.
    pub earlier: usize,
    /// These are not sealed.
    pub plain: usize,
    /// These are sealed under a key that is not here.
    pub lost: usize,
}

impl Tally {
    fn new(kind: SecretKind) -> Self {
        Self { kind, current: 0, earlier: 0, plain: 0, lost: 0 }
    }

    fn count(&mut self, state: SealState) {
        *match state {
            SealState::Current => &mut self.current,
            SealState::Earlier => &mut self.earlier,
            SealState::Plain => &mut self.plain,
            SealState::Lost => &mut self.lost,
        } += 1;
    }

    /// How many there are, in whatever state.
    pub fn total(&self) -> usize {
        self.current + self.earlier + self.plain + self.lost
    }

    /// Whether all that can be read lies sealed under the key of now.
    pub fn is_settled(&self) -> bool {
        self.earlier == 0 && self.plain == 0
    }
}

/// Counts the secrets of a database; kinds of which there is none are left out.
pub async fn look(db: &Db, seals: &Seals, kinds: &[SecretKind]) -> Result<Vec<Tally>> {
    let mut tx = db.read().await?;
    let mut found = Vec::new();
    for kind in kinds {
        let mut tally = Tally::new(*kind);
        for (row, kept) in store::kept(&mut tx, *kind).await? {
            if let Some(standing) = seals.seal_state(kind.secret_of_row(row), &kept)? {
                tally.count(standing);
            }
        }
        found.push(tally);
    }
    found.retain(|tally| tally.total() > 0);
    Ok(found)
}

/// Seals under the key of now what lies sealed under an earlier one, or in clear from before there were seals; tells what it found.
/// What cannot be read stays as it is.
pub async fn seal_anew(db: &Db, seals: &Seals, kinds: &[SecretKind]) -> Result<Vec<Tally>> {
    let found = look(db, seals, kinds).await?;
    for unsettled in found.iter().filter(|tally| !tally.is_settled()) {
        let kind = unsettled.kind;
        let sealed: Result<()> = transact!(db, |tx| {
            for (row, kept) in store::locked(tx, kind).await? {
                let secret = kind.secret_of_row(row);
                if !matches!(seals.seal_state(secret, &kept)?, Some(SealState::Earlier | SealState::Plain)) {
                    continue;
                }
                if let OpenedSecret::Secret(text) | OpenedSecret::Plain(text) = seals.open(secret, &kept)? {
                    store::replace(tx, kind, row, &seals.seal(secret, &text)?).await?;
                }
            }
            Ok(())
        });
        sealed?;
    }
    Ok(found)
}
