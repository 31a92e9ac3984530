import { describe, expect, it } from 'vitest';
import { lanes } from './arrows';
import { best, choosable, nextFor, type Choice, type Forecast } from './orders';

const option = (label: string, unit: string | null, chosen = false) => ({ label, order: unit === null ? null : { unit }, orders: [label], chosen });
const choices: Choice[] = [
  { role: 'catapult', text: 'Catapult', unit: 'r2', options: [option('shoots', 'r2', true), option('waits', null)] },
  { role: 'standard', text: 'Standard', unit: 'f0', options: [option('left', 'f-1'), option('right', 'f1'), option('nobody', null, true)] },
  { role: 'command', text: 'Volley', unit: '', options: [option('near', 'f2'), option('far', 'f2', true), option('unused', null)] },
];

describe('orders', () => {
  it('go on to the next option by a click on the unit', () => {
    expect(nextFor(choices, 'r2')?.label).toBe('waits');
    expect(nextFor(choices, 'f0')?.label).toBe('left');
    expect(nextFor(choices, 'f5')).toBeNull();
  });
  it('name a unit by a click on it, and no unit by another', () => {
    expect(nextFor(choices, 'f1')?.label).toBe('right');
    expect(nextFor(choices, 'f2')?.label).toBe('unused');
  });
  it('are told on the units they may be about', () => {
    expect([...choosable(choices)].sort()).toEqual(['f-1', 'f0', 'f1', 'f2', 'r2']);
  });
  it('begin with what is expected to kill most', async () => {
    const asked = (orders: unknown[]): Promise<Forecast> => {
      const now = String(orders[0] ?? 'nobody');
      const options = ['nobody', 'left', 'right'].map((label) => ({ ...option(label, label === 'nobody' ? null : label), chosen: label === now }));
      const dies = { left: 0.2, right: 0.7 }[now] ?? 0;
      return Promise.resolve({ refused: null, action: now, strikes: [], fates: [{ seat: 'B', at: 'f0', kind: null, damage: 1, defence: null, dies }], choices: [{ role: 'standard', text: '', unit: 'f0', options }], warning: null });
    };
    expect((await best(asked, 'A')).action).toBe('right');
    expect((await best(asked, 'B')).action).toBe('nobody');
  });
  it('draw arrows at one card side by side', () => {
    const at = (to: string) => ({ target: 'B', to });
    expect(lanes([at('f0'), at('f1'), at('f0')])).toEqual([-0.5, 0, 0.5]);
  });
});
