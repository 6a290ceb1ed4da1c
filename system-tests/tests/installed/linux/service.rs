//! The service: a technician's commands, automatic restarts, and logs.

use super::Pc;
use crate::house::Printer;

pub(super) async fn is_ruled_by_its_orders(pc: &mut Pc, printer: &Printer) {
    let order = |name: &str| format!("comanda-agent service {name}");
    let output = pc.guest.run(&order("status")).await;
    assert!(output.contains("está en marcha y arranca con la PC"), "{output}");
    let output = pc.guest.run(&order("stop")).await;
    assert!(output.contains("está parado y arranca con la PC"), "{output}");
    pc.house.wait_until_agent_is_online(false).await;
    let waiting = pc.house.start_test_page(printer).await;
    pc.guest.run(&order("start")).await;
    pc.house.wait_for_job_state(&waiting, "DONE").await;
    let output = pc.guest.run(&order("uninstall")).await;
    assert!(output.contains("está parado y no arranca con la PC"), "{output}");
    pc.house.wait_until_agent_is_online(false).await;
    pc.guest.run("test -e /var/lib/comanda-agent/agent.toml").await;
    pc.guest.run(&order("install")).await;
    pc.house.test_page(printer, "L2").await;
    // A user without rights is told what to do.
    let (code, output) = pc.guest.try_run("setpriv --reuid=nobody --clear-groups comanda-agent service stop").await;
    assert!(code == 7 && output.contains("sudo"), "{code}: {output}");
    let (code, output) = pc.guest.try_run("setpriv --reuid=nobody --clear-groups comanda-agent status").await;
    assert!(code == 7 && output.contains("sudo"), "{code}: {output}");
}

/// The agent logs to the journal and to files of its own, which do not grow for ever.
pub(super) async fn writes_down_what_it_does(pc: &mut Pc) {
    pc.guest.run("journalctl -u comanda-agent --no-pager | grep -q 'printer_id'").await;
    pc.guest.run("comanda-agent logs -n 5 | grep -q .").await;
    pc.guest.run("comanda-agent service stop; yes 'a line of old days' | head -c 2097000 >> /var/log/comanda-agent/agent.log").await;
    pc.guest.run("comanda-agent service start").await;
    pc.house.wait_until_agent_is_online(true).await;
    let files =
        pc.guest.run("stat -c '%n %U %a' /var/log/comanda-agent/*; wc -c < /var/log/comanda-agent/agent.log").await;
    assert!(files.contains("agent.log.1 comanda-agent 600"), "{files}");
    let newest: u64 = files.trim().lines().last().unwrap().trim().parse().unwrap();
    assert!(newest < 100_000, "{files}");
}

/// Killed, or alive but hanging, the agent is started again without anybody's help.
pub(super) async fn is_started_again(pc: &mut Pc, printer: &Printer) {
    for hurt in ["kill -9", "kill -STOP"] {
        let pid = pc.main_pid().await;
        pc.guest.run(&format!("{hurt} {pid}")).await;
        let waiting = pc.house.start_test_page(printer).await;
        let replaced = format!(
            "for try in $(seq 150); do
               new=$(systemctl show --property=MainPID --value comanda-agent)
               [ $new != 0 ] && [ $new != {pid} ] && exit_early=1 && break
               sleep 1
             done; [ \"$new\" != 0 ] && [ \"$new\" != {pid} ]"
        );
        pc.guest.run(&replaced).await;
        pc.house.wait_for_job_state(&waiting, "DONE").await;
    }
    // However often this happens, systemd does not give up.
    for _ in 0..7 {
        pc.guest.run("systemctl kill --signal=KILL comanda-agent; for try in $(seq 100); do systemctl is-active -q comanda-agent && break; sleep 0.2; done").await;
    }
    pc.house.test_page(printer, "L2").await;
}
