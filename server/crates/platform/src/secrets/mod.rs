//! Counts the sealed secrets of all slices, and reseals them under the current key. Each slice seals and opens its own secrets; only
//! this room accesses those of all, by their [`SecretKind`]s.

mod renewal;
mod store;

pub use renewal::{KeyRenewalReport, LIST_OF_COMPANIES, renew_key};

use comanda_base::{
    db::Db,
    error::Result,
    seal::{OpenedSecret, SealState, Seals, SecretKind},
    transact,
};

/// The numbers of secrets of one kind in a database, by which key opens them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretCount {
    pub kind: SecretKind,
    /// Secrets sealed under the present key.
    pub current: usize,
    /// Secrets sealed under an earlier key.
    pub earlier: usize,
    /// Secrets that are not sealed.
    pub plain: usize,
    /// Secrets sealed under a key that is not here.
    pub lost: usize,
}

impl SecretCount {
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

    /// The number of all secrets.
    pub fn total(&self) -> usize {
        self.current + self.earlier + self.plain + self.lost
    }

    /// Whether all readable secrets are sealed under the present key.
    pub fn is_up_to_date(&self) -> bool {
        self.earlier == 0 && self.plain == 0
    }
}

/// Counts the secrets of a database; kinds without any are left out.
pub async fn count_secrets(db: &Db, seals: &Seals, kinds: &[SecretKind]) -> Result<Vec<SecretCount>> {
    let mut tx = db.read().await?;
    let mut found = Vec::new();
    for kind in kinds {
        let mut tally = SecretCount::new(*kind);
        for (row, kept) in store::list_secrets(&mut tx, *kind).await? {
            if let Some(standing) = seals.seal_state(kind.secret_of_row(row), &kept)? {
                tally.count(standing);
            }
        }
        found.push(tally);
    }
    found.retain(|tally| tally.total() > 0);
    Ok(found)
}

/// Reseals secrets that are sealed under an earlier key or not sealed, and returns the counts before. Unreadable secrets stay as they
/// are.
pub async fn reseal_secrets(db: &Db, seals: &Seals, kinds: &[SecretKind]) -> Result<Vec<SecretCount>> {
    let found = count_secrets(db, seals, kinds).await?;
    for unsettled in found.iter().filter(|tally| !tally.is_up_to_date()) {
        let kind = unsettled.kind;
        let sealed: Result<()> = transact!(db, |tx| {
            for (row, kept) in store::lock_secrets(tx, kind).await? {
                let secret = kind.secret_of_row(row);
                if !matches!(seals.seal_state(secret, &kept)?, Some(SealState::Earlier | SealState::Plain)) {
                    continue;
                }
                if let OpenedSecret::Secret(text) | OpenedSecret::Plain(text) = seals.open(secret, &kept)? {
                    store::replace_secret(tx, kind, row, &seals.seal(secret, &text)?).await?;
                }
            }
            Ok(())
        });
        sealed?;
    }
    Ok(found)
}
