//! What servers on one database tell each other once it is committed: one task says whatever waits in one statement, so that no write
//! waits for it; another listens. What cannot be said now is said again, numbered, until it is known to have been said.

use super::{
    framing::Framing,
    hearing::{Heard, Hearing},
};
use crate::db::{Line, LineEar, LineMouth};
use serde::{Serialize, de::DeserializeOwned};
use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::{
    sync::{mpsc, oneshot},
    time::{MissedTickBehavior, interval, sleep},
};

/// How often a server says something, were it only that it is there.
const EVERY: Duration = Duration::from_secs(1);
/// Before something is tried again.
const PAUSE: Duration = Duration::from_millis(300);
/// Words that wait while nothing can be said; of more the others only learn that they missed something.
const MAX_WAITING: usize = 20_000;
/// How long a server that ends tries to say so.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// Something that servers tell each other, by a name of its own.
pub trait Word: Serialize + DeserializeOwned {
    const NAME: &'static str;
}

/// Tells the other servers. Cheap to clone; says nothing until it has [joined](Self::join) them.
#[derive(Debug, Clone, Default)]
pub struct Relay(Arc<Joined>);

#[derive(Debug, Default)]
struct Joined {
    say: OnceLock<mpsc::UnboundedSender<Out>>,
    others: AtomicUsize,
}

#[derive(Debug)]
enum Out {
    Word(String),
    End(oneshot::Sender<()>),
}

impl Relay {
    /// Joins the servers on this database under the name that PostgreSQL shows, and gives what they say from now on.
    ///
    /// # Errors
    /// The URL is wrong, or PostgreSQL does not answer.
    pub async fn join(&self, url: &str, server: &str) -> crate::db::Result<mpsc::UnboundedReceiver<Heard>> {
        let line = Line::of(url, &format!("comanda relay {server}"))?;
        let ear = line.listen().await?;
        let (say, said) = mpsc::unbounded_channel();
        let (tell, heard) = mpsc::unbounded_channel();
        // Twice would be two of one name; the first stays.
        if self.0.say.set(say).is_ok() {
            tokio::spawn(speak(line.clone(), Framing::of(server.to_owned()), said));
            let told = Told { tell, joined: self.0.clone() };
            tokio::spawn(listen(line, ear, Hearing::of(server.to_owned(), Instant::now()), told));
        }
        Ok(heard)
    }

    /// Whether there may be others.
    pub fn has_joined(&self) -> bool {
        self.0.say.get().is_some()
    }

    /// How many others there are, as far as they are heard.
    pub fn others(&self) -> usize {
        self.0.others.load(Ordering::Relaxed)
    }

    /// Tells the others, soon. What was said before is heard before.
    pub fn say<W: Word>(&self, word: &W) {
        let Some(line) = self.0.say.get() else { return };
        match serde_json::to_string(&serde_json::json!({"name": W::NAME, "body": word})) {
            // Nobody takes it once the server has ended.
            Ok(text) => drop(line.send(Out::Word(text))),
            Err(error) => tracing::error!(%error, name = W::NAME, "not told to other servers"),
        }
    }

    /// Says that this server ends, after all that it had to say.
    pub async fn leave(&self) {
        let Some(line) = self.0.say.get() else { return };
        let (done, said) = oneshot::channel();
        if line.send(Out::End(done)).is_ok() && tokio::time::timeout(LAST_WORDS, said).await.is_err() {
            tracing::warn!("the other servers were not told that this one ends; they notice");
        }
    }
}

async fn speak(line: Line, mut framing: Framing, mut waiting: mpsc::UnboundedReceiver<Out>) {
    let mut mouth = None;
    let mut beat = interval(EVERY);
    beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let first = tokio::select! {
            out = waiting.recv() => match out {
                Some(out) => Some(out),
                None => return,
            },
            _ = beat.tick() => None,
        };
        let (mut words, mut ends) = (Vec::new(), None);
        let mut sort = |out| match out {
            Out::Word(word) => words.push(word),
            Out::End(done) => ends = Some(done),
        };
        first.into_iter().for_each(&mut sort);
        while let Ok(out) = waiting.try_recv() {
            sort(out);
        }
        let mut frames = framing.frames(&format!("[{}]", words.join(",")));
        if ends.is_some() {
            frames.push(framing.end());
        }
        while let Err(error) = say(&line, &mut mouth, &frames).await {
            tracing::warn!(%error, "the other servers are not told; it is tried again");
            if waiting.len() > MAX_WAITING {
                while let Ok(Out::Word(_)) = waiting.try_recv() {}
                framing.skip();
            }
            sleep(PAUSE).await;
        }
        if let Some(done) = ends {
            // Whoever asked may have stopped waiting.
            done.send(()).ok();
            return;
        }
    }
}

async fn say(line: &Line, mouth: &mut Option<LineMouth>, frames: &[String]) -> crate::db::Result<()> {
    // Given back only when it is sound.
    let mut open = match mouth.take() {
        Some(open) => open,
        None => line.speak().await?,
    };
    open.say(frames).await?;
    *mouth = Some(open);
    Ok(())
}

/// What was heard is told here.
struct Told {
    tell: mpsc::UnboundedSender<Heard>,
    joined: Arc<Joined>,
}

impl Told {
    /// False once the app is gone, and nobody hears it any more.
    fn tell(&self, hearing: &Hearing, heard: Vec<Heard>) -> bool {
        self.joined.others.store(hearing.others(), Ordering::Relaxed);
        heard.into_iter().all(|heard| self.tell.send(heard).is_ok())
    }
}

async fn listen(line: Line, mut ear: LineEar, mut hearing: Hearing, told: Told) {
    loop {
        let (bring, mut texts) = mpsc::unbounded_channel();
        // By itself, since hearing must not be broken off in the middle of a text.
        let reader = tokio::spawn(async move {
            while let Some(text) = ear.hear().await {
                if bring.send(text).is_err() {
                    break;
                }
            }
        });
        let mut beat = interval(EVERY);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                text = texts.recv() => {
                    let Some(text) = text else { break };
                    let heard = hearing.take(&text, Instant::now());
                    if !told.tell(&hearing, heard) {
                        return reader.abort();
                    }
                }
                _ = beat.tick() => {
                    let heard = hearing.silent(Instant::now());
                    if !told.tell(&hearing, heard) {
                        return reader.abort();
                    }
                    if hearing.is_deaf(Instant::now()) {
                        break;
                    }
                }
            }
        }
        reader.abort();
        tracing::warn!("the other servers are not heard; their line is taken up again");
        ear = loop {
            match line.listen().await {
                Ok(ear) => break ear,
                Err(_) => sleep(PAUSE).await,
            }
        };
        hearing.begin_anew(Instant::now());
        if !told.tell(&hearing, vec![Heard::Missed]) {
            return;
        }
    }
}
