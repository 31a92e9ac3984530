import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry, Head, Seat, Sheet } from './desk';
import type { Desk } from './engine';
import { LocalSession } from './local.svelte';
import { OnlineSession } from './online.svelte';
import { Refused } from './refused';
import { NotYet, ReplaySession } from './replay.svelte';
import { Guide } from './guide/guide.svelte';
import type { SavedGame } from './store';
import { toasts } from './toast.svelte';

/** A desk with a toy game: seats in turns count up; `end` ends it. Everything is hidden, as in Rome. */
class ToyDesk implements Desk {
  tables = new Map<number, { seats: Seat[]; actions: { seat: Seat; action: unknown }[] }>();
  asked: string[] = [];
  hidden = true;
  #next = 0;

  async ask<T>(question: object): Promise<T> {
    const request = question as Record<string, unknown> & { ask: string; table: number };
    this.asked.push(request.ask);
    return this.#answer(request) as T;
  }

  #answer(request: Record<string, unknown> & { ask: string; table: number }): unknown {
    const open = (actions: { seat: Seat; action: unknown }[], seats: Seat[]) => {
      this.tables.set(this.#next, { seats, actions });
      return { table: this.#next++, actions: actions.length, notes: [] };
    };
    if (request.ask === 'new') return open([], ['A', 'B', 'C', 'D'].slice(0, request['seats'] as number) as Seat[]);
    if (request.ask === 'load') {
      const { seats, actions } = JSON.parse(request['record'] as string) as { seats: Seat[]; actions: [] };
      return open([...actions], seats);
    }
    if (request.ask === 'sit') return request['table'] === null ? open([], ['A', 'B']) : { table: request.table, actions: 0, notes: [] };
    const table = this.tables.get(request.table);
    if (!table) throw new Error(`no table ${request.table}`);
    const { seats, actions } = table;
    const head = (): Head => {
      const over = actions.at(-1)?.action === 'end';
      const turn = seats[actions.length % seats.length]!;
      const last = actions.at(-1);
      return {
        game: 'rome', seats, names: seats.map((seat) => `Player ${seat}`), players: [], actions: actions.length, owes: over ? [] : [turn],
        outcome: over ? { win: last!.seat } : null, mayUndo: last && last.action === 'quiet' ? [last.seat] : [], setup: 'toy', rules: '', seed: '1',
      };
    };
    const act = (seat: Seat, action: unknown) => {
      if (action === 'bad') throw new Refused({ message: 'That is not allowed.', rule: 'rome:R1' });
      if (!head().owes.includes(seat)) throw new Refused({ message: 'Not your turn.', rule: null });
      actions.push({ seat, action });
    };
    switch (request.ask) {
      case 'look':
        return { head: head(), eyes: request['eyes'], at: actions.length, question: null, killteam: null, rome: this.hidden ? {} : null } as unknown as Sheet;
      case 'entries': {
        const all: Entry[] = [null, ...actions].map((one, number) => ({ number, seat: one?.seat ?? null, text: String(one?.action ?? 'opening'), beats: [] }));
        return all.slice(request['from'] as number);
      }
      case 'play':
        act(request['seat'] as Seat, request['action']);
        return head();
      case 'undo':
        actions.pop();
        return { text: '' };
      case 'bot':
        act(request['seat'] as Seat, `bot ${String(request['bot'])}`);
        return { scale: 'worth', weighed: [], line: [], simulations: 0, cutShort: false };
      case 'record':
        return { json: JSON.stringify({ seats, actions }), name: 'toy' };
      case 'close':
        this.tables.delete(request.table);
        return null;
      default:
        throw new Error(`the toy does not know ${request.ask}`);
    }
  }
}

const setup = (players: string[]) => ({ game: 'rome' as const, title: 'Toy', options: [], files: {}, players });
const settle = () => new Promise((done) => setTimeout(done, 5));

describe('a local session', () => {
  let saves: SavedGame[];
  const save = async (game: SavedGame) => void saves.push(game);
  beforeEach(() => (saves = []));

  it('lets the bot answer in the other worker, and keeps every action', async () => {
    const [desk, thinker] = [new ToyDesk(), new ToyDesk()];
    const session = await LocalSession.create(desk, thinker, setup(['human', 'level2']), save);
    expect([session.eyes, session.toDecide, session.handover]).toEqual(['A', 'A', null]);
    await session.play('one');
    await settle();
    expect(session.entries.map(({ text }) => text)).toEqual(['opening', 'one', 'bot level2']);
    expect(session.toDecide).toBe('A');
    expect(desk.asked).not.toContain('bot');
    expect(saves.at(-1)).toMatchObject({ actions: 2, over: false });
    await session.play('end');
    expect(session.sheet.head.outcome).toEqual({ win: 'A' });
    expect(saves.at(-1)?.over).toBe(true);
  });

  it('goes on where it was left', async () => {
    const first = await LocalSession.create(new ToyDesk(), new ToyDesk(), setup(['human', 'level1']), save);
    await first.play('one');
    await settle();
    const again = await LocalSession.resume(new ToyDesk(), new ToyDesk(), saves.at(-1)!, save);
    expect(again.entries.map(({ text }) => text)).toEqual(first.entries.map(({ text }) => text));
    expect(again.me).toEqual(['A']);
  });

  it('takes over what another tab has played, and nothing older', async () => {
    const first = await LocalSession.create(new ToyDesk(), new ToyDesk(), setup(['human', 'level1']), save);
    const second = await LocalSession.resume(new ToyDesk(), new ToyDesk(), saves.at(-1)!, save);
    const texts = (session: LocalSession) => session.entries.map(({ text }) => text);
    await settle();
    await first.play('one');
    await settle();
    const kept = { ...saves.at(-1)!, changed: Date.now() + 1000 };
    await second.adopt(kept);
    await settle();
    expect(texts(second)).toEqual(texts(first));
    expect(second.toDecide).toBe('A');
    await second.play('two');
    await settle();
    const after = texts(second);
    await second.adopt({ ...kept, changed: 0 });
    expect(texts(second)).toEqual(after);
  });

  it('takes over from another tab while its own bot thinks, without a word of error', async () => {
    toasts.list = [];
    const texts = (session: LocalSession) => session.entries.map(({ text }) => text);
    const first = await LocalSession.create(new ToyDesk(), new ToyDesk(), setup(['human', 'level1']), save);
    const begun = saves.at(-1)!;
    await first.play('one');
    await settle();
    // The other tab has heard of the person's action, and of the bot's answer at any moment after it.
    const records = saves.filter(({ actions }) => actions > 0).map((kept, i) => ({ ...kept, changed: Date.now() + 1000 + i }));
    expect(records.map(({ actions }) => actions)).toEqual([1, 2]);
    for (let late = 0; late < 30; late++) {
      const second = await LocalSession.resume(new ToyDesk(), new ToyDesk(), begun, save);
      await second.adopt(records[0]!);
      for (let i = 0; i < late; i++) await Promise.resolve();
      await second.adopt({ ...records[1]!, changed: Date.now() + 2000 });
      await settle();
      expect([texts(second), second.toDecide, late]).toEqual([texts(first), 'A', late]);
      second.close();
    }
    expect(toasts.list).toEqual([]);
  });

  it('refuses with the reason and leaves the position as it was', async () => {
    const session = await LocalSession.create(new ToyDesk(), new ToyDesk(), setup(['human', 'human']), save);
    await session.takeSeat();
    await expect(session.play('bad')).rejects.toMatchObject({ message: 'That is not allowed.', rule: 'rome:R1' });
    expect(session.entries.length).toBe(1);
    expect(session.toDecide).toBe('A');
  });

  it('hands the screen over where something is hidden, and shows what happened since', async () => {
    const session = await LocalSession.create(new ToyDesk(), new ToyDesk(), setup(['human', 'human']), save);
    expect(session.handover).toBe('A');
    expect(session.toDecide).toBeNull();
    await session.takeSeat();
    expect([session.eyes, session.handover, session.toDecide]).toEqual(['A', null, 'A']);
    await session.play('one');
    expect([session.eyes, session.handover]).toEqual(['A', 'B']);
    await session.takeSeat();
    await session.play('two');
    await session.takeSeat();
    expect(session.fresh.map(({ text }) => text)).toEqual(['two']);
  });

  it('asks again who sits here when another tab has gone on', async () => {
    const first = await LocalSession.create(new ToyDesk(), new ToyDesk(), setup(['human', 'human']), save);
    await first.takeSeat();
    await first.play('one');
    const second = await LocalSession.resume(new ToyDesk(), new ToyDesk(), saves.at(-1)!, save);
    expect(second.handover).toBe('B');
    const kept = (later: number) => ({ ...saves.at(-1)!, changed: Date.now() + later });
    await first.takeSeat();
    await first.play('two');
    // Whoever presses before the news has been taken in does not see another's cards.
    const adopted = second.adopt(kept(1000));
    const pressed = second.takeSeat();
    await Promise.all([adopted, pressed]);
    expect([second.handover, second.toDecide]).toEqual(['A', null]);
    await second.takeSeat();
    expect([second.eyes, second.toDecide]).toEqual(['A', 'A']);
    await first.takeSeat();
    await first.play('three');
    await second.adopt(kept(2000));
    expect([second.handover, second.toDecide]).toEqual(['B', null]);
    await first.takeSeat();
    await first.play('end');
    await second.adopt(kept(3000));
    expect(second.handover).toBeNull();
  });

  it('lets nobody take back behind the hand-over what another has decided in secret', async () => {
    const session = await LocalSession.create(new ToyDesk(), new ToyDesk(), setup(['human', 'human']), save);
    await session.takeSeat();
    await session.play('quiet');
    expect([session.handover, session.mayUndo]).toEqual(['B', false]);
    await session.takeSeat();
    expect([session.eyes, session.mayUndo]).toEqual(['B', false]);
  });

  it('hands the screen over as soon as something becomes hidden', async () => {
    const desk = new ToyDesk();
    desk.hidden = false;
    const session = await LocalSession.create(desk, new ToyDesk(), setup(['human', 'human', 'human']), save);
    await session.play('one');
    expect([session.eyes, session.handover]).toEqual(['B', null]);
    desk.hidden = true;
    await session.play('two');
    expect(session.handover).toBe('C');
  });

  it('passes the view on without a screen where nothing is hidden', async () => {
    const desk = new ToyDesk();
    desk.hidden = false;
    const session = await LocalSession.create(desk, new ToyDesk(), setup(['human', 'human']), save);
    expect([session.eyes, session.handover]).toEqual(['A', null]);
    await session.play('one');
    expect([session.eyes, session.toDecide]).toEqual(['B', 'B']);
  });

  it('takes back what may be taken back, even while the bot thinks about it', async () => {
    const thinker = new ToyDesk();
    const session = await LocalSession.create(new ToyDesk(), thinker, setup(['human', 'level1']), save);
    let free = () => {};
    const held = new Promise<void>((done) => (free = done));
    const ask = thinker.ask.bind(thinker);
    vi.spyOn(thinker, 'ask').mockImplementation(async (question: object) => {
      if ((question as { ask: string }).ask === 'bot') await held;
      return ask(question);
    });
    await session.play('quiet');
    expect(session.mayUndo).toBe(true);
    await session.undo();
    expect(session.entries.length).toBe(1);
    free();
    await settle();
    expect(session.entries.length).toBe(1);
    expect(session.toDecide).toBe('A');
    await session.play('one');
    await settle();
    expect(session.entries.map(({ text }) => text)).toEqual(['opening', 'one', 'bot level1']);
  });

  it('is not thrown off by somebody who acts while the last action is still being written', async () => {
    /** Records come late, as they were when they were asked for. */
    class SlowDesk extends ToyDesk {
      override async ask<T>(question: object): Promise<T> {
        const answer = await super.ask<T>(question);
        if ('ask' in question && question.ask === 'record') await new Promise((done) => setTimeout(done, 8));
        return answer;
      }
    }
    const session = await LocalSession.create(new SlowDesk(), new ToyDesk(), setup(['human', 'level1']), save);
    const said = toasts.list.length;
    const turn = async (action: string) => {
      while (session.toDecide !== 'A') await new Promise((done) => setTimeout(done, 1));
      await session.play(action);
    };
    for (const action of ['one', 'two', 'three']) await turn(action);
    while (session.entries.length < 7) await settle();
    expect(toasts.list.length).toBe(said);
    expect(session.entries.map(({ text }) => text)).toEqual(['opening', 'one', 'bot level1', 'two', 'bot level1', 'three', 'bot level1']);
  });

  it('waits with the next bot until the table has caught up', async () => {
    const session = await LocalSession.create(new ToyDesk(), new ToyDesk(), setup(['human', 'level1']), save);
    let free = () => {};
    session.caughtUp = () => new Promise((done) => (free = done));
    await session.play('one');
    await settle();
    expect(session.entries.length).toBe(2);
    free();
    await settle();
    expect(session.entries.length).toBe(3);
  });
});

/** A socket in the test's hands. */
class ToySocket {
  static all: ToySocket[] = [];
  static readonly OPEN = 1;
  readyState = 1;
  sent: Record<string, never>[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};
  constructor(readonly url: string) {
    ToySocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, never>);
  }
  close(): void {
    this.readyState = 3;
    this.onclose();
  }
  say(message: object): Promise<unknown> {
    this.onmessage({ data: JSON.stringify(message) });
    return settle();
  }
}

describe('an online session', () => {
  beforeEach(() => {
    ToySocket.all = [];
    vi.stubGlobal('WebSocket', ToySocket);
  });
  const head = (actions: number) => ({ actions, owes: ['A'], outcome: null, mayUndo: [], seats: ['A', 'B'], names: [] });
  const card = { players: [] };
  const entry = (number: number) => ({ number, seat: 'A', text: `entry ${number}`, beats: [] });
  const welcome = (actions: number, entries: object[]) => ({ welcome: { game: 'x', seat: 'A', head: head(actions), view: { a: 1 }, entries, back: null, revision: 7, card } });

  it('says hello, plays, and after a lost connection goes on from the last entry seen', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const session = new OnlineSession(new ToyDesk(), new ToyDesk(), 'ws://x', 'token');
    const first = ToySocket.all[0]!;
    first.onopen();
    expect(first.sent[0]).toEqual({ hello: { token: 'token', seen: -1, revision: null } });
    await first.say(welcome(0, [entry(0)]));
    await session.ready;
    expect([session.connection, session.me]).toEqual(['here', ['A']]);

    const played = session.play('move');
    expect(first.sent[1]).toEqual({ play: { id: 0, after: 0, revision: 7, action: 'move' } });
    first.close();
    expect(session.connection).toBe('lost');
    await expect(session.play('other')).rejects.toThrow('connection');
    await new Promise((done) => setTimeout(done, 300));
    const second = ToySocket.all[1]!;
    second.onopen();
    expect(second.sent[0]).toEqual({ hello: { token: 'token', seen: 0, revision: 7 } });
    await second.say(welcome(1, [entry(1)]));
    await played; // It is in the position, so it was heard.
    expect(session.entries.map(({ number }) => number)).toEqual([0, 1]);
    expect(session.fresh.map(({ number }) => number)).toEqual([1]);
    session.close();
  });

  it('finds out soon that nobody hears it: when the network goes, and when an action is not answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const begun = async () => {
        const session = new OnlineSession(new ToyDesk(), new ToyDesk(), 'ws://x', 'token');
        const socket = ToySocket.all.at(-1)!;
        // A dead network does not even close.
        socket.close = () => undefined;
        socket.onopen();
        const said = socket.say(welcome(0, [entry(0)]));
        await vi.advanceTimersByTimeAsync(50);
        await said;
        await session.ready;
        return { session, socket };
      };
      const cut = await begun();
      dispatchEvent(new Event('offline'));
      expect(cut.socket.sent.at(-1)).toHaveProperty('ping');
      await vi.advanceTimersByTimeAsync(2500);
      expect(cut.session.connection).not.toBe('here');
      cut.session.close();

      const silent = await begun();
      void silent.session.play('move');
      await vi.advanceTimersByTimeAsync(5500);
      expect(silent.session.connection).not.toBe('here');
      silent.session.close();

      // Whoever is answered stays.
      const heard = await begun();
      dispatchEvent(new Event('offline'));
      const pong = heard.socket.say({ pong: 1 });
      await vi.advanceTimersByTimeAsync(4000);
      await pong;
      expect(heard.session.connection).toBe('here');
      heard.session.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends again what was never heard, and drops what was taken back', async () => {
    const session = new OnlineSession(new ToyDesk(), new ToyDesk(), 'ws://x', 'token');
    const first = ToySocket.all[0]!;
    first.onopen();
    await first.say(welcome(2, [entry(0), entry(1), entry(2)]));
    const played = session.play('move');
    await first.say(welcome(2, []));
    expect(first.sent.filter((message) => 'play' in message).length).toBe(2);
    await first.say({ update: { head: head(1), patch: {}, entries: [], back: 1 } });
    expect(session.entries.map(({ number }) => number)).toEqual([0, 1]);
    const refused = expect(played).rejects.toThrow('Too late.');
    await first.say({ refused: { id: 0, refusal: { message: 'Too late.', rule: null }, head: head(1) } });
    await refused;
    session.close();
  });
});

describe('a replay', () => {
  const record = (...actions: string[]) => JSON.stringify({ seats: ['A', 'B'], actions: actions.map((action, i) => ({ seat: 'AB'[i % 2], action })) });

  it('shows of a running game what its only player has seen, and nothing to several', async () => {
    const desk = new ToyDesk();
    const mine = await ReplaySession.open(desk, desk, record('one'), 0, ['B']);
    expect([mine.only, mine.eyes]).toEqual(['B', 'B']);
    await mine.show(1, 'all');
    expect([mine.at, mine.eyes]).toEqual([1, 'B']);
    const tables = desk.tables.size;
    await expect(ReplaySession.open(desk, desk, record('one'), 0, ['A', 'B'])).rejects.toThrow(NotYet);
    await settle();
    expect(desk.tables.size).toBe(tables);
  });

  it('shows everything at the end, and where nothing is hidden', async () => {
    const desk = new ToyDesk();
    const over = await ReplaySession.open(desk, desk, record('one', 'end'), 0, ['A', 'B']);
    expect([over.only, over.eyes]).toEqual([null, 'all']);
    desk.hidden = false;
    const open = await ReplaySession.open(desk, desk, record('one'), 0, ['A', 'B']);
    await open.show(1, 'all');
    expect([open.only, open.eyes]).toEqual([null, 'all']);
  });
});

describe('a guide', () => {
  const scene = (asked: boolean) => ({ sheet: {} as Sheet, entries: [], me: 'A' as Seat, asked });
  it('waits for what is to be done, passes over what is done, and remembers where it was', () => {
    localStorage.clear();
    const steps = [
      { id: 'read', title: '', text: '' },
      { id: 'wait', title: '', text: '', done: ({ asked }: { asked: boolean }) => asked },
      { id: 'gone', title: '', text: '', skip: () => true },
      { id: 'last', title: '', text: '' },
    ];
    const guide = new Guide(steps, 'toy');
    guide.follow(scene(true));
    expect(guide.step?.id).toBe('read');
    guide.next();
    guide.follow(scene(false));
    expect(guide.step?.id).toBe('wait');
    guide.follow(scene(true));
    expect(guide.step?.id).toBe('last');
    expect(new Guide(steps, 'toy').step?.id).toBe('last');
    guide.next();
    expect(guide.step).toBeNull();
  });
});
