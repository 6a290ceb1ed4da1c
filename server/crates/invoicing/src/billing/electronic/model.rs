//! Words of electronic billing.

use comanda_base::words::words;

words!(
    /// Which way documents go to the tax authority.
    #[derive(Default)]
    Gateway {
        /// Billing is not set up: nothing is electronic.
        #[default]
        None = "NONE",
        SunatBeta = "SUNAT_BETA",
        Sunat = "SUNAT",
        /// Another `billService`: an operator of electronic services.
        Ose = "OSE",
        /// A provider with an API of its own, which sends in the company's name.
        Provider = "PROVIDER",
        /// Answers inside of this process as SUNAT would; of the demo company alone.
        Demo = "DEMO",
    }
);

words!(
    /// How boletas reach the tax authority.
    #[derive(Default)]
    Boletas {
        #[default]
        OneByOne = "ONE_BY_ONE",
        /// An RC a day.
        DailySummary = "DAILY_SUMMARY",
    }
);

impl Gateway {
    /// Whether its messages are signed with the company's own certificate.
    pub const fn needs_certificate(self) -> bool {
        matches!(self, Self::SunatBeta | Self::Sunat | Self::Ose)
    }
    /// Whether a document can be asked for by its number.
    pub const fn answers_questions(self) -> bool {
        matches!(self, Self::SunatBeta | Self::Sunat | Self::Ose)
    }
    /// Whether its address is the company's to choose.
    pub const fn has_url(self) -> bool {
        matches!(self, Self::Ose)
    }
}

words!(
    /// What the setup still needs before documents can be electronic.
    Missing {
        Gateway = "GATEWAY",
        /// The company has no RUC.
        Ruc = "RUC",
        Url = "URL",
        SolUser = "SOL_USER",
        SolPassword = "SOL_PASSWORD",
        Certificate = "CERTIFICATE",
        /// It is of another RUC than the company's.
        OwnCertificate = "OWN_CERTIFICATE",
        /// The provider's address or token, in the company's own settings.
        Provider = "PROVIDER",
    }
);
