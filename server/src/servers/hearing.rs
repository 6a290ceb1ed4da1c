//! What one server makes of all that it hears: whole words of others in their order, who came and went, and that something is missing.

use super::{
    framing::{self, Frame, Mark},
    relay::Word,
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

/// Each server says something every second; one that is silent for so long is gone, or so slow that it may as well be.
const SILENCE: Duration = Duration::from_secs(5);

/// What became known of other servers.
#[derive(Debug, PartialEq)]
pub enum Heard {
    Said(Said),
    /// A server that was not known.
    Came,
    /// One said that it ends, or (`silently`) has not been heard for a while: what it had committed and not told is not known.
    Went {
        server: String,
        silently: bool,
    },
    /// Something was said that this server did not hear.
    Missed,
}

/// A word of another server.
#[derive(Debug, PartialEq)]
pub struct Said {
    pub server: String,
    name: String,
    body: Value,
}

impl Said {
    /// It, where it is a `W` that this server can read.
    pub fn read<W: Word>(&self) -> Option<W> {
        let read = (self.name == W::NAME).then(|| W::deserialize(&self.body))?;
        read.inspect_err(|error| tracing::warn!(%error, name = self.name, "another server said what is not known here"))
            .ok()
    }
}

/// As words are said.
#[derive(Debug, Deserialize)]
struct Spoken {
    name: String,
    body: Value,
}

#[derive(Debug)]
struct Other {
    last: u64,
    /// What it has begun to say.
    begun: String,
    heard: Instant,
}

/// The listener's memory.
#[derive(Debug)]
pub(super) struct Hearing {
    own: String,
    own_heard: Instant,
    others: HashMap<String, Other>,
}

impl Hearing {
    pub(super) fn of(own: String, now: Instant) -> Self {
        Self { own, own_heard: now, others: HashMap::new() }
    }

    /// Listens anew, after a time in which anything may have been said.
    pub(super) fn begin_anew(&mut self, now: Instant) {
        self.own_heard = now;
        self.others.clear();
    }

    /// Whether it does not even hear itself: the connection is dead without having ended.
    pub(super) fn is_deaf(&self, now: Instant) -> bool {
        now.duration_since(self.own_heard) > SILENCE
    }

    /// How many others it knows.
    pub(super) fn others(&self) -> usize {
        self.others.len()
    }

    /// Takes one text.
    pub(super) fn take(&mut self, text: &str, now: Instant) -> Vec<Heard> {
        let Some(Frame { server, number, mark, text }) = framing::read(text) else { return Vec::new() };
        if server == self.own {
            self.own_heard = now;
            return Vec::new();
        }
        let mut heard = Vec::new();
        let other = self.others.entry(server.to_owned()).or_insert_with(|| {
            heard.push(Heard::Came);
            Other { last: number.saturating_sub(1), begun: String::new(), heard: now }
        });
        other.heard = now;
        // Said again, since it was not known whether it had been heard.
        if number <= other.last {
            return heard;
        }
        if number > other.last + 1 {
            other.begun.clear();
            heard.push(Heard::Missed);
        }
        other.last = number;
        other.begun.push_str(text);
        match mark {
            Mark::More => {}
            Mark::Last => {
                let whole = std::mem::take(&mut other.begun);
                match serde_json::from_str::<Vec<Spoken>>(&whole) {
                    Ok(words) => heard.extend(
                        words
                            .into_iter()
                            .map(|Spoken { name, body }| Heard::Said(Said { server: server.to_owned(), name, body })),
                    ),
                    // Its beginning came before this server listened.
                    Err(_) => heard.push(Heard::Missed),
                }
            }
            Mark::End => {
                self.others.remove(server);
                heard.push(Heard::Went { server: server.to_owned(), silently: false });
            }
        }
        heard
    }

    /// Those who fell silent.
    pub(super) fn silent(&mut self, now: Instant) -> Vec<Heard> {
        let gone = self.others.extract_if(|_, other| now.duration_since(other.heard) > SILENCE);
        gone.map(|(server, _)| Heard::Went { server, silently: true }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn said(server: &str, name: &str) -> Heard {
        Heard::Said(Said { server: server.into(), name: name.into(), body: json!(1) })
    }
    fn words(names: &[&str]) -> String {
        json!(names.iter().map(|name| json!({"name": name, "body": 1})).collect::<Vec<_>>()).to_string()
    }
    fn went(silently: bool) -> Heard {
        Heard::Went { server: "a".into(), silently }
    }

    #[test]
    fn words_come_once_in_their_order_and_what_is_missing_is_noticed() {
        let now = Instant::now();
        let mut hearing = Hearing::of("own".into(), now);
        let cases: [(String, Vec<Heard>); 9] = [
            (format!("own 7 . {}", words(&["x"])), vec![]),
            (format!("a 4 . {}", words(&["x", "y"])), vec![Heard::Came, said("a", "x"), said("a", "y")]),
            ("a 5 + [{\"name\":".into(), vec![]),
            (format!("b 1 . {}", words(&[])), vec![Heard::Came]),
            ("a 6 . \"z\",\"body\":1}]".into(), vec![said("a", "z")]),
            ("a 6 . \"z\",\"body\":1}]".into(), vec![]),
            (format!("a 8 . {}", words(&["w"])), vec![Heard::Missed, said("a", "w")]),
            ("hola".into(), vec![]),
            ("a 9 x ".into(), vec![went(false)]),
        ];
        for (text, expected) in cases {
            assert_eq!(hearing.take(&text, now), expected, "{text}");
        }
        assert_eq!(hearing.take("c 6 . end of it]", now), [Heard::Came, Heard::Missed]);
    }

    #[test]
    fn who_is_silent_is_gone_and_who_does_not_hear_itself_is_deaf() {
        let begun = Instant::now();
        let mut hearing = Hearing::of("own".into(), begun);
        hearing.take("a 1 . []", begun);
        let later = begun + SILENCE;
        assert_eq!((hearing.silent(later), hearing.is_deaf(later)), (vec![], false));
        let too_late = later + Duration::from_millis(1);
        assert_eq!((hearing.silent(too_late), hearing.is_deaf(too_late)), (vec![went(true)], true));
        assert_eq!(hearing.silent(too_late), []);
        hearing.take("own 9 . []", too_late);
        assert!(!hearing.is_deaf(too_late));
        assert_eq!(hearing.take("a 2 . []", too_late), [Heard::Came], "it comes back");
    }
}
