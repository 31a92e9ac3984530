// The desk: the engine as the page (and tests) see it. THE CONTRACT between crates/desk (Rust, compiled to WebAssembly by crates/wasm)
// and web/. One text in, one text out: ask(JSON of Request) -> JSON of Answer. These types are generated from Rust (ts-rs) into
// web/src/lib/desk.ts; this file is the wanted shape. All lengths and coordinates on the table are whole units of 0.01 mm (1 inch = 2540).

export type Answer<T> = { ok: T } | { refused: Refusal };
export interface Refusal { message: string; rule: string | null }          // a sentence; the id of the rule, "killteam:MOVE-3"
export type Seat = 'A' | 'B' | 'C' | 'D';
export type Eyes = Seat | 'nobody' | 'all';   // a seat; a watcher (what everybody sees); one who may know all (finished games)
export type Outcome = { win: Seat } | 'draw';
export type Point = [number, number];
export type Ring = Point[];
export type Action = unknown;                 // an action as the record has it; the page never writes one itself, it gets them here

// ─── matches ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
// {ask:'games'} -> GameInfo[]
export interface GameInfo { id: 'rome' | 'killteam'; title: string; about: string; seats: [number, number];
  options: { key: string; values: string; about: string }[];
  levels: { id: string; name: string; about: string }[];
  teams: { id: string; name: string; faction: string; factionName: string; about: string; points: number; models: number }[];  // ready teams; [] in Rome
  tables: { id: string; name: string }[];                                                                  // tables by name; [] in Rome
}
// {ask:'new', game, options:[[key,value]…], files:{name:text}, seats, seed:string|null, players:string[]} -> Opened
//     players: 'human' or a level's id, a seat each. Options may name files ("my-team.toml") that `files` holds.
// {ask:'load', record:string, at:number|null} -> Opened        // all positions are kept, so look/entries/details can be asked with `at`
// {ask:'fork', table, at, players} -> Opened                   // play on from any moment
// {ask:'sit', table:number|null, eyes, head:Head, view:unknown} -> Opened   // online: only what a seat sees. Again with the same table: the next position
// {ask:'close', table} -> null
export interface Opened { table: number; actions: number; notes: string[] }
// {ask:'look', table, eyes, at:number|null} -> Sheet
// {ask:'entries', table, eyes, from} -> Entry[]                // local tables; online the server sends the same shape
// {ask:'details', table, eyes, number} -> Detail[][]           // for each beat of that entry: what stands behind it (modifiers with rules)
// {ask:'play', table, seat, action} -> Head                    // action as data, or a string as people type it
// {ask:'undo', table, seat} -> { text: string }
// {ask:'consider', table, seat, action} -> Choice
// {ask:'choices', table, seat, limit} -> Choice[]
// {ask:'explain', table, seat, question} -> string[]
// {ask:'bot', table, seat, bot} -> Reasons                     // local: it acts
// {ask:'hint', table, seat, bot} -> Reasons                    // it only says; works online too (from the view)
// {ask:'record', table} -> { json: string; name: string }
// {ask:'summary', table} -> Summary                            // of a finished or loaded game
// {ask:'preview', game, options, files} -> Ground | null       // the table of a setup
// {ask:'rules', game} -> RuleInfo[]
// {ask:'odds', game, table:number|null, seat:Seat|null, question:[key,value][]} -> OddsAnswer
// {ask:'oddsKeys', game} -> { key: string; values: string; about: string }[]
export interface Head { game: 'rome' | 'killteam'; seats: Seat[]; names: string[]; players: string[]; actions: number;
  owes: Seat[]; outcome: Outcome | null; mayUndo: Seat[]; setup: string; rules: string; seed: string | null }
export interface Sheet { head: Head; eyes: Eyes; at: number;
  question: string | null;                    // what this seat is asked, in a sentence
  killteam: KtScene | null; rome: RomeScene | null }
export interface Entry { number: number; seat: Seat | null; text: string; beats: Beat[] }   // entry 0 is the opening (seat null)
export interface Beat { text: string;         // one sentence; '' for bookkeeping
  rule: string | null; event: unknown;        // the game's seen event as data (externally tagged serde), for animation
  dice: Dice[] }
export interface Dice { seat: Seat | null; label: string; need: number | null; faces: { face: number; success: boolean | null; again: boolean }[] }
export interface Detail { label: string; value: string; rule: string | null }
export interface Choice { action: Action; text: string; description: string; warning: string | null }
export interface Reasons { scale: 'chance' | 'worth'; weighed: { choice: Choice; value: number; simulations: number }[];   // chance: value in 1/10000? (say which in the doc comment)
  line: { seat: Seat; text: string }[]; simulations: number; cutShort: boolean }
export interface Summary { head: Head; turns: number;
  series: { name: string; seat: Seat; points: [number, number][] }[];      // name 'Victory points', 'Wounds left', 'Units', …; x: entry number
  luck: { seat: Seat; what: string; expected: number; got: number; rolls: number }[];   // e.g. hits: expected by need against what came
  earned: { seat: Seat; what: string; did: string }[]; decidedBy: string }
export interface RuleInfo { id: string; chapter: string; title: string; text: string; source: string; ruling: boolean; also: string[] }
export interface OddsAnswer { about: string; given: string[]; notes: string[];
  cases: { name: string; chances: [string, number][]; fractions: [string, string][]; means: [string, number][];
           spreads: { name: string; mean: number; exactly: number[]; atLeast: number[] }[] }[] }

// ─── rosters (killteam) ────────────────────────────────────────────────────────────────────────────────────────────────────────
// {ask:'factions', game} -> Faction[]
// {ask:'roster', game, text:string, files, points:number} -> RosterSheet       // reads TOML or JSON of a roster; never refused for being illegal: faults are listed
// {ask:'ready', game, team} -> { text: string }
// {ask:'rosterText', game, roster: RosterDraft} -> { text: string }             // the draft as a roster file
export interface Faction { id: string; name: string; about: string; abilities: FeatInfo[]; models: CardInfo[]; teams: GameInfo['teams'] }
export interface CardInfo { id: string; name: string; points: number; max: number; leader: boolean; stat: Stat; weapons: WeaponInfo[]; feats: FeatInfo[];
  options: { id: string; name: string; points: number; about: string }[] }
export interface RosterDraft { name: string; faction: string; models: { name: string; kind: string; options: string[]; leader: boolean }[] }
export interface RosterSheet { draft: RosterDraft; points: number; limit: number; faults: { at: string; message: string }[]; cards: ModelCard[]; text: string }
export interface Stat { move: number; wounds: number; armour: string; invulnerable: string[]; nerve: string; base: string; height: number; [more: string]: unknown }
export interface WeaponInfo { number: number; name: string; melee: boolean; range: number; dice: number; hit: number; ap: number; damage: number; notes: string[] }
export interface FeatInfo { number: number; name: string; cost: string; when: string; text: string }
export interface ModelCard { name: string; kind: string; points: number; leader: boolean; stat: Stat; weapons: WeaponInfo[]; feats: FeatInfo[] }

// ─── Kill Team Vanguard ────────────────────────────────────────────────────────────────────────────────────────────────────────
export interface Ground { name: string; size: Point; pieces: Piece[] }
export interface Piece { index: number; name: string; kinds: string[]; told: string;    // told: kind and height in words, for hovering
  parts: Part[] }
export type Part =
  | { shape: 'area'; outline: Ring; z: number; kinds: string[] }
  | { shape: 'solid'; outline: Ring; z: number; height: number; kinds: string[] }
  | { shape: 'wall'; from: Point; to: Point; thick: number; z: number; height: number; kinds: string[];
      openings: { along: number; width: number; sill: number; height: number; door: boolean }[] }   // along: from `from`, start of the opening
  | { shape: 'floor'; outline: Ring; z: number; thick: number; kinds: string[] }
  | { shape: 'link'; way: 'stairs' | 'ladder' | 'climb' | 'drop'; from: Point; to: Point; low: number; high: number };
export interface KtScene { ground: Ground | null;     // null if it is the same as in the last look of this table (it changes only while terrain is placed): `groundHash` tells
  groundHash: string;
  objectives: { at: Point; radius: number; holder: Seat | null }[];
  zones: { seat: Seat | null; outline: Ring }[];
  models: KtModel[]; teams: KtTeam[];
  phase: 'setup' | 'turns' | 'ending' | 'bidding' | 'over'; round: number; lastRound: number; turn: Seat; first: Seat;
  ask: { kind: string; seat: Seat | null };             // Ask in snake_case: terrain, side, deploy, order, turn, act, fallback, charge_attack, strike, reroll_hit, armour, reroll_armour, retaliate, follow_up, bid, over, nothing
  activation: { model: string; again: boolean; longs: number; shorts: number; extra: boolean; done: string[]; aim: boolean; focus: boolean; left: string } | null;  // left: what it still may do, in words
  dice: Dice | null; about: string | null;                                  // the dice on the table now and what they are for
  moving: { model: string; from: Point; path: { to: Point; z: number; way: string }[]; at: Point } | null }
export interface KtModel { id: string; seat: Seat; name: string; kind: string; role: 'leader' | 'trooper' | 'heavy' | 'beast' | 'machine' | 'scout';   // role: silhouette, from the card
  at: Point | null; z: number; facing: number;           // null: not on the table (not deployed, or out); facing in degrees
  base: { shape: 'round' | 'oval' | 'rect'; width: number; depth: number }; height: number;
  wounds: number; maxWounds: number; out: boolean; activated: boolean; down: boolean; engagedWith: string[];
  aim: boolean; focus: boolean; statuses: { name: string; by: string; text: string }[]; steady: boolean;
  engagement: number; speed: number }
export interface KtTeam { seat: Seat; name: string; faction: string; cp: number; tokens: number; score: number; broken: boolean; finished: boolean; seize: number; bidMade: boolean; side: 'near' | 'far'; started: number; left: number }

// Questions of a seat about a position. All: {ask:'kt.…', table, seat, …}
// 'kt.deeds' {model: string|null} -> Deed[]       // everything the seat could do now (for the bar), allowed or not, with the reason why not. model: the selected one
export interface Deed { id: string;               // 'activate','pass','finish','walk','run','charge','attack','aim','focus','stand_up','feat:2','done','extra','go_first','reroll:1','keep','hold','side_near','bid','fall_back','strike','armour','invulnerable:1','reactivate','run_out','deploy','terrain', …
  label: string; about: string; cost: 'long' | 'short' | 'free' | null; cp: number;
  why: Refusal | null;                            // why not; null: allowed
  needs: 'nothing' | 'path' | 'target' | 'spot' | 'feat' | 'number';
  extra: boolean;                                 // only possible (now) as the bought extra action for 1 CP
  action: Action | null;                          // ready to be played, if it needs nothing
  max: number | null }                            // for 'number' (bid)
// 'kt.reach' {model, why:'walk'|'run'|'charge'|'feat:N'|'fall_back'} -> Reach
export interface Reach { allowed: number; levels: { z: number; rings: Ring[] }[] }      // rings by even-odd rule: where the middle of the base may end
// 'kt.path' {model, why, target:string|null, to:{x,y,z:number|null}|null, legs:{to:Point,z:number,way:string}[]|null, extra:boolean} -> PathAnswer
//     with `to`: finds a way; with `legs`: walks exactly these (drag). For charge with target and no `to`: the best way into contact.
export interface PathAnswer { ok: boolean; refused: Refusal | null; stopsAt: Point | null;   // where it stops being legal
  legs: { to: Point; z: number; way: string; cost: number; text: string | null }[];           // text: "difficult ground ×2", "climbs 3\"", "drops 3\": 2 hits"
  cost: number; allowed: number; provokes: string[]; notes: string[]; end: { at: Point; z: number } | null; action: Action | null }
// 'kt.place' {model, x, y, z:number|null} -> PlaceAnswer         // deploying: nearest legal place
// 'kt.terrain' {piece, x, y, facing} -> PlaceAnswer              // placing terrain;  'kt.pool' {} -> Piece[] those left, about (0,0)
export interface PlaceAnswer { refused: Refusal | null; at: Point | null; z: number; action: Action | null; outline: Ring[] }
// 'kt.targets' {model, deed:'attack'|'strike'|'charge', extra:boolean} -> Target[]     // every enemy
export interface Target { id: string; gap: number; why: Refusal | null;
  sight: 'clear' | 'obscured' | 'blocked' | 'none'; line: [number, number, number][] | null; hiders: string[]; hiderPieces: number[]; hiderModels: string[]; cover: boolean;
  weapons: { number: number; name: string; why: Refusal | null; summary: string; hit: number; out: number; wound: number; action: Action | null }[] }  // chances 0..1 of: at least one hit, taking it out, at least one wound
// 'kt.blow' {by, deed, blow:BlowDraft, extra} -> BlowAnswer
export interface BlowDraft { weapon: number; at: { target: string; dice: number }[]; bonus: string | null; focus: 'hit' | 'ap' | null; charge: 'hit' | 'ap' | null; use: number[] }
export interface BlowAnswer { refused: Refusal | null; action: Action | null; dice: number;
  targets: { id: string; dice: number; need: number; ap: number; armour: number; save: number | null; damage: number; mods: { what: 'hit' | 'ap' | 'armour' | 'dice'; delta: number; reason: string; rule: string }[]; odds: OddsAnswer['cases'][number] }[];
  sentence: string;                               // "You need a 5. 56% to hit at least once, 31% to take it out."
  choices: { focus: boolean; charge: boolean; bonus: string[]; feats: FeatInfo[]; split: boolean } }
// 'kt.question' {} -> AskAnswer | null            // the interruption in hand: what is asked, with each answer, its odds and what it costs
export interface AskAnswer { sentence: string; options: { label: string; about: string; cp: number; action: Action; odds: string | null; best: boolean }[]; dice: Dice | null }
// 'kt.feat' {model, feat, on:string|null, to:{x,y,z}|null, extra} -> FeatAnswer
export interface FeatAnswer { refused: Refusal | null; needs: 'on' | 'to' | 'path' | 'nothing'; ons: { id: string; why: Refusal | null }[]; text: string; action: Action | null }
// 'kt.sight' {from, to} -> SightAnswer            // any two models; also for hovering
export interface SightAnswer { sight: 'clear' | 'obscured' | 'blocked'; line: [number, number, number][] | null; hiders: string[]; hiderPieces: number[]; hiderModels: string[]; gap: number; cover: boolean; text: string }
// 'kt.eyes' {model} -> { at: [number, number, number]; sees: { id: string; sight: 'clear' | 'obscured' | 'blocked' }[] }
// 'kt.card' {model} -> ModelCard & { state: string[]; effects: { what: string; rule: string }[] }
// 'kt.ground' {x, y} -> string[]                  // what is here, in words
// 'kt.measure' {from: Spot, to: Spot} with Spot = {model:string}|{x,y,z} -> { gap: number; text: string }

// ─── Vanguard: Rome ────────────────────────────────────────────────────────────────────────────────────────────────────────────
export interface RomeScene { mode: string; players: number; phase: string; turn: number; active: Seat; owing: Seat[]; alive: Seat[];
  lines: RomeLine[];                              // by seat
  hand: RomeCommand[];                            // the viewer's (with eyes 'all': empty; see hands)
  hands: { seat: Seat; size: number; cards: RomeCommand[] | null }[];
  dealt: RomeCard[]; dealtSizes: number[];        // the viewer's units to arrange
  drawn: RomeCard[]; command: RomeCommand | null; // played this turn
  decks: { units: number[]; commands: number[] }; discards: { units: [string, number][][]; commands: [string, number][][] };
  plan: RomePlan | null; retreating: RomeCard | null }
export interface RomeLine { seat: Seat; legal: boolean; fault: string | null; units: RomeUnit[]; remembered: [string, number][] }
export interface RomeUnit { space: string; row: 'front' | 'rear'; column: number;       // columns as its owner counts them
  kind: string | null; name: string;              // null: hidden from the viewer
  faceUp: boolean; seenByAll: boolean;            // own hidden units: kind known to the owner, faceUp false
  chariot: boolean; used: boolean; power: number | null; attack: number | null; defence: number | null; immune: boolean; mounted: boolean }
export interface RomeCard { kind: string; name: string; power: number; mounted: boolean; gist: string; rule: string; chariot: boolean }
export interface RomeCommand { id: string; name: string; gist: string; rule: string; count: number; why: Refusal | null }   // why it can't be played now
export interface RomePlan { front: { from: number; units: { kind: string; chariot: boolean }[] }; rear: { from: number; units: { kind: string; chariot: boolean }[] } }
// {ask:'rome.…', table, seat, …}
// 'rome.deeds' {} -> RomeDeed[]                   // buttons: attack, end, keep, play a command, …
export interface RomeDeed { id: string; label: string; about: string; why: Refusal | null; needs: 'nothing' | 'space' | 'orders' | 'arrange'; action: Action | null }
// 'rome.places' {} -> { kind: string; columns: number[]; actions: Action[] }[]    // where each drawn unit may go (front columns); CHANGED (romeweb): actions, one for each column, ready to be played
// CHANGED (romeweb): `unit` in each answer = the space of the unit that moves (null: the retreating one); with unit:null asked, the answers for ALL units (and all shifts, settles) at once. For an inward shift: unit = the innermost unit of the run, space = the gap it closes.
//   deed: 'switch'|'ride'|'shift'|'flank'|'settle'. Discards over the limit come as deeds 'discard:flank' with an action; commands as deeds 'play:volley' (needs 'nothing', or 'space' for flank).
// CHANGED (romeweb): at Nightfall `dealt` holds the viewer's own units to rearrange (chariot: true where one is below). In AttackForecast.choices an optional choice has an option with order:null ("Nobody"/"Does not attack").
// 'rome.spaces' {unit: string|null, command: string|null} -> { unit: string|null; space: string; deed: string; label: string; about: string; action: Action }[]   // what a unit (or a command) may do: switch, ride, shift, flank, settle
// 'rome.arrange' {plan: RomePlan} -> { refused: Refusal | null; action: Action | null };  'rome.suggest' {} -> RomePlan[]   // sensible arrangements to begin from
// 'rome.attack' {orders: Action[]} -> AttackForecast    // with these choices made
export interface AttackForecast { refused: Refusal | null; action: Action | null; strikes: { seat: Seat; from: string; target: Seat; to: string; kind: string; strength: number; mods: { delta: number; reason: string; rule: string }[]; cause: string }[];
  fates: { seat: Seat; at: string; kind: string | null; damage: number; defence: number | null; dies: number }[];      // dies: chance 0..1 given what the seat knows
  choices: { role: string; text: string; unit: string; options: { label: string; order: Action; chosen: boolean }[] }[] }  // what may still be chosen
// 'rome.threats' {} -> { seat: Seat; at: string; against: number; from: string[] }[]    // sums against each unit if everybody attacked now
// 'rome.unit' {of: Seat, space} -> string[]        // its numbers with reasons
