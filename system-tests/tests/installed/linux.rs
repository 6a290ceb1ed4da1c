//! The package: installed, paired, a printer on USB, an update, a killed agent, removal.

use crate::{
    guest::{Guest, HOST},
    house::{House, good_printer, made},
};

const UNIT: &str = "/lib/systemd/system/comanda-agent.service";
/// Tenths of what `systemd-analyze security` finds exposed: 1.8 at the time of writing.
const MOST_EXPOSED: u32 = 20;
/// A printer as the kernel's own gadget plays it: what is printed comes out of /dev/g_printer0, answers go in.
const PLUG_IN: &str = r#"
for module in dummy_hcd libcomposite usb_f_printer usblp; do modprobe $module || exit 1; done
cd /sys/kernel/config/usb_gadget && mkdir epson && cd epson
echo 0x04b8 > idVendor; echo 0x0202 > idProduct
mkdir strings/0x409 configs/c.1 functions/printer.0
echo EPSON > strings/0x409/manufacturer; echo TM-T20 > strings/0x409/product; echo J1234567 > strings/0x409/serialnumber
echo 'MFG:EPSON;CMD:ESC/POS;MDL:TM-T20;CLS:PRINTER;' > functions/printer.0/pnp_string
ln -s functions/printer.0 configs/c.1/
echo dummy_udc.0 > UDC
udevadm settle
test -c /dev/usb/lp0 -a -c /dev/g_printer0"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_package_is_installed_prints_is_updated_and_purged() {
    let house = House::open().await;
    let mut guest = Guest::boot(&made("COMANDA_GUEST")).await;

    guest.run("dpkg -i /root/agent.deb").await;
    guest.run(&format!("systemd-analyze verify --man=no --recursive-errors=yes {UNIT}")).await;
    guest.run(&format!("systemd-analyze security --threshold={MOST_EXPOSED} comanda-agent.service")).await;
    assert_eq!(guest.run("systemctl is-enabled comanda-agent").await.trim(), "enabled");
    assert_ne!(guest.try_run("systemctl is-active comanda-agent").await.0, 0, "it runs without being paired");

    let server = format!("http://{HOST}:{}", house.server.address().port());
    guest.run(&format!("comanda-agent pair --server {server} --code {}", house.code().await)).await;
    guest.run("comanda-agent service install").await;
    house.agent_is_online(true).await;
    let owner = "stat -c %U /proc/$(systemctl show --property=MainPID --value comanda-agent)";
    assert_eq!(guest.run(owner).await.trim(), "comanda-agent");
    let kept = "stat -c '%U %a' /var/lib/comanda-agent/agent.toml";
    assert_eq!(guest.run(kept).await.trim(), "comanda-agent 600");

    let network = good_printer().await;
    let port = network.address().rsplit_once(':').unwrap().1.to_owned();
    let network = house.printer("NETWORK", &format!("{HOST}:{port}"), network).await;
    house.test_page(&network, "L2").await;

    guest.run(PLUG_IN).await;
    assert_eq!(
        guest.run("stat -c %G /dev/usb/lp0 $(find /dev/bus/usb -newer /dev/usb -type c | tail -1)").await.trim(),
        "lp\nlp"
    );
    let usb = good_printer().await;
    let port = usb.address().rsplit_once(':').unwrap().1.to_owned();
    guest.run(&format!("systemd-run socat OPEN:/dev/g_printer0,rdwr TCP:{HOST}:{port}")).await;
    let usb = house.printer("USB", "/dev/usb/lp0", usb).await;
    house.test_page(&usb, "L2").await;
    house
        .admin
        .put(&format!("/api/printers/{}", usb.id), serde_json::json!({"address": "usb:04b8:0202:J1234567"}))
        .await
        .ok();
    house.test_page(&usb, "L2").await;

    // An update keeps pairing, settings and whoever is enabled, and starts the new program.
    guest
        .run("echo '#own' >> /etc/comanda-agent/agent.env; sha256sum /var/lib/comanda-agent/agent.toml > /tmp/before")
        .await;
    guest.run("dpkg -i --force-confold /root/agent-next.deb && sha256sum -c /tmp/before && grep '#own' /etc/comanda-agent/agent.env").await;
    house.agent_is_online(true).await;
    house.test_page(&network, "L2").await;

    guest.run("kill -9 $(systemctl show --property=MainPID --value comanda-agent)").await;
    house.test_page(&network, "L2").await;

    guest.run("dpkg -r comanda-agent && test -e /var/lib/comanda-agent/agent.toml").await;
    house.agent_is_online(false).await;
    guest.run("dpkg -i /root/agent-next.deb").await;
    house.test_page(&network, "L2").await;
    guest.run("dpkg -P comanda-agent && ! ls -d /var/lib/comanda-agent /etc/comanda-agent /etc/systemd/system/*/comanda-agent.service").await;
    house.agent_is_online(false).await;
}
