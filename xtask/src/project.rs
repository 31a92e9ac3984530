//! Where things are, from whichever folder a task is started.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// A text file, named from the project's root with `/` on every platform.
pub struct TextFile {
    /// Its path from the root.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// The project's folder.
pub struct Project {
    root: PathBuf,
}

impl Project {
    /// The project this task belongs to.
    ///
    /// Cargo says at run time where the package lies, which stays right after the folder was moved;
    /// what was compiled in is for starting the binary by hand.
    pub fn find() -> Project {
        let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let package = package.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
        let root = package.parent().map_or_else(|| package.clone(), Path::to_path_buf);
        Project { root }
    }

    /// A path within the project.
    pub fn path(&self, within: &str) -> PathBuf {
        self.root.join(within)
    }

    /// Cargo, started in the root.
    ///
    /// It does not hear of what cargo says about this package: build scripts that look at these
    /// variables would run anew, and all that depends on them, whenever cargo is called by hand
    /// between two tasks.
    pub fn cargo(&self) -> Command {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let mut command = self.command(cargo);
        for (name, _) in env::vars_os() {
            let about = name.to_string_lossy();
            if about.starts_with("CARGO_PKG_") || about.starts_with("CARGO_MANIFEST_") {
                command.env_remove(&name);
            }
        }
        command
    }

    /// Any program, started in the root.
    pub fn command(&self, program: impl Into<OsString>) -> Command {
        let mut command = Command::new(program.into());
        command.current_dir(&self.root);
        command
    }

    /// All text files with this ending in a folder and the folders in it, in the order of their
    /// names. A folder that isn't there has none.
    pub fn text_files(&self, folder: &str, ending: &str) -> io::Result<Vec<TextFile>> {
        let mut paths = Vec::new();
        if self.path(folder).is_dir() {
            self.gather(folder, ending, &mut paths)?;
        }
        paths.sort();
        let read = |path: String| {
            let bytes = fs::read(self.path(&path))?;
            Ok(TextFile { path, text: String::from_utf8_lossy(&bytes).into_owned() })
        };
        paths.into_iter().map(read).collect()
    }

    fn gather(&self, folder: &str, ending: &str, paths: &mut Vec<String>) -> io::Result<()> {
        for entry in fs::read_dir(self.path(folder))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{folder}/{name}");
            let built = name == "target" || name == "node_modules" || name.starts_with('.');
            if entry.file_type()?.is_dir() {
                if !built {
                    self.gather(&path, ending, paths)?;
                }
            } else if name.ends_with(ending) {
                paths.push(path);
            }
        }
        Ok(())
    }

    /// The folders in which documents are looked for, the best first.
    pub fn document_folders(&self) -> Vec<PathBuf> {
        let named = env::var_os("VANGUARD_DOCUMENTS").map(PathBuf::from);
        named.into_iter().chain([self.path("../shared/seeds")]).collect()
    }

    /// A document of a rulebook, which is not part of the project and may not be at hand.
    pub fn document(&self, file: &str) -> Option<Vec<u8>> {
        self.document_folders().iter().find_map(|folder| fs::read(folder.join(file)).ok())
    }
}
