//! Each kind of secret that there is, with the one column in which it lies. What is not named here cannot be sealed, and what is
//! named here is counted and sealed anew with every new key.

/// The column of a kind of secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub table: &'static str,
    pub name: &'static str,
    /// The column that tells its rows apart: a number.
    pub key: &'static str,
}

/// One secret is named by its kind, and by its row where each row has one of its own.
#[derive(Debug, Clone, Copy)]
pub struct Secret {
    kind: SecretKind,
    row: i64,
}

impl From<SecretKind> for Secret {
    fn from(kind: SecretKind) -> Self {
        Self { kind, row: 0 }
    }
}

impl Secret {
    /// A seal is bound to this text: what was sealed for one purpose opens for no other.
    pub(super) fn purpose(self) -> String {
        self.kind.purpose().replace("{row}", &self.row.to_string())
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $table:literal.$column:literal by $key:literal, for $purpose:literal, called $words:literal;)+) => {
        /// The kinds of secrets that are sealed; each lies in one column.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum SecretKind {
            $($(#[$doc])* $kind,)+
        }

        impl SecretKind {
            /// Every kind that there is.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            /// The column in which it lies.
            pub const fn column(self) -> Column {
                match self {
                    $(Self::$kind => Column { table: $table, name: $column, key: $key },)+
                }
            }

            /// The Spanish words by which an operator knows it.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$kind => $words,)+
                }
            }

            /// Its seals are bound to this text, in which `{row}` stands for the row's key. No word of it may ever change: what lies sealed
            /// would be lost.
            const fn purpose(self) -> &'static str {
                match self {
                    $(Self::$kind => $purpose,)+
                }
            }
        }
    };
}

kinds! {
    /// This password opens the company's account at its mail server.
    MailPassword: "smtp_settings"."password" by "id", for "smtp_settings.password", called "contraseña del correo";
    /// This token opens the service that looks a DNI or RUC up.
    LookupToken: "identity_service"."token" by "id", for "identity_service.token", called "clave de la consulta de DNI y RUC";
    /// This token opens the provider that sends documents.
    ProviderToken: "company_info"."token_apifact" by "id", for "company_info.token_apifact", called "clave del proveedor de facturación";
    /// This password belongs to the company's user at the tax authority.
    SolPassword: "electronic_billing"."sol_password" by "id", for "electronic_billing.sol_password", called "clave SOL";
    /// This certificate signs the company's documents.
    Certificate: "electronic_billing"."certificate" by "id", for "electronic_billing.certificate", called "certificado digital";
    /// This password opens the certificate.
    CertificatePassword: "electronic_billing"."certificate_password" by "id", for "electronic_billing.certificate_password",
        called "contraseña del certificado digital";
    /// Each user has one, which opens for no other.
    SecondFactor: "second_factors"."secret" by "user_id", for "second factor of {row}", called "segundo factor de una persona";
    /// This address leads to a company that lies on another PostgreSQL, and holds its password.
    DatabaseAddress: "companies"."database_url" by "id", for "companies.database_url", called "dirección de la base de datos de una empresa";
}

impl SecretKind {
    /// Names the secret of one row, where each row has its own.
    pub const fn secret_of_row(self, row: i64) -> Secret {
        Secret { kind: self, row }
    }

    /// The kinds in the database that lists the companies.
    pub fn of_control() -> Vec<Self> {
        Self::ALL.iter().copied().filter(|kind| *kind == Self::DatabaseAddress).collect()
    }

    /// The kinds in the database of a company.
    pub fn of_company() -> Vec<Self> {
        Self::ALL.iter().copied().filter(|kind| *kind != Self::DatabaseAddress).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_kind_has_a_column_and_a_purpose_of_its_own() {
        let columns: BTreeSet<_> =
            SecretKind::ALL.iter().map(|kind| (kind.column().table, kind.column().name)).collect();
        let purposes: BTreeSet<_> = SecretKind::ALL.iter().map(|kind| kind.purpose()).collect();
        assert_eq!((columns.len(), purposes.len()), (SecretKind::ALL.len(), SecretKind::ALL.len()));
        assert_eq!(SecretKind::of_company().len() + SecretKind::of_control().len(), SecretKind::ALL.len());
    }

    #[test]
    fn a_secret_of_a_row_is_bound_to_it() {
        assert_eq!(SecretKind::SecondFactor.secret_of_row(7).purpose(), "second factor of 7");
        assert_eq!(Secret::from(SecretKind::MailPassword).purpose(), "smtp_settings.password");
    }
}
