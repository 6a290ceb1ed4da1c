//! Any Socket.IO client can drive printers: the events of `docs/printing-with-any-client.md`, sent by the published `rust_socketio` and
//! `socket.io-client`. Each is woken, pulls a job, prints it, loses its connection, and acknowledges the job on the next one.

use comanda_fake_printer::Abilities;
use comanda_system_tests::{
    paper::assert_each_number_once,
    program::Program,
    restaurant::{Station, disable_printers, open_account, order_body},
    server::{Engine, Server},
    waiting::{TIMEOUT, eventually, within},
};
use comanda_test_support::client::Client;
use futures::{FutureExt, future::BoxFuture};
use rust_socketio::{
    Event, Payload, TransportType,
    asynchronous::{Client as Socket, ClientBuilder},
};
use serde_json::{Value, json};
use std::path::Path;
use tokio::{io::AsyncWriteExt, net::TcpStream, process::Command, sync::mpsc};

/// A restaurant that has paired a print agent of which it knows only the token.
struct Paired {
    server: Server,
    admin: Client,
    waiter: Client,
    kitchen: Station,
    token: String,
    print_id: String,
}

impl Paired {
    async fn open() -> Self {
        let server = Server::open(Engine::Sqlite).await;
        let admin = server.login("admin").await;
        disable_printers(&admin).await;
        let code = admin.post("/api/print-agents/pairing-codes", json!({"name": "Otro programa"})).await.ok();
        let machine = json!({"code": code["code"], "machine": "pc", "version": "1.0", "platform": "linux-x86_64"});
        let agent = Client::new(server.address()).post("/api/print-agents/pair", machine).await.ok();
        let kitchen =
            Station::install(&admin, agent["agent_id"].as_i64().unwrap(), "COCINA", Abilities::STATUS_ONLY).await;
        let waiter = server.login("mozo").await;
        let print_id = waiter.get("/api/print-channel").await.ok()["channel"].as_str().unwrap().to_owned();
        Self { server, admin, waiter, kitchen, token: agent["token"].as_str().unwrap().to_owned(), print_id }
    }

    /// Sends one dish to the kitchen and returns its account.
    async fn order(&self) -> i64 {
        let account = open_account(&self.waiter).await;
        self.waiter.post("/api/orders", order_body(account, &[(self.kitchen.product_id, "")])).await.ok();
        account
    }

    /// Waits until the only job of an account is printed; asserts that its paper came out once.
    async fn wait_until_printed_once(&self, account: i64) -> Value {
        assert_each_number_once(&self.kitchen.wait_for_papers(1).await, "COCINA", 1);
        let path = format!("/api/print-jobs?client_request_id={account}&page=false");
        eventually("the job to be DONE", async || {
            let jobs = self.admin.get(&path).await.rows();
            if jobs.len() == 1 && jobs[0]["state"] == "DONE" { Ok(jobs[0].clone()) } else { Err(json!(jobs)) }
        })
        .await
    }
}

/// The published `rust_socketio` client.
struct StockClient {
    socket: Socket,
    heard: mpsc::UnboundedReceiver<(&'static str, Value)>,
}

impl StockClient {
    async fn connect(paired: &Paired) -> Self {
        let (hears, heard) = mpsc::unbounded_channel();
        let auth = json!({"token": paired.token, "kind": "agent", "version": "1.0", "machine": "pc"});
        let socket = ClientBuilder::new(paired.server.url())
            .auth(auth)
            .transport_type(TransportType::Websocket)
            .reconnect_delay(50, 200)
            .on(Event::Connect, forward(&hears, "connect"))
            .on("send_message", forward(&hears, "send_message"))
            .connect()
            .await
            .unwrap();
        Self { socket, heard }
    }

    async fn wait_for_event(&mut self, name: &str) -> Value {
        let heard = async {
            loop {
                let (event, argument) = self.heard.recv().await.expect("the client runs");
                if event == name {
                    return argument;
                }
            }
        };
        within(&format!("the client to hear {name}"), heard).await
    }

    async fn ask(&self, event: &'static str, argument: Value) -> Value {
        let (answers, mut answered) = mpsc::unbounded_channel();
        let callback = forward(&answers, event);
        self.socket.emit_with_ack(event, argument, TIMEOUT, callback).await.unwrap();
        let (_, arguments) = within(&format!("the answer to {event}"), answered.recv()).await.unwrap();
        arguments[0].clone()
    }
}

/// A callback that forwards the first argument. Callbacks of the crate must not wait for anything themselves.
fn forward(
    sender: &mpsc::UnboundedSender<(&'static str, Value)>,
    name: &'static str,
) -> impl FnMut(Payload, Socket) -> BoxFuture<'static, ()> + Send + Sync + use<> {
    let sender = sender.clone();
    move |payload, _| {
        if let Payload::Text(mut arguments) = payload {
            // The receiver is gone: the test is over.
            let _ = sender.send((name, arguments.swap_remove(0)));
        }
        async {}.boxed()
    }
}

/// The minimum of bytes that a printer needs: reset, a line, a cut.
async fn print(job: &Value, address: &str) {
    let number = format!("{} #{:06}", job["area"].as_str().unwrap(), job["sequence"].as_i64().unwrap());
    let mut printer = TcpStream::connect(address).await.unwrap();
    printer.write_all(format!("\x1b@{number}\n\x1dVB\0").as_bytes()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rust_socketio_prints_and_acknowledges_after_the_server_died() {
    let mut paired = Paired::open().await;
    let mut client = StockClient::connect(&paired).await;
    client.wait_for_event("connect").await;
    let idle = client.ask("pull_jobs", json!({"held": []})).await;
    assert_eq!((&idle["jobs"], &idle["printers"][0]["id"]), (&json!([]), &json!(paired.kitchen.printer_id)));

    let account = paired.order().await;
    let message = client.wait_for_event("send_message").await;
    assert_eq!(message, json!({"channel": paired.print_id, "message": {"type": "jobs"}}));
    let pulled = client.ask("pull_jobs", json!({"held": []})).await;
    let job = &pulled["jobs"][0];
    print(job, idle["printers"][0]["address"].as_str().unwrap()).await;

    paired.server.kill().await;
    paired.server.serve().await;
    client.wait_for_event("connect").await;
    let held = json!({"held": [{"id": job["id"], "state": "SPOOLED"}]});
    assert_eq!(client.ask("pull_jobs", held).await["jobs"], json!([]), "it is not offered again");
    assert_eq!(client.ask("job_spooled", json!({"ids": [job["id"]]})).await, json!({"ok": true}));
    let report = json!({"id": job["id"], "state": "DONE", "level": "L0", "printer_id": job["printer_id"], "at_ms": 0});
    assert_eq!(client.ask("job_state", report.clone()).await, json!({"ok": true}));
    assert_eq!(client.ask("job_state", report).await, json!({"ok": true}), "twice does no harm");
    let printed = paired.wait_until_printed_once(account).await;
    assert_eq!((&printed["id"], &printed["level"]), (&job["id"], &json!("L0")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn socket_io_client_of_node_prints_and_acknowledges_after_a_lost_connection() {
    let paired = Paired::open().await;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let packages = root.join("../web/node_modules");
    assert!(packages.join("socket.io-client").exists(), "the web app's packages are missing: run `make web`");
    let mut command = Command::new("node");
    command.arg(root.join("tests/system/any_client.cjs")).env("NODE_PATH", packages);
    command.args([&paired.server.url(), &paired.token]);
    let client = Program::run("any_client.cjs", command);
    client.wait_for_line("connected").await;
    let account = paired.order().await;
    client.wait_for_line(&format!("woken on {}", paired.print_id)).await;
    let job = paired.wait_until_printed_once(account).await;
    client.wait_for_line("the connection was lost").await;
    client.wait_for_line(&format!("acknowledged {}", job["id"].as_str().unwrap())).await;
}
