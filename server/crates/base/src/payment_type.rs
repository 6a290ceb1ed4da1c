//! The nature of a payment option: money in the drawer, money in an account, or a debt.

use crate::numbers::number_enum;

number_enum!(
    /// The type of a payment option; its number is `payment_type_id`.
    PaymentType {
        Cash = 1,
        Card = 2,
        Wallet = 3,
        Transfer = 4,
        /// A sale on credit: it brings no money, the client owes the amount.
        Credit = 5,
    }
);

/// The SQL condition under which the payment option of an alias sells on credit.
///
/// ```
/// assert_eq!(comanda_base::is_credit!("o"), "o.payment_type_id = 5");
/// ```
#[macro_export]
macro_rules! is_credit {
    ($payment_options:literal) => {
        concat!($payment_options, ".payment_type_id = 5")
    };
}

const _: () = assert!(PaymentType::Credit.id() == 5, "is_credit! names the number of Credit");
