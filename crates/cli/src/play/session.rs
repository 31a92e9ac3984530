//! A match being played: whose turn, what is shown, what is typed.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games::{AnyGame, AnyMatch, Eyes, Patience, Refused};
use kernel::ledger::Ledger;
use kernel::{Awaiting, Outcome, Seat, SeatSet};

use super::choices::Choices;
use super::command::{self, Command};
use super::reasons;
use super::seats::{HINTING_BOT, HINTING_NAME, Player};
use super::store::{self, Store, quoted};
use super::terminal::Terminal;
use super::{cores, humans};
use crate::failure::Failure;
use crate::rules;
use crate::text::{
    BAD, BOLD, FAINT, WARNING, count, paragraph, paragraphs, seat_style, styled, tint, wrap,
};

/// A search that finds more rules than this shows their titles only.
const RULES_IN_FULL_MAX: usize = 3;

/// A match and the people around it.
pub struct Session {
    game: &'static dyn AnyGame,
    ledger: Ledger,
    table: Box<dyn AnyMatch>,
    players: Vec<Player>,
    store: Store,
    terminal: Terminal,
    /// How much each seat was told of, in entries of the story: the deal and the actions.
    told: Vec<usize>,
    /// Who sits at the keyboard.
    holder: Option<Seat>,
    /// The rule behind the last refusal.
    last_rule: Option<String>,
    /// Why the last attempt to keep the match failed, if it did.
    unkept: Option<String>,
    /// The command that begins this match again.
    again: String,
    /// Whether bots tell what they weigh.
    explains: bool,
}

/// What came of a seat's turn at the keyboard.
#[derive(PartialEq, Eq)]
enum Turn {
    Acted,
    Left,
}

/// No bot thinks longer than this. It is a safety: they think for a part of it.
const LONGEST: Duration = Duration::from_secs(10);

/// All cores, and no longer than anybody should have to wait.
fn patience() -> Patience {
    let until = Instant::now() + LONGEST;
    Patience { clock: Some(Arc::new(move || Instant::now() >= until)), threads: cores() }
}

impl Session {
    /// Sits down at the table.
    pub fn new(
        game: &'static dyn AnyGame,
        mut table: Box<dyn AnyMatch>,
        players: Vec<Player>,
        store: Store,
        terminal: Terminal,
        again: String,
        explains: bool,
    ) -> Result<Self, Failure> {
        table.set_players(players.iter().map(ToString::to_string).collect());
        let told = vec![0; players.len()];
        let ledger = rules::ledger(game)?;
        let (holder, last_rule, unkept) = (None, None, None);
        Ok(Session {
            game,
            ledger,
            table,
            players,
            store,
            terminal,
            told,
            holder,
            last_rule,
            unkept,
            again,
            explains,
        })
    }

    /// Plays to the end, or until somebody leaves.
    pub fn run(mut self) -> Result<ExitCode, Failure> {
        self.greet()?;
        loop {
            let seats = match self.table.awaiting() {
                Awaiting::Over(outcome) => return self.finish(outcome),
                Awaiting::Seats(seats) => seats,
            };
            let Some(seat) = self.next(seats) else {
                return Err(Failure::No("the game waits for nobody; please report this".into()));
            };
            match self.players[seat.index()].clone() {
                Player::Bot(name) => self.bot(seat, &name)?,
                Player::Human => {
                    if self.human(seat)? == Turn::Left {
                        return self.leave();
                    }
                }
            }
        }
    }

    /// Who acts next of those who owe a decision: whoever sits at the keyboard already, then bots,
    /// so that the keyboard goes round as seldom as possible.
    fn next(&self, seats: SeatSet) -> Option<Seat> {
        let holder = self.holder.or_else(|| self.only_human());
        let holder = holder.filter(|seat| seats.contains(*seat));
        let bot = seats.iter().find(|seat| self.players[seat.index()] != Player::Human);
        holder.or(bot).or_else(|| seats.lowest())
    }

    /// The one person at the table, if there is one.
    fn only_human(&self) -> Option<Seat> {
        let mut humans = (0u8..)
            .map(Seat)
            .zip(&self.players)
            .filter(|(_, player)| **player == Player::Human)
            .map(|(seat, _)| seat);
        humans.next().filter(|_| humans.next().is_none())
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let title = styled(BOLD, self.game.title());
        self.terminal.say(&format!("{title}: {}", self.table.setup_text()))?;
        let players: Vec<String> = (0u8..)
            .map(Seat)
            .zip(&self.players)
            .map(|(seat, player)| {
                let name = format!("{} {player}", self.table.seat_name(seat));
                styled(seat_style(seat), &name)
            })
            .collect();
        self.terminal.say(&players.join(", "))?;
        if let Some(seed) = self.table.seed() {
            self.terminal.say(&format!("seed {seed}"))?;
        }
        if self.table.actions() > 0 {
            let actions = count(self.table.actions(), "action");
            self.terminal.say(&format!("The match goes on after {actions}."))?;
        }
        if humans(&self.players) > 0 {
            self.terminal.say("Type help for the commands, ? WORD for a rule.")?;
        }
        Ok(())
    }

    fn bot(&mut self, seat: Seat, name: &str) -> Result<(), Failure> {
        let reasons = self.table.bot_play(seat, name, &patience()).map_err(Failure::No)?;
        if self.explains {
            let lines = reasons::lines(&reasons);
            if !lines.is_empty() {
                self.terminal.say(&format!("{} ({name}) weighs", self.table.seat_name(seat)))?;
                self.terminal.say(&lines.join("\n"))?;
            }
        }
        if humans(&self.players) == 0 {
            let last = self.table.actions();
            self.tell(None, if last == 1 { 0 } else { last })?;
        }
        self.keep()
    }

    /// Keeps the match. If that fails the match goes on: there is more to lose by stopping.
    fn keep(&mut self) -> Result<(), Failure> {
        self.unkept = self.store.keep(&*self.table).err().map(|error| error.to_string());
        if let Some(error) = &self.unkept {
            let warning = format!("The match could not be kept: {error}. Try save FILE elsewhere.");
            self.terminal.say(&styled(WARNING, &wrap(&warning, 0, 0)))?;
        }
        Ok(())
    }

    /// Tells what happened from an action on, as the seat, or all, have seen it.
    fn tell(&mut self, seat: Option<Seat>, from: usize) -> Result<bool, Failure> {
        let story = paragraphs(&self.table.story(seat.map_or(Eyes::All, Eyes::Seat), from));
        if self.holder.is_some() && !story.is_empty() {
            self.terminal.say("")?;
        }
        for paragraph in &story {
            self.terminal.say(&format!("  {}", wrap(paragraph, 2, 4)))?;
        }
        Ok(!story.is_empty())
    }

    /// Tells a seat what it was not told yet.
    fn tell_news(&mut self, seat: Seat) -> Result<bool, Failure> {
        let entries = 1 + self.table.actions();
        let from = std::mem::replace(&mut self.told[seat.index()], entries);
        self.tell(Some(seat), from)
    }

    /// Gives the keyboard to a seat, so that nobody sees another's cards; `false` at the end of
    /// the input.
    fn hand_over(&mut self, seat: Seat) -> Result<bool, Failure> {
        let before = self.holder.replace(seat);
        if before != Some(seat) {
            // What was refused to one player may tell another of hidden cards.
            self.last_rule = None;
        }
        if humans(&self.players) < 2 || before == Some(seat) {
            return Ok(true);
        }
        if let Some(before) = before
            && self.tell_news(before)?
            && self.terminal.ask("Press Enter to hide this. ")?.is_none()
        {
            return Ok(false);
        }
        self.terminal.clear()?;
        let name = styled(seat_style(seat), &self.table.seat_name(seat));
        let prompt = format!("Hand the keyboard to {name}; {name}, press Enter. ");
        if self.terminal.ask(&prompt)?.is_none() {
            return Ok(false);
        }
        self.terminal.clear()?;
        Ok(true)
    }

    /// Lets a person decide for a seat.
    fn human(&mut self, seat: Seat) -> Result<Turn, Failure> {
        if !self.hand_over(seat)? {
            return Ok(Turn::Left);
        }
        let mut choices = Choices::of(&*self.table, seat);
        self.tell_news(seat)?;
        self.board(seat)?;
        self.question(seat, &mut choices)?;
        let prompt = format!("{}> ", styled(seat_style(seat), &self.table.seat_name(seat)));
        loop {
            let Some(line) = self.terminal.ask(&prompt)? else {
                return Ok(Turn::Left);
            };
            let acted = match command::parse(&line, |line| choices.has(line)) {
                Command::Quit => return Ok(Turn::Left),
                Command::Action(text) => self.act(seat, &text)?,
                Command::Number(number) => {
                    let text = choices.get(number).map(|choice| choice.text.clone());
                    self.act_by_number(seat, text, choices.len())?
                }
                Command::Undo => self.undo(seat)?,
                other => {
                    self.look(seat, &mut choices, other)?;
                    false
                }
            };
            if acted {
                return Ok(Turn::Acted);
            }
        }
    }

    fn board(&mut self, seat: Seat) -> Result<(), Failure> {
        let picture = self.table.diagram(Eyes::Seat(seat));
        self.terminal.say(&format!("\n{}\n", tint(&picture, self.table.seats())))?;
        Ok(())
    }

    fn question(&mut self, seat: Seat, choices: &mut Choices) -> Result<(), Failure> {
        let question = self.table.question(seat).unwrap_or_else(|| "What do you do?".into());
        let question = format!("{}: {question}", self.table.seat_name(seat));
        self.terminal.say(&styled(BOLD, &wrap(&question, 0, 0)))?;
        let page = choices.first_page();
        self.terminal.say(&page)?;
        Ok(())
    }

    fn act_by_number(
        &mut self,
        seat: Seat,
        text: Option<String>,
        last: usize,
    ) -> Result<bool, Failure> {
        if let Some(text) = text {
            return self.act(seat, &text);
        }
        self.terminal.say(&format!("There is no such choice: they are 1 to {last}."))?;
        Ok(false)
    }

    /// Takes an action, asking first where there is a warning; whether it was taken.
    fn act(&mut self, seat: Seat, text: &str) -> Result<bool, Failure> {
        let choice = match self.table.consider(seat, text) {
            Ok(choice) => choice,
            Err(refused) => {
                self.refused(&refused)?;
                return Ok(false);
            }
        };
        if let Some(warning) = &choice.warning {
            let warning = wrap(&format!("Careful: {warning}"), 0, 2);
            self.terminal.say(&styled(WARNING, &warning))?;
            let answer = self.terminal.ask("Do it all the same? [y/n] ")?;
            let answer = answer.unwrap_or_default().trim().to_lowercase();
            if !matches!(answer.as_str(), "y" | "yes") {
                self.terminal.say("Not done.")?;
                return Ok(false);
            }
        }
        match self.table.play_text(seat, text) {
            Ok(()) => self.keep().map(|()| true),
            Err(refused) => {
                self.refused(&refused)?;
                Ok(false)
            }
        }
    }

    fn refused(&mut self, refused: &Refused) -> Result<(), Failure> {
        let message = format!("No: {}", refused.message);
        self.terminal.say(&styled(BAD, &wrap(&message, 0, 4)))?;
        if refused.rule.is_some() {
            self.last_rule.clone_from(&refused.rule);
            self.terminal.say(&styled(FAINT, "Type ? for the rule."))?;
        }
        Ok(())
    }

    fn undo(&mut self, seat: Seat) -> Result<bool, Failure> {
        match self.table.undo(seat) {
            Ok(text) => {
                let entries = 1 + self.table.actions();
                self.told.iter_mut().for_each(|told| *told = (*told).min(entries));
                self.terminal.say(&format!("Taken back: {text}"))?;
                self.keep()?;
                Ok(true)
            }
            Err(reason) => {
                self.terminal.say(&styled(BAD, &wrap(&format!("No: {reason}."), 0, 4)))?;
                Ok(false)
            }
        }
    }

    /// Commands that change nothing.
    fn look(&mut self, seat: Seat, choices: &mut Choices, command: Command) -> Result<(), Failure> {
        match command {
            Command::Help => self.help()?,
            Command::Rule(word) => self.rule(&word)?,
            Command::Why(text) => self.why(seat, choices, &text)?,
            Command::Ask(question) => match self.table.explain(seat, &question) {
                Ok(lines) => {
                    for line in lines {
                        self.terminal.say(&format!("  {}", wrap(&line, 2, 4)))?;
                    }
                }
                Err(reason) => self.terminal.say(&wrap(&reason, 0, 4))?,
            },
            Command::Save(name) => self.save(&name)?,
            Command::Log => {
                self.tell(Some(seat), 0)?;
            }
            Command::Hint => match self.table.bot_reasons(seat, HINTING_BOT, &patience()) {
                Ok(reasons) => {
                    let choice = &reasons.weighed[0].choice;
                    let (text, words) = (&choice.text, &choice.description);
                    let hint = format!("{HINTING_NAME} would {text}: {words}");
                    self.terminal.say(&wrap(&hint, 0, 4))?;
                    let lines = reasons::lines(&reasons);
                    if !lines.is_empty() {
                        self.terminal.say(&lines.join("\n"))?;
                    }
                }
                Err(reason) => self.terminal.say(&wrap(&reason, 0, 4))?,
            },
            Command::More => {
                let page = choices.next_page();
                let none = || "These were all. board shows the first again.".into();
                self.terminal.say(&page.unwrap_or_else(none))?;
            }
            _ => {
                self.board(seat)?;
                self.question(seat, choices)?;
            }
        }
        Ok(())
    }

    fn help(&mut self) -> Result<(), Failure> {
        for (command, meaning) in command::HELP {
            let line = format!("  {command:<12} {}", wrap(meaning, 15, 15));
            self.terminal.say(&line)?;
        }
        Ok(())
    }

    fn rule(&mut self, word: &str) -> Result<(), Failure> {
        let word = match &self.last_rule {
            Some(rule) if word.is_empty() => rule.clone(),
            _ => word.to_owned(),
        };
        if word.is_empty() {
            return self.help();
        }
        let found = match self.ledger.find(&word) {
            Some(rule) => vec![rule],
            None => self.ledger.search(&word),
        };
        let text = if found.is_empty() {
            format!("No rule has \"{word}\" in it.")
        } else if found.len() <= RULES_IN_FULL_MAX {
            let rules: Vec<String> =
                found.iter().map(|rule| rules::in_full(&self.ledger, rule)).collect();
            rules.concat().trim_end().to_owned()
        } else {
            let lines: Vec<String> =
                found.iter().map(|rule| format!("  {:<18} {}", rule.id, rule.title)).collect();
            format!("{}\n? RULE-ID shows one of them.", lines.join("\n"))
        };
        self.terminal.say(&text)?;
        Ok(())
    }

    fn why(&mut self, seat: Seat, choices: &Choices, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            self.terminal.say("Write the action after it: why ACTION.")?;
            return Ok(());
        }
        let text = match text.parse().ok().and_then(|number| choices.get(number)) {
            Some(choice) => choice.text.clone(),
            None => text.to_owned(),
        };
        match self.table.consider(seat, &text) {
            Ok(choice) => {
                self.terminal.say(&wrap(&format!("Allowed: {}", choice.description), 0, 2))?;
                if let Some(warning) = choice.warning {
                    let warning = wrap(&format!("Careful: {warning}"), 0, 2);
                    self.terminal.say(&styled(WARNING, &warning))?;
                }
            }
            Err(refused) => {
                self.terminal.say(&styled(BAD, &wrap(&format!("No: {refused}"), 0, 4)))?;
                let rule = refused.rule.as_ref().and_then(|rule| self.ledger.find(rule));
                if let Some(rule) = rule {
                    let says = format!("{} {}: {}", rule.id, rule.title, rule.says);
                    self.terminal.say(&paragraph(&says, 2))?;
                    self.last_rule = refused.rule;
                }
            }
        }
        Ok(())
    }

    fn save(&mut self, name: &str) -> Result<(), Failure> {
        let message = if name.is_empty() {
            "Write the file's name after it: save FILE.".into()
        } else {
            match store::save_copy(Path::new(name), &*self.table) {
                Ok(()) => format!("Written: {name}"),
                Err(reason) => reason,
            }
        };
        self.terminal.say(&message)?;
        Ok(())
    }

    fn leave(mut self) -> Result<ExitCode, Failure> {
        // A new file is only named until there is something to keep.
        let written = self.store.path().filter(|path| store::has_text(path));
        let go_on =
            |path| format!("Go on: vanguard play {} --resume {}", self.game.id(), quoted(path));
        let message = match (&self.unkept, written) {
            (Some(error), None) => format!("The match is not kept: {error}."),
            (Some(error), Some(path)) => {
                format!("The end of the match is not kept: {error}. {}", go_on(path))
            }
            (None, Some(path)) => format!("The match is kept. {}", go_on(path)),
            (None, None) if self.table.actions() == 0 => {
                format!("Nothing was done yet. The same deal: {}", self.again)
            }
            (None, None) => "The match is not kept.".into(),
        };
        self.terminal.say(&message)?;
        Ok(ExitCode::SUCCESS)
    }

    fn finish(mut self, outcome: Outcome) -> Result<ExitCode, Failure> {
        // Whoever sits at the keyboard is told the end; then nothing has to be hidden any more.
        if let Some(seat) = self.holder.or_else(|| self.only_human()) {
            self.tell_news(seat)?;
        }
        let picture = tint(&self.table.diagram(Eyes::All), self.table.seats());
        self.terminal.say(&format!("\n{picture}\n"))?;
        let result = match outcome {
            Outcome::Win(seat) => {
                let player = &self.players[seat.index()];
                format!("{} wins ({player}).", self.table.seat_name(seat))
            }
            Outcome::Draw => "A draw.".into(),
        };
        let actions = count(self.table.actions(), "action");
        self.terminal.say(&styled(BOLD, &format!("{result} {actions}.")))?;
        if let Some(error) = &self.unkept {
            self.terminal.say(&format!("The match is not kept: {error}."))?;
        } else if let Some(path) = self.store.path() {
            self.terminal.say(&format!("See it again: vanguard replay {}", quoted(path)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
