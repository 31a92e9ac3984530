// Made from crates/server by its tests; VANGUARD_WRITE=1 cargo test -p server --lib writes it anew.
import type { Entry, Head, Outcome, Refusal, Seat } from './desk';

export type Told = { 
/**
 * What is wrong, and what would be right.
 */
message: string, 
/**
 * The id of the rule that forbids it, if one does.
 */
rule: string | null, 
/**
 * What was kept all the same, if anything.
 */
kept: string | null, 
/**
 * Everything that is wrong, one by one, where there is more than one thing.
 */
faults: Array<string>, };

export type ErrorBody = { 
/**
 * The error.
 */
error: Told, };

export type About = { 
/**
 * The program's version.
 */
version: string, 
/**
 * The commit it was built from, if that is known.
 */
commit: string | null, 
/**
 * The ids of the games that can be played.
 */
games: Array<string>, 
/**
 * How much of everything there may be.
 */
limits: AboutLimits, };

export type AboutLimits = { 
/**
 * The largest body of a request in bytes.
 */
body: number, 
/**
 * The largest message over a socket in bytes.
 */
message: number, 
/**
 * Unfinished games of one person.
 */
unfinished: number, 
/**
 * Rosters of one person.
 */
rosters: number, 
/**
 * Letters of a name.
 */
name: number, 
/**
 * The least letters of a password.
 */
password: number, };

export type Who = { 
/**
 * For `Authorization: Bearer`.
 */
token: string, 
/**
 * Their id.
 */
id: string, 
/**
 * What they are called.
 */
name: string, 
/**
 * Whether they have an account.
 */
account: boolean, };

export type Me = { 
/**
 * Their games, those changed last first.
 */
games: Array<GameCard>, 
/**
 * For `Authorization: Bearer`.
 */
token: string, 
/**
 * Their id.
 */
id: string, 
/**
 * What they are called.
 */
name: string, 
/**
 * Whether they have an account.
 */
account: boolean, };

export type NewGuest = { 
/**
 * What they want to be called.
 */
name: string, };

export type Credentials = { 
/**
 * The account's name.
 */
name: string, 
/**
 * Its password.
 */
password: string, 
/**
 * The token of a guest whose games and rosters are taken along.
 */
guest?: string | null, };

export type NewGame = { 
/**
 * The game's id.
 */
game: string, 
/**
 * Its options.
 */
options: Array<[string, string]>, 
/**
 * The texts of files that options name.
 */
files: { [key in string]: string }, 
/**
 * How many play.
 */
seats: number, 
/**
 * For each seat: `me`, `open` (whoever has the invite), or a level's id for a bot.
 */
players: Array<string>, 
/**
 * A record to play on from, instead of a new deal.
 */
record: string | null, 
/**
 * After so many of its actions; all of them if nothing is said.
 */
at: number | null, };

export type Made = { 
/**
 * The game.
 */
id: string, 
/**
 * The maker's first seat, if they have one.
 */
seat: Seat | null, 
/**
 * The token for that seat.
 */
seatToken: string | null, 
/**
 * One for each open seat.
 */
invites: Array<SeatToken>, 
/**
 * For those who only watch.
 */
watch: string, 
/**
 * What is published of the seed before the game.
 */
commitment: string, };

export type SeatToken = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The token.
 */
token: string, };

export type Invite = { 
/**
 * The token of the invite.
 */
invite: string, };

export type Joined = { 
/**
 * The game.
 */
id: string, 
/**
 * The seat.
 */
seat: Seat, 
/**
 * The token for it.
 */
seatToken: string, 
/**
 * For those who only watch.
 */
watch: string, };

export type GameCard = { 
/**
 * Its id.
 */
id: string, 
/**
 * The id of what is played.
 */
game: string, 
/**
 * The setup in a few words.
 */
setup: string, 
/**
 * Who sits where.
 */
players: Array<PlayerCard>, 
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
 * The asker's seats.
 */
mine: Seat[], 
/**
 * Tokens for those, if the asker is a person.
 */
seatTokens: Array<SeatToken>, 
/**
 * Invites for open seats and the token to watch by, if the asker made the game.
 */
invites: Array<SeatToken>, 
/**
 * The token to watch by, if the asker is a person who plays or made the game.
 */
watch: string | null, 
/**
 * When it was begun.
 */
begun: string, 
/**
 * When something happened last.
 */
changed: string, 
/**
 * What was published of the seed before the game.
 */
commitment: string, 
/**
 * The seed, once the game is over.
 */
seed: string | null, };

export type PlayerCard = { 
/**
 * The seat.
 */
seat: Seat, 
/**
 * What they are called; empty while the seat is open.
 */
name: string, 
/**
 * The level's id, if it is a bot.
 */
bot: string | null, 
/**
 * Whether it waits for somebody to take it.
 */
open: boolean, 
/**
 * Whether they are connected.
 */
here: boolean, };

export type RosterText = { 
/**
 * What it is called.
 */
name: string, 
/**
 * The id of the game it is for.
 */
game: string, 
/**
 * The roster's file.
 */
text: string, };

export type RosterFile = { 
/**
 * Its id, chosen by who keeps it.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * The id of the game it is for.
 */
game: string, 
/**
 * The roster's file.
 */
text: string, 
/**
 * When it was kept.
 */
changed: string, };

export type ToServer = { "hello": { 
/**
 * A seat's token, or one to watch by.
 */
token: string, 
/**
 * The number of the last entry the page has; -1 for none.
 */
seen: number, 
/**
 * The revision that came with it, if the page has one.
 */
revision?: number | null, } } | { "play": { 
/**
 * The page's own number for it.
 */
id: number, 
/**
 * `head.actions` of the position it was decided on.
 */
after: number, 
/**
 * The revision of that position, if the page has one.
 */
revision?: number | null, 
/**
 * As data, or as people type it.
 */
action: unknown, } } | { "undo": { 
/**
 * The page's own number for it.
 */
id: number, } } | { "ping": number };

export type FromServer = { "welcome": { 
/**
 * The id of what is played.
 */
game: string, 
/**
 * Whose view it is; nothing for one who watches.
 */
seat: Seat | null, 
/**
 * What everybody may know.
 */
head: Head, 
/**
 * What the seat sees.
 */
view: unknown, 
/**
 * What happened since the last entry the page has.
 */
entries: Entry[], 
/**
 * If the page has entries above this number, they are no more: they were taken back.
 */
back: number | null, 
/**
 * Counts every change of the game.
 */
revision: number, 
/**
 * Who plays.
 */
card: GameCard, } } | { "update": { 
/**
 * What everybody may know.
 */
head: Head, 
/**
 * A merge patch (RFC 7396) for the view.
 */
patch: unknown, 
/**
 * The whole view, where no patch can say what changed; the patch is empty then.
 */
view: unknown, 
/**
 * What happened.
 */
entries: Entry[], 
/**
 * Entries above this number are no more: they were taken back.
 */
back: number | null, 
/**
 * Counts every change of the game.
 */
revision: number, } } | { "done": { 
/**
 * The page's own number for it.
 */
id: number, } } | { "refused": { 
/**
 * The page's own number for it.
 */
id: number, 
/**
 * Why not.
 */
refusal: Refusal, 
/**
 * What everybody may know.
 */
head: Head, } } | { "card": GameCard } | { "pong": number } | { "closing": { 
/**
 * Why.
 */
reason: string, 
/**
 * Whether it makes sense to come back.
 */
again: boolean, } };
