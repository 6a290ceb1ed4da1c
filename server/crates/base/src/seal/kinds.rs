//! Each kind of secret that there is, with the one column in which it lies. What is not named here cannot be sealed, and what is
//! named here is counted and sealed anew with every new key.

/// The column of a kind of secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub table: &'static str,
    pub name: &'static str,
    /// By which its rows are told apart: a number.
    pub key: &'static str,
}

/// One secret: its kind, and whose it is where each row has its own.
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
    /// What is bound to the seal: sealed for one thing it opens for no other.
    pub(super) fn purpose(self) -> String {
        self.kind.purpose().replace("{row}", &self.row.to_string())
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $table:literal.$column:literal by $key:literal, for $purpose:literal, called $words:literal;)+) => {
        /// What is sealed, by the column in which it lies.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum SecretKind {
            $($(#[$doc])* $kind,)+
        }

        impl SecretKind {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            /// Where it lies.
            pub const fn column(self) -> Column {
                match self {
                    $(Self::$kind => Column { table: $table, name: $column, key: $key },)+
                }
            }

            /// As people call it.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$kind => $words,)+
                }
            }

            /// What its seals are bound to; `{row}` stands for the row's key. No word of it ever changes: what lies sealed would be lost.
            const fn purpose(self) -> &'static str {
                match self {
                    $(Self::$kind => $purpose,)+
                }
            }
        }
    };
}

kinds! {
    /// Of the company's account at its mail server.
    MailPassword: "smtp_settings"."password" by "id", for "smtp_settings.password", called "contraseña del correo";
    /// Of the service that knows who has a DNI or RUC.
    LookupToken: "identity_service"."token" by "id", for "identity_service.token", called "clave de la consulta de DNI y RUC";
    /// Of the provider that sends documents.
    ProviderToken: "company_info"."token_apifact" by "id", for "company_info.token_apifact", called "clave del proveedor de facturación";
    /// Of the company's user at the tax authority.
    SolPassword: "electronic_billing"."sol_password" by "id", for "electronic_billing.sol_password", called "clave SOL";
    /// Signs the company's documents.
    Certificate: "electronic_billing"."certificate" by "id", for "electronic_billing.certificate", called "certificado digital";
    /// Opens the certificate.
    CertificatePassword: "electronic_billing"."certificate_password" by "id", for "electronic_billing.certificate_password",
        called "contraseña del certificado digital";
    /// One user's, which opens for no other.
    SecondFactor: "second_factors"."secret" by "user_id", for "second factor of {row}", called "segundo factor de una persona";
    /// Of a company that lies on another PostgreSQL, with the password of that.
    DatabaseAddress: "companies"."database_url" by "id", for "companies.database_url", called "dirección de la base de datos de una empresa";
}

impl SecretKind {
    /// That of a row, where each has its own.
    pub const fn of(self, row: i64) -> Secret {
        Secret { kind: self, row }
    }

    /// Those in the database that lists the companies.
    pub fn of_control() -> Vec<Self> {
        Self::ALL.iter().copied().filter(|kind| *kind == Self::DatabaseAddress).collect()
    }

    /// Those in the database of a company.
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
        assert_eq!(SecretKind::SecondFactor.of(7).purpose(), "second factor of 7");
        assert_eq!(Secret::from(SecretKind::MailPassword).purpose(), "smtp_settings.password");
    }
}
