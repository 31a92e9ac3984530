//! A run as Parquet, for other tools: a row to each game, and in a file next to it a row to each
//! sort of piece of each side of each game.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arena::{Bout, Run};
use kernel::{Outcome, Seat};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

/// The cells of a column.
enum Cells {
    Text(Vec<ByteArray>),
    Whole(Vec<i64>),
    Real(Vec<f64>),
}

/// A table, column by column.
#[derive(Default)]
struct Table(Vec<(String, Cells)>);

impl Table {
    fn text<S: Into<String>>(&mut self, name: &str, cells: impl Iterator<Item = S>) {
        let cells = cells.map(|cell| ByteArray::from(cell.into().into_bytes())).collect();
        self.0.push((name.into(), Cells::Text(cells)));
    }

    fn whole<N: TryInto<i64>>(&mut self, name: &str, cells: impl Iterator<Item = N>) {
        let cells = cells.map(|cell| cell.try_into().unwrap_or(i64::MAX)).collect();
        self.0.push((name.into(), Cells::Whole(cells)));
    }

    fn real(&mut self, name: &str, cells: impl Iterator<Item = f64>) {
        self.0.push((name.into(), Cells::Real(cells.collect())));
    }

    fn write(&self, path: &Path) -> Result<()> {
        let fields = self.0.iter().map(|(name, cells)| match cells {
            Cells::Text(_) => format!("required binary {name} (string);"),
            Cells::Whole(_) => format!("required int64 {name};"),
            Cells::Real(_) => format!("required double {name};"),
        });
        let schema = format!("message run {{ {} }}", fields.collect::<String>());
        let schema = Arc::new(parse_message_type(&schema)?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let file = File::create(path)?;
        let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties))?;
        let mut rows = writer.next_row_group()?;
        for (_, cells) in &self.0 {
            match cells {
                Cells::Text(cells) => column::<ByteArrayType>(&mut rows, cells)?,
                Cells::Whole(cells) => column::<Int64Type>(&mut rows, cells)?,
                Cells::Real(cells) => column::<DoubleType>(&mut rows, cells)?,
            }
        }
        rows.close()?;
        writer.close()?;
        Ok(())
    }
}

fn column<T: DataType>(
    rows: &mut SerializedRowGroupWriter<'_, File>,
    cells: &[T::T],
) -> Result<()> {
    let Some(mut column) = rows.next_column()? else { return Ok(()) };
    column.typed::<T>().write_batch(cells, None, None)?;
    column.close()
}

/// Writes the games, and the pieces if there are any; tells which files it wrote.
pub fn write(run: &Run, path: &Path) -> Result<Vec<PathBuf>> {
    games(run).write(path)?;
    let mut wrote = vec![path.to_path_buf()];
    if run.bouts.iter().any(|bout| !bout.earnings.is_empty()) {
        let name = path.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        let pieces_path = path.with_file_name(format!("{name}-pieces.parquet"));
        pieces(run).write(&pieces_path)?;
        wrote.push(pieces_path);
    }
    Ok(wrote)
}

fn games(run: &Run) -> Table {
    let header = &run.header;
    let bouts = || run.bouts.iter();
    let mut table = Table::default();
    table.whole("game", bouts().map(|bout| bout.game));
    table.whole("pairing", bouts().map(|bout| header.slot(bout.game).meeting as u64));
    table.whole("pair", bouts().map(|bout| header.slot(bout.game).round));
    table.whole("ground", bouts().map(|bout| header.ground_of(bout.game)));
    table.text("seed", bouts().map(|bout| header.seed_of(bout.game).to_string()));
    for (seat, letter) in [(0, "a"), (1, "b")] {
        let who = |bout: &Bout| &header.entrants[header.seats(bout.game)[seat]];
        table.text(&format!("bot_{letter}"), bouts().map(|bout| who(bout).bot.as_str()));
        let team = |bout: &Bout| who(bout).team.clone().unwrap_or_default();
        table.text(&format!("team_{letter}"), bouts().map(team));
    }
    table.text("outcome", bouts().map(outcome));
    table.real("points_a", bouts().map(|bout| points(bout, Seat(0))));
    table.text("first_turn", bouts().map(|bout| bout.first.map_or(String::new(), letter)));
    table.text("decided_by", bouts().map(|bout| bout.how.as_str()));
    table.whole("turns", bouts().map(|bout| bout.turns));
    table.whole("actions", bouts().map(|bout| bout.actions));
    for (thing, (group, name)) in header.tallies.iter().enumerate() {
        for (seat, letter) in [(0, "a"), (1, "b")] {
            let column = format!("{}_{}_{letter}", plain(group), plain(name));
            table.whole(&column, bouts().map(|bout| bout.tallies[seat][thing]));
        }
    }
    table
}

fn pieces(run: &Run) -> Table {
    let header = &run.header;
    let rows = || {
        run.bouts.iter().flat_map(|bout| bout.earnings.iter().map(move |earning| (bout, earning)))
    };
    let mut table = Table::default();
    table.whole("game", rows().map(|(bout, _)| bout.game));
    table.text("seat", rows().map(|(_, earning)| letter(earning.seat)));
    let who = |bout: &Bout, seat: Seat| &header.entrants[header.seats(bout.game)[seat.index()]];
    table.text("bot", rows().map(|(bout, earning)| who(bout, earning.seat).bot.as_str()));
    let team = |bout: &Bout, seat: Seat| who(bout, seat).team.clone().unwrap_or_default();
    table.text("team", rows().map(|(bout, earning)| team(bout, earning.seat)));
    table.text("piece", rows().map(|(_, earning)| earning.piece.as_str()));
    table.whole("pieces", rows().map(|(_, earning)| earning.pieces));
    table.whole("cost", rows().map(|(_, earning)| earning.cost));
    table.real("taken", rows().map(|(_, earning)| f64::from(earning.taken) / 100.0));
    table.real("scored", rows().map(|(_, earning)| f64::from(earning.scored) / 100.0));
    table.whole("kept", rows().map(|(_, earning)| earning.kept));
    table.real("points", rows().map(|(bout, earning)| points(bout, earning.seat)));
    table
}

fn outcome(bout: &Bout) -> String {
    match bout.outcome {
        None => "stalled".into(),
        Some(Outcome::Draw) => "draw".into(),
        Some(Outcome::Win(seat)) => letter(seat),
    }
}

fn letter(seat: Seat) -> String {
    seat.to_string()
}

fn points(bout: &Bout, seat: Seat) -> f64 {
    bout.half_points(seat).map_or(f64::NAN, |half| f64::from(half) / 2.0)
}

/// A name as columns have them.
fn plain(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
        .collect()
}
