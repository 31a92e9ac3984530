import { describe, expect, it } from 'vitest';
import { layout, NARROWEST, span, toward, type Wanted } from './layout';

const wanted: Wanted = { width: 1000, height: 640, near: 'A', facing: 'B', others: [], left: -3, right: 3, rear: true };

describe('layout', () => {
  it('puts the opponent opposite: left is right', () => {
    const plan = layout(wanted);
    for (const column of [-3, -1, 0, 2]) {
      expect(plan.place('A', `f${column}`).x).toBeCloseTo(plan.place('B', `f${-column}`).x);
    }
  });
  it('has the rows in order, vanguards pushed forward, and everything in sight', () => {
    for (const height of [380, 500, 640, 900]) {
      const plan = layout({ ...wanted, height });
      const ys = [plan.place('B', 'r0').y, plan.place('B', 'f1').y, plan.place('B', 'f0').y, plan.place('A', 'f0').y, plan.place('A', 'f1').y, plan.place('A', 'r0').y];
      expect(ys).toEqual([...ys].sort((a, b) => a - b));
      expect((ys[0] ?? 0) - plan.card.h / 2).toBeGreaterThanOrEqual(0);
      expect((ys[5] ?? 0) + plan.card.h / 2).toBeLessThanOrEqual(height);
      expect((ys[3] ?? 0) - (ys[2] ?? 0)).toBeGreaterThanOrEqual(plan.card.h);
    }
  });
  it('scrolls down rather than cut rows off where the window is too low', () => {
    const low = layout({ ...wanted, width: 390, height: 180 });
    expect(low.height).toBeGreaterThan(180);
    expect(low.place('B', 'r0').y - low.card.h / 2).toBeGreaterThanOrEqual(0);
    expect(low.place('A', 'r0').y + low.card.h / 2).toBeLessThanOrEqual(low.height);
    expect(layout(wanted).height).toBe(wanted.height);
  });
  it('shrinks cards to a phone and scrolls when they would be too small', () => {
    const phone = layout({ ...wanted, width: 390, height: 400 });
    expect(phone.width).toBe(390);
    const long = layout({ ...wanted, width: 390, height: 400, left: -9, right: 9 });
    expect(long.card.w).toBe(NARROWEST);
    expect(long.width).toBeGreaterThan(390);
    for (const column of [-9, 9]) {
      const { x } = long.place('A', `f${column}`);
      expect(x - long.card.w / 2).toBeGreaterThanOrEqual(0);
      expect(x + long.card.w / 2).toBeLessThanOrEqual(long.width);
    }
  });
  it('shows further opponents as strips that hold their lines and leave their names free', () => {
    for (const [width, height] of [[1100, 640], [820, 700], [390, 420]] as const) {
      for (const others of [['C'], ['C', 'D']] as const) {
        for (const rear of [true, false]) {
          const plan = layout({ ...wanted, width, height, rear, others: [...others], left: -4, right: 6 });
          for (const { seat, label, ...strip } of plan.strips) {
            // The near seat's left is an opponent's right.
            for (const space of ['f-6', 'f4', 'f0', ...(rear ? ['r-6', 'r4', 'r0'] : [])]) {
              const { x, y, scale } = plan.place(seat, space);
              const [w, h] = [plan.card.w * scale, plan.card.h * scale];
              const card = { x: x - w / 2, y: y - h / 2, w, h };
              expect(card.x).toBeGreaterThanOrEqual(strip.x);
              expect(card.x + w).toBeLessThanOrEqual(strip.x + strip.w);
              expect(card.y).toBeGreaterThanOrEqual(strip.y);
              expect(card.y + h).toBeLessThanOrEqual(strip.y + strip.h);
              const covers = card.x < label.x + label.w && card.x + w > label.x && card.y < label.y + label.h && card.y + h > label.y;
              expect(covers, `${space} of ${seat} lies on the name at ${width}×${height}`).toBe(false);
            }
          }
        }
      }
    }
  });
  it('spans what stands, with a free column on each side', () => {
    expect(span([{ seat: 'A', columns: [-4, 2] }, { seat: 'B', columns: [-5] }], 'A', 3)).toEqual({ left: -5, right: 6 });
  });
  it('finds the nearest in a direction', () => {
    const all = [{ x: 10, y: 0 }, { x: 30, y: 0 }, { x: 0, y: 20 }];
    expect(toward({ x: 0, y: 0 }, all, 'ArrowRight')).toEqual({ x: 10, y: 0 });
    expect(toward({ x: 0, y: 0 }, all, 'ArrowDown')).toEqual({ x: 0, y: 20 });
    expect(toward({ x: 0, y: 0 }, all, 'ArrowLeft')).toBeNull();
  });
});
