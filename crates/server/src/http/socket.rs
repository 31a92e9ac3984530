//! The socket of a game: JSON texts both ways.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::response::Response;
use tokio::sync::{mpsc, oneshot};

use super::extract::Id;
use crate::app::App;
use crate::fault::{ErrorBody, Fault};
use crate::hall::{Handle, Join, Play, SocketId, Wish};
use crate::limit::{Bucket, Client, Held};
use crate::token::Claim;
use crate::wire::{FromServer, ToServer};

/// So long a message may take to go out.
const SEND: Duration = Duration::from_secs(10);

/// So many bytes are read at once. Each socket keeps that much, and most messages are smaller.
const READ: usize = 4096;

/// How often the other end is asked whether it is there.
const ASK: Duration = Duration::from_secs(25);

/// So long it may be silent.
const SILENT: Duration = Duration::from_secs(70);

/// Opens the socket of a game
///
/// The first message says who it is, by the token of a seat or one to watch by; see the server's document
/// for all messages.
#[utoipa::path(get, path = "/api/v1/games/{id}/socket", params(("id" = String, Path)), responses(
    (status = 101, description = "A WebSocket"), (status = 403, body = ErrorBody),
    (status = 400, description = "No WebSocket is asked for", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 429, description = "Too many sockets", body = ErrorBody),
))]
pub async fn socket(
    State(app): State<Arc<App>>,
    Extension(client): Extension<Client>,
    Id(id): Id,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Fault> {
    let upgrade = upgrade.map_err(|error| Fault::new(error.status(), error.body_text()))?;
    let held = app.sockets.hold(client).ok_or_else(|| {
        Fault::too_many("too many open games from your address; close some windows")
    })?;
    let most = app.config.limits.message;
    Ok(upgrade
        .read_buffer_size(READ)
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| serve(app, id, client, socket, held)))
}

/// Why a conversation ends.
enum End {
    /// The other end is gone.
    Gone,
    /// With these words.
    Said { reason: String, again: bool },
    /// The game has said why.
    Told,
}

fn said(reason: impl Into<String>, again: bool) -> End {
    End::Said { reason: reason.into(), again }
}

async fn serve(
    app: Arc<App>,
    id: String,
    client: Client,
    mut socket: WebSocket,
    held: Held<Client>,
) {
    app.metrics.sockets.change(1);
    let end = converse(&app, &id, client, &mut socket).await;
    let close = match end {
        End::Gone => false,
        End::Told => true,
        End::Said { reason, again } => {
            let text = FromServer::Closing { reason, again }.text();
            send(&mut socket, text.into()).await.is_ok()
        }
    };
    if close {
        let frame = CloseFrame { code: close_code::NORMAL, reason: Utf8Bytes::from_static("") };
        let _ = tokio::time::timeout(SEND, socket.send(Message::Close(Some(frame)))).await;
    }
    app.metrics.sockets.change(-1);
    drop(held);
}

async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), End> {
    match tokio::time::timeout(SEND, socket.send(Message::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(End::Gone),
    }
}

/// Listens to the first message: for whom is it, and what do they have already?
async fn hello(
    app: &App,
    id: &str,
    socket: &mut WebSocket,
) -> Result<(Option<kernel::Seat>, i64, Option<u64>), End> {
    let wrong = || said("the first message must be {\"hello\": {\"token\", \"seen\"}}", false);
    let first = tokio::time::timeout(app.config.limits.handshake, socket.recv()).await;
    let text = match first {
        Err(_) => return Err(said("nothing was said in time", true)),
        Ok(Some(Ok(Message::Text(text)))) => text,
        Ok(Some(Ok(_))) => return Err(wrong()),
        Ok(Some(Err(_)) | None) => return Err(End::Gone),
    };
    let Ok(ToServer::Hello { token, seen, revision }) = serde_json::from_str(&text) else {
        return Err(wrong());
    };
    match app.key.read(&token) {
        Some(Claim::Seat(game, seat)) if game == id => Ok((Some(seat), seen, revision)),
        Some(Claim::Watch(game)) if game == id => Ok((None, seen, revision)),
        _ => Err(said("this token is not for this game", false)),
    }
}

async fn converse(app: &Arc<App>, id: &str, client: Client, socket: &mut WebSocket) -> End {
    let (seat, seen, revision) = match hello(app, id, socket).await {
        Ok(first) => first,
        Err(end) => return end,
    };
    let (out, mut outgoing) = mpsc::channel(app.config.limits.waiting.max(1));
    let (reply, joined) = oneshot::channel();
    let join = Wish::Join(Join { seat, client, seen, revision, out, reply });
    let Some(handle) = app.hall.wish(id, join).await else {
        return said("the server is being restarted", true);
    };
    let number = match joined.await {
        Ok(Ok(number)) => number,
        Ok(Err(shut)) => return said(shut.reason, shut.again),
        Err(_) => return said("the game could not be opened; try again", true),
    };
    let end = talk(app, socket, &handle, number, &mut outgoing).await;
    handle.wish(Wish::Leave(number)).await;
    end
}

/// The conversation itself, once somebody has been let in.
async fn talk(
    app: &App,
    socket: &mut WebSocket,
    handle: &Handle,
    number: SocketId,
    outgoing: &mut mpsc::Receiver<Utf8Bytes>,
) -> End {
    let rate = app.config.limits.messages;
    let brim = 3.0 * rate;
    let mut bucket = Bucket::full(brim, Instant::now());
    let mut heard = Instant::now();
    let mut told = false;
    let mut ask = tokio::time::interval(ASK);
    loop {
        let incoming = tokio::select! {
            biased;
            text = outgoing.recv() => {
                let Some(text) = text else {
                    return if told { End::Told } else { said("the connection was too slow, or the game left memory", true) };
                };
                told = text.starts_with("{\"closing\"");
                if let Err(end) = send(socket, text).await {
                    return end;
                }
                continue;
            }
            _ = ask.tick() => {
                if heard.elapsed() > SILENT {
                    return End::Gone;
                }
                let ping = socket.send(Message::Ping(Vec::new().into()));
                if !matches!(tokio::time::timeout(SEND, ping).await, Ok(Ok(()))) {
                    return End::Gone;
                }
                continue;
            }
            incoming = socket.recv() => incoming,
        };
        heard = Instant::now();
        let text = match incoming {
            None | Some(Ok(Message::Close(_))) => return End::Gone,
            Some(Err(error)) => {
                // A message that is too large ends the connection, and is worth a word.
                let reason = error.to_string();
                let large = reason.to_lowercase().contains("too long");
                return if large { said("the message is too large", false) } else { End::Gone };
            }
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Binary(_))) => return said("only JSON texts are understood", false),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                if bucket.take(rate, brim, heard) {
                    continue;
                }
                return too_fast(app);
            }
        };
        if !bucket.take(rate, brim, heard) {
            return too_fast(app);
        }
        let message: ToServer = match serde_json::from_str(&text) {
            Ok(message) => message,
            Err(error) => return said(format!("this message is not understood: {error}"), false),
        };
        let wish = match message {
            ToServer::Hello { .. } => return said("this connection has been greeted", false),
            ToServer::Ping(number) => {
                let pong = FromServer::Pong(number).text();
                if let Err(end) = send(socket, pong.into()).await {
                    return end;
                }
                continue;
            }
            ToServer::Play { id, after, revision, action } => {
                Wish::Play(Play { socket: number, id, after, revision, action, at: heard })
            }
            ToServer::Undo { id } => Wish::Undo { socket: number, id },
        };
        if !handle.wish(wish).await {
            return said("the game left memory; come back", true);
        }
    }
}

fn too_fast(app: &App) -> End {
    app.metrics.limited.add();
    said("too many messages; come back slower", true)
}
