/** Colours of the table at night and by day. */

/** Whether it is night or day. */
export type Theme = 'dark' | 'light';

/** The colours of a theme. */
export interface Palette {
  room: number;
  mat: number;
  frame: number;
  ink: number;
  wall: number;
  wallCap: number;
  wood: number;
  woodCap: number;
  metal: number;
  metalCap: number;
  rock: number;
  rockCap: number;
  stone: number;
  stoneCap: number;
  leaf: number;
  leafCap: number;
  bark: number;
  rough: number;
  water: number;
  danger: number;
  paved: number;
  iron: number;
  figure: number;
  cloth: number;
  skin: number;
  base: number;
  sides: Record<string, number>;
  reach: Record<string, number>;
  good: number;
  bad: number;
  pale: number;
  obscured: number;
  select: number;
  sky: number;
  ground: number;
  sun: number;
  sunlight: number;
  fill: number;
  exposure: number;
}

const night: Palette = {
  room: 0x0a0e15,
  mat: 0x4d5760,
  frame: 0x3b2c22,
  ink: 0xb8c4d0,
  wall: 0x8d8a85,
  wallCap: 0xd8d2c4,
  wood: 0x6d5640,
  woodCap: 0x93785a,
  metal: 0x4f6b76,
  metalCap: 0x86a2ab,
  rock: 0x5f5b55,
  rockCap: 0x8b857a,
  stone: 0x6f7074,
  stoneCap: 0xaaa79f,
  leaf: 0x3c5a3e,
  leafCap: 0x5b7f55,
  bark: 0x4b3a2c,
  rough: 0x5a5242,
  water: 0x29485a,
  danger: 0x6b3a30,
  paved: 0x4c5257,
  iron: 0x3a3d42,
  figure: 0x9aa3ad,
  cloth: 0x3b4048,
  skin: 0xc9a27e,
  base: 0x15181d,
  sides: { A: 0x4c9be8, B: 0xf2994a, C: 0x5fc29a, D: 0xb58be0 },
  reach: { walk: 0x7fe0b0, run: 0x58a888, charge: 0xff9d85, other: 0xb9a4ee },
  good: 0x8fe3c0,
  bad: 0xff5a52,
  pale: 0xf1ecd9,
  obscured: 0xf0c566,
  select: 0xfff2c4,
  sky: 0xb6c2d2,
  ground: 0x4a4038,
  sun: 0xffe2b8,
  sunlight: 3.0,
  fill: 1.5,
  exposure: 1.05,
};

const day: Palette = {
  ...night,
  room: 0xe9e3d6,
  mat: 0xcfc8b6,
  frame: 0x8a6f55,
  ink: 0x3d4650,
  wall: 0xa9a49a,
  wallCap: 0x4e4d4b,
  wood: 0xa5835f,
  woodCap: 0xc4a27b,
  metal: 0x6d93a1,
  metalCap: 0x9cbcc6,
  rock: 0x9b948a,
  rockCap: 0xbdb5a8,
  stone: 0xa5a29b,
  stoneCap: 0xc9c5bb,
  leaf: 0x6f9562,
  leafCap: 0x8db37c,
  bark: 0x7a5f48,
  rough: 0xb3a67f,
  water: 0x8fb4c4,
  danger: 0xc58b78,
  paved: 0xbab5a8,
  iron: 0x5c6068,
  figure: 0x8e969e,
  cloth: 0x4a515b,
  base: 0x2b3037,
  sides: { A: 0x1f6fc4, B: 0xd0660f, C: 0x20815b, D: 0x7a4db8 },
  reach: { walk: 0x1d7f55, run: 0x5fa584, charge: 0xc2452a, other: 0x7a5bd0 },
  good: 0x0f7d55,
  bad: 0xc9241c,
  pale: 0x2c343d,
  obscured: 0x9a6a00,
  select: 0x14181d,
  sky: 0xffffff,
  ground: 0xb7ab97,
  sun: 0xfff3dd,
  sunlight: 2.3,
  fill: 1.35,
  exposure: 1.0,
};

/** The palette of a theme. */
export const palette = (theme: Theme): Palette => (theme === 'dark' ? night : day);
