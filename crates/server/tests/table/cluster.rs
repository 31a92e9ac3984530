//! A PostgreSQL cluster of the test's own, from the system's package, gone when the test ends.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AnyConnection, Connection};
use tempfile::TempDir;

pub struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
    databases: AtomicU32,
}

/// What is asked of openssl, a line each: an authority, another, and a certificate of the first.
const CERTIFICATES: [&str; 4] = [
    "req -x509 -subj /CN=table -days 2 -keyout root.key -out root.crt",
    "req -x509 -subj /CN=other -days 2 -keyout other.key -out other.crt",
    "req -subj /CN=localhost -keyout server.key -out server.csr",
    "x509 -req -in server.csr -CA root.crt -CAkey root.key -CAcreateserial -days 2 \
     -extfile names -out server.crt",
];

/// The newest installed version's programs.
fn programs() -> PathBuf {
    let folders = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<(u32, PathBuf)> = folders
        .filter_map(|folder| {
            let version = folder.file_name().to_string_lossy().parse().ok()?;
            let programs = folder.path().join("bin");
            programs.join("initdb").exists().then_some((version, programs))
        })
        .collect();
    found.sort();
    let newest = found.pop().expect(
        "these tests need PostgreSQL's programs in /usr/lib/postgresql: apt-get install postgresql",
    );
    newest.1
}

/// PostgreSQL does not run as root: then as the user its package made.
fn as_user(program: &Path) -> Command {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    if id.stdout == b"0\n" {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

fn run(command: &mut Command) {
    let Output { status, stdout, stderr } = command.output().expect("it runs");
    let said = [stdout, stderr].concat();
    assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&said));
}

/// A port nobody listens on now.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

fn certify(folder: &Path) {
    let names = "subjectAltName = DNS:localhost\nbasicConstraints = CA:FALSE\n";
    std::fs::write(folder.join("names"), names).expect("written");
    for line in CERTIFICATES {
        let mut openssl = as_user(Path::new("openssl"));
        openssl.current_dir(folder).args(line.split_whitespace());
        if line.starts_with("req") {
            let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
            openssl.args(key);
        }
        run(&mut openssl);
    }
}

impl Cluster {
    pub fn start() -> Self {
        let programs = programs();
        let folder = TempDir::new().expect("a folder");
        let path = folder.path();
        let id = Command::new("id").arg("-u").output().expect("id runs");
        if id.stdout == b"0\n" {
            run(Command::new("chown").arg("postgres").arg(path));
        }
        let data = path.join("data");
        run(as_user(&programs.join("initdb")).current_dir(path).arg("-D").arg(&data).args([
            "-U",
            "vanguard",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
            "--locale=C",
        ]));
        certify(path);
        // By its port only over TLS.
        std::fs::write(
            data.join("pg_hba.conf"),
            "local all all trust\nhostssl all all 127.0.0.1/32 trust\n",
        )
        .expect("written");
        let port = free_port();
        // No disk is waited for: it is thrown away anyway.
        let options = format!(
            "-c listen_addresses=127.0.0.1 -c port={port} -c unix_socket_directories={0} \
             -c fsync=off -c ssl=on -c ssl_cert_file={0}/server.crt -c ssl_key_file={0}/server.key",
            path.display()
        );
        run(as_user(&programs.join("pg_ctl"))
            .current_dir(path)
            .arg("-D")
            .arg(&data)
            .arg("-l")
            .arg(path.join("log"))
            .args(["-w", "-o", &options, "start"]));
        Cluster { folder, programs, port, databases: AtomicU32::new(0) }
    }

    fn url(&self, name: &str) -> String {
        let (port, folder) = (self.port, self.folder.path().display());
        format!("postgres://vanguard@localhost:{port}/{name}?host={folder}")
    }

    /// A new database, reached over TCP in this mode of TLS.
    pub async fn database_over_tls(&self, mode: &str) -> String {
        let url = self.database().await;
        let name =
            url.rsplit_once('?').and_then(|(url, _)| url.rsplit_once('/')).expect("a name").1;
        format!("postgres://vanguard:secret@localhost:{}/{name}?sslmode={mode}", self.port)
    }

    /// The certificate of an authority.
    pub fn certificate(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// Ends all connections at once and starts again, as after a fall.
    pub fn restart(&self) {
        let path = self.folder.path();
        run(as_user(&self.programs.join("pg_ctl"))
            .current_dir(path)
            .arg("-D")
            .arg(path.join("data"))
            .arg("-l")
            .arg(path.join("log"))
            .args(["-w", "-m", "immediate", "restart"]));
    }

    /// A new database.
    pub async fn database(&self) -> String {
        sqlx::any::install_default_drivers();
        let name = format!("table{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut connection =
            AnyConnection::connect(&self.url("postgres")).await.expect("the cluster answers");
        let sql = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(sql).execute(&mut connection).await.expect("a database");
        connection.close().await.expect("closed");
        self.url(&name)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let stopped = as_user(&self.programs.join("pg_ctl"))
            .current_dir(self.folder.path())
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .args(["-m", "immediate", "stop"])
            .output();
        if let Err(error) = stopped {
            eprintln!("the cluster was not stopped: {error}");
        }
    }
}
