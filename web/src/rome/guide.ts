import type { Scene, Step } from '../lib/guide/guide.svelte';
import { happening } from './events';

const phase = (scene: Scene) => scene.sheet.rome?.phase ?? '';
const arranging = (scene: Scene) => (scene.sheet.rome?.dealt.length ?? 0) > 0;
const legal = (scene: Scene) => scene.sheet.rome?.lines.find((line) => line.seat === scene.me)?.legal ?? true;
const turns = (scene: Scene) => scene.sheet.rome?.turn ?? 0;
const over = (scene: Scene) => phase(scene) === 'over';
const acted = (scene: Scene) => scene.entries.some((entry) => entry.seat === scene.me);
const placed = (scene: Scene) => scene.sheet.rome?.active === scene.me && scene.sheet.rome.drawn.length === 0 && turns(scene) > 0;
/** Whether the learner has attacked in a turn since the step came up; the Initial Vanguard is no turn. */
function attacked(scene: Scene): boolean {
  let turn = 0;
  return scene.entries.some((entry, index) =>
    entry.beats.some((beat) => {
      const event = happening(beat.event);
      if (event?.name === 'turn_began') turn = event.with.seat === scene.me ? event.with.turn : 0;
      return event?.name === 'struck' && turn > 0 && index >= (scene.since ?? 0);
    }),
  );
}

/** The first game of Vanguard: Rome, step by step. */
export const steps: Step[] = [
  {
    id: 'welcome',
    title: 'Two battle lines',
    text: 'Your line stands below, theirs above. The card in the middle, pushed forward, is the vanguard. A side whose whole line is destroyed has lost.',
    anchors: ['table'],
    gone: acted,
  },
  {
    id: 'arrange',
    title: 'Arrange your line',
    text: 'These are your units. Set them side by side; strong ones in the middle, where the fight begins. A number on a card is its power. When you like it, choose “Ready”.',
    anchors: ['deed-arrange', 'actions'],
    skip: (scene) => !arranging(scene),
    done: (scene) => !arranging(scene),
  },
  {
    id: 'clash',
    title: 'The Initial Vanguard',
    text: 'Before the first turn both vanguards strike at once: choose “Fight”. If that decides nothing, lost units are replaced, and all arrange and fight again.',
    anchors: ['deed-strike', 'deed-arrange', 'actions'],
    skip: (scene) => turns(scene) > 0,
    done: (scene) => turns(scene) > 0,
  },
  {
    id: 'place',
    title: 'Your turn: place a unit',
    text: 'Each turn begins with a new unit. It is chosen already: choose a lit place for it at your line, an end, a gap, or the vanguard.',
    anchors: ['drawn', 'actions'],
    done: placed,
    gone: (scene) => turns(scene) > 4 || over(scene),
  },
  {
    id: 'close',
    title: 'Close the line',
    text: 'A line has no gaps, and somebody stands in the vanguard. Choose the lit space, and who fills it.',
    anchors: ['table'],
    skip: over,
    waits: legal,
  },
  {
    id: 'abilities',
    title: 'Abilities',
    text: 'Some units can do something before the attack: change places, go to the other wing, ride. Those that can now have a bar below them: choose one, and the places it can go to light up. Choose any card to read what it does.',
    anchors: ['table'],
    gone: (scene) => attacked(scene) || turns(scene) > 3 || over(scene),
  },
  {
    id: 'attack',
    title: 'Attack',
    text: 'Choose “Attack”. Arrows show who strikes whom, and each card under attack shows whether it dies: it does when what strikes it reaches its defence. “Strike” makes it so.',
    anchors: ['deed-strike', 'deed-attack', 'actions'],
    done: (scene) => attacked(scene),
    gone: (scene) => turns(scene) > 6 || over(scene),
  },
  {
    id: 'story',
    title: 'What happened',
    text: 'The story tells it in sentences. Choose one to see the numbers behind it and the rule.',
    anchors: ['story'],
    gone: (scene) => attacked(scene) || turns(scene) > 8 || over(scene),
  },
  {
    id: 'help',
    title: 'When in doubt',
    text: 'The lamp asks the computer what it would do in your place, and why. The arrow takes back what nobody has learnt from. When you have won a game, choose “The whole game” for hidden rear rows and commands.',
    anchors: ['hint'],
    gone: over,
  },
];
