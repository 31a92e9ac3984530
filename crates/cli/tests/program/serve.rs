//! The web table, run as people run it.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout};

use serde_json::{Value, json};

use super::Vanguard;

/// The server's own tests have the same client.
#[path = "../../../server/tests/table/plain.rs"]
mod plain;

/// A server that runs.
struct Served {
    child: Child,
    out: BufReader<ChildStdout>,
    addr: SocketAddr,
}

impl Served {
    fn start(vanguard: &Vanguard, more: &[&str]) -> Self {
        let mut args = vec!["serve", "--addr", "127.0.0.1:0", "--log", "error"];
        args.extend(more);
        let mut child = vanguard.command(&args).spawn().expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        let addr = line.trim().rsplit('/').next().and_then(|addr| addr.parse().ok());
        let addr = addr.unwrap_or_else(|| {
            let mut error = String::new();
            let _ = child.stderr.take().map(|mut pipe| pipe.read_to_string(&mut error));
            panic!("it does not say where it listens: {line} {error}")
        });
        Served { child, out, addr }
    }
}

#[test]
fn it_serves_and_ends_in_peace_when_it_is_told() {
    let vanguard = Vanguard::new();
    let mut served = Served::start(&vanguard, &[]);
    let (status, about) = plain::ask(served.addr, "GET", "/api/v1/about", "", &Value::Null);
    assert_eq!((status, &about["games"]), (200, &json!(["rome", "killteam"])));
    assert!(vanguard.home.path().join("vanguard/vanguard.db").exists(), "in the data folder");
    let file = vanguard.home.path().join("backup.jsonl");
    let name = file.to_str().expect("a name");
    vanguard.run(&["backup", name]).exits(0).says("rows are in");
    let other = format!("sqlite:{}", vanguard.home.path().join("other.db").display());
    vanguard.run(&["restore", name, "--db", &other]).exits(0).says("rows are in the database");
    vanguard.run(&["restore", name]).exits(1).complains("another server uses this database");
    // Without a command it is the same server, with the same data.
    vanguard.run(&[]).exits(1).complains("another server uses this database");
    let id = served.child.id().to_string();
    let told = std::process::Command::new("kill").args(["-TERM", &id]).status();
    assert!(told.expect("kill runs").success());
    assert!(served.child.wait().expect("it ends").success());
    let mut rest = String::new();
    served.out.read_to_string(&mut rest).expect("nothing more");
}

#[test]
fn what_cannot_be_served_is_explained() {
    let vanguard = Vanguard::new();
    vanguard.run(&["serve", "--db", "mysql://me:secret@x/y"]).exits(1).complains("postgres://");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let addr = taken.local_addr().expect("an address").to_string();
    vanguard.run(&["serve", "--addr", &addr]).exits(1).complains("can't be listened on");
    vanguard.run(&["serve", "--log", "=loud="]).exits(2).complains("--log");
    vanguard.run(&["backup", "x", "--db", "sqlite:none.db"]).exits(1).complains("no database");
}
