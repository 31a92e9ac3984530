//! What a game says to those who are connected to it, each as they may know it.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use axum::extract::ws::Utf8Bytes;
use games::{Eyes, Refused};
use kernel::Seat;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::SocketId;
use super::table::{Socket, Table};
use crate::patch;
use crate::wire::FromServer;

impl Table {
    /// Tells everybody who plays and who is there, but for one who knows.
    pub(super) fn tell_card(&mut self, but: Option<SocketId>) {
        let mut texts: HashMap<Option<Seat>, Utf8Bytes> = HashMap::new();
        for socket in &self.sockets {
            texts.entry(socket.seat).or_insert_with(|| {
                FromServer::Card(Box::new(self.card(socket.seat))).text().into()
            });
        }
        self.send_where(|socket| Some(socket.id) != but, |socket| texts[&socket.seat].clone());
    }

    /// Tells everybody, each as they may know it, what happened from an entry on.
    pub(super) fn tell_change(&mut self, from: usize, back: Option<usize>) {
        *self.head = self.table.head();
        let mut texts: HashMap<Eyes, Utf8Bytes> = HashMap::new();
        for socket in &self.sockets {
            let eyes = socket.eyes();
            if texts.contains_key(&eyes) {
                continue;
            }
            let new = self.table.view_json(eyes);
            let old = self.sent.get(&eyes).unwrap_or(&Value::Null);
            let (patch, view) = match patch::diff(old, &new) {
                Some(patch) => (patch, None),
                None => (json!({}), Some(new.clone())),
            };
            self.sent.insert(eyes, new);
            let update = FromServer::Update {
                head: self.head.clone(),
                patch,
                view,
                entries: self.table.entries(eyes, from),
                back,
                revision: self.revision,
            };
            texts.insert(eyes, update.text().into());
        }
        self.send_where(|_| true, |socket| texts[&socket.eyes()].clone());
    }

    pub(super) fn done(&mut self, by: Option<(SocketId, u64)>) {
        if let Some((socket, id)) = by {
            let text: Utf8Bytes = FromServer::Done { id }.text().into();
            self.send_where(|other| other.id == socket, |_| text.clone());
        }
    }

    pub(super) fn refuse(&mut self, socket: SocketId, id: u64, refusal: Refused) {
        self.hall.metrics.refused.add();
        // What was told last: what is not on disk yet is nobody's business.
        let head = self.head.clone();
        let text: Utf8Bytes = FromServer::Refused { id, refusal, head }.text().into();
        self.send_where(|other| other.id == socket, |_| text.clone());
    }

    /// Parts with everybody after a fault: nobody is left waiting for an answer.
    pub(super) fn broke(&mut self, by: Option<(SocketId, u64)>) {
        let message = "the server broke over this, and nothing was changed";
        if let Some((socket, id)) = by {
            self.refuse(socket, id, Refused::plainly(message));
        }
        self.close("the game broke, and is taken up from disk; come back", true);
    }

    pub(super) fn close(&mut self, reason: &str, again: bool) {
        let reason = reason.to_owned();
        let text: Utf8Bytes = FromServer::Closing { reason, again }.text().into();
        for socket in self.sockets.drain(..) {
            let _ = socket.out.try_send(text.clone());
        }
        self.handle.here.store(0, Ordering::Relaxed);
    }

    /// Sends to some of those who are connected. Who is too slow to take it is dropped.
    pub(super) fn send_where(
        &mut self,
        which: impl Fn(&Socket) -> bool,
        text: impl Fn(&Socket) -> Utf8Bytes,
    ) {
        let mut gone = Vec::new();
        for socket in self.sockets.iter().filter(|socket| which(socket)) {
            if let Err(error) = socket.out.try_send(text(socket)) {
                if matches!(error, mpsc::error::TrySendError::Full(_)) {
                    self.hall.metrics.slow.add();
                    tracing::info!(game = self.listed.id, "a slow connection was dropped");
                }
                gone.push(socket.id);
            }
        }
        if !gone.is_empty() {
            self.forget(&gone);
        }
    }
}
