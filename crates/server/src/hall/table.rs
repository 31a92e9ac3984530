//! One game in memory: takes wishes one after the other, and tells everybody what came of them.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::ws::Utf8Bytes;
use futures_util::FutureExt;
use games::{AnyMatch, Eyes, Head, Refused};
use kernel::{Awaiting, Seat, SeatSet};
use serde_json::Value;
use tokio::sync::mpsc;

use super::bots::Asked;
use super::{Hall, Handle, Join, Play, Shut, SocketId, Wish, load};
use crate::db::games::{Listed, Stored};
use crate::db::journal::{Change, Kept};
use crate::db::now;
use crate::fault::words;
use crate::limit::Client;
use crate::wire::FromServer;

/// Runs a game until nobody wants anything of it. Whatever breaks, it is taken up again from disk.
pub(super) async fn run(
    hall: Arc<Hall>,
    id: String,
    handle: Handle,
    mut wanted: mpsc::Receiver<Wish>,
) {
    let mut failures = 0;
    loop {
        let mut table = match bring(&hall, &id).await {
            Ok(brought) => brought.into_table(hall.clone(), handle.clone()),
            Err(shut) => return turn_away(&hall, &id, &mut wanted, &shut).await,
        };
        if failures > 0 {
            table.let_be(failures);
        }
        hall.metrics.games.change(1);
        let end = live(&hall, &id, &mut table, &mut wanted).await;
        hall.metrics.games.change(-1);
        match end {
            End::Left => return,
            End::Broke => failures = table.failures() + 1,
        }
    }
}

/// Why a game is not in memory any more.
enum End {
    /// It has left.
    Left,
    /// What was in memory can't be trusted; what is on disk can.
    Broke,
}

async fn live(
    hall: &Arc<Hall>,
    id: &str,
    table: &mut Table,
    wanted: &mut mpsc::Receiver<Wish>,
) -> End {
    let mut wish = Wish::Wake;
    loop {
        let by = wish.by();
        // A fault of ours must not take the game along, nor those who play it.
        match AssertUnwindSafe(table.grant(wish)).catch_unwind().await {
            Ok(Ok(())) => {}
            Ok(Err(Gone::Closed)) => {
                hall.remove(id, wanted);
                return End::Left;
            }
            Ok(Err(Gone::Unkept)) => return End::Broke,
            Err(panic) => {
                hall.metrics.panics.add();
                let reason = words(&*panic);
                tracing::error!(game = id, reason, "a game broke, and is taken up from disk");
                table.broke(by);
                return End::Broke;
            }
        }
        wish = loop {
            match tokio::time::timeout(table.rest(), wanted.recv()).await {
                Ok(Some(wish)) => break wish,
                Ok(None) => return End::Left,
                Err(_) if table.asks_again() => break Wish::Wake,
                Err(_) if table.busy() => {}
                Err(_) => {
                    if hall.leave(id, wanted) {
                        return End::Left;
                    }
                }
            }
        };
    }
}

/// Tells those who want something of a game that can't be brought into memory.
async fn turn_away(hall: &Arc<Hall>, id: &str, wanted: &mut mpsc::Receiver<Wish>, shut: &Shut) {
    hall.remove(id, wanted);
    let mut due = false;
    while let Some(wish) = wanted.recv().await {
        match wish {
            Wish::Join(join) => drop(join.reply.send(Err(shut.clone()))),
            Wish::Wake => due = true,
            _ => {}
        }
    }
    if due && shut.again {
        // The database may answer later, and nobody else would ask this bot.
        let (hall, id, pause) = (hall.clone(), id.to_owned(), 5 * hall.config.bot_pause);
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            drop(hall.wish(&id, Wish::Wake).await);
        });
    }
}

/// A game just brought into memory.
struct Brought {
    stored: Stored,
    table: Box<dyn AnyMatch>,
}

async fn bring(hall: &Hall, id: &str) -> Result<Brought, Shut> {
    let shut = |reason: &str, again| Shut { reason: reason.to_owned(), again };
    let turn = hall.loading.clone().acquire_owned().await;
    let turn = turn.map_err(|error| shut(&error.to_string(), true))?;
    let stored = hall.db.stored(id).await.map_err(|error| {
        tracing::error!(game = id, %error, "a game can't be read");
        shut("the database does not answer; try again in a moment", true)
    })?;
    let stored = stored.ok_or_else(|| shut("there is no such game, or it was deleted", false))?;
    let brought = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        load::table(&stored).map(|table| Brought { stored, table })
    });
    let failed = |reason: String| {
        tracing::error!(game = id, reason, "a game can't be taken up again");
        shut(&format!("this game can't be taken up again: {reason}"), false)
    };
    brought.await.map_err(|error| failed(error.to_string()))?.map_err(failed)
}

impl Brought {
    fn into_table(self, hall: Arc<Hall>, handle: Handle) -> Table {
        let Brought { stored: Stored { listed, actions, undos, .. }, table } = self;
        let bots: Vec<Option<String>> =
            listed.sitters.iter().map(|sitter| sitter.bot.clone()).collect();
        Table {
            hall,
            handle,
            revision: listed.standing.revision,
            listed,
            owed_from: table.actions(),
            head: Box::new(table.head()),
            table,
            bots,
            log: actions,
            undos,
            owed: Vec::new(),
            sockets: Vec::new(),
            sent: HashMap::new(),
            next: 0,
            bot: Asked::default(),
        }
    }
}

/// The game has to leave memory.
pub(super) enum Gone {
    /// It was told to.
    Closed,
    /// Something was not kept, so that memory has what the disk has not.
    Unkept,
}

/// Somebody who is connected.
pub(super) struct Socket {
    pub(super) id: SocketId,
    pub(super) seat: Option<Seat>,
    pub(super) client: Client,
    pub(super) out: mpsc::Sender<Utf8Bytes>,
}

impl Socket {
    pub(super) fn eyes(&self) -> Eyes {
        self.seat.map_or(Eyes::Nobody, Eyes::Seat)
    }
}

#[allow(clippy::struct_field_names)] // The match is what lies on it.
pub(super) struct Table {
    pub(super) hall: Arc<Hall>,
    pub(super) handle: Handle,
    pub(super) listed: Listed,
    pub(super) table: Box<dyn AnyMatch>,
    /// What everybody may know of the position they were told of last.
    pub(super) head: Box<Head>,
    /// By seat: the level's id, if it is a bot.
    pub(super) bots: Vec<Option<String>>,
    /// All actions, as they are on disk.
    pub(super) log: Vec<Kept>,
    undos: Vec<(u64, usize)>,
    pub(super) revision: u64,
    /// Who owed a decision before each action from the `owed_from`-th on.
    owed: Vec<SeatSet>,
    owed_from: usize,
    pub(super) sockets: Vec<Socket>,
    /// What those who are connected have been sent of the position.
    pub(super) sent: HashMap<Eyes, Value>,
    next: SocketId,
    /// What is asked of a bot.
    pub(super) bot: Asked,
}

impl Table {
    fn busy(&self) -> bool {
        !self.sockets.is_empty() || self.thinks()
    }

    async fn grant(&mut self, wish: Wish) -> Result<(), Gone> {
        match wish {
            Wish::Join(join) => self.join(join),
            Wish::Leave(socket) => self.forget(&[socket]),
            Wish::Play(play) => self.play(play).await?,
            Wish::Undo { socket, id } => self.undo(socket, id).await?,
            Wish::Thought(number, decided) => self.thought(number, decided).await?,
            Wish::Seated => self.seated().await,
            Wish::Record(reply) => {
                let over = self.table.outcome().is_some();
                let _ = reply.send(over.then(|| self.table.record_json()).flatten());
            }
            Wish::Wake => self.think(),
            #[cfg(test)]
            Wish::Break { .. } => panic!("as it was told to"),
            Wish::Close { reason, again } => {
                self.close(&reason, again);
                return Err(Gone::Closed);
            }
        }
        Ok(())
    }

    // ── who is there ──

    fn join(&mut self, join: Join) {
        let Join { seat, client, seen, revision, out, reply } = join;
        let eyes = seat.map_or(Eyes::Nobody, Eyes::Seat);
        let have = usize::try_from(seen.saturating_add(1)).unwrap_or(0);
        let back = self.back(have, revision);
        let from = back.map_or(have, |back| back + 1);
        let view = self.table.view_json(eyes);
        let id = self.next;
        self.next += 1;
        self.sockets.push(Socket { id, seat, client, out });
        self.mark_here();
        let welcome = FromServer::Welcome {
            game: self.table.game().into(),
            seat,
            head: self.head.clone(),
            view: view.clone(),
            entries: self.table.entries(eyes, from),
            back,
            revision: self.revision,
            card: Box::new(self.card(seat)),
        };
        self.sent.insert(eyes, view);
        let welcome: Utf8Bytes = welcome.text().into();
        if reply.send(Ok(id)).is_err() {
            self.forget(&[id]);
            return;
        }
        self.send_where(|socket| socket.id == id, |_| welcome.clone());
        self.tell_card(Some(id));
        self.try_again();
    }

    /// If entries the page has were taken back: how many before them were not.
    fn back(&self, have: usize, revision: Option<u64>) -> Option<usize> {
        let entries = self.table.actions() + 1;
        let undone = self
            .undos
            .iter()
            .filter(|(at, _)| revision.is_none_or(|revision| *at > revision))
            .map(|(_, keep)| *keep)
            .min();
        // Entry `keep` is the last that stayed, and entry 0 is the opening.
        let back = undone.filter(|keep| keep + 1 < have);
        if have > entries { Some(back.unwrap_or(entries - 1)) } else { back }
    }

    pub(super) fn forget(&mut self, gone: &[SocketId]) {
        let before = self.sockets.len();
        self.sockets.retain(|socket| !gone.contains(&socket.id));
        if self.sockets.len() == before {
            return;
        }
        self.sent.retain(|eyes, _| self.sockets.iter().any(|socket| socket.eyes() == *eyes));
        if self.mark_here() {
            self.tell_card(None);
        }
    }

    /// Notes who is there; says whether that has changed.
    fn mark_here(&self) -> bool {
        let here: SeatSet = self.sockets.iter().filter_map(|socket| socket.seat).collect();
        self.handle.here.swap(here.0, Ordering::Relaxed) != here.0
    }

    async fn seated(&mut self) {
        match self.hall.db.game(&self.listed.id).await {
            Ok(Some(listed)) => self.listed.sitters = listed.sitters,
            Ok(None) => {}
            Err(error) => tracing::error!(game = self.listed.id, %error, "seats can't be read"),
        }
        self.tell_card(None);
    }

    pub(super) fn card(&self, seat: Option<Seat>) -> crate::wire::GameCard {
        let here = SeatSet(self.handle.here.load(Ordering::Relaxed));
        self.listed.card(seat.into_iter().collect(), |seat| here.contains(seat))
    }

    // ── what happens ──

    async fn play(&mut self, play: Play) -> Result<(), Gone> {
        let Play { socket, id, after, revision, action, at } = play;
        let Some(seat) = self.seat_of(socket, id) else { return Ok(()) };
        let owed = self.owing();
        let played = self.fresh(seat, after, revision).and_then(|()| self.take(seat, &action));
        match played {
            Err(refused) => {
                self.refuse(socket, id, refused);
                Ok(())
            }
            Ok(action) => {
                self.happened(seat, action, false, owed, Some((socket, id))).await?;
                self.hall.metrics.action_time.took(at.elapsed());
                Ok(())
            }
        }
    }

    /// The seat of a connection; one who only watches is refused.
    fn seat_of(&mut self, socket: SocketId, id: u64) -> Option<Seat> {
        let seat = self.sockets.iter().find(|other| other.id == socket)?.seat;
        if seat.is_none() {
            let message = "you only watch this game: playing needs the token of a seat";
            self.refuse(socket, id, Refused::plainly(message));
        }
        seat
    }

    pub(super) fn owing(&self) -> SeatSet {
        match self.table.awaiting() {
            Awaiting::Seats(seats) => seats,
            Awaiting::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Whether the seat decided on the position as it is, or on one that asked it the same.
    fn fresh(&self, seat: Seat, after: usize, revision: Option<u64>) -> Result<(), Refused> {
        let stale = |message: &str| Err(Refused::plainly(message));
        let actions = self.table.actions();
        let undone = |revision| self.undos.iter().any(|(at, _)| *at > revision);
        if after > actions || revision.is_some_and(undone) {
            return stale("something was taken back since: look at the table again");
        }
        let letter = seat.to_string();
        if self.log[after..].iter().any(|kept| kept.seat == letter) {
            return stale("you have acted already, in another window perhaps");
        }
        // Others may have acted meanwhile where several decide at the same time.
        let asked = after == actions
            || after
                .checked_sub(self.owed_from)
                .and_then(|index| self.owed.get(index))
                .is_some_and(|owed| owed.contains(seat));
        if asked { Ok(()) } else { stale("the game went on since: look at the table again") }
    }

    /// Takes an action, as data or as people type it; gives it as it is kept.
    fn take(&mut self, seat: Seat, action: &Value) -> Result<String, Refused> {
        let data = action.to_string();
        match (self.table.play_json(seat, &data), action) {
            (Ok(()), _) => Ok(data),
            // A bare word may be data; only what is none is read as people type it.
            (Err(refused), Value::String(text)) if refused.rule.is_none() => {
                let typed = self.table.consider(seat, text)?.action.to_string();
                self.table.play_json(seat, &typed)?;
                Ok(typed)
            }
            (Err(refused), _) => Err(refused),
        }
    }

    /// Keeps an action that was just taken, and then tells everybody.
    pub(super) async fn happened(
        &mut self,
        seat: Seat,
        action: String,
        cut_short: bool,
        owed: SeatSet,
        by: Option<(SocketId, u64)>,
    ) -> Result<(), Gone> {
        let kept = Kept { seat: seat.to_string(), action, cut_short };
        let keep = self.log.len();
        self.log.push(kept.clone());
        self.owed.push(owed);
        self.write(keep, vec![kept], false, by).await?;
        self.hall.metrics.actions.add();
        self.tell_change(keep + 1, None);
        self.done(by);
        if self.table.outcome().is_some() {
            self.tell_card(None);
        }
        self.think();
        Ok(())
    }

    async fn undo(&mut self, socket: SocketId, id: u64) -> Result<(), Gone> {
        let Some(seat) = self.seat_of(socket, id) else { return Ok(()) };
        let letter = seat.to_string();
        let index = self.log.iter().rposition(|kept| kept.seat == letter);
        let (index, undone) = (index.unwrap_or_default(), self.table.undo(seat));
        if let Err(message) = undone {
            self.refuse(socket, id, Refused::plainly(message));
            return Ok(());
        }
        self.log.remove(index);
        self.owed.clear();
        self.owed_from = self.log.len();
        let tail = self.log[index..].to_vec();
        self.write(index, tail, true, Some((socket, id))).await?;
        self.undos.push((self.revision, index));
        self.hall.metrics.undone.add();
        self.tell_change(index + 1, Some(index));
        self.done(Some((socket, id)));
        self.think();
        Ok(())
    }

    /// Puts a change on disk. If that fails the game leaves memory: what is on disk counts.
    async fn write(
        &mut self,
        keep: usize,
        add: Vec<Kept>,
        undo: bool,
        by: Option<(SocketId, u64)>,
    ) -> Result<(), Gone> {
        self.revision += 1;
        let standing = load::standing(&*self.table, &self.bots, self.revision);
        let change =
            Change { game: self.listed.id.clone(), keep, add, undo, now: standing.clone() };
        let written = self.hall.journal.write(change).await;
        if let Err(lost) = written {
            let message = format!("it could not be kept, so it did not happen: {}", lost.0);
            if let Some((socket, id)) = by {
                self.refuse(socket, id, Refused::plainly(&message));
            }
            self.close(&message, true);
            return Err(Gone::Unkept);
        }
        self.listed.standing = standing;
        self.listed.changed = now();
        Ok(())
    }
}
