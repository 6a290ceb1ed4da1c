//! Closed sets of words of this room.

use comanda_base::words::words;

words!(
    /// What somebody said.
    MarkKind {
        /// Both are one operation.
        Joined = "JOINED",
        /// Why both differ is known.
        Cleared = "CLEARED",
    }
);

words!(
    /// How a way to pay stands in some days.
    Standing {
        /// All that was collected stands in the files, and nothing else.
        Reconciled = "RECONCILED",
        ToClear = "TO_CLEAR",
        NoFile = "NO_FILE",
        /// What is in the files agrees; of some days with operations there is none.
        DaysMissing = "DAYS_MISSING",
        /// Neither operations nor a file.
        Nothing = "NOTHING",
        /// Every drawer that was closed held what it should.
        CashEven = "CASH_EVEN",
        CashDifference = "CASH_DIFFERENCE",
        /// No drawer was closed yet.
        CashOpen = "CASH_OPEN",
    }
);
