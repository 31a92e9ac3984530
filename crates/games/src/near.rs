//! What somebody probably meant.

/// The candidate nearest to a mistyped word, if one is near enough to be meant.
pub fn near<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let far = 1 + word.chars().count() / 3;
    candidates
        .into_iter()
        .map(|candidate| (distance(&word, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= far)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A sentence with the near candidate, or with all of them: what to write instead.
pub fn instead<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(meant) = near(word, candidates.clone()) {
        return format!("did you mean \"{meant}\"?");
    }
    let list: Vec<&str> = candidates.into_iter().collect();
    format!("there are: {}", list.join(", "))
}

/// How many letters must be put in, left out or changed, or neighbours swapped, to turn one word
/// into the other. Long words are not compared: nobody mistypes by that much.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().take(64).collect();
    let right: Vec<char> = right.chars().take(64).collect();
    let mut rows = vec![(0..=right.len()).collect::<Vec<usize>>()];
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let changed = rows[i][j] + usize::from(a != b);
            let mut best = changed.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                best = best.min(rows[i - 1][j - 1] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[left.len()][right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_word_finds_its_neighbour() {
        for (word, want) in [
            ("rmoe", Some("rome")), // Two letters swapped.
            ("Rome", Some("rome")), // Only the case differs.
            ("killtaem", Some("killteam")),
            ("chess", None), // Nothing like it.
        ] {
            assert_eq!(near(word, ["rome", "killteam"]), want, "{word}");
        }
        assert_eq!(instead("chess", ["rome", "killteam"]), "there are: rome, killteam");
    }
}
