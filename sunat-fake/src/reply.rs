//! Handles a call. The script decides which failure happens, before or after the fake authority has answered.

use crate::{
    codes::Code,
    script::{FaultForm, Recorded, Trouble},
    soap::{Answer, Call, Request, fault, stem},
    sunat::Sunat,
};
use std::time::Duration;

/// The reply that is sent to the caller.
#[derive(Debug)]
pub(crate) enum Reply {
    Xml {
        status: u16,
        body: Vec<u8>,
    },
    Html,
    /// A status with an empty body.
    Bare(u16),
    /// The connection ends without a reply.
    Cut,
    /// The connection ends in the middle of this body.
    Half(Vec<u8>),
    Hang,
}

/// A reply with the delay before it is sent.
#[derive(Debug)]
pub(crate) struct DelayedReply {
    pub reply: Reply,
    pub delay: Duration,
}

const OK: u16 = 200;
/// The status that SOAP 1.1 demands of every fault.
const FAULT: u16 = 500;

impl Sunat {
    /// Handles the body of a call.
    pub(crate) fn handle(&mut self, body: &str) -> DelayedReply {
        let immediate = |reply| DelayedReply { reply, delay: Duration::ZERO };
        let Some(call) = Call::read(body) else {
            let answer = Answer::Fault { code: Code(101), detail: "no es una llamada de billService".to_owned() };
            return immediate(answer_reply(&answer));
        };
        let subject = call.request.subject();
        let failure = self.script.next(call.request.operation(), &subject);
        self.record_bytes(&call.request);
        if let Some(reply) = failure.as_ref().and_then(|failure| trouble_reply(failure, Recorded::No)) {
            self.note_final_answer(&call.request, failure.as_ref().and_then(scripted_code));
            return immediate(reply);
        }
        let answer = self.answer(&call, failure.as_ref());
        if self.settings.refuses_in_silence && is_refusal(&answer) {
            return immediate(Reply::Bare(OK));
        }
        let reply = match &failure {
            Some(Trouble::HalfAnswer) => match answer_reply(&answer) {
                Reply::Xml { body, .. } => Reply::Half(body),
                other => other,
            },
            Some(failure) => trouble_reply(failure, Recorded::Yes).unwrap_or_else(|| answer_reply(&answer)),
            None => answer_reply(&answer),
        };
        if let Reply::Xml { .. } = reply {
            let code = match &answer {
                Answer::Fault { code, .. } => Some(*code),
                _ => None,
            };
            self.note_final_answer(&call.request, code);
        }
        let delay = match failure {
            Some(Trouble::Late { by_ms }) => Duration::from_millis(by_ms),
            _ => Duration::ZERO,
        };
        DelayedReply { reply, delay }
    }

    /// Notes that a file that was sent has a final answer, unless the answer is a transient fault.
    fn note_final_answer(&mut self, request: &Request, code: Option<Code>) {
        let (Request::SendBill { file_name, .. } | Request::SendSummary { file_name, .. }) = request else { return };
        if code.is_some_and(|code| !is_transient(code)) {
            self.mark_answered(stem(file_name));
        }
    }
}

/// Whether an answer refuses the credentials.
const fn is_refusal(answer: &Answer) -> bool {
    matches!(answer, Answer::Fault { code: Code(101..=108 | 111..=113), .. })
}

/// Whether a fault is transient, so that the same bytes are sent again after it.
const fn is_transient(code: Code) -> bool {
    matches!(code.0, 100..=140 | 200)
}

const fn scripted_code(failure: &Trouble) -> Option<Code> {
    match failure {
        Trouble::Fault { code, .. } => Some(*code),
        _ => None,
    }
}

/// Returns the reply with which a scripted failure replaces the answer, or `None` if the failure happens at another point.
fn trouble_reply(failure: &Trouble, now: Recorded) -> Option<Reply> {
    let (recorded, reply) = match failure {
        Trouble::Cut(recorded) => (*recorded, Reply::Cut),
        Trouble::Hang(recorded) => (*recorded, Reply::Hang),
        Trouble::Http { status, taken: recorded } => (*recorded, Reply::Bare(*status)),
        Trouble::Html(recorded) => (*recorded, Reply::Html),
        Trouble::Empty(recorded) => (*recorded, Reply::Bare(OK)),
        Trouble::Fault { code, form, taken: recorded } => (*recorded, fault_reply(*code, "por guion", *form)),
        Trouble::Late { .. }
        | Trouble::HalfAnswer
        | Trouble::Observe(_)
        | Trouble::Reject(_)
        | Trouble::OtherDocument
        | Trouble::LoseTicket { .. }
        | Trouble::OneOf(_) => return None,
    };
    (recorded == now).then_some(reply)
}

fn answer_reply(answer: &Answer) -> Reply {
    match answer {
        Answer::Fault { code, detail } => fault_reply(*code, detail, FaultForm::Faultcode),
        answer => answer.write().map_or(Reply::Bare(FAULT), |body| Reply::Xml { status: OK, body }),
    }
}

fn fault_reply(code: Code, detail: &str, form: FaultForm) -> Reply {
    fault(code, detail, form).map_or(Reply::Bare(FAULT), |body| Reply::Xml { status: FAULT, body })
}
