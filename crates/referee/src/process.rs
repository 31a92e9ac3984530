//! A program that runs beside the table.
//!
//! Nothing it does can hold the table up: threads of their own read what it says, write what it is
//! told and drain its complaints, and everything they keep is bounded.

use std::collections::VecDeque;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError, sync_channel,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::lines::{self, Line};

/// How many lines wait at most, each way. A program that says more has to wait; one that does not
/// read so many is stuck.
const WAITING_MAX: usize = 256;

/// How many lines of complaints are kept, the last ones.
const COMPLAINTS_MAX: usize = 20;

/// How long a program has to end by itself after it was told to, or after its output ended.
const GRACE: Duration = Duration::from_secs(1);

/// How often it is looked whether a silent program still runs.
const LOOK: Duration = Duration::from_millis(100);

/// What was heard of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It said something.
    Line(Line),
    /// It has ended, or closed its output.
    Gone,
    /// Nothing, in the time there was.
    Nothing,
}

/// The program does not read what it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck;

type Complaints = Arc<Mutex<VecDeque<String>>>;

/// A running program.
pub struct Process {
    child: Child,
    to: Option<SyncSender<String>>,
    from: Receiver<Line>,
    complaints: Complaints,
    drain: Option<JoinHandle<()>>,
    /// Whether it was ended and waited for.
    buried: bool,
}

impl Process {
    /// Starts a program: the first word is the program, the rest is for it.
    pub fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) =
            words.split_first().ok_or_else(|| io::Error::other("no program is named"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that what the program starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (to, outbox) = sync_channel(WAITING_MAX);
        let (inbox, from) = sync_channel(WAITING_MAX);
        let complaints = Complaints::default();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write(stdin, &outbox));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read(stdout, &inbox));
        }
        let drain = child.stderr.take().map(|stderr| {
            let complaints = Arc::clone(&complaints);
            thread::spawn(move || drain(stderr, &complaints))
        });
        Ok(Process { child, to: Some(to), from, complaints, drain, buried: false })
    }

    /// Tells the program a line. Never waits. One that is gone is told nothing: that is noticed where
    /// its words are waited for.
    pub fn tell(&self, line: String) -> Result<(), Stuck> {
        match self.to.as_ref().map(|to| to.try_send(line)) {
            Some(Err(TrySendError::Full(_))) => Err(Stuck),
            _ => Ok(()),
        }
    }

    /// Listens until the program says something, at most until then.
    pub fn hear(&mut self, until: Instant) -> Heard {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Heard::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Heard::Gone,
                Err(RecvTimeoutError::Timeout) if has_ended(&mut self.child) => {
                    return self.last_words();
                }
                Err(RecvTimeoutError::Timeout) if left <= LOOK => return Heard::Nothing,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// What the program has said already, without waiting.
    pub fn heard(&mut self) -> Heard {
        match self.from.try_recv() {
            Ok(line) => Heard::Line(line),
            Err(TryRecvError::Disconnected) => Heard::Gone,
            Err(TryRecvError::Empty) if has_ended(&mut self.child) => self.last_words(),
            Err(TryRecvError::Empty) => Heard::Nothing,
        }
    }

    /// What a program said before it ended. Its output may stay open after it, held by something that
    /// it started.
    fn last_words(&self) -> Heard {
        self.from.recv_timeout(LOOK).map_or(Heard::Gone, Heard::Line)
    }

    /// Why a program is gone, in words: its exit status and its last complaint.
    pub fn obituary(mut self) -> String {
        let ended = self.wait();
        let how = match self.kill() {
            Some(status) if ended => format!("the program ended ({status})"),
            _ => "the program closed its output".into(),
        };
        soon(|| self.drain.as_ref().is_none_or(JoinHandle::is_finished));
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        match complaints.back() {
            Some(last) => format!("{how}: {last}"),
            None => how,
        }
    }

    /// Lets the program end by itself, if it does so soon.
    pub fn end(mut self, farewell: String) {
        let _ = self.tell(farewell);
        // Without a sender the writer ends, and with it the program's input.
        self.to = None;
        self.wait();
    }

    /// Waits for the program to end by itself. Whether it did.
    fn wait(&mut self) -> bool {
        soon(|| has_ended(&mut self.child))
    }

    /// Ends the program and whatever it started.
    fn kill(&mut self) -> Option<ExitStatus> {
        if self.buried {
            return None;
        }
        self.buried = true;
        // The group comes first: once the program is waited for, its number may be another's.
        #[cfg(unix)]
        if let Some(group) = pid(&self.child) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Whether something comes true within [`GRACE`].
fn soon(mut comes_true: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + GRACE;
    let mut pause = Duration::from_millis(1);
    while !comes_true() {
        if Instant::now() > until {
            return false;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
    true
}

#[cfg(unix)]
fn pid(child: &Child) -> Option<rustix::process::Pid> {
    i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)
}

/// Whether the program has ended. It is not waited for yet: its group is still its own.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    pid(child).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

fn write(mut stdin: ChildStdin, outbox: &Receiver<String>) {
    while let Ok(line) = outbox.recv() {
        let written = stdin.write_all((line + "\n").as_bytes()).and_then(|()| stdin.flush());
        if written.is_err() {
            // Whoever is gone is noticed where its words are waited for.
            return;
        }
    }
}

fn read(stdout: ChildStdout, inbox: &SyncSender<Line>) {
    let mut from = BufReader::new(stdout);
    while let Ok(Some(line)) = lines::next(&mut from) {
        if inbox.send(line).is_err() {
            return;
        }
    }
}

fn drain(stderr: ChildStderr, complaints: &Complaints) {
    let mut from = BufReader::new(stderr);
    while let Ok(Some(line)) = lines::next(&mut from) {
        let Line::Text(text) = line else { continue };
        let mut kept = complaints.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == COMPLAINTS_MAX {
            kept.pop_front();
        }
        kept.push_back(text.chars().take(200).collect());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn start(line: &str) -> Process {
        let words = crate::command::split(line).expect("a command");
        Process::start(&words).expect("it starts")
    }

    #[test]
    fn a_program_that_never_reads_is_found_stuck_and_nobody_waits_for_it() {
        let began = Instant::now();
        let process = start("sleep 600");
        let line = "x".repeat(10_000);
        let told = (0..10_000).find(|_| process.tell(line.clone()) == Err(Stuck));
        assert!(told.is_some_and(|lines| lines >= WAITING_MAX), "{told:?}");
        drop(process);
        assert!(began.elapsed() < Duration::from_secs(30), "somebody waited");
    }

    #[test]
    fn the_end_of_a_program_is_noticed_though_its_child_holds_the_output() {
        let mut process = start("sh -c 'echo hello; sleep 600 & echo alas >&2; exit 3'");
        let until = Instant::now() + Duration::from_mins(1);
        assert_eq!(process.hear(until), Heard::Line(Line::Text("hello".into())));
        assert_eq!(process.hear(until), Heard::Gone);
        let why = process.obituary();
        assert!(why.contains('3') && why.ends_with("alas"), "{why}");
    }

    #[test]
    fn a_program_is_told_and_heard_and_ends_when_it_is_bidden_farewell() {
        let mut process = start("cat");
        process.tell("one".into()).expect("it reads");
        let until = Instant::now() + Duration::from_mins(1);
        assert_eq!(process.hear(until), Heard::Line(Line::Text("one".into())));
        assert_eq!(process.heard(), Heard::Nothing);
        process.end("bye".into());
    }
}
