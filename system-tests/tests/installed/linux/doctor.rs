//! `doctor` with one fault at a time: it reports the fault and how to mend it, and nothing else.

use super::Pc;
use crate::house::Printer;
use comanda_system_tests::waiting::eventually;
use serde_json::{Value, json};

/// A fault: the command that causes it, the report, a part of the advice, and the command that mends it.
struct Trouble {
    breaks: &'static str,
    check: &'static str,
    says: &'static str,
    mend: &'static str,
    mends: &'static str,
}

const STOPPED: &[Trouble] = &[
    Trouble {
        breaks: "true",
        check: "Servicio",
        says: "está parado",
        mend: "comanda-agent service start",
        mends: "true",
    },
    Trouble {
        breaks: "cp -a /var/lib/comanda-agent/agent.toml /root/; sed -i 's/^server = .*/server = \"http:\\/\\/10.0.2.2:1\"/' /var/lib/comanda-agent/agent.toml",
        check: "Red",
        says: "no se puede conectar con 10.0.2.2, puerto 1",
        mend: "cortafuegos",
        mends: "cp -a /root/agent.toml /var/lib/comanda-agent/",
    },
    Trouble {
        breaks: "sed -i 's/^server = .*/server = \"http:\\/\\/comanda.invalid\"/' /var/lib/comanda-agent/agent.toml",
        check: "Red",
        says: "no se encuentra el nombre comanda.invalid",
        mend: "DNS",
        mends: "cp -a /root/agent.toml /var/lib/comanda-agent/",
    },
    Trouble {
        breaks: "sed -i 's/^server = .*/server = \"http:\\/\\/192.0.2.7:8080\"/' /var/lib/comanda-agent/agent.toml",
        check: "Red",
        says: "el servidor no respondió a tiempo",
        mend: "revisa la red y el servidor",
        mends: "cp -a /root/agent.toml /var/lib/comanda-agent/",
    },
    Trouble {
        breaks: "sed -i 's/^token = .*/token = \"nobody\"/' /var/lib/comanda-agent/agent.toml",
        check: "Servidor",
        says: "ya no reconoce a esta PC",
        mend: "pair --again",
        mends: "cp -a /root/agent.toml /var/lib/comanda-agent/",
    },
    Trouble {
        breaks: "chown -R root: /var/lib/comanda-agent",
        check: "Permisos",
        says: "es del usuario root",
        mend: "chown -R comanda-agent: /var/lib/comanda-agent",
        mends: "chown -R comanda-agent: /var/lib/comanda-agent",
    },
    Trouble {
        breaks: "chown root: /var/lib/comanda-agent/agent.toml",
        check: "Permisos",
        says: "agent.toml es del usuario root",
        mend: "chown -R comanda-agent: /var/lib/comanda-agent",
        mends: "chown -R comanda-agent: /var/lib/comanda-agent",
    },
    Trouble {
        breaks: "mount -t tmpfs -o size=8m,mode=700,uid=$(id -u comanda-agent),gid=$(id -g comanda-agent) tmpfs /var/lib/comanda-agent && cp -a /root/agent.toml /var/lib/comanda-agent/",
        check: "Disco",
        says: "MB en /var/lib/comanda-agent",
        mend: "Borra",
        mends: "umount /var/lib/comanda-agent",
    },
];

const RUNNING: &[Trouble] = &[
    Trouble {
        breaks: "date -s '150 minutes'",
        check: "Reloj",
        says: "está adelantado 2 h",
        mend: "timedatectl set-ntp true",
        mends: "date -s '150 minutes ago'",
    },
    Trouble {
        breaks: "date -s '3 hours ago'",
        check: "Reloj",
        says: "está atrasado",
        mend: "timedatectl set-ntp true",
        mends: "date -s '3 hours'",
    },
];

async fn findings(pc: &mut Pc) -> (i32, Vec<Value>) {
    let (code, output) = pc.guest.try_run("comanda-agent doctor --json").await;
    (code, serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output}")))
}

/// The findings that prevent printing.
fn faults(findings: &[Value]) -> Vec<&Value> {
    findings.iter().filter(|finding| finding["verdict"] == "fault").collect()
}

const LOOKED_AT: [&str; 9] =
    ["Configuración", "Servicio", "Red", "Servidor", "Enlace", "Reloj", "Permisos", "Disco", "Suspensión"];

pub(super) async fn finds_nothing_wrong(pc: &mut Pc) {
    // The agent records the state of its connection a moment after the server has seen it.
    eventually("a doctor that finds all in order", async || {
        let (code, found) = findings(pc).await;
        let is_good =
            |check: &&str| found.iter().any(|finding| finding["check"] == *check && finding["verdict"] == "good");
        let all = code == 0 && faults(&found).is_empty() && LOOKED_AT.iter().all(is_good);
        if all { Ok(()) } else { Err(json!({"code": code, "found": found})) }
    })
    .await;
    // An emulated guest may now and then be too slow for a printer's answer.
    eventually("a doctor that says so in words", async || {
        let (code, output) = pc.guest.try_run("comanda-agent doctor").await;
        let good = code == 0 && output.contains("bien  Servidor: ") && output.contains("Funciona.");
        if good { Ok(()) } else { Err(json!(output)) }
    })
    .await;
}

pub(super) async fn names_what_is_broken(pc: &mut Pc, printer: &Printer) {
    printer.fake.paper_out_after(0);
    pc.house.wait_for_printer_state(printer, "PAPER_OUT").await;
    let (code, found) = findings(pc).await;
    let reported = faults(&found);
    assert_eq!((code, reported.len()), (9, 1), "{found:#?}");
    assert!(reported[0]["text"].as_str().unwrap().ends_with("sin papel"), "{found:#?}");
    assert_eq!(reported[0]["mend"], "Pon un rollo; lo que espera sale solo.");
    printer.fake.new_roll();
    pc.house.wait_for_printer_state(printer, "READY").await;

    pc.guest.run("timedatectl set-ntp false").await;
    for trouble in RUNNING {
        assert_reported(pc, trouble).await;
    }
    pc.guest.run("timedatectl set-ntp true").await;
    pc.guest.run("comanda-agent service stop").await;
    for trouble in STOPPED {
        assert_reported(pc, trouble).await;
    }
    pc.guest.run("comanda-agent service start").await;
    pc.house.wait_until_agent_is_online(true).await;
    pc.house.wait_for_printer_state(printer, "READY").await;
    finds_nothing_wrong(pc).await;
}

async fn assert_reported(pc: &mut Pc, trouble: &Trouble) {
    pc.guest.run(trouble.breaks).await;
    let (code, found) = findings(pc).await;
    pc.guest.run(trouble.mends).await;
    let contains =
        |finding: &Value, field: &str, text: &str| finding[field].as_str().is_some_and(|value| value.contains(text));
    let named = faults(&found).into_iter().any(|fault| {
        fault["check"] == trouble.check
            && contains(fault, "text", trouble.says)
            && contains(fault, "mend", trouble.mend)
    });
    assert!(code == 9 && named, "after {}: {code}: {found:#?}", trouble.breaks);
    let others =
        faults(&found).into_iter().filter(|fault| fault["check"] != trouble.check && fault["check"] != "Servicio");
    assert_eq!(others.count(), 0, "after {}: {found:#?}", trouble.breaks);
}
