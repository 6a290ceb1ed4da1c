//! Exchanges a six-digit code for a token: a code is valid for ten minutes and for one agent.

use super::store::{self, NewAgent, NewCode};
use chrono::{DateTime, Duration, Utc};
use comanda_base::{
    db::Tx,
    error::{Code, Result, invalid, refuse},
    ids::{AgentId, UserId},
    one_line::one_line,
    source::Source,
    transact,
};
use comanda_platform::{
    audit::{self, AuditEntry},
    companies::Company,
    people::session,
    state::App,
    use_case::Actor,
};
use comanda_ticket::wire::{PairRequest, PairResponse};

const CODE_VALID_MINUTES: i64 = 10;

/// A code in clear, shown once.
#[derive(Debug)]
pub(super) struct NewPairingCode {
    pub code: String,
    pub expires_at: DateTime<Utc>,
}

/// Creates a code for the next agent. Older codes stay valid until they expire, because two people may be setting up two machines.
pub(super) async fn make_code(actor: &Actor, name: &str, user_ids: &[UserId]) -> Result<NewPairingCode> {
    let name = name.trim();
    if name.chars().count() > 60 {
        return invalid("name", "El nombre lleva hasta 60 letras.").err();
    }
    let now = actor.app.clock().now();
    let expires_at = now + Duration::minutes(CODE_VALID_MINUTES);
    let code: Result<String> = transact!(actor.company.db, |tx| {
        store::delete_used_codes(tx, now).await?;
        let new = NewCode { name, user_ids: user_ids.to_vec(), by: actor.user_id, now, expires_at };
        let code = fresh_code(tx, &new).await?;
        audit::log(tx, actor, now, AuditEntry::new("PAIRING_CODE_MADE")).await?;
        Ok(code)
    });
    Ok(NewPairingCode { code: code?, expires_at })
}

async fn fresh_code(tx: &mut Tx, new: &NewCode<'_>) -> Result<String> {
    for _ in 0..20 {
        let code = format!("{:06}", rand::random_range(0..1_000_000_u32));
        if store::insert_code(tx, &session::token_hash(&code), new.clone()).await? {
            return Ok(code);
        }
    }
    refuse(Code::TooManyRequests, "Hay demasiados códigos en uso. Espera diez minutos y vuelve a intentar.").err()
}

/// Exchanges a code for an agent's token. The number of guesses is limited, because six digits are few.
pub(super) async fn pair_agent(app: &App, company: &Company, request: &PairRequest) -> Result<PairResponse> {
    app.limits().count_pairing(Source::current(), &company.slug)?;
    let now = app.clock().now();
    let (token, token_hash) = session::new_token();
    let code: String = request.code.chars().filter(char::is_ascii_digit).collect();
    let code_hash = session::token_hash(&code);
    let (machine, version, platform) =
        (shorten_text(&request.machine), shorten_text(&request.version), shorten_text(&request.platform));
    let paired: Result<AgentId> = transact!(company.db, |tx| {
        let Some(code) = store::use_code(tx, &code_hash, now).await? else {
            let words = "El código no es válido o ya venció. Pide uno nuevo en Impresoras.";
            return refuse(Code::PairingCodeInvalid, words).at("code", words).err();
        };
        let name = [code.name.as_str(), &machine, "Agente"].into_iter().find(|n| !n.is_empty()).unwrap_or_default();
        let new = NewAgent {
            name,
            token_hash: token_hash.clone(),
            user_ids: code.user_ids.0,
            machine: &machine,
            version: &version,
            platform: &platform,
            paired_by: code.created_by,
        };
        let id = store::insert_agent(tx, new, now).await?;
        adopt_printers_if_only(tx, id).await?;
        Ok(id)
    });
    let agent_id = paired?;
    app.limits().reset_pairing(Source::current(), &company.slug);
    tracing::info!(company = company.slug, agent = %agent_id, machine, "print agent paired");
    Ok(PairResponse { agent_id: agent_id.0, token, company_name: company.name.clone() })
}

/// Pairs an agent without a code, for the demo: whoever can call this has the database anyway. Returns the token, which is shown once.
pub async fn pair_directly(tx: &mut Tx, user: UserId, name: &str, now: DateTime<Utc>) -> Result<(AgentId, String)> {
    let (token, token_hash) = session::new_token();
    let new =
        NewAgent { name, token_hash, user_ids: Vec::new(), machine: "", version: "", platform: "", paired_by: user };
    let id = store::insert_agent(tx, new, now).await?;
    adopt_printers_if_only(tx, id).await?;
    Ok((id, token))
}

/// Gives the printers that were set up earlier to the agent if it is the only one.
async fn adopt_printers_if_only(tx: &mut Tx, id: AgentId) -> Result<()> {
    if store::find_only_agent(tx).await? == Some(id) {
        store::adopt_printers(tx, id).await?;
    }
    Ok(())
}

/// Shortens what an agent says of its machine to at most 80 characters on one line.
pub fn shorten_text(text: &str) -> String {
    one_line(text.trim()).chars().take(80).collect()
}
