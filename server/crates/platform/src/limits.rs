//! Rate limits: log-ins by name and by address, e-mails by company and by recipient, and others. Counted in memory; several servers send
//! each other every attempt, so that only within the time that this takes (some milliseconds) each may admit as many as one alone. PIN
//! failures are counted in the database.

mod tries;

pub use tries::TryMessage;

use crate::servers::Relay;
use comanda_base::{error::Result, source::Source, words::text_enum};
use std::collections::BTreeMap;
use tries::AttemptCounter;

// Each limit is for five minutes.

/// The number of attempts that most kinds admit: log-ins with one name, resets of one password, pairings from one address.
const USUAL_TRIES: u32 = 10;
/// The number of log-ins that may fail from one address: enough for a restaurant full of people who mistype, too few to try a list of
/// names.
const TRIES_OF_ADDRESS: u32 = 60;
/// The number of e-mails that are sent to one mail address.
const EMAILS_TO_ADDRESS: u32 = 3;
/// The number of e-mails that one network address may request.
const EMAILS_REQUESTED_FROM_ADDRESS: u32 = 20;
/// The number of e-mails that one company may send.
const EMAILS_OF_COMPANY: u32 = 60;
/// The number of certificates that one company may try: each needs a key derivation of up to a million rounds.
const CERTIFICATES_OF_COMPANY: u32 = 20;
/// The number of documents that one user may mail.
const DOCUMENTS_MAILED_BY_USER: u32 = 30;
/// The number of documents that may be mailed to one address.
const DOCUMENTS_TO_ADDRESS: u32 = 10;
/// The number of documents that one network address may look up in vain.
const CONSULTS_FROM_ADDRESS: u32 = 15;
/// The number of files of documents that one network address may fetch.
const FILES_FETCHED_FROM_ADDRESS: u32 = 60;
/// The number of documents of one company that may be looked up in vain from everywhere.
const CONSULTS_OF_COMPANY: u32 = 1_000;
/// The number of pairing codes of one company that may be guessed from everywhere: each of a million codes is valid for ten minutes.
const PAIRINGS_OF_COMPANY: u32 = 60;

/// Counts of recent attempts; those of one kind never displace those of another.
#[derive(Debug)]
pub struct AttemptLimits(BTreeMap<Kind, AttemptCounter>);

text_enum!(
    /// The kind of attempt.
    Kind {
        Address = "address",
        BillingTrial = "billing_trial",
        Certificate = "certificate",
        Consult = "consult",
        ConsultOfCompany = "consult_of_company",
        DocumentMailed = "document_mailed",
        DocumentToAddress = "document_to_address",
        Email = "email",
        EmailAsked = "email_asked",
        EmailOfCompany = "email_of_company",
        FileFetched = "file_fetched",
        KnownDevice = "known_device",
        LogIn = "log_in",
        OwnPassword = "own_password",
        Pairing = "pairing",
        PairingOfCompany = "pairing_of_company",
        Reset = "reset",
        TestEmail = "test_email",
    }
);

/// The limit of each kind within five minutes.
const MAX_TRIES: [(Kind, u32); 18] = [
    (Kind::Address, TRIES_OF_ADDRESS),
    (Kind::BillingTrial, USUAL_TRIES),
    (Kind::Certificate, CERTIFICATES_OF_COMPANY),
    (Kind::Consult, CONSULTS_FROM_ADDRESS),
    (Kind::ConsultOfCompany, CONSULTS_OF_COMPANY),
    (Kind::DocumentMailed, DOCUMENTS_MAILED_BY_USER),
    (Kind::DocumentToAddress, DOCUMENTS_TO_ADDRESS),
    (Kind::Email, EMAILS_TO_ADDRESS),
    (Kind::EmailAsked, EMAILS_REQUESTED_FROM_ADDRESS),
    (Kind::EmailOfCompany, EMAILS_OF_COMPANY),
    (Kind::FileFetched, FILES_FETCHED_FROM_ADDRESS),
    (Kind::KnownDevice, USUAL_TRIES),
    (Kind::LogIn, USUAL_TRIES),
    (Kind::OwnPassword, USUAL_TRIES),
    (Kind::Pairing, USUAL_TRIES),
    (Kind::PairingOfCompany, PAIRINGS_OF_COMPANY),
    (Kind::Reset, USUAL_TRIES),
    (Kind::TestEmail, USUAL_TRIES),
];

/// An attempt to sign in.
#[derive(Debug, Clone, Copy)]
pub struct LogInAttempt<'a> {
    pub company: &'a str,
    pub username: &'a str,
    pub source: Source,
    /// The device, if this user has signed in on it before: its attempts are counted apart, so that strangers who try the name do not
    /// lock it.
    pub known_device: Option<&'a str>,
}

impl AttemptLimits {
    /// Makes counters that stand at zero. The relay sends each attempt at a password or PIN to the other servers.
    pub fn new(relay: Relay) -> Self {
        Self(MAX_TRIES.into_iter().map(|(kind, most)| (kind, AttemptCounter::new(most, kind, relay.clone()))).collect())
    }
    /// Applies the count of another server.
    pub fn apply_message(&self, message: TryMessage) {
        self.tries(message.kind).apply_message(message);
    }
    /// Sends all counts, for a server that has joined.
    pub fn broadcast_all(&self) {
        self.0.values().for_each(AttemptCounter::broadcast_all);
    }
    fn tries(&self, kind: Kind) -> &AttemptCounter {
        &self.0[&kind]
    }
    /// Counts a log-in before anything is hashed, and refuses beyond the limits of its name and address.
    pub fn count_log_in(&self, attempt: LogInAttempt<'_>) -> Result<()> {
        if let Some(device) = attempt.known_device {
            return self.tries(Kind::KnownDevice).count_attempt(&[attempt.company, attempt.username, device]);
        }
        if let Some(address) = address(attempt.source) {
            self.tries(Kind::Address).count_attempt(&[&address])?;
        }
        self.tries(Kind::LogIn).count_attempt(&[attempt.company, attempt.username])
    }
    /// Resets the count of the name after a successful log-in, and does not count it as a failure of the address.
    pub fn reset_log_in(&self, attempt: LogInAttempt<'_>) {
        if let Some(device) = attempt.known_device {
            return self.tries(Kind::KnownDevice).reset_attempts(&[attempt.company, attempt.username, device]);
        }
        if let Some(address) = address(attempt.source) {
            self.tries(Kind::Address).take_back_attempt(&[&address]);
        }
        self.tries(Kind::LogIn).reset_attempts(&[attempt.company, attempt.username]);
    }
    /// Resets the count of a username, whose user has a new password.
    pub fn reset_username(&self, company: &str, username: &str) {
        self.tries(Kind::LogIn).reset_attempts(&[company, username]);
    }
    /// Counts a request for password recovery by mail, whether the address is known or not. The narrowest limit counts last, so that a
    /// request that the company's limit refuses does not count for the recipient.
    pub fn count_recovery(&self, source: Source, company: &str, email: &str) -> Result<()> {
        if let Some(address) = address(source) {
            self.tries(Kind::EmailAsked).count_attempt(&[&address])?;
        }
        self.tries(Kind::EmailOfCompany).count_attempt(&[company])?;
        self.tries(Kind::Email).count_attempt(&[company, email])
    }
    /// Counts an attempt with a reset link.
    pub fn count_password_reset(&self, company: &str, email: &str) -> Result<()> {
        self.tries(Kind::Reset).count_attempt(&[company, email])
    }
    /// Counts a signed-in user's attempt at their own password.
    pub fn count_own_password(&self, company: &str, user: i64) -> Result<()> {
        self.tries(Kind::OwnPassword).count_attempt(&[company, &user.to_string()])
    }
    /// Resets that count after the right password.
    pub fn reset_own_password(&self, company: &str, user: i64) {
        self.tries(Kind::OwnPassword).reset_attempts(&[company, &user.to_string()]);
    }
    /// Counts an e-mail that tests the mail settings.
    pub fn count_test_email(&self, company: &str) -> Result<()> {
        self.tries(Kind::TestEmail).count_attempt(&[company])
    }
    /// Counts a test of the connection to the tax authority.
    pub fn count_billing_trial(&self, company: &str) -> Result<()> {
        self.tries(Kind::BillingTrial).count_attempt(&[company])
    }
    /// Counts an attempt with a certificate and its password.
    pub fn count_certificate(&self, company: &str) -> Result<()> {
        self.tries(Kind::Certificate).count_attempt(&[company])
    }
    /// Counts a guess at a pairing code: first for its address, so that a stranger does not lock the technician out, then with all others
    /// of the company, because six digits are few.
    pub fn count_pairing(&self, source: Source, company: &str) -> Result<()> {
        self.tries(Kind::Pairing).count_attempt(&[company, &address(source).unwrap_or_default()])?;
        self.tries(Kind::PairingOfCompany).count_attempt(&[company])
    }
    /// Resets the count of an address after a right code.
    pub fn reset_pairing(&self, source: Source, company: &str) {
        self.tries(Kind::Pairing).reset_attempts(&[company, &address(source).unwrap_or_default()]);
    }
    /// Counts a document sent by mail, for the user and for the recipient.
    pub fn count_document_email(&self, company: &str, user: i64, email: &str) -> Result<()> {
        self.tries(Kind::DocumentMailed).count_attempt(&[company, &user.to_string()])?;
        self.tries(Kind::DocumentToAddress).count_attempt(&[company, email])
    }
    /// Counts a public look-up of a document, for the network address and for the company.
    pub fn count_document_lookup(&self, source: Source, company: &str) -> Result<()> {
        if let Some(address) = address(source) {
            self.tries(Kind::Consult).count_attempt(&[company, &address])?;
        }
        self.tries(Kind::ConsultOfCompany).count_attempt(&[company])
    }
    /// Takes that back after a document was found.
    pub fn uncount_document_lookup(&self, source: Source, company: &str) {
        if let Some(address) = address(source) {
            self.tries(Kind::Consult).take_back_attempt(&[company, &address]);
        }
        self.tries(Kind::ConsultOfCompany).take_back_attempt(&[company]);
    }
    /// Counts a document, or a file of it, that is opened publicly, since making one is expensive.
    pub fn count_public_file(&self, source: Source, company: &str) -> Result<()> {
        self.tries(Kind::FileFetched).count_attempt(&[company, &address(source).unwrap_or_default()])
    }
}

/// Returns the key by which an address is counted; `None` for a proxy that does not name its client, since counting it would lock
/// everybody out.
fn address(source: Source) -> Option<String> {
    (!source.is_proxy).then(|| Source::rate_limit_address(source.address).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn from(address: [u8; 4]) -> Source {
        Source { address: IpAddr::from(address), is_tls: false, is_proxy: false }
    }
    fn by(username: &str, source: Source) -> LogInAttempt<'_> {
        LogInAttempt { company: "casa", username, source, known_device: None }
    }

    #[test]
    fn the_eleventh_attempt_is_refused_until_the_count_is_reset() {
        let limits = AttemptLimits::new(Relay::default());
        let luis = by("luis", from([10, 0, 0, 1]));
        for _ in 0..USUAL_TRIES {
            limits.count_log_in(luis).unwrap();
        }
        assert!(limits.count_log_in(luis).is_err());
        limits.count_log_in(LogInAttempt { company: "otra", ..luis }).unwrap();
        limits.count_log_in(LogInAttempt { known_device: Some("till"), ..luis }).unwrap();
        limits.reset_username("casa", "luis");
        limits.count_log_in(luis).unwrap();
    }

    #[test]
    fn successful_log_ins_of_one_address_are_not_limited() {
        let limits = AttemptLimits::new(Relay::default());
        let names: Vec<String> = (0..TRIES_OF_ADDRESS * 3).map(|n| n.to_string()).collect();
        for name in &names {
            let person = by(name, from([10, 0, 0, 1]));
            limits.count_log_in(person).unwrap();
            limits.reset_log_in(person);
        }
        let refused = names.iter().filter(|name| limits.count_log_in(by(name, from([10, 0, 0, 2]))).is_err()).count();
        assert_eq!(refused, names.len() - TRIES_OF_ADDRESS as usize);
    }

    #[test]
    fn guesses_at_pairing_codes_lock_only_their_own_address() {
        let limits = AttemptLimits::new(Relay::default());
        let (stranger, technician) = (from([10, 0, 0, 1]), from([10, 0, 0, 2]));
        let refused = (0..=USUAL_TRIES).filter(|_| limits.count_pairing(stranger, "la-casa").is_err()).count();
        assert_eq!(refused, 1);
        limits.count_pairing(technician, "la-casa").unwrap();
        let guessed = (3..=255).filter(|n| limits.count_pairing(from([10, 0, 0, *n]), "la-casa").is_ok()).count();
        assert_eq!(guessed, (PAIRINGS_OF_COMPANY - USUAL_TRIES - 1) as usize);
    }

    #[test]
    fn only_failed_document_lookups_are_limited() {
        let limits = AttemptLimits::new(Relay::default());
        let (client, stranger) = (from([10, 0, 0, 1]), from([10, 0, 0, 2]));
        for _ in 0..CONSULTS_FROM_ADDRESS * 2 {
            limits.count_document_lookup(client, "casa").unwrap();
            limits.uncount_document_lookup(client, "casa");
        }
        let refused =
            (0..CONSULTS_FROM_ADDRESS * 2).filter(|_| limits.count_document_lookup(stranger, "casa").is_err()).count();
        assert_eq!(refused, CONSULTS_FROM_ADDRESS as usize);
        limits.count_document_lookup(client, "casa").unwrap();
        let wrong =
            (0..CONSULTS_OF_COMPANY * 2).filter(|_| limits.count_document_lookup(stranger, "casa").is_ok()).count();
        assert_eq!(wrong, 0, "nor do thousands of one stranger's keep others out");
        limits.count_document_lookup(client, "casa").unwrap();
    }

    #[test]
    fn emails_refused_by_the_company_limit_do_not_count_for_recipients() {
        let limits = AttemptLimits::new(Relay::default());
        for n in 0..=255 {
            // Some are refused, which is what this is about.
            let _ = limits.count_recovery(from([10, 0, 0, n]), "casa", &format!("{n}@example.pe"));
        }
        assert_eq!(limits.tries(Kind::Email).len(), EMAILS_OF_COMPANY as usize);
    }
}
