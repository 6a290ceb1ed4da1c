//! The kinds of secrets, each with the one column that holds it. Only these can be sealed, and each of them is counted and resealed
//! with every new key.

/// The column of a kind of secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretColumn {
    pub table: &'static str,
    pub name: &'static str,
    /// The table's primary key: a number.
    pub key: &'static str,
}

/// Identifies a secret by its kind, and by its row where each row has one of its own.
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
    /// The associated data of the encryption: a text sealed for one purpose cannot be opened for another.
    pub(super) fn purpose(self) -> String {
        self.kind.purpose().replace("{row}", &self.row.to_string())
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident: $table:literal.$column:literal by $key:literal, for $purpose:literal, called $words:literal;)+) => {
        /// The kinds of secrets that are sealed; each is in one column.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum SecretKind {
            $($(#[$doc])* $kind,)+
        }

        impl SecretKind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            /// The column that holds secrets of this kind.
            pub const fn column(self) -> SecretColumn {
                match self {
                    $(Self::$kind => SecretColumn { table: $table, name: $column, key: $key },)+
                }
            }

            /// The Spanish name that operators read.
            pub const fn spanish_name(self) -> &'static str {
                match self {
                    $(Self::$kind => $words,)+
                }
            }

            /// The purpose to which seals of this kind are bound, in which `{row}` stands for the row's key. No word of it may ever change,
            /// or sealed secrets would be lost.
            const fn purpose(self) -> &'static str {
                match self {
                    $(Self::$kind => $purpose,)+
                }
            }
        }
    };
}

kinds! {
    /// The password of the company's account at its mail server.
    MailPassword: "smtp_settings"."password" by "id", for "smtp_settings.password", called "contraseña del correo";
    /// The token of the service that looks up a DNI or RUC.
    LookupToken: "identity_service"."token" by "id", for "identity_service.token", called "clave de la consulta de DNI y RUC";
    /// The token of the provider that sends documents.
    ProviderToken: "company_info"."token_apifact" by "id", for "company_info.token_apifact", called "clave del proveedor de facturación";
    /// The password of the company's user at the tax authority.
    SolPassword: "electronic_billing"."sol_password" by "id", for "electronic_billing.sol_password", called "clave SOL";
    /// The certificate that signs the company's documents.
    Certificate: "electronic_billing"."certificate" by "id", for "electronic_billing.certificate", called "certificado digital";
    /// The password of that certificate.
    CertificatePassword: "electronic_billing"."certificate_password" by "id", for "electronic_billing.certificate_password",
        called "contraseña del certificado digital";
    /// The TOTP secret of a user, bound to the user's row.
    SecondFactor: "second_factors"."secret" by "user_id", for "second factor of {row}", called "segundo factor de una persona";
    /// The URL of a company's database on another PostgreSQL, which contains a password.
    DatabaseAddress: "companies"."database_url" by "id", for "companies.database_url", called "dirección de la base de datos de una empresa";
}

impl SecretKind {
    /// Identifies the secret of one row, for kinds of which each row has its own.
    pub const fn secret_of_row(self, row: i64) -> Secret {
        Secret { kind: self, row }
    }

    /// Returns the kinds in the database that lists the companies.
    pub fn control_kinds() -> Vec<Self> {
        Self::ALL.iter().copied().filter(|kind| *kind == Self::DatabaseAddress).collect()
    }

    /// Returns the kinds in a company's database.
    pub fn company_kinds() -> Vec<Self> {
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
        assert_eq!(SecretKind::company_kinds().len() + SecretKind::control_kinds().len(), SecretKind::ALL.len());
    }

    #[test]
    fn a_secret_of_a_row_is_bound_to_it() {
        assert_eq!(SecretKind::SecondFactor.secret_of_row(7).purpose(), "second factor of 7");
        assert_eq!(Secret::from(SecretKind::MailPassword).purpose(), "smtp_settings.password");
    }
}
