import type { Scene, Step } from '../lib/guide/guide.svelte';
import { eventOf } from './steps';

const phase = (scene: Scene) => scene.sheet.killteam?.phase ?? 'setup';
const asks = (scene: Scene) => scene.sheet.killteam?.ask.kind ?? '';
const mine = (scene: Scene) => scene.sheet.killteam?.models.filter((model) => model.seat === scene.me) ?? [];
const active = (scene: Scene) => {
  const model = scene.sheet.killteam?.activation?.model;
  return mine(scene).some(({ id }) => id === model);
};
const did = (scene: Scene, ...deeds: string[]) => scene.sheet.killteam?.activation?.done.some((done) => deeds.some((deed) => done.toLowerCase().includes(deed))) ?? false;
/** Whether the learner has done anything yet. */
const acted = (scene: Scene) => scene.entries.some((entry) => entry.number > 0 && entry.seat === scene.me);
/** Whether something of this name happened by the learner's own doing. */
const happened = (scene: Scene, event: string) => scene.entries.some((entry) => entry.seat === scene.me && entry.beats.some((beat) => eventOf(beat.event)[0] === event));
const deployed = (scene: Scene) => mine(scene).some((model) => model.at !== null || model.out);
const past = (scene: Scene) => phase(scene) !== 'setup';
/** Who chose the sides, or chooses now; null while that is not known. */
const chooser = (scene: Scene) => {
  if (asks(scene) === 'side') return scene.sheet.killteam?.ask.seat ?? null;
  return scene.entries.find((entry) => entry.beats.some((beat) => eventOf(beat.event)[0] === 'side_taken'))?.seat ?? null;
};

/** The first game of Kill Team Vanguard, step by step. */
export const steps: Step[] = [
  {
    id: 'welcome',
    title: 'Welcome to the table',
    text: 'You lead a small team across a ruined battlefield. Every round that ends brings points for the objectives you hold: 1 for each near your own edge, 2 near theirs, 3 for the one in the centre. Whoever has more points in the end wins. The computer plays the other side and is a beginner, too.',
    rule: 'killteam:INTEL-2',
    anchors: ['table'],
    skip: acted,
  },
  {
    id: 'bar',
    title: 'The bar below',
    text: 'Whatever you can do now is in this bar. A dashed button is not allowed right now: rest the pointer on it and it says why.',
    anchors: ['actions'],
    skip: (scene) => past(scene) || deployed(scene),
  },
  {
    id: 'side',
    title: 'Choose a side',
    text: 'You won the roll-off, so you choose on which side of the table you begin. Take the one with more walls between you and them.',
    anchors: ['deed-answer-0', 'actions'],
    skip: (scene) => asks(scene) !== 'side' || chooser(scene) !== scene.me,
    done: (scene) => asks(scene) !== 'side',
  },
  {
    id: 'their-side',
    title: 'They choose the sides',
    text: 'The other side won the roll-off and takes the side it likes better. Yours is the one across from it: the strip in your colour.',
    anchors: ['table'],
    skip: (scene) => past(scene) || deployed(scene) || chooser(scene) === null || chooser(scene) === scene.me,
  },
  {
    id: 'deploy',
    title: 'Deploy your models',
    text: 'Click a place in the lit strip on your side to put a model there. Behind a wall is safe; near an objective is useful. Go on until all your models stand, or let the computer deploy the rest for you.',
    anchors: ['table'],
    skip: past,
    done: (scene) => past(scene) || mine(scene).every((model) => model.at !== null || model.out),
  },
  {
    id: 'order',
    title: 'Go first or second?',
    text: 'You won the roll for this round, so you choose who has the first turn. Who goes first strikes first and takes the good places; who goes second sees what the other does and answers it. Early on nobody is in range, so second costs little.',
    anchors: ['deed-answer-0', 'actions'],
    waits: (scene) => asks(scene) !== 'order' || scene.sheet.killteam?.ask.seat !== scene.me,
    done: (scene) => scene.entries.some((entry) => entry.beats.some(({ event }) => eventOf(event)[0] === 'order_set' && eventOf(event)[1]['by'] === scene.me)),
  },
  {
    id: 'activate',
    title: 'Activate a model',
    text: 'Sides take turns; in a turn you activate models one at a time. Click one of your models, then “Activate”. A model may take two short actions or one long one.',
    anchors: ['deed-activate', 'table'],
    done: (scene) => past(scene) && active(scene),
  },
  {
    id: 'walk',
    title: 'Walk',
    text: 'Choose “Walk”. The shaded ground is where the model can get to. Point at a spot and the trail shows its way and the inches; click, and it goes. You can also drag it along a way of your own. Where it climbs, drops, would be attacked, or can’t end just there, you are asked first: “Walk here” goes.',
    anchors: ['deed-walk', 'actions'],
    done: (scene) => did(scene, 'walk', 'run', 'charge') || (past(scene) && !active(scene) && scene.entries.length > 30),
  },
  {
    id: 'shoot',
    title: 'Attack',
    text: 'Choose “Attack” and click an enemy. You see the range, what hides it, each modifier with its reason, and the exact odds, before you decide. A target you can’t choose says why.',
    anchors: ['deed-attack', 'actions'],
    // Mostly nobody is in range at first: then the guide goes on, and comes back.
    waits: (scene) => !scene.offers?.includes('attack') && !scene.offers?.includes('confirm'),
    done: (scene) => happened(scene, 'declared'),
  },
  {
    id: 'dice',
    title: 'The dice',
    text: 'Dice that reach the number they need are lit. Hits are saved by armour rolls; what gets through wounds. Command points (CP) buy re-rolls: when you may, the bar asks, with the odds of each answer.',
    anchors: ['story', 'actions'],
    waits: (scene) => !scene.entries.some((entry) => entry.beats.some((beat) => eventOf(beat.event)[0] === 'declared')),
  },
  {
    id: 'finish',
    title: 'Finish, and let them move',
    text: 'When a model has done what it can, its activation ends. When your turn’s models are done, finish the turn, and the other side moves.',
    anchors: ['deed-finish', 'deed-done', 'actions'],
    done: (scene) => scene.sheet.killteam?.turn !== scene.me || (scene.sheet.killteam?.round ?? 0) > 1,
  },
  {
    id: 'objectives',
    title: 'Hold the objectives',
    text: 'Score comes from objectives: a model whose base touches one holds it, if it stands, is not engaged, and no enemy touches it too. Their rings take the colour of the side that holds them. Look at the bar above for the score and your command points.',
    anchors: ['status'],
  },
  {
    id: 'help',
    title: 'When in doubt',
    text: 'The lamp asks the computer what it would do in your place, and why. The arrow takes back what nobody has learnt from yet. Click a line of the story to see its dice and rule.',
    anchors: ['hint'],
  },
];
