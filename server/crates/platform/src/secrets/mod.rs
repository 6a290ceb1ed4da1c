//! All that lies sealed, whoever it is of: counted, and sealed anew under the key of now. Each slice seals and opens its own secrets;
//! this room alone reaches those of all, by their [`SecretKind`]s.

mod renewal;
mod store;

pub use renewal::{LIST_OF_COMPANIES, Renewed, renew};

use comanda_base::{
    db::Db,
    error::Result,
    seal::{Opened, Seals, SecretKind, Standing},
    transact,
};

/// How many secrets of one kind there are in a database, by how they stand to the keys that are here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub kind: SecretKind,
    /// Sealed under the key of now.
    pub current: usize,
    /// Sealed under an earlier one.
    pub earlier: usize,
    /// Not sealed.
    pub plain: usize,
    /// Sealed under a key that is not here.
    pub lost: usize,
}

impl Tally {
    fn of(kind: SecretKind) -> Self {
        Self { kind, current: 0, earlier: 0, plain: 0, lost: 0 }
    }

    fn count(&mut self, standing: Standing) {
        *match standing {
            Standing::Current => &mut self.current,
            Standing::Earlier => &mut self.earlier,
            Standing::Plain => &mut self.plain,
            Standing::Lost => &mut self.lost,
        } += 1;
    }

    /// All of them.
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
        let mut tally = Tally::of(*kind);
        for (row, kept) in store::kept(&mut tx, *kind).await? {
            if let Some(standing) = seals.standing(kind.of(row), &kept)? {
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
                let secret = kind.of(row);
                if !matches!(seals.standing(secret, &kept)?, Some(Standing::Earlier | Standing::Plain)) {
                    continue;
                }
                if let Opened::Secret(text) | Opened::Plain(text) = seals.open(secret, &kept)? {
                    store::replace(tx, kind, row, &seals.seal(secret, &text)?).await?;
                }
            }
            Ok(())
        });
        sealed?;
    }
    Ok(found)
}
