//! Bodies of requests and answers: request bodies must not arrive too slowly, answer bodies report when they were sent.

use super::{connection::Connection, monitored_stream::Deadline};
use axum::{
    BoxError,
    body::{Body, Bytes},
};
use comanda_base::config::{MIN_BODY_BYTES_PER_S, Timeouts};
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::body::Incoming;
use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::time::Instant;

/// The body of a request, which fails where it arrives too slowly.
#[derive(Debug)]
pub(super) struct RequestBody {
    body: Incoming,
    first_byte: Duration,
    /// The time at which reading began.
    began: Option<Instant>,
    bytes: u64,
    late: Deadline,
}

impl RequestBody {
    pub(super) fn new(body: Incoming, time_outs: &Timeouts) -> Self {
        Self { body, first_byte: time_outs.body, began: None, bytes: 0, late: Deadline::default() }
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let began = *self.began.get_or_insert_with(Instant::now);
        let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) else {
            let deadline = began + self.first_byte + Duration::from_secs(self.bytes / MIN_BODY_BYTES_PER_S);
            if self.late.is_past(Some(deadline), cx) {
                return Poll::Ready(Some(Err(io::Error::from(io::ErrorKind::TimedOut).into())));
            }
            return Poll::Pending;
        };
        let data = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref());
        self.bytes += data.map_or(0, |data| data.len() as u64);
        Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
    }
    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer: when all of it was sent the connection waits for its next request.
#[derive(Debug)]
pub(super) struct AnswerBody {
    body: Body,
    /// The number of bytes still to be sent, where it is known.
    remaining: Option<u64>,
    /// `None` once the end was reported.
    connection: Option<Connection>,
}

impl AnswerBody {
    pub(super) fn new(body: Body, connection: Option<Connection>) -> Self {
        let remaining = body.size_hint().exact();
        let mut answer = Self { body, remaining, connection };
        if remaining == Some(0) {
            answer.is_over();
        }
        answer
    }

    fn is_over(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.end_request();
        }
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        let data = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref());
        let bytes = data.map_or(0, |data| data.len() as u64);
        self.remaining = self.remaining.map(|remaining| remaining.saturating_sub(bytes));
        // hyper does not poll a body of known length again after its last byte.
        if frame.is_none() || self.remaining == Some(0) {
            self.is_over();
        }
        Poll::Ready(frame)
    }
    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.is_over();
    }
}
