//! How often somebody may try: log-ins by name and by address, e-mails by company and by who gets them. In memory; several servers tell
//! each other of every try, so that within the time that takes (some milliseconds) each may let as many through as one. PIN failures
//! are counted in the database.

mod tries;

pub use tries::TryMessage;

use crate::servers::Relay;
use comanda_base::{error::Result, source::Source, words::words};
use std::collections::BTreeMap;
use tries::Tries;

/// Tries at one name within five minutes.
const TRIES: u32 = 10;
/// Wrong ones from one address: a house full of people who mistype, and no list of names.
const TRIES_OF_ADDRESS: u32 = 60;
/// E-mails to one mail address, asked for from one network address, and of one company.
const EMAILS: u32 = 3;
const EMAILS_ASKED: u32 = 20;
const EMAILS_OF_COMPANY: u32 = 60;
/// Certificates that a company tries: each has its key derived, a million rounds at most.
const CERTIFICATES: u32 = 20;
/// Documents mailed by one person, and to one address.
const DOCUMENTS_MAILED: u32 = 30;
const DOCUMENTS_TO_ADDRESS: u32 = 10;
/// Documents that an address looks up and does not find, and files that it fetches.
const CONSULTS: u32 = 15;
const FILES_FETCHED: u32 = 60;
/// The same of a company, from everywhere.
const CONSULTS_OF_COMPANY: u32 = 1_000;
/// Guesses at the pairing codes of one company, from everywhere: of a million codes each is good for ten minutes.
const PAIRINGS_OF_COMPANY: u32 = 60;

/// Counts of recent tries; those of one kind never push out those of another.
#[derive(Debug)]
pub struct Limits(BTreeMap<Kind, Tries>);

words!(
    /// What is tried.
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

/// How often each may be tried within five minutes.
const MAX_TRIES: [(Kind, u32); 18] = [
    (Kind::Address, TRIES_OF_ADDRESS),
    (Kind::BillingTrial, TRIES),
    (Kind::Certificate, CERTIFICATES),
    (Kind::Consult, CONSULTS),
    (Kind::ConsultOfCompany, CONSULTS_OF_COMPANY),
    (Kind::DocumentMailed, DOCUMENTS_MAILED),
    (Kind::DocumentToAddress, DOCUMENTS_TO_ADDRESS),
    (Kind::Email, EMAILS),
    (Kind::EmailAsked, EMAILS_ASKED),
    (Kind::EmailOfCompany, EMAILS_OF_COMPANY),
    (Kind::FileFetched, FILES_FETCHED),
    (Kind::KnownDevice, TRIES),
    (Kind::LogIn, TRIES),
    (Kind::OwnPassword, TRIES),
    (Kind::Pairing, TRIES),
    (Kind::PairingOfCompany, PAIRINGS_OF_COMPANY),
    (Kind::Reset, TRIES),
    (Kind::TestEmail, TRIES),
];

/// Who tries to sign in.
#[derive(Debug, Clone, Copy)]
pub struct LogIn<'a> {
    pub company: &'a str,
    pub username: &'a str,
    pub source: Source,
    /// The device, where this user has signed in on it before: strangers who try the name elsewhere do not lock it.
    pub known_device: Option<&'a str>,
}

impl Limits {
    /// Those of a server, which tells others of each try.
    pub fn of(relay: Relay) -> Self {
        Self(MAX_TRIES.into_iter().map(|(kind, most)| (kind, Tries::at_most(most, kind, relay.clone()))).collect())
    }
    /// Takes over what another server counted.
    pub fn apply(&self, message: TryMessage) {
        self.tries(message.kind).apply(message);
    }
    /// Tells a server that is new how often was tried what may not be tried often.
    pub fn broadcast_all(&self) {
        self.0.values().for_each(Tries::broadcast_all);
    }
    fn tries(&self, kind: Kind) -> &Tries {
        &self.0[&kind]
    }
    /// Counts a log-in before anything is hashed, and refuses the eleventh of a name, or the many of an address.
    pub fn log_in(&self, by: LogIn<'_>) -> Result<()> {
        if let Some(device) = by.known_device {
            return self.tries(Kind::KnownDevice).count(&[by.company, by.username, device]);
        }
        if let Some(address) = address(by.source) {
            self.tries(Kind::Address).count(&[&address])?;
        }
        self.tries(Kind::LogIn).count(&[by.company, by.username])
    }
    /// A log-in that went through starts the counts of its name again, and is none of the address's wrong ones.
    pub fn logged_in(&self, by: LogIn<'_>) {
        if let Some(device) = by.known_device {
            return self.tries(Kind::KnownDevice).forget(&[by.company, by.username, device]);
        }
        if let Some(address) = address(by.source) {
            self.tries(Kind::Address).take_back(&[&address]);
        }
        self.tries(Kind::LogIn).forget(&[by.company, by.username]);
    }
    /// Starts the count of a name again: its owner has a new password.
    pub fn forget(&self, company: &str, username: &str) {
        self.tries(Kind::LogIn).forget(&[company, username]);
    }
    /// Counts a request for a way back in by mail, known address or not. The narrower limit counts last: whoever is refused by the
    /// company's adds nothing to anybody's.
    pub fn recovery(&self, source: Source, company: &str, email: &str) -> Result<()> {
        if let Some(address) = address(source) {
            self.tries(Kind::EmailAsked).count(&[&address])?;
        }
        self.tries(Kind::EmailOfCompany).count(&[company])?;
        self.tries(Kind::Email).count(&[company, email])
    }
    /// Counts a try at a reset link.
    pub fn reset(&self, company: &str, email: &str) -> Result<()> {
        self.tries(Kind::Reset).count(&[company, email])
    }
    /// Counts a guess at one's own password by somebody who is signed in.
    pub fn own_password(&self, company: &str, user: i64) -> Result<()> {
        self.tries(Kind::OwnPassword).count(&[company, &user.to_string()])
    }
    /// Knowing it starts the count again.
    pub fn forget_own_password(&self, company: &str, user: i64) {
        self.tries(Kind::OwnPassword).forget(&[company, &user.to_string()]);
    }
    /// Counts an e-mail that tries the mail settings out.
    pub fn test_email(&self, company: &str) -> Result<()> {
        self.tries(Kind::TestEmail).count(&[company])
    }
    /// Counts a trial of the way to the tax authority.
    pub fn billing_trial(&self, company: &str) -> Result<()> {
        self.tries(Kind::BillingTrial).count(&[company])
    }
    /// Counts a certificate and password that are tried.
    pub fn certificate(&self, company: &str) -> Result<()> {
        self.tries(Kind::Certificate).count(&[company])
    }
    /// Counts a guess at a pairing code, from its address first, so that a stranger does not keep the technician out; then with all
    /// others of the company: six digits are few.
    pub fn pairing(&self, source: Source, company: &str) -> Result<()> {
        self.tries(Kind::Pairing).count(&[company, &address(source).unwrap_or_default()])?;
        self.tries(Kind::PairingOfCompany).count(&[company])
    }
    /// A code that was right starts the count of its address again.
    pub fn forget_pairing(&self, source: Source, company: &str) {
        self.tries(Kind::Pairing).forget(&[company, &address(source).unwrap_or_default()]);
    }
    /// Counts a document mailed to somebody.
    pub fn document_email(&self, company: &str, user: i64, email: &str) -> Result<()> {
        self.tries(Kind::DocumentMailed).count(&[company, &user.to_string()])?;
        self.tries(Kind::DocumentToAddress).count(&[company, email])
    }
    /// Counts a stranger who looks a document up: everybody's guesses at one company together, and those of an address.
    pub fn consult(&self, source: Source, company: &str) -> Result<()> {
        if let Some(address) = address(source) {
            self.tries(Kind::Consult).count(&[company, &address])?;
        }
        self.tries(Kind::ConsultOfCompany).count(&[company])
    }
    /// Whoever found one guessed nothing.
    pub fn consulted(&self, source: Source, company: &str) {
        if let Some(address) = address(source) {
            self.tries(Kind::Consult).take_back(&[company, &address]);
        }
        self.tries(Kind::ConsultOfCompany).take_back(&[company]);
    }
    /// Counts a document that a stranger opens, or a file of it: making one takes work.
    pub fn public_file(&self, source: Source, company: &str) -> Result<()> {
        self.tries(Kind::FileFetched).count(&[company, &address(source).unwrap_or_default()])
    }
}

/// By what an address is counted; a proxy that does not say for whom it asks would lock everybody out.
fn address(source: Source) -> Option<String> {
    (!source.is_proxy).then(|| Source::customer(source.address).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn from(address: [u8; 4]) -> Source {
        Source { address: IpAddr::from(address), is_tls: false, is_proxy: false }
    }
    fn by(username: &str, source: Source) -> LogIn<'_> {
        LogIn { company: "casa", username, source, known_device: None }
    }

    #[test]
    fn the_eleventh_try_waits_and_knowing_it_begins_anew() {
        let limits = Limits::of(Relay::default());
        let luis = by("luis", from([10, 0, 0, 1]));
        for _ in 0..TRIES {
            limits.log_in(luis).unwrap();
        }
        assert!(limits.log_in(luis).is_err());
        limits.log_in(LogIn { company: "otra", ..luis }).unwrap();
        limits.log_in(LogIn { known_device: Some("till"), ..luis }).unwrap();
        limits.forget("casa", "luis");
        limits.log_in(luis).unwrap();
    }

    #[test]
    fn a_house_signs_in_and_a_list_of_names_does_not() {
        let limits = Limits::of(Relay::default());
        let names: Vec<String> = (0..TRIES_OF_ADDRESS * 3).map(|n| n.to_string()).collect();
        for name in &names {
            let person = by(name, from([10, 0, 0, 1]));
            limits.log_in(person).unwrap();
            limits.logged_in(person);
        }
        let refused = names.iter().filter(|name| limits.log_in(by(name, from([10, 0, 0, 2]))).is_err()).count();
        assert_eq!(refused, names.len() - TRIES_OF_ADDRESS as usize);
    }

    #[test]
    fn a_stranger_who_guesses_pairing_codes_keeps_only_himself_out() {
        let limits = Limits::of(Relay::default());
        let (stranger, technician) = (from([10, 0, 0, 1]), from([10, 0, 0, 2]));
        let refused = (0..=TRIES).filter(|_| limits.pairing(stranger, "la-casa").is_err()).count();
        assert_eq!(refused, 1);
        limits.pairing(technician, "la-casa").unwrap();
        let guessed = (3..=255).filter(|n| limits.pairing(from([10, 0, 0, *n]), "la-casa").is_ok()).count();
        assert_eq!(guessed, (PAIRINGS_OF_COMPANY - TRIES - 1) as usize);
    }

    #[test]
    fn who_looks_documents_up_is_stopped_and_who_finds_them_is_not() {
        let limits = Limits::of(Relay::default());
        let (client, stranger) = (from([10, 0, 0, 1]), from([10, 0, 0, 2]));
        for _ in 0..CONSULTS * 2 {
            limits.consult(client, "casa").unwrap();
            limits.consulted(client, "casa");
        }
        let refused = (0..CONSULTS * 2).filter(|_| limits.consult(stranger, "casa").is_err()).count();
        assert_eq!(refused, CONSULTS as usize);
        limits.consult(client, "casa").unwrap();
        let wrong = (0..CONSULTS_OF_COMPANY * 2).filter(|_| limits.consult(stranger, "casa").is_ok()).count();
        assert_eq!(wrong, 0, "nor do thousands of one stranger's keep others out");
        limits.consult(client, "casa").unwrap();
    }

    #[test]
    fn emails_that_the_company_may_not_send_count_for_nobody() {
        let limits = Limits::of(Relay::default());
        for n in 0..=255 {
            // Some are refused, which is what this is about.
            let _ = limits.recovery(from([10, 0, 0, n]), "casa", &format!("{n}@example.pe"));
        }
        assert_eq!(limits.tries(Kind::Email).len(), EMAILS_OF_COMPANY as usize);
    }
}
