//! The time sources that the server asks for all companies: PostgreSQL, and an NTP server where the operator names one.

use crate::{
    clock_check::{ClockCheck, ClockComparison},
    companies::Companies,
};
use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use comanda_base::clock::Clock;
use std::{
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};
use tokio::net::UdpSocket;

const CHECK_INTERVAL: Duration = Duration::from_secs(600);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
const NTP_PORT: u16 = 123;
/// The size of an NTP packet without extensions in bytes (RFC 5905, 7.3).
const PACKET_BYTES: usize = 48;
/// The first byte of a request: version 4, mode client.
const CLIENT_REQUEST: u8 = 0b0010_0011;
/// Seconds from 1900, the epoch of NTP, to 1970.
const UNTIL_1970_S: i64 = 2_208_988_800;
/// Seconds in an NTP era: the count restarts in 2036.
const ERA_S: i64 = 1 << 32;

/// The last answers of the database and of the NTP server.
#[derive(Debug, Default)]
pub struct TimeSources {
    database: ClockCheck,
    ntp: ClockCheck,
}

impl TimeSources {
    /// Compares a clock that shows `local_time` with the sources; also returns the Spanish name of the source used. A database that agrees
    /// counts as unknown, since it may be on the same machine.
    pub fn compare_clock(&self, local_time: DateTime<Utc>) -> (ClockComparison, &'static str) {
        const NTP: &str = "el del servidor de hora (NTP)";
        const DATABASE: &str = "el de la base de datos";
        match (self.ntp.compare_clock(local_time), self.database.compare_clock(local_time)) {
            (ClockComparison::Unheard, difference @ ClockComparison::Off(_)) => (difference, DATABASE),
            (said, _) => (said, NTP),
        }
    }

    /// Records the time of the database, if it is PostgreSQL.
    pub async fn ask_database(&self, companies: &Companies, clock: &Clock) -> anyhow::Result<()> {
        let control = companies.control();
        if control.is_shared() {
            let mut tx = control.read().await?;
            let time = tx.database_now(clock.now()).await?;
            self.database.record_time(time, clock.now());
        }
        Ok(())
    }

    /// Records the time of this NTP server.
    pub async fn ask_ntp(&self, server: &str, clock: &Clock) -> anyhow::Result<()> {
        let time =
            tokio::time::timeout(ANSWER_TIMEOUT, query_ntp_time(server)).await.context("it does not answer")??;
        self.ntp.record_time(time, clock.now());
        Ok(())
    }

    /// Asks both sources now and every ten minutes, until the server ends.
    pub async fn keep_sources_current(&self, companies: &Companies, ntp_server: Option<&str>, clock: &Clock) {
        let ask_ntp = async || match ntp_server {
            Some(server) => self.ask_ntp(server, clock).await,
            None => Ok(()),
        };
        let mut round = tokio::time::interval(CHECK_INTERVAL);
        loop {
            round.tick().await;
            let (database, ntp) = tokio::join!(self.ask_database(companies, clock), ask_ntp());
            for error in [database.err(), ntp.err()].into_iter().flatten() {
                tracing::warn!(%error, "nobody says what time it is; asked again in ten minutes");
            }
        }
    }
}

/// Asks an NTP server for the time, to the second.
pub async fn query_ntp_time(server: &str) -> anyhow::Result<DateTime<Utc>> {
    let named = tokio::net::lookup_host(server).await;
    let address = match named {
        Ok(mut found) => found.next(),
        Err(_) => tokio::net::lookup_host((server, NTP_PORT)).await?.next(),
    };
    let address = address.context("no such host")?;
    let any: SocketAddr =
        if address.is_ipv4() { (Ipv4Addr::UNSPECIFIED, 0).into() } else { (Ipv6Addr::UNSPECIFIED, 0).into() };
    let socket = UdpSocket::bind(any).await?;
    socket.connect(address).await?;
    let mut question = [0; PACKET_BYTES];
    question[0] = CLIENT_REQUEST;
    // The answer repeats it, so that nobody else can forge one.
    let cookie: [u8; 8] = rand::random();
    question[40..].copy_from_slice(&cookie);
    socket.send(&question).await?;
    let mut answer = [0; PACKET_BYTES];
    let length = socket.recv(&mut answer).await?;
    ensure!(length == PACKET_BYTES && answer[24..32] == cookie, "it answers something else");
    parse_answer(&answer)
}

/// Reads the moment at which an answer was sent.
fn parse_answer(answer: &[u8; PACKET_BYTES]) -> anyhow::Result<DateTime<Utc>> {
    let [first, stratum, ..] = *answer;
    ensure!(first & 0b111 == 4 && first >> 6 != 3 && (1..16).contains(&stratum), "it does not know the time itself");
    let seconds = i64::from(u32::from_be_bytes([answer[40], answer[41], answer[42], answer[43]]));
    let era = if seconds < ERA_S / 2 { ERA_S } else { 0 };
    DateTime::from_timestamp(seconds + era - UNTIL_1970_S, 0).context("no time")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers one question with these first two bytes and seconds since 1900.
    async fn server(first: u8, stratum: u8, seconds: u32, repeats: bool) -> String {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap().to_string();
        tokio::spawn(async move {
            let mut question = [0; PACKET_BYTES];
            let (_, from) = socket.recv_from(&mut question).await.unwrap();
            let mut answer = [0; PACKET_BYTES];
            (answer[0], answer[1]) = (first, stratum);
            if repeats {
                answer[24..32].copy_from_slice(&question[40..]);
            }
            answer[40..44].copy_from_slice(&seconds.to_be_bytes());
            socket.send_to(&answer, from).await.unwrap();
        });
        address
    }

    #[tokio::test]
    async fn an_ntp_server_that_knows_the_time_is_believed() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let reported = query_ntp_time(&server(0b0010_0100, 2, 3_991_680_000, true).await).await.unwrap();
        assert_eq!(reported, at("2026-06-29T00:00:00Z"));
        let after_2036 = query_ntp_time(&server(0b0010_0100, 2, 100, true).await).await.unwrap();
        assert_eq!(after_2036, at("2036-02-07T06:29:56Z"));
        for (first, stratum, repeats) in [(0b1110_0100, 2, true), (0b0010_0100, 0, true), (0b0010_0100, 2, false)] {
            query_ntp_time(&server(first, stratum, 3_991_680_000, repeats).await).await.unwrap_err();
        }
    }

    #[test]
    fn a_database_that_agrees_may_be_on_the_same_machine() {
        let sources = TimeSources::default();
        let local_time: DateTime<Utc> = "2027-01-01T05:00:00Z".parse().unwrap();
        let year = chrono::TimeDelta::days(365);
        sources.database.record_time(local_time, local_time);
        assert_eq!(sources.compare_clock(local_time).0, ClockComparison::Unheard);
        sources.database.record_time(local_time + year, local_time);
        assert!(matches!(sources.compare_clock(local_time), (ClockComparison::Off(_), "el de la base de datos")));
        sources.ntp.record_time(local_time, local_time);
        assert_eq!(sources.compare_clock(local_time).0, ClockComparison::Right);
    }
}
