//! A PostgreSQL cluster of the test's own, from the system's package, gone when the test ends.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{AnyConnection, Connection};
use tempfile::TempDir;

pub struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    databases: AtomicU32,
}

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
        // No port, no disk waited for: it is thrown away anyway.
        let options = format!(
            "-c listen_addresses= -c unix_socket_directories={} -c fsync=off",
            path.display()
        );
        run(as_user(&programs.join("pg_ctl"))
            .current_dir(path)
            .arg("-D")
            .arg(&data)
            .arg("-l")
            .arg(path.join("log"))
            .args(["-w", "-o", &options, "start"]));
        Cluster { folder, programs, databases: AtomicU32::new(0) }
    }

    fn url(&self, name: &str) -> String {
        format!("postgres://vanguard@localhost/{name}?host={}", self.folder.path().display())
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
