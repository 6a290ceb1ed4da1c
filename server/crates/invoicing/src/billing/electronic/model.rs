//! The closed sets of words of electronic billing.

use comanda_base::words::text_enum;

text_enum!(
    /// The way by which documents reach the tax authority.
    #[derive(Default)]
    Gateway {
        /// Billing is not set up: nothing is electronic.
        #[default]
        None = "NONE",
        SunatBeta = "SUNAT_BETA",
        Sunat = "SUNAT",
        /// Another `billService`: an operator of electronic services (OSE).
        Ose = "OSE",
        /// A provider with an API of its own, which sends in the company's name.
        Provider = "PROVIDER",
        /// A simulation of SUNAT inside this process; for the demo company only.
        Demo = "DEMO",
    }
);

text_enum!(
    /// The way by which boletas reach the tax authority.
    #[derive(Default)]
    Boletas {
        #[default]
        OneByOne = "ONE_BY_ONE",
        /// One daily summary (RC) a day.
        DailySummary = "DAILY_SUMMARY",
    }
);

impl Gateway {
    /// Whether messages are signed with the company's own certificate.
    pub const fn needs_certificate(self) -> bool {
        matches!(self, Self::SunatBeta | Self::Sunat | Self::Ose)
    }
    /// Whether the state of a document can be queried by its number.
    pub const fn can_query_documents(self) -> bool {
        matches!(self, Self::SunatBeta | Self::Sunat | Self::Ose)
    }
    /// Whether the company chooses the address.
    pub const fn has_url(self) -> bool {
        matches!(self, Self::Ose)
    }
}

text_enum!(
    /// The items that the setup still lacks before documents can be electronic.
    Missing {
        Gateway = "GATEWAY",
        /// The company has no RUC.
        Ruc = "RUC",
        Url = "URL",
        SolUser = "SOL_USER",
        SolPassword = "SOL_PASSWORD",
        Certificate = "CERTIFICATE",
        /// The certificate is of another RUC than the company's.
        OwnCertificate = "OWN_CERTIFICATE",
        /// The provider's address or token in the company's settings.
        Provider = "PROVIDER",
    }
);
