import { describe, expect, it } from 'vitest';
import { fit, held, pan, pinch, showing, toMap, toWindow, zoom, type Frame } from './camera';

const frame: Frame = { width: 1000, height: 800, mapWidth: 36, mapHeight: 36 };

describe('the camera', () => {
  it('shows all of the table, in the middle', () => {
    const camera = fit(frame);
    const [left, top] = toWindow(camera, [0, 0]);
    const [right, bottom] = toWindow(camera, [36, 36]);
    expect(left).toBeGreaterThan(0);
    expect(top).toBeGreaterThan(0);
    expect(left).toBeCloseTo(1000 - right);
    expect(top).toBeCloseTo(800 - bottom);
  });
  it('keeps clear of what lies over the edges', () => {
    const camera = fit({ ...frame, pad: { left: 200, right: 300, top: 0, bottom: 100 } });
    expect(toWindow(camera, [0, 0])[0]).toBeGreaterThanOrEqual(200);
    expect(toWindow(camera, [36, 36])[0]).toBeLessThanOrEqual(700);
    expect(toWindow(camera, [36, 36])[1]).toBeLessThanOrEqual(700);
  });
  it('keeps the point under the pointer when it zooms', () => {
    const before = fit(frame);
    const at: [number, number] = [420, 380];
    const after = zoom(before, frame, 2, at);
    const [x, y] = toMap(before, at);
    expect(toMap(after, at)[0]).toBeCloseTo(x);
    expect(toMap(after, at)[1]).toBeCloseTo(y);
    expect(after.scale).toBeCloseTo(before.scale * 2);
  });
  it('never goes too near, too far or off the table', () => {
    const whole = fit(frame);
    expect(zoom(whole, frame, 1e6, [0, 0]).scale).toBeLessThanOrEqual(whole.scale * 12 + 1e-9);
    expect(zoom(whole, frame, 1e-6, [0, 0]).scale).toBeGreaterThanOrEqual(whole.scale * 0.7 - 1e-9);
    const far = pan(whole, frame, 1e6, -1e6);
    expect(far.left).toBeLessThan(frame.width);
    expect(far.top + 36 * far.scale).toBeGreaterThan(0);
    expect(held(far, frame)).toEqual(far);
  });
  it('pinches about the middle of two fingers', () => {
    const before = fit(frame);
    const after = pinch(before, frame, [[400, 400], [500, 400]], [[350, 400], [550, 400]]);
    expect(after.scale).toBeCloseTo(before.scale * 2);
    expect(toMap(after, [450, 400])[0]).toBeCloseTo(toMap(before, [450, 400])[0]);
  });
  it('brings a place into the window only if it must', () => {
    const near = zoom(fit(frame), frame, 4, [500, 400]);
    expect(showing(near, frame, toMap(near, [500, 400]))).toBe(near);
    const [x, y] = toWindow(showing(near, frame, [1, 1]), [1, 1]);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(y).toBeGreaterThanOrEqual(0);
  });
});
