//! The page's types, made from ours.

use std::fmt::Write as _;
use std::path::Path;

use ts_rs::{Config, TS};

use crate::killteam::KtRequest;
use crate::request::{Request, TableRequest};
use crate::rome::RomeRequest;
use crate::rome::wire::*;
use crate::wire::*;

const HEAD: &str = "\
// Made by the engine's tests (UPDATE_GOLDEN=1 cargo test -p desk); changes here are lost.
// One text in, one text out: ask(JSON of a question) gives JSON of an Answer. Lengths and places on a table are whole units
// of 0.01 mm (an inch is 2540).

export type Answer<T> = { ok: T } | { refused: Refusal };
export type GameId = 'rome' | 'killteam';
export type Seat = 'A' | 'B' | 'C' | 'D';
/** A seat; one who watches (what everybody sees); one who may know all. */
export type Eyes = Seat | 'nobody' | 'all';
export type Outcome = { win: Seat } | 'draw';
/** An action as the record has it; a page never writes one itself, it gets them here. */
export type Action = unknown;
export type Point = [number, number];
export type Ring = Point[];
";

/// All types, each with its words.
#[allow(clippy::too_many_lines)] // A list.
fn typescript() -> String {
    let config = Config::default();
    let mut text = HEAD.to_owned();
    macro_rules! add {
        ($($name:ty),* $(,)?) => {
            $(
                text.push('\n');
                if let Some(docs) = <$name as TS>::docs() {
                    text += &docs;
                }
                let _ = writeln!(text, "export {}", <$name as TS>::decl(&config));
            )*
        };
    }
    add!(
        Refusal,
        Request,
        TableRequest,
        KtRequest,
        GameInfo,
        KeyInfo,
        LevelInfo,
        NamedInfo,
        TeamInfo,
        Opened,
        Head,
        Sheet,
        Entry,
        Beat,
        Dice,
        DieFace,
        Detail,
        Choice,
        Reasons,
        Reason,
        Expected,
        Summary,
        Series,
        Luck,
        Earned,
        RuleInfo,
        OddsAnswer,
        OddsCase,
        OddsSpread,
        Faction,
        CardInfo,
        OptionChoice,
        RosterDraft,
        DraftModel,
        RosterSheet,
        FaultInfo,
        Stat,
        WeaponInfo,
        FeatInfo,
        ModelCard,
        Ground,
        Piece,
        Part,
        Opening,
        KtScene,
        KtObjective,
        KtZone,
        KtAsk,
        KtActivation,
        KtMoving,
        KtLeg,
        Role,
        KtModel,
        KtBase,
        KtStatus,
        KtTeam,
        Deed,
        Needs,
        Reach,
        Level,
        Place,
        PathAnswer,
        LegAnswer,
        End,
        PlaceAnswer,
        Target,
        TargetWeapon,
        BlowDraft,
        DraftShare,
        BlowAnswer,
        BlowTarget,
        BlowAlso,
        BlowMod,
        BlowChoices,
        AskAnswer,
        AskOption,
        FeatAnswer,
        FeatOn,
        SightAnswer,
        EyesAnswer,
        Sees,
        KtCard,
        KtEffect,
        Spot,
        Measured,
        RomeRequest,
        RomeScene,
        RomeLine,
        RomeUnit,
        RomeCard,
        RomeCommand,
        RomeHand,
        RomeDecks,
        RomeDiscards,
        RomePlan,
        RomePlanRow,
        RomePlanCard,
        RomeDeed,
        RomeNeeds,
        RomePlaces,
        RomeMove,
        RomeArranged,
        AttackForecast,
        RomeStrike,
        RomeMod,
        RomeFate,
        RomeChoice,
        RomeOption,
        RomeThreat,
    );
    text
}

#[test]
fn the_pages_types_are_ours() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/desk.ts");
    let text = typescript();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        std::fs::write(&path, &text).expect("it can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == text,
        "web/src/lib/desk.ts is out of date: UPDATE_GOLDEN=1 cargo test -p desk"
    );
}
