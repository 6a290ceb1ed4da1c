//! The closed sets of words of the reconciliation.

use comanda_base::words::text_enum;

text_enum!(
    /// A user's judgement of a case in which the house and the bank do not agree.
    MarkKind {
        /// Both sides are one operation.
        Joined = "JOINED",
        /// The reason of the difference is known.
        Cleared = "CLEARED",
    }
);

text_enum!(
    /// The state of a payment method over some days.
    Standing {
        /// The files hold all that was collected, and nothing else.
        Reconciled = "RECONCILED",
        ToClear = "TO_CLEAR",
        NoFile = "NO_FILE",
        /// The files agree, but some days with operations have no file.
        DaysMissing = "DAYS_MISSING",
        /// Neither operations nor a file.
        Nothing = "NOTHING",
        /// Every closed drawer held the expected amount.
        CashEven = "CASH_EVEN",
        CashDifference = "CASH_DIFFERENCE",
        /// No drawer was closed yet.
        CashOpen = "CASH_OPEN",
    }
);
