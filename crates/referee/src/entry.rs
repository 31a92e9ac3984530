//! How a program comes to the table: it is started, says hello, hears of the game and is ready.

use std::time::Instant;

use kernel::{Match, Words};

use crate::conduct::Forfeit;
use crate::guest::{FromBotOf, Guest, shortened};
use crate::judge::No;
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
        loop {
            let no = match self.try_to_enter(table) {
                Ok(()) => break,
                Err(Failed::No(no)) => no,
                Err(Failed::Forfeit(forfeit)) => {
                    self.stop();
                    return Err(forfeit);
                }
            };
            let struck = self.strike(no);
            self.stop();
            struck?;
        }
        self.entered = true;
        self.ready_once = true;
        Ok(())
    }

    fn try_to_enter(&mut self, table: &Match<G>) -> Result<(), Failed> {
        let fresh = !self.engine.runs();
        if fresh {
            self.engine.start().map_err(|reason| No::plainly(Wrong::Crashed, reason))?;
            self.greet()?;
        }
        let game = new_game(table, self.seat, self.number, self.house, self.conduct.count());
        self.say(&ToBot::Game(Box::new(game)));
        let ping = Ping { id: self.number };
        self.say(&ToBot::Ping(ping));
        self.await_reply("pong", fresh, |said| match said {
            FromBot::Pong(pong) if *pong == ping => Some(()),
            _ => None,
        })
    }

    fn greet(&mut self) -> Result<(), Failed> {
        let program = concat!("vanguard ", env!("CARGO_PKG_VERSION")).into();
        self.say(&ToBot::Hello(Greeting { versions: vec![VERSION], program }));
        let introduction = self.await_reply("hello", true, |said| match said {
            FromBot::Hello(introduction) => Some(introduction.clone()),
            _ => None,
        })?;
        if introduction.version != VERSION {
            let theirs = introduction.version;
            let reason = format!("it speaks version {theirs} of the protocol, the table {VERSION}");
            return Err(No::plainly(Wrong::Version, reason).into());
        }
        let name = shortened(&introduction.name, NAME_MAX);
        self.engine.introduction = Introduction { name, ..introduction };
        Ok(())
    }

    /// Waits for one reply. What else the program says meanwhile is answered and counted as ever;
    /// decisions of one that is not `fresh` belong to the game before, and are passed over.
    fn await_reply<T>(
        &mut self,
        name: &str,
        fresh: bool,
        wanted: impl Fn(&FromBotOf<G>) -> Option<T>,
    ) -> Result<T, Failed> {
        let until = Instant::now() + self.house.hello;
        for _ in 0..self.house.chatter {
            let line = match self.engine.hear(until) {
                Heard::Line(line) => line,
                Heard::Gone => {
                    return Err(No::plainly(Wrong::Crashed, self.engine.obituary()).into());
                }
                Heard::Nothing => {
                    let time = self.house.hello.as_secs_f64();
                    let reason = format!("no {name} came within {time} s");
                    return Err(No::plainly(Wrong::Silent, reason).into());
                }
            };
            match Self::read(&line) {
                Ok(said) => {
                    if let Some(reply) = wanted(&said) {
                        return Ok(reply);
                    }
                    let out_of_place = match said {
                        FromBot::Hello(_) | FromBot::Pong(_) => true,
                        FromBot::Act(_) | FromBot::Check(_) | FromBot::Resign => fresh,
                        FromBot::Info(_) => false,
                        FromBot::Ping(ping) => {
                            self.say(&ToBot::Pong(ping));
                            false
                        }
                    };
                    if out_of_place {
                        let reason = format!("the table waits for {name}, and for nothing else");
                        self.strike(No::plainly(Wrong::Unasked, reason))?;
                    }
                }
                Err(no) => self.strike(no)?,
            }
        }
        let lines = self.house.chatter;
        let reason = format!("{lines} lines came, and no {name} among them");
        Err(No::plainly(Wrong::Flood, reason).into())
    }
}

/// Why a program did not come to the table.
enum Failed {
    /// This time: a strike, and it is started again.
    No(No),
    /// It has too many strikes.
    Forfeit(Forfeit),
}

impl From<No> for Failed {
    fn from(no: No) -> Failed {
        Failed::No(no)
    }
}

impl From<Forfeit> for Failed {
    fn from(forfeit: Forfeit) -> Failed {
        Failed::Forfeit(forfeit)
    }
}
