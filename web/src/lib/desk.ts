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

/**
 * Why something was not done. The match is as it was before.
 */
export type Refusal = { 
/**
 * A sentence with the reason, and the rule's id if a rule forbids it.
 */
message: string, 
/**
 * The id of the rule that forbids it, if one does.
 */
rule: string | null, };

/**
 * Questions to the desk itself.
 */
export type Request = { "ask": "games", } | { "ask": "stir", 
/**
 * Any text.
 */
entropy: string, } | { "ask": "new", 
/**
 * Of which game.
 */
game: string, 
/**
 * Keys and values.
 */
options: Array<[string, string]>, 
/**
 * What options name.
 */
files: { [key in string]: string }, 
/**
 * How many play.
 */
seats: number, 
/**
 * Where the dice come from.
 */
seed: string | null, 
/**
 * `human` or a level's id, a seat each.
 */
players: Array<string>, } | { "ask": "load", 
/**
 * The record's text.
 */
record: string, 
/**
 * After how many actions; all if it is left out.
 */
at: number | null, } | { "ask": "sit", 
/**
 * The table, if it is open already.
 */
table: number | null, 
/**
 * Whose view it is.
 */
eyes: Eyes, 
/**
 * What everybody knows.
 */
head: Head, 
/**
 * What these eyes see.
 */
view: unknown, } | { "ask": "preview", 
/**
 * Of which game.
 */
game: string, 
/**
 * Keys and values.
 */
options: Array<[string, string]>, 
/**
 * What options name.
 */
files: { [key in string]: string }, } | { "ask": "rules", 
/**
 * Which.
 */
game: string, } | { "ask": "odds", 
/**
 * Of which game.
 */
game: string, 
/**
 * In which match.
 */
table: number | null, 
/**
 * As who sees it.
 */
seat: Seat | null, 
/**
 * Keys and values.
 */
question: Array<[string, string]>, } | { "ask": "oddsKeys", 
/**
 * Of which game.
 */
game: string, } | { "ask": "factions", 
/**
 * Which.
 */
game: string, } | { "ask": "roster", 
/**
 * Of which game.
 */
game: string, 
/**
 * The roster's text.
 */
text: string, 
/**
 * What lies beside it.
 */
files: { [key in string]: string }, 
/**
 * What it may cost; the usual number if it is left out.
 */
points: number | null, } | { "ask": "ready", 
/**
 * Of which game.
 */
game: string, 
/**
 * Which.
 */
team: string, } | { "ask": "rosterText", 
/**
 * Of which game.
 */
game: string, 
/**
 * The draft.
 */
roster: RosterDraft, };

/**
 * Questions about a match, whichever its game. `at` asks about an earlier position.
 */
export type TableRequest = { "ask": "close", 
/**
 * Which.
 */
table: number, } | { "ask": "fork", 
/**
 * Which.
 */
table: number, 
/**
 * After how many actions.
 */
at: number, 
/**
 * `human` or a level's id, a seat each.
 */
players: Array<string>, } | { "ask": "look", 
/**
 * Which.
 */
table: number, 
/**
 * Who looks.
 */
eyes: Eyes, 
/**
 * After how many actions; now if it is left out.
 */
at: number | null, 
/**
 * Whether the table's ground is wanted though it has not changed.
 */
whole: boolean, } | { "ask": "entries", 
/**
 * Which.
 */
table: number, 
/**
 * Who asks.
 */
eyes: Eyes, 
/**
 * From which entry on.
 */
from: number, } | { "ask": "details", 
/**
 * Which.
 */
table: number, 
/**
 * Who asks.
 */
eyes: Eyes, 
/**
 * Of which entry.
 */
number: number, } | { "ask": "play", 
/**
 * Which.
 */
table: number, 
/**
 * Who.
 */
seat: Seat, 
/**
 * What.
 */
action: Action, } | { "ask": "undo", 
/**
 * Which.
 */
table: number, 
/**
 * Who.
 */
seat: Seat, } | { "ask": "consider", 
/**
 * Which.
 */
table: number, 
/**
 * Who.
 */
seat: Seat, 
/**
 * What.
 */
action: Action, } | { "ask": "choices", 
/**
 * Which.
 */
table: number, 
/**
 * Who.
 */
seat: Seat, 
/**
 * How many at most.
 */
limit: number, } | { "ask": "explain", 
/**
 * Which.
 */
table: number, 
/**
 * Who.
 */
seat: Seat, 
/**
 * As people type it.
 */
question: string, } | { "ask": "bot", 
/**
 * Which.
 */
table: number, 
/**
 * For whom.
 */
seat: Seat, 
/**
 * Which bot.
 */
bot: string, } | { "ask": "hint", 
/**
 * Which.
 */
table: number, 
/**
 * For whom.
 */
seat: Seat, 
/**
 * Which bot.
 */
bot: string, } | { "ask": "record", 
/**
 * Which.
 */
table: number, } | { "ask": "summary", 
/**
 * Which.
 */
table: number, };

/**
 * Questions of a seat about a position; all with `table`, `seat` and, for earlier positions, `at`.
 */
export type KtRequest = { "ask": "kt.deeds", 
/**
 * The selected model.
 */
model: string | null, } | { "ask": "kt.reach", 
/**
 * Which.
 */
model: string, 
/**
 * `walk`, `run`, `charge`, `feat:2` or `fall_back`.
 */
why: string, 
/**
 * Whom a feat that moves another is used on.
 */
target: string | null, } | { "ask": "kt.path", 
/**
 * Which model.
 */
model: string, 
/**
 * As in reach.
 */
why: string, 
/**
 * Whom a charge is at.
 */
target: string | null, 
/**
 * Where to.
 */
to: Place | null, 
/**
 * The very path.
 */
legs: Array<KtLeg> | null, 
/**
 * Whether it is bought as the extra action.
 */
extra: boolean, } | { "ask": "kt.place", 
/**
 * Which.
 */
model: string, 
/**
 * Across.
 */
x: number, 
/**
 * Along.
 */
y: number, 
/**
 * The height.
 */
z: number | null, } | { "ask": "kt.terrain", 
/**
 * Which, from 1.
 */
piece: number, 
/**
 * Across.
 */
x: number, 
/**
 * Along.
 */
y: number, 
/**
 * How it is turned, in degrees.
 */
facing: number, } | { "ask": "kt.pool", } | { "ask": "kt.targets", 
/**
 * Of which model.
 */
model: string, 
/**
 * `attack`, `strike` or `charge`.
 */
deed: string, 
/**
 * Whether it is bought as the extra action.
 */
extra: boolean, } | { "ask": "kt.blow", 
/**
 * Who attacks.
 */
by: string, 
/**
 * `attack`, `strike` or `charge`.
 */
deed: string, 
/**
 * How.
 */
blow: BlowDraft, 
/**
 * Whether it is bought as the extra action.
 */
extra: boolean, } | { "ask": "kt.question", } | { "ask": "kt.feat", 
/**
 * Whose.
 */
model: string, 
/**
 * Which on its card, from 1.
 */
feat: number, 
/**
 * On whom.
 */
on: string | null, 
/**
 * Where to.
 */
to: Place | null, 
/**
 * Whether it is bought as the extra action.
 */
extra: boolean, } | { "ask": "kt.sight", 
/**
 * Who looks.
 */
from: string, 
/**
 * At whom.
 */
to: string, } | { "ask": "kt.eyes", 
/**
 * Which.
 */
model: string, } | { "ask": "kt.card", 
/**
 * Which.
 */
model: string, } | { "ask": "kt.ground", 
/**
 * Across.
 */
x: number, 
/**
 * Along.
 */
y: number, } | { "ask": "kt.measure", 
/**
 * From where.
 */
from: Spot, 
/**
 * To where.
 */
to: Spot, };

/**
 * A game, for those who want to begin one.
 */
export type GameInfo = { 
/**
 * The short name.
 */
id: GameId, 
/**
 * What people call it.
 */
title: string, 
/**
 * What it is, in a sentence or two.
 */
about: string, 
/**
 * How many can play: at least, at most.
 */
seats: [number, number], 
/**
 * The options a match can be played with.
 */
options: Array<KeyInfo>, 
/**
 * The computer's levels, the easiest first.
 */
levels: Array<LevelInfo>, 
/**
 * The ready teams.
 */
teams: Array<TeamInfo>, 
/**
 * The tables there are by name.
 */
tables: Array<NamedInfo>, };

/**
 * Something that can be said: key, values, meaning.
 */
export type KeyInfo = { 
/**
 * What it is called.
 */
key: string, 
/**
 * What it may be.
 */
values: string, 
/**
 * What it means.
 */
about: string, };

/**
 * A level of the computer.
 */
export type LevelInfo = { 
/**
 * What programs call it.
 */
id: string, 
/**
 * What players call it.
 */
name: string, 
/**
 * What a player wants to know of it.
 */
about: string, };

/**
 * Something with a short name.
 */
export type NamedInfo = { 
/**
 * What programs call it.
 */
id: string, 
/**
 * What players call it.
 */
name: string, };

/**
 * A ready team.
 */
export type TeamInfo = { 
/**
 * The short name.
 */
id: string, 
/**
 * What people call it.
 */
name: string, 
/**
 * The id of its faction.
 */
faction: string, 
/**
 * The faction's name.
 */
factionName: string, 
/**
 * How it plays.
 */
about: string, 
/**
 * What it costs.
 */
points: number, 
/**
 * How many models it has.
 */
models: number, };

/**
 * A match that can be asked about.
 */
export type Opened = { 
/**
 * Its number, for all further questions.
 */
table: number, 
/**
 * How many actions it has.
 */
actions: number, 
/**
 * What is worth knowing though it was opened.
 */
notes: Array<string>, };

/**
 * What everybody may know of a match at any time.
 */
export type Head = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Who sits at the table, in order.
 */
seats: Seat[], 
/**
 * What each seat is called.
 */
names: Array<string>, 
/**
 * Who sits where: `human`, or a bot's name. Empty if nobody said.
 */
players: Array<string>, 
/**
 * How many actions were taken.
 */
actions: number, 
/**
 * Who owes a decision.
 */
owes: Seat[], 
/**
 * How it ended, once it has.
 */
outcome: Outcome | null, 
/**
 * Who could take back their last action now.
 */
mayUndo: Seat[], 
/**
 * The setup in a few words.
 */
setup: string, 
/**
 * The hash of the rules and data it is played by.
 */
rules: string, 
/**
 * The seed once the match is over; before, it would tell the dice to come.
 */
seed: string | null, };

/**
 * A position as somebody sees it.
 */
export type Sheet = { 
/**
 * What everybody knows.
 */
head: Head, 
/**
 * Who looks.
 */
eyes: Eyes, 
/**
 * After how many actions.
 */
at: number, 
/**
 * What this seat is asked, in a sentence.
 */
question: string | null, 
/**
 * The position, if it is one of Kill Team Vanguard.
 */
killteam: KtScene | null, 
/**
 * The position, if it is one of Vanguard: Rome.
 */
rome: RomeScene | null, };

/**
 * An action with what followed from it, as somebody saw it. Entry 0 is the opening.
 */
export type Entry = { 
/**
 * Counted from 1; 0 for what happened before the first action.
 */
number: number, 
/**
 * Who acted.
 */
seat: Seat | null, 
/**
 * The action as people type it; empty for the opening, and where it is a secret.
 */
text: string, 
/**
 * What followed, in order.
 */
beats: Array<Beat>, };

/**
 * One thing that happened.
 */
export type Beat = { 
/**
 * A sentence; empty for bookkeeping.
 */
text: string, 
/**
 * The id of the rule it is about, if it is about one.
 */
rule: string | null, 
/**
 * The event as it was seen, as data of the game.
 */
event: unknown, 
/**
 * The dice it shows.
 */
dice: Array<Dice>, };

/**
 * Dice that were thrown together.
 */
export type Dice = { 
/**
 * Who threw them.
 */
seat: Seat | null, 
/**
 * What for, in a few words.
 */
label: string, 
/**
 * The least face that is enough, if one is.
 */
need: number | null, 
/**
 * The dice in the order they were thrown.
 */
faces: Array<DieFace>, };

/**
 * One die that was thrown.
 */
export type DieFace = { 
/**
 * What came up.
 */
face: number, 
/**
 * Whether that was enough; nothing where nothing was needed.
 */
success: boolean | null, 
/**
 * Whether it was thrown again.
 */
again: boolean, };

/**
 * What stands behind something that happened.
 */
export type Detail = { 
/**
 * What it is.
 */
label: string, 
/**
 * How much, or which.
 */
value: string, 
/**
 * The rule behind it.
 */
rule: string | null, };

/**
 * Something a seat may do now.
 */
export type Choice = { 
/**
 * As the record has it.
 */
action: Action, 
/**
 * As people type it.
 */
text: string, 
/**
 * In words, with what it does.
 */
description: string, 
/**
 * What is worth knowing before it is done.
 */
warning: string | null, };

/**
 * Why a bot would do something: what it weighed, and how it expects the game to go on.
 */
export type Reasons = { 
/**
 * What the values are: thousandths of the chance to win, or the game's own worth.
 */
scale: 'chance' | 'worth', 
/**
 * What it weighed; what it would do stands first, the best of the rest next.
 */
weighed: Array<Reason>, 
/**
 * How it expects the game to go on, its own action first.
 */
line: Array<Expected>, 
/**
 * How many simulations it made.
 */
simulations: number, 
/**
 * Whether a clock stopped it: then it may decide otherwise on another machine.
 */
cutShort: boolean, };

/**
 * Something a bot weighed.
 */
export type Reason = { 
/**
 * What could be done.
 */
choice: Choice, 
/**
 * How good it looked, on the scale of the reasons.
 */
value: number, 
/**
 * In how many simulations it was tried.
 */
simulations: number, };

/**
 * Something a bot expects to be done.
 */
export type Expected = { 
/**
 * By whom.
 */
seat: Seat, 
/**
 * What, as people type it.
 */
text: string, };

/**
 * A match looked back upon.
 */
export type Summary = { 
/**
 * What everybody knows.
 */
head: Head, 
/**
 * How many turns it had.
 */
turns: number, 
/**
 * Numbers over time.
 */
series: Array<Series>, 
/**
 * What the dice gave against what was to be expected.
 */
luck: Array<Luck>, 
/**
 * What each sort of piece did.
 */
earned: Array<Earned>, 
/**
 * How it was decided.
 */
decidedBy: string, };

/**
 * A number of a seat over time.
 */
export type Series = { 
/**
 * What is counted.
 */
name: string, 
/**
 * Whose it is.
 */
seat: Seat, 
/**
 * The number of an entry, and how much it was after it.
 */
points: [number, number][], };

/**
 * What the dice of a seat gave.
 */
export type Luck = { 
/**
 * Whose dice.
 */
seat: Seat, 
/**
 * What was rolled for.
 */
what: string, 
/**
 * How many successes were to be expected.
 */
expected: number, 
/**
 * How many came.
 */
got: number, 
/**
 * Of how many dice.
 */
rolls: number, };

/**
 * What a sort of piece did.
 */
export type Earned = { 
/**
 * Whose it is.
 */
seat: Seat, 
/**
 * The sort.
 */
what: string, 
/**
 * What it did.
 */
did: string, };

/**
 * A rule of the ledger.
 */
export type RuleInfo = { 
/**
 * Its id.
 */
id: string, 
/**
 * What it belongs to.
 */
chapter: string, 
/**
 * Its title.
 */
title: string, 
/**
 * What it says, in our words.
 */
text: string, 
/**
 * Where it stands.
 */
source: string, 
/**
 * Whether it is a ruling.
 */
ruling: boolean, 
/**
 * The rulings on it.
 */
also: Array<string>, };

/**
 * The odds of something.
 */
export type OddsAnswer = { 
/**
 * What was asked, in a sentence.
 */
about: string, 
/**
 * Every number that was used, with its reasons.
 */
given: Array<string>, 
/**
 * What else is worth knowing.
 */
notes: Array<string>, 
/**
 * The cases, to be compared.
 */
cases: Array<OddsCase>, };

/**
 * The odds of one case.
 */
export type OddsCase = { 
/**
 * What sets it apart.
 */
name: string, 
/**
 * How likely things are.
 */
chances: Array<[string, number]>, 
/**
 * The chances that are plain fractions.
 */
fractions: Array<[string, string]>, 
/**
 * How much something is on average.
 */
means: Array<[string, number]>, 
/**
 * How likely each number of something is.
 */
spreads: Array<OddsSpread>, };

/**
 * How likely each number of something is.
 */
export type OddsSpread = { 
/**
 * Of what.
 */
name: string, 
/**
 * How much it is on average.
 */
mean: number, 
/**
 * The chances of 0, 1, 2 and so on.
 */
exactly: Array<number>, 
/**
 * The chances of so much or more.
 */
atLeast: Array<number>, };

/**
 * A faction with everything a roster can take from it.
 */
export type Faction = { 
/**
 * The short name.
 */
id: string, 
/**
 * What people call it.
 */
name: string, 
/**
 * A sentence of background.
 */
about: string, 
/**
 * What its leader brings.
 */
abilities: Array<FeatInfo>, 
/**
 * Its models.
 */
models: Array<CardInfo>, 
/**
 * Its ready teams.
 */
teams: Array<TeamInfo>, };

/**
 * A stat card of a faction.
 */
export type CardInfo = { 
/**
 * The short name.
 */
id: string, 
/**
 * What people call it.
 */
name: string, 
/**
 * What it costs.
 */
points: number, 
/**
 * How many a team may have.
 */
max: number, 
/**
 * Whether it can lead.
 */
leader: boolean, 
/**
 * Its values.
 */
stat: Stat, 
/**
 * Its attacks.
 */
weapons: Array<WeaponInfo>, 
/**
 * Its special actions and abilities.
 */
feats: Array<FeatInfo>, 
/**
 * What it may take besides.
 */
options: Array<OptionChoice>, };

/**
 * Something a model may take.
 */
export type OptionChoice = { 
/**
 * The short name.
 */
id: string, 
/**
 * What people call it.
 */
name: string, 
/**
 * What it costs.
 */
points: number, 
/**
 * What it changes.
 */
about: string, };

/**
 * A roster as it is being put together.
 */
export type RosterDraft = { 
/**
 * What the team is called.
 */
name: string, 
/**
 * The id of its faction.
 */
faction: string, 
/**
 * Its models.
 */
models: Array<DraftModel>, };

/**
 * A model of a roster.
 */
export type DraftModel = { 
/**
 * Its own name; empty for that of its card.
 */
name: string, 
/**
 * The id of its card.
 */
kind: string, 
/**
 * The ids of what it takes.
 */
options: Array<string>, 
/**
 * Whether it leads.
 */
leader: boolean, };

/**
 * A roster read and checked.
 */
export type RosterSheet = { 
/**
 * What was read.
 */
draft: RosterDraft, 
/**
 * What it costs.
 */
points: number, 
/**
 * What it may cost.
 */
limit: number, 
/**
 * Everything that is wrong.
 */
faults: Array<FaultInfo>, 
/**
 * The stat cards.
 */
cards: Array<ModelCard>, 
/**
 * As a roster file.
 */
text: string, };

/**
 * Something wrong: where and what.
 */
export type FaultInfo = { 
/**
 * Where.
 */
at: string, 
/**
 * What, and what would be right.
 */
message: string, };

/**
 * A model's values.
 */
export type Stat = { 
/**
 * How far it walks.
 */
move: number, 
/**
 * Its wounds.
 */
wounds: number, 
/**
 * Its armour, `4+`.
 */
armour: string, 
/**
 * Its invulnerable armour.
 */
invulnerable: Array<string>, 
/**
 * Its nerve, `5+`.
 */
nerve: string, 
/**
 * The command points it brings.
 */
cp: number, 
/**
 * Its base in words.
 */
base: string, 
/**
 * How tall it is.
 */
height: number, };

/**
 * An attack on a card.
 */
export type WeaponInfo = { 
/**
 * Its number on the card, from 1.
 */
number: number, 
/**
 * What it is called.
 */
name: string, 
/**
 * Whether it is for close combat.
 */
melee: boolean, 
/**
 * How far it reaches.
 */
range: number, 
/**
 * How many dice.
 */
dice: number, 
/**
 * What each needs.
 */
hit: number, 
/**
 * Its armour piercing.
 */
ap: number, 
/**
 * Wounds for each hit that is not saved.
 */
damage: number, 
/**
 * Its special rules.
 */
notes: Array<string>, };

/**
 * A special action or ability on a card.
 */
export type FeatInfo = { 
/**
 * Its number on the card, from 1; 0 where it is on no card yet.
 */
number: number, 
/**
 * What it is called.
 */
name: string, 
/**
 * What it costs, in words.
 */
cost: string, 
/**
 * When it is used.
 */
when: string, 
/**
 * What it does.
 */
text: string, };

/**
 * A model's stat card.
 */
export type ModelCard = { 
/**
 * What it is called.
 */
name: string, 
/**
 * The name of its card.
 */
kind: string, 
/**
 * What it costs.
 */
points: number, 
/**
 * Whether it leads.
 */
leader: boolean, 
/**
 * Its values.
 */
stat: Stat, 
/**
 * Its attacks.
 */
weapons: Array<WeaponInfo>, 
/**
 * Its special actions and abilities.
 */
feats: Array<FeatInfo>, };

/**
 * What the game is played on.
 */
export type Ground = { 
/**
 * What people call it.
 */
name: string, 
/**
 * Width and depth.
 */
size: [number, number], 
/**
 * What stands on it.
 */
pieces: Array<Piece>, };

/**
 * A piece of terrain.
 */
export type Piece = { 
/**
 * Its number.
 */
index: number, 
/**
 * What people call it.
 */
name: string, 
/**
 * What it is.
 */
kinds: Array<string>, 
/**
 * Kind and height in words.
 */
told: string, 
/**
 * Its parts.
 */
parts: Array<Part>, };

/**
 * A part of a piece of terrain.
 */
export type Part = { "shape": "area", 
/**
 * Its edge.
 */
outline: Array<[number, number]>, 
/**
 * The height it lies at.
 */
z: number, 
/**
 * What it is.
 */
kinds: Array<string>, } | { "shape": "solid", 
/**
 * Its edge.
 */
outline: Array<[number, number]>, 
/**
 * Where it begins.
 */
z: number, 
/**
 * How tall it is.
 */
height: number, 
/**
 * What it is.
 */
kinds: Array<string>, } | { "shape": "wall", 
/**
 * One end of its middle line.
 */
from: [number, number], 
/**
 * The other.
 */
to: [number, number], 
/**
 * From side to side.
 */
thick: number, 
/**
 * Where it begins.
 */
z: number, 
/**
 * How tall it is.
 */
height: number, 
/**
 * What it is.
 */
kinds: Array<string>, 
/**
 * Its windows and doors.
 */
openings: Array<Opening>, } | { "shape": "floor", 
/**
 * Its edge.
 */
outline: Array<[number, number]>, 
/**
 * The height of its upper side.
 */
z: number, 
/**
 * How thick it is, downwards.
 */
thick: number, 
/**
 * What it is.
 */
kinds: Array<string>, } | { "shape": "link", 
/**
 * How: `stairs`, `ladder`, `climb` or `drop`.
 */
way: 'stairs' | 'ladder' | 'climb' | 'drop', 
/**
 * One end of the edge.
 */
from: [number, number], 
/**
 * The other.
 */
to: [number, number], 
/**
 * The height of the lower surface.
 */
low: number, 
/**
 * The height of the upper surface.
 */
high: number, };

/**
 * A hole in a wall.
 */
export type Opening = { 
/**
 * Where it begins, from the wall's `from`.
 */
along: number, 
/**
 * How wide it is.
 */
width: number, 
/**
 * Where it begins above the wall's foot.
 */
sill: number, 
/**
 * How tall it is.
 */
height: number, 
/**
 * Whether one can walk through.
 */
door: boolean, };

/**
 * A position.
 */
export type KtScene = { 
/**
 * The table; nothing if it is that of the last look at this table.
 */
ground: Ground | null, 
/**
 * Tells one table from another.
 */
groundHash: string, 
/**
 * The objectives.
 */
objectives: Array<KtObjective>, 
/**
 * Where the teams deploy.
 */
zones: Array<KtZone>, 
/**
 * All models, in play or not.
 */
models: Array<KtModel>, 
/**
 * The teams.
 */
teams: Array<KtTeam>, 
/**
 * Where in a round the game is.
 */
phase: 'setup' | 'turns' | 'ending' | 'bidding' | 'over', 
/**
 * The round, from 1; 0 before the first.
 */
round: number, 
/**
 * The last round there will be.
 */
lastRound: number, 
/**
 * Whose turn it is.
 */
turn: Seat, 
/**
 * Who had the first turn of the round.
 */
first: Seat, 
/**
 * What is asked, and of whom.
 */
ask: KtAsk, 
/**
 * The activation that is going on.
 */
activation: KtActivation | null, 
/**
 * The dice on the table now.
 */
dice: Dice | null, 
/**
 * What they are for.
 */
about: string | null, 
/**
 * The move that is going on.
 */
moving: KtMoving | null, };

/**
 * An objective.
 */
export type KtObjective = { 
/**
 * Its middle.
 */
at: [number, number], 
/**
 * Its radius.
 */
radius: number, 
/**
 * Who holds it.
 */
holder: Seat | null, 
/**
 * What it brings each team a round, once sides are taken.
 */
worth: [number, number] | null, };

/**
 * Where a team deploys.
 */
export type KtZone = { 
/**
 * Whose it is, once sides are taken.
 */
seat: Seat | null, 
/**
 * Its edge.
 */
outline: Array<[number, number]>, };

/**
 * What is asked.
 */
export type KtAsk = { 
/**
 * Which question.
 */
kind: string, 
/**
 * Whom, if it is one seat.
 */
seat: Seat | null, };

/**
 * An activation that is going on.
 */
export type KtActivation = { 
/**
 * Of which model.
 */
model: string, 
/**
 * Whether it is a re-activation.
 */
again: boolean, 
/**
 * Long actions taken.
 */
longs: number, 
/**
 * Short actions taken.
 */
shorts: number, 
/**
 * Whether the extra action was bought.
 */
extra: boolean, 
/**
 * What was done.
 */
done: Array<string>, 
/**
 * Whether an Aim waits for its attack.
 */
aim: boolean, 
/**
 * Whether a Focus waits for its attack.
 */
focus: boolean, 
/**
 * What it still may do, in words.
 */
left: string, };

/**
 * A move that is going on.
 */
export type KtMoving = { 
/**
 * Of which model.
 */
model: string, 
/**
 * Where it set out.
 */
from: [number, number], 
/**
 * The whole path.
 */
path: Array<KtLeg>, 
/**
 * Where it is now.
 */
at: [number, number], };

/**
 * A leg of a path.
 */
export type KtLeg = { 
/**
 * Where it ends.
 */
to: [number, number], 
/**
 * At what height.
 */
z: number, 
/**
 * How: `walk`, `climb` and so on.
 */
way: string, 
/**
 * How the base is turned at its end, in degrees; as it is if it is left out.
 */
facing?: number | null, };

/**
 * The silhouette of a model.
 */
export type Role = "leader" | "trooper" | "heavy" | "beast" | "machine" | "scout";

/**
 * A model.
 */
export type KtModel = { 
/**
 * Seat and number, `A3`.
 */
id: string, 
/**
 * Whose it is.
 */
seat: Seat, 
/**
 * What it is called.
 */
name: string, 
/**
 * The name of its card.
 */
kind: string, 
/**
 * Its silhouette.
 */
role: Role, 
/**
 * Where it is; nothing if it is not on the table.
 */
at: [number, number] | null, 
/**
 * The height it stands at.
 */
z: number, 
/**
 * Where it looks, in degrees.
 */
facing: number, 
/**
 * Its base.
 */
base: KtBase, 
/**
 * How tall it is now.
 */
height: number, 
/**
 * Wounds left.
 */
wounds: number, 
/**
 * Wounds it had.
 */
maxWounds: number, 
/**
 * Whether it was removed from play.
 */
out: boolean, 
/**
 * Whether it has an activation counter.
 */
activated: boolean, 
/**
 * Whether it is knocked down.
 */
down: boolean, 
/**
 * With whom it is engaged.
 */
engagedWith: Array<string>, 
/**
 * Whether an Aim waits for its attack.
 */
aim: boolean, 
/**
 * Whether a Focus waits for its attack.
 */
focus: boolean, 
/**
 * Effects that last on it.
 */
statuses: Array<KtStatus>, 
/**
 * Whether it makes no nerve test any more in this round.
 */
steady: boolean, 
/**
 * How far it engages enemies; 0 if it engages nobody.
 */
engagement: number, 
/**
 * How far it walks now.
 */
speed: number, };

/**
 * A base.
 */
export type KtBase = { 
/**
 * Its shape.
 */
shape: 'round' | 'oval' | 'rect', 
/**
 * From side to side, along its facing.
 */
width: number, 
/**
 * The other way.
 */
depth: number, };

/**
 * An effect that lasts.
 */
export type KtStatus = { 
/**
 * The feat's name.
 */
name: string, 
/**
 * Whose feat it is.
 */
by: string, 
/**
 * What it does and for how long.
 */
text: string, };

/**
 * A team.
 */
export type KtTeam = { 
/**
 * Whose it is.
 */
seat: Seat, 
/**
 * What it is called.
 */
name: string, 
/**
 * Its faction's name.
 */
faction: string, 
/**
 * Command points left.
 */
cp: number, 
/**
 * Pass tokens left.
 */
tokens: number, 
/**
 * Victory points.
 */
score: number, 
/**
 * Whether it is broken this round.
 */
broken: boolean, 
/**
 * Whether it has no more turns this round.
 */
finished: boolean, 
/**
 * The bonus on the next roll for first player.
 */
seize: number, 
/**
 * Whether it has bid; how much is secret.
 */
bidMade: boolean, 
/**
 * Its own edge of the table.
 */
side: 'near' | 'far', 
/**
 * How many models it began with.
 */
started: number, 
/**
 * How many it has on the table.
 */
left: number, };

/**
 * Something a seat could do.
 */
export type Deed = { 
/**
 * Which.
 */
id: string, 
/**
 * What stands on its button.
 */
label: string, 
/**
 * What it does.
 */
about: string, 
/**
 * What it takes of an activation.
 */
cost: 'long' | 'short' | 'free' | null, 
/**
 * What it costs in command points.
 */
cp: number, 
/**
 * Why not; nothing if it is allowed.
 */
why: Refusal | null, 
/**
 * What is still to be said.
 */
needs: Needs, 
/**
 * Whether it is possible only as the bought extra action.
 */
extra: boolean, 
/**
 * Ready to be played, if it needs nothing.
 */
action: Action | null, 
/**
 * The greatest number, where one is needed.
 */
max: number | null, 
/**
 * The model it is of, where that is another than the one asked about.
 */
model: string | null, };

/**
 * What is still to be said of a deed.
 */
export type Needs = "nothing" | "path" | "target" | "spot" | "feat" | "number";

/**
 * Where a model can get to.
 */
export type Reach = { 
/**
 * How far it may go.
 */
allowed: number, 
/**
 * The surfaces it can get to.
 */
levels: Array<Level>, };

/**
 * What is within reach at one height: rings by the even-odd rule for the middle of the base.
 */
export type Level = { 
/**
 * The height.
 */
z: number, 
/**
 * The rings.
 */
rings: Array<Array<[number, number]>>, };

/**
 * A place on the table.
 */
export type Place = { 
/**
 * Across.
 */
x: number, 
/**
 * Along.
 */
y: number, 
/**
 * The height; the highest surface there is if it is left out.
 */
z: number | null, };

/**
 * A path, walked in mind.
 */
export type PathAnswer = { 
/**
 * Whether it may be walked.
 */
ok: boolean, 
/**
 * Why not.
 */
refused: Refusal | null, 
/**
 * Where it stops being legal.
 */
stopsAt: [number, number] | null, 
/**
 * Its legs.
 */
legs: Array<LegAnswer>, 
/**
 * What it costs.
 */
cost: number, 
/**
 * What it may cost.
 */
allowed: number, 
/**
 * Who could strike on its way.
 */
provokes: Array<string>, 
/**
 * What is worth knowing.
 */
notes: Array<string>, 
/**
 * Where it ends.
 */
end: End | null, 
/**
 * Ready to be played.
 */
action: Action | null, };

/**
 * A leg with what it costs.
 */
export type LegAnswer = { 
/**
 * Where it ends.
 */
to: [number, number], 
/**
 * At what height.
 */
z: number, 
/**
 * How.
 */
way: string, 
/**
 * What it costs.
 */
cost: number, 
/**
 * How the base is turned at its end, in degrees.
 */
facing: number, 
/**
 * What is special about it.
 */
text: string | null, };

/**
 * Where something ends.
 */
export type End = { 
/**
 * Seen from above.
 */
at: [number, number], 
/**
 * At what height.
 */
z: number, };

/**
 * Where something can be set down.
 */
export type PlaceAnswer = { 
/**
 * Why not.
 */
refused: Refusal | null, 
/**
 * Where.
 */
at: [number, number] | null, 
/**
 * At what height.
 */
z: number, 
/**
 * Ready to be played.
 */
action: Action | null, 
/**
 * What it covers.
 */
outline: Array<Array<[number, number]>>, };

/**
 * An enemy as a target.
 */
export type Target = { 
/**
 * Whom.
 */
id: string, 
/**
 * How far apart the bases are.
 */
gap: number, 
/**
 * Why it can't be chosen.
 */
why: Refusal | null, 
/**
 * How it is seen.
 */
sight: 'clear' | 'obscured' | 'blocked' | 'none', 
/**
 * A line of sight from end to end.
 */
line: [number, number, number][] | null, 
/**
 * What stands between, in words.
 */
hiders: Array<string>, 
/**
 * The pieces that do.
 */
hiderPieces: Array<number>, 
/**
 * The models that do.
 */
hiderModels: Array<string>, 
/**
 * Whether it has cover.
 */
cover: boolean, 
/**
 * With what it could be attacked.
 */
weapons: Array<TargetWeapon>, };

/**
 * A weapon against a target. Chances are from 0 to 1.
 */
export type TargetWeapon = { 
/**
 * Its number on the card.
 */
number: number, 
/**
 * What it is called.
 */
name: string, 
/**
 * Why it can't be used.
 */
why: Refusal | null, 
/**
 * In a few words: dice, need, armour piercing.
 */
summary: string, 
/**
 * At least one hit.
 */
hit: number, 
/**
 * Taking it out.
 */
out: number, 
/**
 * At least one wound.
 */
wound: number, 
/**
 * Ready to be played.
 */
action: Action | null, };

/**
 * An attack as somebody puts it together.
 */
export type BlowDraft = { 
/**
 * Which attack on the card, from 1.
 */
weapon: number, 
/**
 * Whom, in order.
 */
at: Array<DraftShare>, 
/**
 * Who gets the bonus die.
 */
bonus: string | null, 
/**
 * What the Focus gives.
 */
focus: 'hit' | 'ap' | null, 
/**
 * What the charge gives.
 */
charge: 'hit' | 'ap' | null, 
/**
 * The feats used with it.
 */
use: Array<number>, };

/**
 * A target and its share of the dice; 0 for all.
 */
export type DraftShare = { 
/**
 * Whom.
 */
target: string, 
/**
 * How many dice.
 */
dice: number, };

/**
 * An attack with everything that modifies it.
 */
export type BlowAnswer = { 
/**
 * Why not.
 */
refused: Refusal | null, 
/**
 * Ready to be played.
 */
action: Action | null, 
/**
 * How many dice it has in all.
 */
dice: number, 
/**
 * What its feats cost in command points.
 */
cp: number, 
/**
 * Its targets.
 */
targets: Array<BlowTarget>, 
/**
 * What to expect, in a sentence.
 */
sentence: string, 
/**
 * What can be chosen.
 */
choices: BlowChoices, };

/**
 * A target of an attack.
 */
export type BlowTarget = { 
/**
 * Whom.
 */
id: string, 
/**
 * With how many dice.
 */
dice: number, 
/**
 * What each needs.
 */
need: number, 
/**
 * The armour piercing.
 */
ap: number, 
/**
 * The bonus on its armour.
 */
armour: number, 
/**
 * What its armour needs; nothing if it can't save itself.
 */
save: number | null, 
/**
 * Wounds for each hit that is not saved.
 */
damage: number, 
/**
 * What changes these numbers.
 */
mods: Array<BlowMod>, 
/**
 * What else works on it: re-rolls, what sixes do, what is passed over.
 */
also: Array<BlowAlso>, 
/**
 * How likely things are.
 */
odds: OddsCase, };

/**
 * Something that works on an attack and is no number.
 */
export type BlowAlso = { 
/**
 * The feat or special rule, and what it does.
 */
text: string, 
/**
 * The rule behind it.
 */
rule: string, };

/**
 * Something that changes a number.
 */
export type BlowMod = { 
/**
 * Which number.
 */
what: 'hit' | 'ap' | 'armour' | 'dice' | 'damage', 
/**
 * By how much.
 */
delta: number, 
/**
 * Why.
 */
reason: string, 
/**
 * The rule behind it.
 */
rule: string, };

/**
 * What can be chosen for an attack.
 */
export type BlowChoices = { 
/**
 * Whether a Focus gives something.
 */
focus: boolean, 
/**
 * Whether the charge gives something.
 */
charge: boolean, 
/**
 * Who could get the bonus die.
 */
bonus: Array<string>, 
/**
 * The feats that could be used.
 */
feats: Array<FeatInfo>, 
/**
 * Whether the dice can be split.
 */
split: boolean, };

/**
 * An interruption with its answers.
 */
export type AskAnswer = { 
/**
 * What is asked.
 */
sentence: string, 
/**
 * The answers.
 */
options: Array<AskOption>, 
/**
 * The dice it is about.
 */
dice: Dice | null, };

/**
 * An answer to an interruption.
 */
export type AskOption = { 
/**
 * What stands on its button.
 */
label: string, 
/**
 * What it does.
 */
about: string, 
/**
 * What it costs in command points.
 */
cp: number, 
/**
 * Ready to be played.
 */
action: Action, 
/**
 * What to expect, in words.
 */
odds: string | null, 
/**
 * Whether it gives the best odds.
 */
best: boolean, };

/**
 * A special action or ability as it would be used.
 */
export type FeatAnswer = { 
/**
 * Why not.
 */
refused: Refusal | null, 
/**
 * What is still to be said.
 */
needs: 'on' | 'to' | 'path' | 'nothing', 
/**
 * On whom it could be used.
 */
ons: Array<FeatOn>, 
/**
 * What it does.
 */
text: string, 
/**
 * Ready to be played.
 */
action: Action | null, };

/**
 * Somebody a feat could be used on.
 */
export type FeatOn = { 
/**
 * Whom.
 */
id: string, 
/**
 * Why not.
 */
why: Refusal | null, };

/**
 * How one model sees another.
 */
export type SightAnswer = { 
/**
 * How.
 */
sight: 'clear' | 'obscured' | 'blocked', 
/**
 * A line of sight from end to end.
 */
line: [number, number, number][] | null, 
/**
 * What stands between, in words.
 */
hiders: Array<string>, 
/**
 * The pieces that do.
 */
hiderPieces: Array<number>, 
/**
 * The models that do.
 */
hiderModels: Array<string>, 
/**
 * How far apart the bases are.
 */
gap: number, 
/**
 * Whether the one seen has cover.
 */
cover: boolean, 
/**
 * All of it in a sentence.
 */
text: string, };

/**
 * What a model sees.
 */
export type EyesAnswer = { 
/**
 * Where its eyes are.
 */
at: [number, number, number], 
/**
 * All others on the table.
 */
sees: Array<Sees>, };

/**
 * How a model sees another.
 */
export type Sees = { 
/**
 * Whom.
 */
id: string, 
/**
 * How.
 */
sight: 'clear' | 'obscured' | 'blocked', };

/**
 * A model's card with how it stands.
 */
export type KtCard = { 
/**
 * How it stands, in sentences.
 */
state: Array<string>, 
/**
 * What works on it.
 */
effects: Array<KtEffect>, 
/**
 * What it is called.
 */
name: string, 
/**
 * The name of its card.
 */
kind: string, 
/**
 * What it costs.
 */
points: number, 
/**
 * Whether it leads.
 */
leader: boolean, 
/**
 * Its values.
 */
stat: Stat, 
/**
 * Its attacks.
 */
weapons: Array<WeaponInfo>, 
/**
 * Its special actions and abilities.
 */
feats: Array<FeatInfo>, };

/**
 * Something that works on a model.
 */
export type KtEffect = { 
/**
 * What it does.
 */
what: string, 
/**
 * The rule behind it.
 */
rule: string, };

/**
 * One end of a measurement: a model or a place.
 */
export type Spot = { 
/**
 * Which.
 */
model: string, } | Place;

/**
 * How far it is.
 */
export type Measured = { 
/**
 * The distance.
 */
gap: number, 
/**
 * In words.
 */
text: string, };

/**
 * Questions of a seat about a position; all with `table`, `seat` and, for earlier positions, `at`.
 */
export type RomeRequest = { "ask": "rome.deeds", } | { "ask": "rome.places", } | { "ask": "rome.spaces", 
/**
 * The unit's space; all units if left out.
 */
unit: string | null, 
/**
 * The command.
 */
command: string | null, } | { "ask": "rome.arrange", 
/**
 * How.
 */
plan: RomePlan, } | { "ask": "rome.suggest", } | { "ask": "rome.attack", 
/**
 * What is chosen, as an earlier answer gave it.
 */
orders: Action[], } | { "ask": "rome.threats", } | { "ask": "rome.unit", 
/**
 * Whose.
 */
of: Seat, 
/**
 * Where.
 */
space: string, };

/**
 * A position as somebody sees it.
 */
export type RomeScene = { 
/**
 * How much of the game is played: `first`, `front-commands`, `no-commands` or `full`.
 */
mode: string, 
/**
 * How many play.
 */
players: number, 
/**
 * `dealing`, `arranging`, `clash`, `turn`, `night`, `after_attack`, `retreating`, `discarding` or
 * `over`.
 */
phase: string, 
/**
 * Turns begun since the Initial Vanguard.
 */
turn: number, 
/**
 * Whose turn it is.
 */
active: Seat, 
/**
 * Who owes a decision.
 */
owing: Seat[], 
/**
 * Whose line still stands.
 */
alive: Seat[], 
/**
 * The battle lines by seat.
 */
lines: Array<RomeLine>, 
/**
 * The viewer's commands; none for one who only watches or knows all.
 */
hand: Array<RomeCommand>, 
/**
 * Everybody's hands.
 */
hands: Array<RomeHand>, 
/**
 * The viewer's units to be arranged; at Nightfall those of its line.
 */
dealt: Array<RomeCard>, 
/**
 * How many units each seat has to arrange.
 */
dealtSizes: Array<number>, 
/**
 * Units drawn this turn and not placed yet.
 */
drawn: Array<RomeCard>, 
/**
 * The command played this turn.
 */
command: RomeCommand | null, 
/**
 * How many cards are in each deck.
 */
decks: RomeDecks, 
/**
 * What lies on each discard pile.
 */
discards: RomeDiscards, 
/**
 * How the viewer has decided to stand, while others have not decided yet.
 */
plan: RomePlan | null, 
/**
 * The unit on its way back after a Retreat.
 */
retreating: RomeCard | null, };

/**
 * A battle line.
 */
export type RomeLine = { 
/**
 * Whose.
 */
seat: Seat, 
/**
 * Whether it stands as a line must; a line not drawn up yet is no fault.
 */
legal: boolean, 
/**
 * What is wrong with it, if anything is.
 */
fault: string | null, 
/**
 * Its units, the front row first, from left to right.
 */
units: Array<RomeUnit>, 
/**
 * Kinds known to be among its hidden units, though not where.
 */
remembered: Array<[string, number]>, };

/**
 * A unit of a line.
 */
export type RomeUnit = { 
/**
 * Where: `f0`, `r-2`.
 */
space: string, 
/**
 * `front` or `rear`.
 */
row: 'front' | 'rear', 
/**
 * The column, as its owner counts.
 */
column: number, 
/**
 * What it is; nothing if it is hidden from the viewer.
 */
kind: string | null, 
/**
 * What it is called.
 */
name: string, 
/**
 * Whether it lies face up.
 */
faceUp: boolean, 
/**
 * Whether everybody knows all of it, its Chariot too.
 */
seenByAll: boolean, 
/**
 * Whether a Chariot is below it, as far as the viewer knows.
 */
chariot: boolean, 
/**
 * Whether its ability, or its Chariot's, was used this turn.
 */
used: boolean, 
/**
 * The printed power.
 */
power: number | null, 
/**
 * With how much it attacks from here, as far as the viewer knows.
 */
attack: number | null, 
/**
 * How much it takes to kill it here, as far as the viewer knows.
 */
defence: number | null, 
/**
 * Whether arrows do nothing to it, as far as the viewer knows.
 */
immune: boolean, 
/**
 * Whether it is mounted.
 */
mounted: boolean, };

/**
 * A unit card.
 */
export type RomeCard = { 
/**
 * What.
 */
kind: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * The printed power.
 */
power: number, 
/**
 * Whether it is mounted by itself.
 */
mounted: boolean, 
/**
 * What it can do, in a line.
 */
gist: string, 
/**
 * The rule of the card.
 */
rule: string, 
/**
 * Whether a Chariot is below it.
 */
chariot: boolean, };

/**
 * A command card.
 */
export type RomeCommand = { 
/**
 * Which.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * What it does, in a line.
 */
gist: string, 
/**
 * The rule of the card.
 */
rule: string, 
/**
 * How many of it are held.
 */
count: number, 
/**
 * Why it can't be played now; nothing if it can.
 */
why: Refusal | null, };

/**
 * The commands of a seat.
 */
export type RomeHand = { 
/**
 * Whose.
 */
seat: Seat, 
/**
 * How many.
 */
size: number, 
/**
 * Which; nothing if they are hidden from the viewer.
 */
cards: Array<RomeCommand> | null, };

/**
 * How many cards are in each deck: one, or one for each player.
 */
export type RomeDecks = { 
/**
 * Units.
 */
units: Array<number>, 
/**
 * Commands.
 */
commands: Array<number>, };

/**
 * What lies on each discard pile: kinds with their numbers.
 */
export type RomeDiscards = { 
/**
 * Units.
 */
units: Array<Array<[string, number]>>, 
/**
 * Commands.
 */
commands: Array<Array<[string, number]>>, };

/**
 * A whole line as somebody wants it to stand.
 */
export type RomePlan = { 
/**
 * The front row.
 */
front: RomePlanRow, 
/**
 * The rear row.
 */
rear: RomePlanRow, };

/**
 * One row: units side by side from a column to the right.
 */
export type RomePlanRow = { 
/**
 * The leftmost column.
 */
from: number, 
/**
 * The units from left to right.
 */
units: Array<RomePlanCard>, };

/**
 * A card of an arrangement.
 */
export type RomePlanCard = { 
/**
 * What.
 */
kind: string, 
/**
 * Whether a Chariot stays below it.
 */
chariot: boolean, };

/**
 * Something the seat could do now, for a bar of buttons.
 */
export type RomeDeed = { 
/**
 * `arrange`, `keep`, `place`, `shift`, `play:volley`, `attack`, `end`, `settle`, `discard:volley`.
 */
id: string, 
/**
 * What stands on the button.
 */
label: string, 
/**
 * What it does.
 */
about: string, 
/**
 * Why not; nothing if it may be done.
 */
why: Refusal | null, 
/**
 * What must be chosen before.
 */
needs: RomeNeeds, 
/**
 * Ready to be played, if it needs nothing and may be done.
 */
action: Action | null, };

/**
 * What a deed still needs.
 */
export type RomeNeeds = "nothing" | "space" | "orders" | "arrange";

/**
 * Where a drawn unit may go.
 */
export type RomePlaces = { 
/**
 * Which unit.
 */
kind: string, 
/**
 * The front columns.
 */
columns: Array<number>, 
/**
 * Ready to be played, one for each column.
 */
actions: Action[], };

/**
 * Something a unit may do.
 */
export type RomeMove = { 
/**
 * Where it is done to: the space to click.
 */
space: string, 
/**
 * The unit that does it; nothing for the retreating unit.
 */
from: string | null, 
/**
 * `switch`, `ride`, `shift`, `flank` or `settle`.
 */
deed: string, 
/**
 * In a word or two.
 */
label: string, 
/**
 * In a sentence.
 */
about: string, 
/**
 * Ready to be played.
 */
action: Action, };

/**
 * Whether an arrangement may be played.
 */
export type RomeArranged = { 
/**
 * Why not.
 */
refused: Refusal | null, 
/**
 * Ready to be played.
 */
action: Action | null, };

/**
 * What an attack would do, as far as the seat knows.
 */
export type AttackForecast = { 
/**
 * Why it can't be made now, with these orders.
 */
refused: Refusal | null, 
/**
 * Ready to be played.
 */
action: Action | null, 
/**
 * Every attack on a space.
 */
strikes: Array<RomeStrike>, 
/**
 * Everybody who would be hit.
 */
fates: Array<RomeFate>, 
/**
 * What may be chosen.
 */
choices: Array<RomeChoice>, 
/**
 * What is worth knowing before it is done.
 */
warning: string | null, };

/**
 * One attack on one space.
 */
export type RomeStrike = { 
/**
 * Whose unit attacks.
 */
seat: Seat, 
/**
 * From where.
 */
from: string, 
/**
 * Whose space is hit.
 */
target: Seat, 
/**
 * Which.
 */
to: string, 
/**
 * What attacks.
 */
kind: string, 
/**
 * With how much.
 */
strength: number, 
/**
 * Why that is more than printed.
 */
mods: Array<RomeMod>, 
/**
 * Why it attacks: `vanguard`, `itself`, `command`, `standard` or `enemy`.
 */
cause: string, };

/**
 * A reason why a number is larger than printed.
 */
export type RomeMod = { 
/**
 * What it adds.
 */
delta: number, 
/**
 * The reason.
 */
reason: string, 
/**
 * The rule behind it.
 */
rule: string, };

/**
 * What would become of a unit.
 */
export type RomeFate = { 
/**
 * Whose.
 */
seat: Seat, 
/**
 * Where.
 */
at: string, 
/**
 * What; nothing if it is hidden.
 */
kind: string | null, 
/**
 * All damage it receives.
 */
damage: number, 
/**
 * How much it can stand, as far as is known; nothing if it is hidden.
 */
defence: number | null, 
/**
 * Whether an arrow hits it that is not known to be stopped.
 */
arrow: boolean, 
/**
 * How likely it dies, from 0 to 1, given what the seat knows.
 */
dies: number, };

/**
 * Something that is chosen when attacks are declared.
 */
export type RomeChoice = { 
/**
 * `vanguard`, `catapult`, `command` or `standard`.
 */
role: string, 
/**
 * What is chosen, in words.
 */
text: string, 
/**
 * The unit it is about; empty for the command, which may name any.
 */
unit: string, 
/**
 * What there is to choose from.
 */
options: Array<RomeOption>, };

/**
 * One way to choose.
 */
export type RomeOption = { 
/**
 * In words.
 */
label: string, 
/**
 * The order; nothing for leaving it.
 */
order: Action | null, 
/**
 * All orders if this is chosen: to be asked about next.
 */
orders: Action[], 
/**
 * Whether it is chosen now.
 */
chosen: boolean, };

/**
 * What would hit a unit if everybody attacked now.
 */
export type RomeThreat = { 
/**
 * Whose unit.
 */
seat: Seat, 
/**
 * Where.
 */
at: string, 
/**
 * The sum of all damage.
 */
against: number, 
/**
 * Whether an arrow is among it that is not known to be stopped.
 */
arrow: boolean, 
/**
 * Whether it would die of it, as far as is known.
 */
dies: boolean, 
/**
 * From where: `B f-1`.
 */
from: Array<string>, };
