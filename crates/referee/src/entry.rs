//! How a program comes to the table: it is started, says hello, hears of the game and is ready.

use std::time::Instant;

use kernel::{Match, Words};

use crate::conduct::Forfeit;
use crate::guest::{FromBotOf, Guest, shortened};
use crate::judge::No;
use crate::lines::Line;
use crate::message::{FromBot, Greeting, Introduction, Ping, ToBot, VERSION, Wrong};
use crate::process::Heard;
use crate::wording::new_game;

/// How long a program's name may be.
const NAME_MAX: usize = 40;

impl<G: Words> Guest<'_, G> {
    /// Tells it of the game and waits until it is ready; starts it first if it does not run. Whatever
    /// goes wrong is a strike, and it is started again.
    pub fn enter(&mut self, table: &Match<G>) -> Result<(), Forfeit> {
        self.entered = false;
        while let Err(no) = self.try_to_enter(table) {
            let struck = self.strike(no);
            self.stop();
            struck?;
        }
        self.entered = true;
        self.ready_once = true;
        Ok(())
    }

    fn try_to_enter(&mut self, table: &Match<G>) -> Result<(), No> {
        if !self.engine.runs() {
            self.engine.start().map_err(|reason| No::plainly(Wrong::Crashed, reason))?;
            self.greet()?;
        }
        let game = new_game(table, self.seat, self.number, self.house, self.conduct.count());
        self.say(&ToBot::Game(Box::new(game)));
        let ping = Ping { id: self.number };
        self.say(&ToBot::Ping(ping));
        self.await_reply("pong", |said| match said {
            FromBot::Pong(pong) if pong == ping => Some(()),
            _ => None,
        })
    }

    fn greet(&mut self) -> Result<(), No> {
        let program = concat!("vanguard ", env!("CARGO_PKG_VERSION")).into();
        self.say(&ToBot::Hello(Greeting { versions: vec![VERSION], program }));
        let introduction = self.await_reply("hello", |said| match said {
            FromBot::Hello(introduction) => Some(introduction),
            _ => None,
        })?;
        if introduction.version != VERSION {
            let theirs = introduction.version;
            let reason = format!("it speaks version {theirs} of the protocol, the table {VERSION}");
            return Err(No::plainly(Wrong::Version, reason));
        }
        let name = shortened(&introduction.name, NAME_MAX);
        self.engine.introduction = Introduction { name, ..introduction };
        Ok(())
    }

    /// Waits for one reply. What else the program says meanwhile belongs to what was before, and is
    /// passed over.
    fn await_reply<T>(
        &mut self,
        name: &str,
        wanted: impl Fn(FromBotOf<G>) -> Option<T>,
    ) -> Result<T, No> {
        let until = Instant::now() + self.house.hello;
        for _ in 0..self.house.chatter {
            match self.engine.hear(until) {
                Heard::Line(Line::Text(line)) => {
                    if let Some(reply) = serde_json::from_str(&line).ok().and_then(&wanted) {
                        return Ok(reply);
                    }
                }
                Heard::Line(_) => {}
                Heard::Gone => return Err(No::plainly(Wrong::Crashed, self.engine.obituary())),
                Heard::Nothing => {
                    let time = self.house.hello.as_secs_f64();
                    let reason = format!("no {name} came within {time} s");
                    return Err(No::plainly(Wrong::Silent, reason));
                }
            }
        }
        let lines = self.house.chatter;
        Err(No::plainly(Wrong::Flood, format!("{lines} lines came, and no {name} among them")))
    }
}
