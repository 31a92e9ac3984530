import { describe, expect, it } from 'vitest';
import { lanes } from './arrows';
import { choose, chosen, nextFor } from './orders';

const choices = [
  { role: 'catapult', text: 'Catapult', unit: 'r2', options: [{ label: 'shoots', order: 'cat', chosen: true }, { label: 'waits', order: null, chosen: false }] },
  { role: 'standard', text: 'Standard', unit: 'f0', options: [{ label: 'left', order: 'left', chosen: false }, { label: 'right', order: 'right', chosen: false }, { label: 'nobody', order: null, chosen: true }] },
];

describe('orders', () => {
  it('are what is chosen, without what is left out', () => {
    expect(chosen(choices)).toEqual(['cat']);
  });
  it('change with one choice', () => {
    expect(choose(choices, 0, 1)).toEqual([]);
    expect(choose(choices, 1, 1)).toEqual(['cat', 'right']);
  });
  it('go on to the next option by a click on the unit', () => {
    expect(nextFor(choices, 'r2')).toEqual({ which: 0, option: 1 });
    expect(nextFor(choices, 'f0')).toEqual({ which: 1, option: 0 });
    expect(nextFor(choices, 'f5')).toBeNull();
  });
  it('draw arrows at one card side by side', () => {
    const at = (to: string) => ({ target: 'B', to });
    expect(lanes([at('f0'), at('f1'), at('f0')])).toEqual([-0.5, 0, 0.5]);
  });
});
