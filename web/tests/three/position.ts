/** Positions for the view in depth, played by the engine itself: nothing here is made up. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NOTHING, type Overlays } from '../../src/killteam/overlays.ts';
import type { Deed, Ground, Head, KtScene, Opened, PathAnswer, Reach, Sheet, Target } from '../../src/lib/desk.ts';
import type { EyesAnswer } from '../../src/three/Scene.ts';

/** A position with what the page would ask about it. */
export interface Position {
  ground: Ground;
  scene: KtScene;
  eyes: Record<string, EyesAnswer>;
  overlays: Overlays;
  /** The model that was asked about. */
  actor: string;
  /** The same match some decisions later. */
  later: KtScene;
}

interface Exports {
  memory: WebAssembly.Memory;
  alloc(len: number): number;
  ask(ptr: number, len: number): bigint;
  free(ptr: number, len: number): void;
}

/** The engine's desk, in this process. */
async function desk(): Promise<<T>(question: object) => T> {
  const file = fileURLToPath(new URL('../../engine/engine.wasm', import.meta.url));
  const { instance } = await WebAssembly.instantiate(readFileSync(file));
  const { memory, alloc, free, ask } = instance.exports as unknown as Exports;
  return <T>(question: object) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    const room = alloc(bytes.length);
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
    const packed = BigInt.asUintN(64, ask(room, bytes.length));
    free(room, bytes.length);
    const [at, len] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, at, len))) as { ok: T } | { refused: { message: string } };
    free(at, len);
    if ('refused' in answer) throw new Error(`${JSON.stringify(question).slice(0, 200)}: ${answer.refused.message}`);
    return answer.ok;
  };
}

/** Two ready teams on a table, some rounds into a match between bots. */
export async function position(of: { table: string; teams: string; seed: string; round: number }): Promise<Position> {
  const ask = await desk();
  const options = [['teams', of.teams], ['table', of.table]];
  const players = ['level1', 'level1'];
  const { table } = ask<Opened>({ ask: 'new', game: 'killteam', options, files: {}, seats: 2, seed: of.seed, players });
  const look = () => ask<Sheet>({ ask: 'look', table, eyes: 'all', at: null });
  const sceneOf = (sheet: Sheet): KtScene => {
    if (!sheet.killteam) throw new Error('no scene of the wargame');
    return sheet.killteam;
  };
  let ground: Ground | null = null;
  let sheet = look();
  const step = (head: Head) => {
    const seat = head.owes[0];
    if (!seat || head.outcome) throw new Error('the match ended too soon');
    ask({ ask: 'bot', table, seat, bot: 'level1' });
    sheet = look();
    ground = sceneOf(sheet).ground ?? ground;
  };
  ground = sceneOf(sheet).ground;
  for (;;) {
    const { round, ask: now, activation } = sceneOf(sheet);
    if (round >= of.round && now.kind === 'act' && activation && activation.longs + activation.shorts > 0) {
      const seat = now.seat ?? 'A';
      const deeds = ask<Deed[]>({ ask: 'kt.deeds', table, seat, model: activation.model });
      if (deeds.some((deed) => deed.id === 'walk' && !deed.why)) break;
    }
    step(sheet.head);
  }
  const scene = sceneOf(sheet);
  const actor = scene.activation!.model;
  const seat = scene.ask.seat!;
  const me = scene.models.find((model) => model.id === actor)!;
  const eyes: Record<string, EyesAnswer> = {};
  for (const model of scene.models.filter((one) => one.at && !one.out)) eyes[model.id] = ask({ ask: 'kt.eyes', table, seat, model: model.id });
  const overlays: Overlays = { ...NOTHING };
  const reach = ask<Reach>({ ask: 'kt.reach', table, seat, model: actor, why: 'walk' });
  overlays.reach = reach.levels.map(({ z, rings }) => ({ why: 'walk' as const, z, rings }));
  const goals = reach.levels.flatMap(({ z, rings }) => rings.flatMap((ring) => ring.map(([x, y]) => ({ x, y, z }))));
  const far = goals.sort((a, b) => Math.hypot(b.x - me.at![0], b.y - me.at![1]) - Math.hypot(a.x - me.at![0], a.y - me.at![1]));
  for (const to of far.slice(0, 40)) {
    const path = ask<PathAnswer>({ ask: 'kt.path', table, seat, model: actor, why: 'walk', target: null, to, legs: null, extra: false });
    if (!path.ok || !path.end) continue;
    overlays.trail = { from: { at: me.at!, z: me.z }, legs: path.legs, legal: true, stopsAt: null };
    overlays.ghost = { model: actor, at: path.end.at, z: path.end.z, facing: me.facing, legal: true };
    break;
  }
  const targets = ask<Target[]>({ ask: 'kt.targets', table, seat, model: actor, deed: 'attack', extra: false });
  overlays.targets = targets.map(({ id, why }) => ({ id, legal: !why }));
  overlays.sight = targets
    .filter(({ sight }) => sight !== 'none')
    .map(({ id, sight, line, hiderPieces, hiderModels }) => ({ from: actor, to: id, sight, line, hiderPieces, hiderModels, strong: sight === 'clear' }));
  overlays.zones = scene.models.filter((m) => m.seat !== seat && m.at && !m.out).map((m) => ({ model: m.id, radius: m.engagement, kind: 'engagement' as const }));
  for (let i = 0; i < 12; i++) step(sheet.head);
  if (!ground) throw new Error('no table');
  return { ground, scene, eyes, overlays, actor, later: sceneOf(sheet) };
}
