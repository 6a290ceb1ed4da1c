//! The package is installed, paired, updated and removed.

use super::Pc;
use crate::house::Printer;

const UNIT: &str = "comanda-agent.service";
/// Tenths of the exposure that `systemd-analyze security` reports.
const MAX_EXPOSURE: u32 = 16;

pub(super) async fn is_installed(pc: &mut Pc) {
    let output = pc.guest.run("dpkg -i /root/agent.deb").await;
    assert!(output.contains("sudo comanda-agent setup"), "what to do next: {output}");
    let verified = format!("systemd-analyze verify --man=no --recursive-errors=yes /lib/systemd/system/{UNIT}");
    assert_eq!(pc.guest.run(&verified).await.trim(), "");
    pc.guest.run(&format!("systemd-analyze security --threshold={MAX_EXPOSURE} {UNIT} > /dev/null")).await;
    assert_eq!(pc.guest.run("systemctl is-enabled comanda-agent").await.trim(), "enabled");
    assert_ne!(pc.guest.try_run("systemctl is-active comanda-agent").await.0, 0, "it runs without being paired");
    pc.guest.run("man -w comanda-agent comanda-agent-printers-add").await;
    pc.guest.run(". /usr/share/bash-completion/completions/comanda-agent && complete -p comanda-agent").await;
    let (code, output) = pc.guest.try_run("comanda-agent doctor").await;
    assert!(code == 9 && output.contains("esta PC no está vinculada"), "{code}: {output}");
}

pub(super) async fn is_paired(pc: &mut Pc) {
    let code = pc.house.pairing_code().await;
    let (exit, output) = pc.guest.try_run(&format!("comanda-agent pair --server {} --code 000000", pc.server)).await;
    assert!(exit == 5 && output.contains("Pide uno nuevo"), "a wrong code: {exit}: {output}");
    pc.guest.run(&format!("comanda-agent pair --server {} --code {code}", pc.server)).await;
    let output = pc.guest.run("comanda-agent service install").await;
    assert!(output.contains("en marcha") && output.contains("arranca con la PC"), "{output}");
    pc.house.wait_until_agent_is_online(true).await;
    let agent = pc.house.agent().await;
    assert_eq!((agent["platform"].as_str(), agent["machine"].as_str()), (Some("linux-x86_64"), Some("comanda-guest")));
    let pid = pc.main_pid().await;
    assert_eq!(pc.guest.run(&format!("stat -c %U /proc/{pid}")).await.trim(), "comanda-agent");
    let list_rights = "stat -c '%U %a' /var/lib/comanda-agent /var/lib/comanda-agent/agent.toml /var/log/comanda-agent";
    assert_eq!(pc.guest.run(list_rights).await.trim(), "comanda-agent 700\ncomanda-agent 600\ncomanda-agent 700");
}

/// An update keeps pairing, settings and whether the service is enabled, and starts the new program.
pub(super) async fn is_updated(pc: &mut Pc, printer: &Printer) {
    let before = pc.main_pid().await;
    let held = {
        printer.fake.paper_out_after(0);
        pc.house.start_test_page(printer).await
    };
    pc.house.wait_for_job_state(&held, "HELD").await;
    pc.guest
        .run("echo '#own' >> /etc/comanda-agent/agent.env; sha256sum /var/lib/comanda-agent/agent.toml > /tmp/before")
        .await;
    let output = pc.guest.run("dpkg -i --force-confold /root/agent-next.deb").await;
    assert!(!output.contains("setup"), "an update is ready: {output}");
    pc.guest.run("sha256sum -c /tmp/before && grep '#own' /etc/comanda-agent/agent.env").await;
    assert_ne!(pc.main_pid().await, before);
    printer.fake.new_roll();
    pc.house.wait_for_job_state(&held, "DONE").await;
    pc.house.test_page(printer, "L2").await;

    // An update does not enable a service that somebody disabled.
    pc.guest.run("systemctl disable --now comanda-agent; dpkg -i /root/agent-next.deb").await;
    assert_eq!(pc.guest.try_run("systemctl is-enabled comanda-agent").await.1.trim(), "disabled");
    assert_ne!(pc.guest.try_run("systemctl is-active comanda-agent").await.0, 0);
    pc.guest.run("comanda-agent service install").await;
    pc.house.test_page(printer, "L2").await;
}

pub(super) async fn is_removed(pc: &mut Pc, printer: &Printer) {
    pc.guest.run("dpkg -r comanda-agent && test -e /var/lib/comanda-agent/agent.toml").await;
    pc.house.wait_until_agent_is_online(false).await;
    pc.guest.run("dpkg -i /root/agent-next.deb").await;
    pc.house.test_page(printer, "L2").await;
    pc.guest.run("dpkg -P comanda-agent").await;
    pc.house.wait_until_agent_is_online(false).await;
    let find_leftovers =
        "find / -xdev -name '*comanda-agent*' -not -path '/root/*' -not -path '/proc/*' -not -path '/tmp/*'";
    assert_eq!(pc.guest.run(find_leftovers).await.trim(), "", "purging leaves nothing");
    assert_eq!(pc.guest.run("systemctl --failed --no-legend").await.trim(), "");
}
