import type { Scene, Step } from '../lib/guide/guide.svelte';

const phase = (scene: Scene) => scene.sheet.rome?.phase ?? '';
const arranging = (scene: Scene) => (scene.sheet.rome?.dealt.length ?? 0) > 0;
const legal = (scene: Scene) => scene.sheet.rome?.lines.find((line) => line.seat === scene.me)?.legal ?? true;
const turns = (scene: Scene) => scene.sheet.rome?.turn ?? 0;
const placed = (scene: Scene) => scene.sheet.rome?.active === scene.me && (scene.sheet.rome?.drawn.length ?? 0) === 0 && turns(scene) > 0;

/** The first game of Vanguard: Rome, step by step. */
export const steps: Step[] = [
  {
    id: 'welcome',
    title: 'Two battle lines',
    text: 'Your line stands below, theirs above. The card in the middle, pushed forward, is the vanguard. A side whose line breaks has lost.',
    anchors: ['table'],
  },
  {
    id: 'arrange',
    title: 'Arrange your line',
    text: 'These are your units. Set them side by side; strong ones in the middle, where the fight begins. A number on a card is its power. When you like it, confirm.',
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
    text: 'Each turn begins with a new unit. Click it and then a lit place at your line: an end, a gap, or the vanguard.',
    anchors: ['drawn', 'actions'],
    done: placed,
    skip: (scene) => phase(scene) === 'over',
  },
  {
    id: 'close',
    title: 'Close the line',
    text: 'A line has no gaps, and somebody stands in the vanguard. Choose the lit space, and who fills it.',
    anchors: ['table'],
    skip: legal,
    done: legal,
  },
  {
    id: 'abilities',
    title: 'Abilities',
    text: 'Some units can do something before the attack: switch places, ride, shift. Click a unit of yours and what it can do appears; what it can’t is explained.',
    anchors: ['table'],
  },
  {
    id: 'attack',
    title: 'Attack',
    text: 'Choose “Attack”. Arrows show who strikes whom, and each card under attack shows the sum against its defence. A unit dies when the sum reaches its defence. “Strike” makes it so.',
    anchors: ['deed-strike', 'deed-attack', 'actions'],
    done: (scene) => scene.entries.some((entry) => entry.seat === scene.me && /attack/i.test(entry.text)) || turns(scene) > 2,
  },
  {
    id: 'story',
    title: 'What happened',
    text: 'The story tells it in sentences. Click one to see the numbers behind it and the rule.',
    anchors: ['story'],
  },
  {
    id: 'help',
    title: 'When in doubt',
    text: 'The lamp asks the computer what it would do in your place, and why. The arrow takes back what nobody has learnt from. When you have won a game, choose “The whole game” for hidden rear rows and commands.',
    anchors: ['hint'],
  },
];
