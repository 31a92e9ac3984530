import { describe, expect, it } from 'vitest';
import type { Vec } from './geometry';
import { Gestures } from './gestures';

function watched(models: Record<string, string> = {}, tool = false) {
  const did: string[] = [];
  const gestures = new Gestures({
    modelAt: ([x]) => models[String(x)] ?? null,
    draggable: (model) => !tool && model === 'A1',
    measures: () => tool,
    measure: (_, at) => did.push(`measure ${at}`),
    hover: (_, at) => did.push(`hover ${at}`),
    pick: (_, at) => did.push(`pick ${at}`),
    drag: (phase, _, at, model) => did.push(`${phase} ${at}${model ? ` ${model}` : ''}`),
    pan: (dx, dy) => did.push(`pan ${dx},${dy}`),
    pinch: () => did.push('pinch'),
  });
  const event = (type: string, id = 1, pointerType = 'mouse') => ({ type, pointerId: id, pointerType, button: 0 }) as PointerEvent;
  const act = (type: 'down' | 'move' | 'up', at: Vec, id = 1, pointerType = 'mouse') => gestures[type](event(`pointer${type}`, id, pointerType), at);
  return { did, act };
}

describe('gestures', () => {
  it('a press that stays is a click, and one that slips is not', () => {
    const { did, act } = watched();
    act('down', [10, 10]);
    act('move', [12, 11]);
    act('up', [12, 11]);
    act('down', [10, 10]);
    act('move', [30, 10]);
    act('up', [30, 10]);
    expect(did).toEqual(['pick 12,11', 'pan 20,0']);
  });
  it('drags a model that may be dragged, all the way under the pointer', () => {
    const { did, act } = watched({ 10: 'A1', 50: 'B1' });
    act('down', [10, 10]);
    act('move', [20, 10]);
    act('move', [40, 10]);
    act('up', [40, 12]);
    act('down', [50, 10]);
    act('move', [70, 10]);
    expect(did).toEqual(['begin 10,10 A1', 'move 20,10', 'move 40,10', 'end 40,12', 'pan 20,0']);
  });
  it('with a tool in hand a drag measures, and a click stays a click', () => {
    const { did, act } = watched({ 10: 'A1' }, true);
    act('down', [10, 10]);
    act('move', [40, 10]);
    act('up', [50, 10]);
    act('down', [10, 10]);
    act('up', [10, 10]);
    expect(did).toEqual(['measure 10,10', 'pick 50,10', 'pick 10,10']);
  });
  it('a second finger ends a drag and pinches', () => {
    const { did, act } = watched({ 10: 'A1' });
    act('down', [10, 10], 1, 'touch');
    act('move', [30, 10], 1, 'touch');
    act('down', [90, 10], 2, 'touch');
    act('move', [95, 10], 2, 'touch');
    expect(did).toEqual(['begin 10,10 A1', 'move 30,10', 'cancel 90,10', 'pinch']);
  });
});
