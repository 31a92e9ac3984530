/** Pointers, wheel and keys as wishes: turn, move, zoom, tap, hover. One finger turns, two move and pinch. */

/** What somebody wants; pixels relative to the element, lengths in pixels. */
export interface Wishes {
  turn(dx: number, dy: number): void;
  move(dx: number, dy: number): void;
  zoom(by: number, x: number, y: number): void;
  tap(x: number, y: number): void;
  hover(x: number, y: number): void;
  leave(): void;
  reset(): void;
}

/** How far a pointer may stray and still be a tap. */
const SLACK = 6;

/** The wish behind a key, or nothing. Arrows move, with shift they turn. */
export function keyWish(key: string, shift: boolean): [keyof Wishes, ...number[]] | null {
  const step = 48;
  const arrows: Record<string, [number, number]> = {
    ArrowLeft: [-step, 0],
    ArrowRight: [step, 0],
    ArrowUp: [0, -step],
    ArrowDown: [0, step],
  };
  const arrow = arrows[key];
  if (arrow) return shift ? ['turn', -arrow[0], -arrow[1]] : ['move', -arrow[0], -arrow[1]];
  if (key === '+' || key === '=') return ['zoom', 0.85];
  if (key === '-' || key === '_') return ['zoom', 1 / 0.85];
  if (key === 'Home') return ['reset'];
  return null;
}

/** Listens on an element until the answer is called. */
export function listen(element: HTMLElement, wishes: Wishes): () => void {
  const down = new Map<number, { x: number; y: number; from: [number, number]; pan: boolean }>();
  let strayed = false;
  let many = false;
  const place = (e: PointerEvent | WheelEvent): [number, number] => {
    const box = element.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  };
  const ondown = (e: PointerEvent) => {
    const [x, y] = place(e);
    if (!down.size) {
      strayed = false;
      many = false;
    }
    down.set(e.pointerId, { x, y, from: [x, y], pan: e.pointerType === 'mouse' && (e.button !== 0 || e.shiftKey) });
    if (down.size > 1) many = true;
    try {
      element.setPointerCapture(e.pointerId);
    } catch {
      // A pointer that is gone already can't be captured, and need not be.
    }
  };
  const onmove = (e: PointerEvent) => {
    const [x, y] = place(e);
    const own = down.get(e.pointerId);
    if (!own) {
      if (e.pointerType !== 'touch') wishes.hover(x, y);
      return;
    }
    const [dx, dy] = [x - own.x, y - own.y];
    if (down.size === 1) {
      if (!strayed && Math.hypot(x - own.from[0], y - own.from[1]) > SLACK) strayed = true;
      if (!strayed) return;
      if (own.pan) wishes.move(dx, dy);
      else if (!many) wishes.turn(dx, dy);
    } else if (down.size === 2) {
      const other = [...down.entries()].find(([id]) => id !== e.pointerId)![1];
      const before = Math.hypot(own.x - other.x, own.y - other.y);
      const after = Math.hypot(x - other.x, y - other.y);
      if (before > 4 && after > 4) wishes.zoom(before / after, (x + other.x) / 2, (y + other.y) / 2);
      wishes.move(dx / 2, dy / 2);
    }
    own.x = x;
    own.y = y;
  };
  const onup = (e: PointerEvent) => {
    const own = down.get(e.pointerId);
    down.delete(e.pointerId);
    if (own && e.type === 'pointerup' && !strayed && !many && e.button === 0) wishes.tap(...place(e));
  };
  const onwheel = (e: WheelEvent) => {
    e.preventDefault();
    const lines = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    wishes.zoom(Math.exp(Math.max(-240, Math.min(240, e.deltaY * lines)) * 0.0014), ...place(e));
  };
  const onkey = (e: KeyboardEvent) => {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const wish = keyWish(e.key, e.shiftKey);
    if (!wish) return;
    e.preventDefault();
    e.stopPropagation();
    const [what, a = 0, b = 0] = wish;
    if (what === 'zoom') wishes.zoom(a, element.clientWidth / 2, element.clientHeight / 2);
    else if (what === 'turn' || what === 'move') wishes[what](a, b);
    else if (what === 'reset') wishes.reset();
  };
  const nomenu = (e: Event) => e.preventDefault();
  const onleave = () => wishes.leave();
  element.addEventListener('pointerdown', ondown);
  element.addEventListener('pointermove', onmove);
  element.addEventListener('pointerup', onup);
  element.addEventListener('pointercancel', onup);
  element.addEventListener('pointerleave', onleave);
  element.addEventListener('wheel', onwheel, { passive: false });
  element.addEventListener('keydown', onkey);
  element.addEventListener('contextmenu', nomenu);
  return () => {
    element.removeEventListener('pointerdown', ondown);
    element.removeEventListener('pointermove', onmove);
    element.removeEventListener('pointerup', onup);
    element.removeEventListener('pointercancel', onup);
    element.removeEventListener('pointerleave', onleave);
    element.removeEventListener('wheel', onwheel);
    element.removeEventListener('keydown', onkey);
    element.removeEventListener('contextmenu', nomenu);
  };
}
