//! A call's way through: the script decides what goes wrong, before or after the authority has answered.

use crate::{
    codes::Code,
    script::{FaultForm, Taken, Trouble},
    soap::{Answer, Call, Request, fault, stem},
    sunat::Sunat,
};
use std::time::Duration;

/// What goes over the wire.
#[derive(Debug)]
pub(crate) enum Reply {
    Xml {
        status: u16,
        body: Vec<u8>,
    },
    Html,
    /// A status and an empty body.
    Bare(u16),
    /// The connection ends.
    Cut,
    /// The connection ends in the middle of this body.
    Half(Vec<u8>),
    Hang,
}

/// A reply, and how long it is kept back.
#[derive(Debug)]
pub(crate) struct Timed {
    pub reply: Reply,
    pub wait: Duration,
}

const OK: u16 = 200;
/// SOAP 1.1 wants it of every fault.
const FAULT: u16 = 500;

impl Sunat {
    /// Takes a call off the wire.
    pub(crate) fn handle(&mut self, body: &str) -> Timed {
        let at_once = |reply| Timed { reply, wait: Duration::ZERO };
        let Some(call) = Call::read(body) else {
            let answer = Answer::Fault { code: Code(101), detail: "no es una llamada de billService".to_owned() };
            return at_once(written(&answer));
        };
        let subject = call.request.subject();
        let trouble = self.script.next(call.request.operation(), &subject);
        self.see(&call.request);
        if let Some(reply) = trouble.as_ref().and_then(|trouble| broken(trouble, Taken::No)) {
            self.close(&call.request, trouble.as_ref().and_then(scripted_code));
            return at_once(reply);
        }
        let answer = self.answer(&call, trouble.as_ref());
        if self.settings.refuses_in_silence && is_refusal(&answer) {
            return at_once(Reply::Bare(OK));
        }
        let reply = match &trouble {
            Some(Trouble::HalfAnswer) => match written(&answer) {
                Reply::Xml { body, .. } => Reply::Half(body),
                other => other,
            },
            Some(trouble) => broken(trouble, Taken::Yes).unwrap_or_else(|| written(&answer)),
            None => written(&answer),
        };
        if let Reply::Xml { .. } = reply {
            let code = match &answer {
                Answer::Fault { code, .. } => Some(*code),
                _ => None,
            };
            self.close(&call.request, code);
        }
        let wait = match trouble {
            Some(Trouble::Late { by_ms }) => Duration::from_millis(by_ms),
            _ => Duration::ZERO,
        };
        Timed { reply, wait }
    }

    /// Something that was sent has an answer for good, unless it is a fault that will pass.
    fn close(&mut self, request: &Request, code: Option<Code>) {
        let (Request::SendBill { file_name, .. } | Request::SendSummary { file_name, .. }) = request else { return };
        if code.is_some_and(|code| !will_pass(code)) {
            self.is_answered(stem(file_name));
        }
    }
}

/// Whether it is the credentials that are wrong.
const fn is_refusal(answer: &Answer) -> bool {
    matches!(answer, Answer::Fault { code: Code(101..=108 | 111..=113), .. })
}

/// Faults after which the same bytes are sent again.
const fn will_pass(code: Code) -> bool {
    matches!(code.0, 100..=140 | 200)
}

const fn scripted_code(trouble: &Trouble) -> Option<Code> {
    match trouble {
        Trouble::Fault { code, .. } => Some(*code),
        _ => None,
    }
}

/// The reply of a trouble that takes an answer's place, where it begins at this point.
fn broken(trouble: &Trouble, now: Taken) -> Option<Reply> {
    let (taken, reply) = match trouble {
        Trouble::Cut(taken) => (*taken, Reply::Cut),
        Trouble::Hang(taken) => (*taken, Reply::Hang),
        Trouble::Http { status, taken } => (*taken, Reply::Bare(*status)),
        Trouble::Html(taken) => (*taken, Reply::Html),
        Trouble::Empty(taken) => (*taken, Reply::Bare(OK)),
        Trouble::Fault { code, form, taken } => (*taken, faulty(*code, "por guion", *form)),
        Trouble::Late { .. }
        | Trouble::HalfAnswer
        | Trouble::Observe(_)
        | Trouble::Reject(_)
        | Trouble::OtherDocument
        | Trouble::LoseTicket { .. }
        | Trouble::OneOf(_) => return None,
    };
    (taken == now).then_some(reply)
}

fn written(answer: &Answer) -> Reply {
    match answer {
        Answer::Fault { code, detail } => faulty(*code, detail, FaultForm::Faultcode),
        answer => answer.write().map_or(Reply::Bare(FAULT), |body| Reply::Xml { status: OK, body }),
    }
}

fn faulty(code: Code, detail: &str, form: FaultForm) -> Reply {
    fault(code, detail, form).map_or(Reply::Bare(FAULT), |body| Reply::Xml { status: FAULT, body })
}
