//! Keeping matches in files, so that nothing is lost whatever happens.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use games::{AnyGame, AnyMatch};
use serde_json::Value;

use crate::failure::Failure;

/// What the names of records end in.
const ENDING: &str = ".vanguard.json";

/// How many of the newest files are looked at for an unfinished match.
const LOOK_AT_MAX: usize = 50;

/// Where a match is kept.
pub enum Store {
    /// Nowhere.
    Nowhere,
    /// In this file.
    File(PathBuf),
    /// In a new file of this folder, named when there is something to keep.
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The game's id, with which the names begin.
        game: &'static str,
    },
}

impl Store {
    /// Keeps nothing.
    pub fn nowhere() -> Self {
        Store::Nowhere
    }

    /// Goes on in the file that a match came from.
    pub fn same_file(path: PathBuf) -> Self {
        Store::File(path)
    }

    /// A file that must not be there yet: nobody's match is overwritten. One that can't be written
    /// is refused before anything is played.
    pub fn new_file(path: &Path) -> Result<Self, Failure> {
        if path.exists() {
            return Err(Failure::Use(format!(
                "{0} is there already; go on with it by --resume {0}, or name another file",
                quoted(path)
            )));
        }
        // Tried in the very way it is written later: nothing else tells for certain.
        write_whole(path, "").and_then(|()| fs::remove_file(path)).map_err(|error| {
            Failure::Use(format!("--save: {} can't be written: {error}", quoted(path)))
        })?;
        Ok(Store::File(path.into()))
    }

    /// A new file in the user's data folder.
    pub fn in_data_folder(game: &'static str) -> Result<Self, Failure> {
        let instead = "name a file with --save, or play with --no-save";
        let folder = data_folder()
            .ok_or_else(|| Failure::Use(format!("there is no data folder; {instead}")))?;
        fs::create_dir_all(&folder).map_err(|error| {
            Failure::Use(format!("{} can't be made: {error}; {instead}", folder.display()))
        })?;
        Ok(Store::Folder { folder, game })
    }

    /// The file, as soon as there is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Store::File(path) => Some(path),
            Store::Nowhere | Store::Folder { .. } => None,
        }
    }

    /// Keeps the match as it stands.
    pub fn keep(&mut self, table: &dyn AnyMatch) -> io::Result<()> {
        let Some(json) = table.record_json() else { return Ok(()) };
        if let Store::Folder { folder, game } = self {
            *self = Store::File(claim(folder, game)?);
        }
        match self {
            Store::File(path) => write_whole(path, &json),
            Store::Nowhere | Store::Folder { .. } => Ok(()),
        }
    }
}

/// Writes a file so that it is at every moment either as it was or as it shall be.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    let beside = path.with_file_name(name);
    let mut file = File::create(&beside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    drop(file);
    fs::rename(&beside, path)?;
    // The new name is only safe when its folder is; not every system lets a folder be opened.
    if let Some(folder) = path.parent()
        && let Ok(folder) =
            File::open(if folder == Path::new("") { Path::new(".") } else { folder })
    {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Writes a copy that a player asked for. Another match or another kind of file is not overwritten.
pub fn save_copy(path: &Path, table: &dyn AnyMatch) -> Result<(), String> {
    let failed = |reason: String| format!("{} was not written: {reason}", path.display());
    let Some(json) = table.record_json() else {
        return Err(failed("this match has no record".into()));
    };
    if path.exists() {
        let old = fs::read_to_string(path).unwrap_or_default();
        goes_on_from(&old, &json).map_err(|reason| failed(reason.into()))?;
    }
    write_whole(path, &json).map_err(|error| failed(error.to_string()))
}

/// Whether nothing of an old record is lost when a new one takes its place: it is the same deal, and
/// all that was done in the old one was done in the new one too. The error says why not.
fn goes_on_from(old: &str, new: &str) -> Result<(), &'static str> {
    let record = |json: &str| {
        let value: Value = serde_json::from_str(json).ok()?;
        let actions = value.get("actions")?.as_array()?.clone();
        Some((value, actions))
    };
    let (Some((old, old_actions)), Some((new, new_actions))) = (record(old), record(new)) else {
        return Err("it is there already and holds something else");
    };
    if ["format", "game", "setup", "seed"].iter().any(|field| old.get(field) != new.get(field)) {
        return Err("it is there already and holds another match");
    }
    if !new_actions.starts_with(&old_actions) {
        return Err("it is there already and holds this deal with actions that are not in this \
                    match; name another file");
    }
    Ok(())
}

/// Whether there is anything in a file.
pub fn has_text(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| about.len() > 0)
}

/// The user's data folder for this program.
pub fn data_folder() -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let base = variable("XDG_DATA_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| variable("HOME").map(|home| Path::new(&home).join(".local/share")))
        .or_else(|| variable("LOCALAPPDATA").map(PathBuf::from))?;
    Some(base.join("vanguard"))
}

/// The number in `GAME-NUMBER.vanguard.json`.
fn number_of(path: &Path, game: &str) -> Option<u32> {
    let name = path.file_name()?.to_str()?;
    name.strip_prefix(game)?.strip_prefix('-')?.strip_suffix(ENDING)?.parse().ok()
}

/// The numbered files of a game with their numbers, the newest first.
fn numbered(folder: &Path, game: &str) -> Vec<(u32, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(u32, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter_map(|path| number_of(&path, game).map(|number| (number, path)))
        .collect();
    files.sort();
    files.reverse();
    files
}

/// Makes a new numbered file. Two programs at the same time get different ones.
fn claim(folder: &Path, game: &str) -> io::Result<PathBuf> {
    let last = numbered(folder, game).first().map_or(0, |(number, _)| *number);
    for number in last.saturating_add(1).. {
        let path = folder.join(format!("{game}-{number}{ENDING}"));
        match File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::other("there are no numbers left"))
}

/// The newest match of a game in the data folder that is not over, if it can be replayed.
pub fn unfinished(game: &dyn AnyGame) -> Option<(PathBuf, Box<dyn AnyMatch>)> {
    let files = numbered(&data_folder()?, game.id());
    files.into_iter().take(LOOK_AT_MAX).find_map(|(_, path)| {
        let json = fs::read_to_string(&path).ok()?;
        let value: serde_json::Value = serde_json::from_str(&json).ok()?;
        if !value.get("outcome")?.is_null() {
            return None;
        }
        let table = game.load(&json, None).ok()?.table;
        Some((path, table))
    })
}

/// Deletes a match.
pub fn delete(path: &Path) -> Result<(), Failure> {
    fs::remove_file(path)
        .map_err(|error| Failure::Use(format!("{} can't be deleted: {error}", path.display())))
}

/// A path as a shell takes it.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |letter: char| letter.is_alphanumeric() || "/\\._-+:~=,".contains(letter);
    if !text.is_empty() && text.chars().all(plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_numbered_and_never_claimed_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = |path: PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
        for want in ["rome-1.vanguard.json", "rome-2.vanguard.json"] {
            let path = claim(folder.path(), "rome").expect("a file");
            assert_eq!(name(path).as_deref(), Some(want));
        }
        fs::write(folder.path().join("rome-x.vanguard.json"), "").expect("a file");
        assert_eq!(numbered(folder.path(), "rome").len(), 2);
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.vanguard.json");
        for text in ["one", "two"] {
            write_whole(&path, text).expect("written");
            assert_eq!(fs::read_to_string(&path).expect("read"), text);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn only_an_earlier_state_of_the_same_match_is_overwritten() {
        let record = |mode: &str, seed: &str, actions: &[&str]| {
            let fields = serde_json::json!({
                "format": "f", "game": "rome", "setup": { "mode": mode }, "seed": seed,
                "actions": actions,
            });
            fields.to_string()
        };
        let now = record("full", "3", &["a", "b"]);
        assert_eq!(goes_on_from(&record("full", "3", &["a"]), &now), Ok(()));
        assert_eq!(goes_on_from(&now, &now), Ok(()));
        for (old, reason) in [
            (record("first", "3", &["a"]), "another match"),
            (record("full", "4", &["a"]), "another match"),
            (record("full", "3", &["c"]), "actions that are not in this match"),
            (record("full", "3", &["a", "b", "c"]), "actions that are not in this match"),
            ("mine".into(), "something else"),
        ] {
            let refused = goes_on_from(&old, &now).expect_err("it would be lost");
            assert!(refused.contains(reason), "{refused}");
        }
    }

    #[test]
    fn paths_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted(Path::new("/a/b-1.json")), "/a/b-1.json");
        assert_eq!(quoted(Path::new("/my games/it's")), "'/my games/it'\\''s'");
    }
}
