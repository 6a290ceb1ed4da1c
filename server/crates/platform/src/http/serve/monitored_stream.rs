//! Monitors the bytes of a connection, which fails where it stalls too long or sends too much.

use super::connection::Connection;
use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep_until},
};

/// The stream of a connection, with time limits.
#[derive(Debug)]
pub(super) struct MonitoredStream<S> {
    stream: S,
    connection: Connection,
    reading: Deadline,
    writing: Deadline,
    /// The time since which the client has not taken any bytes.
    stalled: Option<Instant>,
}

/// A deadline that wakes the polling task; it has a timer only while it is polled.
#[derive(Debug, Default)]
pub(super) struct Deadline(Option<Pin<Box<Sleep>>>);

impl Deadline {
    /// Whether the deadline is past; otherwise the task is woken at that time.
    pub(super) fn is_past(&mut self, at: Option<Instant>, cx: &mut Context<'_>) -> bool {
        let Some(at) = at else {
            self.0 = None;
            return false;
        };
        let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(at)));
        if sleep.deadline() != at {
            sleep.as_mut().reset(at);
        }
        sleep.as_mut().poll(cx).is_ready()
    }
}

impl<S> MonitoredStream<S> {
    pub(super) fn new(stream: S, connection: Connection) -> Self {
        Self { stream, connection, reading: Deadline::default(), writing: Deadline::default(), stalled: None }
    }

    fn written<T>(&mut self, cx: &mut Context<'_>, outcome: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.stalled = None;
            self.writing = Deadline::default();
            return outcome;
        }
        let since = *self.stalled.get_or_insert_with(Instant::now);
        if self.writing.is_past(Some(since + self.connection.time_outs().write), cx) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Poll::Pending
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for MonitoredStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(cx, buf) else {
            let deadline = self.connection.read_deadline();
            if self.reading.is_past(deadline, cx) {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            return Poll::Pending;
        };
        read?;
        Poll::Ready(self.connection.record_received(buf.filled().len() - before))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for MonitoredStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.written(cx, outcome)
    }
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.written(cx, outcome)
    }
    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // With TLS, accepted bytes may still wait in a buffer for the socket.
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.written(cx, flushed)
    }
    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(cx);
        self.written(cx, shut)
    }
}
