//! The closed sets of SUNAT's catalogues that restaurants use.

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$case_doc:meta])* $case:ident = $code:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$case_doc])* $case),+ }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$case),+];

            /// The code in SUNAT's catalogue.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$case => $code),+ }
            }

            /// Returns the value of a code; `None` for a code that is not listed here.
            #[must_use]
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.code() == code)
            }
        }
    };
}

codes! {
    /// Catalogue 01: kinds of documents.
    Kind { Factura = "01", Boleta = "03", CreditNote = "07", DebitNote = "08" }
}

codes! {
    /// Catalogue 03: units.
    Unit {
        /// Goods.
        Goods = "NIU",
        /// Services, such as delivery.
        Service = "ZZ",
        Kilogram = "KGM",
        Gram = "GRM",
        Litre = "LTR",
        Millilitre = "MLT",
    }
}

codes! {
    /// Catalogue 06: identity documents.
    Identity {
        /// Foreigners without a RUC; also CLIENTES VARIOS, number `00000000`.
        Foreign = "0",
        Dni = "1",
        ForeignerCard = "4",
        Ruc = "6",
        Passport = "7",
        Diplomatic = "A",
        CountryOfResidence = "B",
        Tin = "C",
        CompanyNumber = "D",
        AndeanCard = "E",
        StayPermit = "F",
        SafeConduct = "G",
        TemporaryPermit = "H",
    }
}

codes! {
    /// Catalogue 07: how the IGV applies to a line.
    Affectation {
        Taxed = "10",
        Prize = "11",
        Donation = "12",
        Withdrawal = "13",
        Publicity = "14",
        Bonus = "15",
        Staff = "16",
        Exonerated = "20",
        ExoneratedFree = "21",
        Unaffected = "30",
        UnaffectedBonus = "31",
    }
}

codes! {
    /// Catalogue 05: tributes (taxes and their exemptions).
    Tribute {
        Igv = "1000",
        /// The tax on plastic bags, beside the IGV of their line.
        Bags = "7152",
        Free = "9996",
        Exonerated = "9997",
        Unaffected = "9998",
    }
}

codes! {
    /// Catalogue 09: the reason for a credit note.
    CreditReason {
        Void = "01",
        RucError = "02",
        DescriptionError = "03",
        GlobalDiscount = "04",
        LineDiscount = "05",
        WholeReturn = "06",
        ReturnByLine = "07",
        Bonus = "08",
        LowerValue = "09",
        Other = "10",
    }
}

codes! {
    /// Catalogue 10: the reason for a debit note.
    DebitReason { Interest = "01", HigherValue = "02", Penalty = "03" }
}

impl Affectation {
    #[must_use]
    pub const fn tribute(self) -> Tribute {
        match self {
            Self::Taxed => Tribute::Igv,
            Self::Exonerated => Tribute::Exonerated,
            Self::Unaffected => Tribute::Unaffected,
            Self::Prize
            | Self::Donation
            | Self::Withdrawal
            | Self::Publicity
            | Self::Bonus
            | Self::Staff
            | Self::ExoneratedFree
            | Self::UnaffectedBonus => Tribute::Free,
        }
    }

    /// Whether the line is given away for free.
    #[must_use]
    pub fn is_free(self) -> bool {
        self.tribute() == Tribute::Free
    }

    /// Whether its price includes the IGV.
    #[must_use]
    pub const fn bears_igv(self) -> bool {
        !matches!(self, Self::Exonerated | Self::ExoneratedFree | Self::Unaffected | Self::UnaffectedBonus)
    }
}

impl Tribute {
    /// The name in catalogue 05 (rule 3051).
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Igv => "IGV",
            Self::Bags => "ICBPER",
            Self::Free => "GRA",
            Self::Exonerated => "EXO",
            Self::Unaffected => "INA",
        }
    }

    /// The international code in catalogue 05 (rule 2377).
    #[must_use]
    pub const fn international(self) -> &'static str {
        match self {
            Self::Igv | Self::Exonerated => "VAT",
            Self::Free | Self::Unaffected => "FRE",
            Self::Bags => "OTH",
        }
    }

    /// The category in UN/ECE 5305, which has none for a tax by the piece.
    #[must_use]
    pub const fn category(self) -> Option<&'static str> {
        match self {
            Self::Igv => Some("S"),
            Self::Free => Some("Z"),
            Self::Exonerated => Some("E"),
            Self::Unaffected => Some("O"),
            Self::Bags => None,
        }
    }
}
