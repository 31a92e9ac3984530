//! Listening, answering and stopping.

use std::convert::Infallible;
use std::io::IsTerminal;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::task::JoinHandle;
use tower::ServiceExt;

use crate::app::App;
use crate::config::Config;
use crate::connection::Connection;
use crate::db::journal::Journal;
use crate::db::{Db, Place};
use crate::hall::Hall;
use crate::http::{Peer, router};
use crate::limit::{Client, Counts};
use crate::metrics::Metrics;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// So long games and connections may take to end.
const FAREWELL: Duration = Duration::from_secs(10);

/// Connections beyond the sockets of games.
const CONNECTIONS: usize = 1024;

/// A server that answers.
pub struct Server {
    /// Where it listens.
    pub addr: SocketAddr,
    /// Its figures.
    pub metrics: Arc<Metrics>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Server {
    /// Opens the database, listens, and answers from now on. The error is a sentence.
    pub async fn start(mut config: Config) -> Result<Self, String> {
        let place = Place::parse(&config.db).map_err(|error| error.to_string())?;
        let db = Arc::new(Db::open(&place).await.map_err(|error| error.to_string())?);
        let key = db.key().await.map_err(|error| error.to_string())?;
        let listener = listen(&config)
            .map_err(|error| format!("{} can't be listened on: {error}", config.addr))?;
        let addr = listener.local_addr().map_err(|error| error.to_string())?;
        config.addr = addr;
        let metrics = Arc::new(Metrics::default());
        let (journal, writer) = Journal::start(db.pool().clone(), metrics.clone());
        let hall = Hall::new(config.clone(), db.clone(), journal, metrics.clone())
            .map_err(|error| format!("no threads for bots: {error}"))?;
        let most = config.limits.all_sockets + CONNECTIONS;
        let app = App::new(config, db.clone(), key, hall.clone(), metrics.clone())?;
        let due = hall.wake_due().await.map_err(|error| error.to_string())?;
        tracing::info!(%addr, due, "listening");
        let tidying = tokio::spawn(db.clone().tidy());
        let forgetting = tokio::spawn(db.clone().forget_often());
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let (ending, end) = watch::channel(());
            let permits = Arc::new(Semaphore::new(most));
            let sockets = app.sockets.clone();
            accept(&listener, app, &end, &permits, stopped).await;
            drop((listener, ending, end));
            hall.close(FAREWELL).await;
            let farewell = async {
                let _ = permits.acquire_many(most as u32).await;
                while sockets.all() > 0 {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            let _ = tokio::time::timeout(FAREWELL, farewell).await;
            // With the hall goes the last way to the writer; it ends when all is written.
            drop(hall);
            let _ = tokio::time::timeout(FAREWELL, writer).await;
            tidying.abort();
            forgetting.abort();
            // Whoever waits for the end may open the database again.
            let end = tokio::time::Instant::now() + FAREWELL;
            while Arc::strong_count(&db) > 1 && tokio::time::Instant::now() < end {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            if let Some(db) = Arc::into_inner(db) {
                db.close().await;
            }
            tracing::info!("stopped");
        });
        Ok(Server { addr, metrics, stop, task })
    }

    /// Tells everybody, finishes what has begun, and ends.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        let _ = self.task.await;
    }
}

/// Listens. What the system keeps for a connection that does not read is bounded, too.
fn listen(config: &Config) -> std::io::Result<TcpListener> {
    let socket = if config.addr.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(config.limits.send_buffer)?;
    socket.bind(config.addr)?;
    socket.listen(BACKLOG)
}

async fn accept(
    listener: &TcpListener,
    app: Arc<App>,
    end: &watch::Receiver<()>,
    permits: &Arc<Semaphore>,
    mut stopped: oneshot::Receiver<()>,
) {
    let limits = app.config.limits;
    // Behind a proxy all connections are the proxy's.
    let most =
        if app.config.behind_proxy { usize::MAX } else { limits.sockets + limits.connections };
    let clients: Arc<Counts<Client>> = Arc::new(Counts::new(most, usize::MAX));
    let metrics = app.metrics.clone();
    let router = router(app);
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.handshake).max_headers(64);
    loop {
        let accepted = tokio::select! {
            _ = &mut stopped => return,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer): (TcpStream, SocketAddr) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let permit = permits.clone().try_acquire_owned();
        let (Ok(permit), Some(held)) = (permit, clients.hold(peer.ip().into())) else {
            metrics.limited.add();
            continue;
        };
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let router = router.clone();
            async move {
                let mut request = request.map(Body::new);
                request.extensions_mut().insert(Peer(peer));
                Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|e| match e {}))
            }
        });
        let stream = TokioIo::new(Connection::new(stream, (permit, held)));
        let connection = builder.serve_connection(stream, service).with_upgrades();
        let mut end = end.clone();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // How a connection ends is the other end's business.
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = end.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
        });
    }
}

/// Serves until the program is told to end, by Ctrl-C or a signal. The error is a sentence.
pub fn run(config: Config, listening: impl FnOnce(SocketAddr)) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("no threads to serve with: {error}"))?;
    runtime.block_on(async {
        let server = Server::start(config).await?;
        listening(server.addr);
        told_to_end().await;
        tracing::info!("stopping");
        server.stop().await;
        Ok(())
    })
}

async fn told_to_end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupt.await;
}

/// Writes what happens to standard error: as JSON, or for people where those read it. `filter` is
/// the least level, such as `info`.
pub fn log_to_stderr(filter: &str) -> Result<(), String> {
    let filter = tracing_subscriber::EnvFilter::try_new(filter)
        .map_err(|error| format!("--log {filter}: {error}"))?;
    // What can't be written is lost: telling of it would go to the same full disk, and panic there.
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .log_internal_errors(false);
    let result = if std::io::stderr().is_terminal() {
        builder.compact().try_init()
    } else {
        builder.json().try_init()
    };
    result.map_err(|error| error.to_string())?;
    // Faults of ours are lines of the log like any other.
    std::panic::set_hook(Box::new(|fault| {
        let place = fault.location().map(ToString::to_string).unwrap_or_default();
        let reason = crate::fault::words(fault.payload());
        tracing::error!(place, reason, "panicked");
    }));
    Ok(())
}
