// Reads a line at a fixed pitch: finds the position at which the characters of the font fit best,
// and rates each character for each cell.

import type { Band } from './find-bands.ts';
import { LINE_LENGTHS } from './find-bands.ts';
import { CELL_RATIO, type Glyphs, type Grid, normalise, SIGNS } from './glyphs.ts';
import { type Grey, sample } from './grey.ts';

/** Similarity of one cell to each character; 1 is identical. */
export type Cell = Float32Array;

export interface Line {
  readonly cells: readonly Cell[];
  /** Mean similarity of the best character of each cell. */
  readonly fit: number;
  readonly middle: number;
  readonly left: number;
  readonly pitch: number;
}

interface Position {
  readonly left: number;
  readonly pitch: number;
  readonly middle: number;
  /** Height of the characters relative to the font at this pitch. */
  readonly heightRatio: number;
  /** Slope: vertical pixels for each horizontal pixel. */
  readonly slope: number;
}

/** Cells below this similarity are paper or something else. */
const MIN_SIMILARITY = 0.5;
/** Minimum mean similarity of a line, at first and at the end; other pictures stay below. */
const HOPELESS_FIT = 0.42;
const MIN_FIT = 0.7;
const ROUNDS = 4;

/** Reads a band; null when it contains no line of a zone. */
export function readLine(ink: Grey, band: Band, glyphs: Glyphs): Line | null {
  const { left, pitch, middle, height, cells } = band;
  const heightRatio = Math.min(1.25, Math.max(0.7, height / (pitch * 1.05)));
  let position: Position = { left, pitch, middle, heightRatio, slope: 0 };
  const rough = { cells, grid: glyphs.coarse };
  position = fitPosition(ink, position, { ...rough, rounds: 1, size: 1 });
  if (measureFit(ink, position, rough) < HOPELESS_FIT) return null;
  position = fitPosition(ink, position, { ...rough, rounds: ROUNDS, size: 1 });
  const around = rateCells(ink, shiftPosition(position, -3), {
    cells: cells + 6,
    grid: glyphs.fine,
  });
  const window = findWindow(around.map(findBestSimilarity));
  if (!window) return null;
  const exactPosition = fitPosition(ink, shiftPosition(position, window.from - 3), {
    cells: window.length,
    grid: glyphs.fine,
    rounds: 1,
    size: 0.25,
  });
  const read = rateCells(ink, exactPosition, { cells: window.length, grid: glyphs.fine });
  const fit = read.reduce((sum, cell) => sum + findBestSimilarity(cell), 0) / read.length;
  if (fit < MIN_FIT) return null;
  return {
    cells: read,
    fit,
    middle: exactPosition.middle,
    left: exactPosition.left,
    pitch: exactPosition.pitch,
  };
}

function shiftPosition(position: Position, cells: number): Position {
  const shift = cells * position.pitch;
  return {
    ...position,
    left: position.left + shift,
    middle: position.middle + shift * position.slope,
  };
}

interface Search {
  readonly cells: number;
  readonly grid: Grid;
}

/** Mean similarity of the best character of each cell. */
function measureFit(ink: Grey, position: Position, search: Search): number {
  return (
    rateCells(ink, position, search).reduce((sum, cell) => sum + findBestSimilarity(cell), 0) /
    search.cells
  );
}

interface Refinement extends Search {
  readonly rounds: number;
  /** Size of the first steps, which each round halves. */
  readonly size: number;
}

/** Moves, scales and rotates the position while the fit improves. */
function fitPosition(ink: Grey, start: Position, search: Refinement): Position {
  let best = start;
  let max = measureFit(ink, start, search);
  const { pitch } = start;
  let steps = [
    { left: pitch * 0.2 },
    { middle: pitch * 0.15 },
    { heightRatio: 0.08 },
    { pitch: (pitch * 0.5) / search.cells },
    { slope: (pitch * 0.15) / (search.cells * pitch) },
  ].map((step) => scaleStep(step, search.size));
  for (let round = 0; round < search.rounds; round += 1) {
    for (const step of steps) {
      for (const sign of [1, -1]) {
        for (let moves = 0; moves < 3; moves += 1) {
          const tried = movePosition(best, step, { sign, cells: search.cells });
          const fit = measureFit(ink, tried, search);
          if (fit <= max) break;
          [best, max] = [tried, fit];
        }
      }
    }
    steps = steps.map((step) => scaleStep(step, 0.5));
  }
  return best;
}

function scaleStep(step: Partial<Position>, factor: number): Partial<Position> {
  return Object.fromEntries(Object.entries(step).map(([name, value]) => [name, value * factor]));
}

/** Scaling and rotation keep the middle of the line in place. */
function movePosition(
  position: Position,
  step: Partial<Position>,
  { sign, cells }: { readonly sign: number; readonly cells: number },
): Position {
  const next = { ...position };
  for (const [name, change] of Object.entries(step) as [keyof Position, number][]) {
    next[name] = position[name] + sign * change;
  }
  const half = cells / 2;
  const left = next.left - (next.pitch - position.pitch) * half;
  const middle = next.middle - (next.slope - position.slope) * half * position.pitch;
  return { ...next, left, middle };
}

/** Returns the similarity of each cell to each character. */
function rateCells(ink: Grey, position: Position, { cells, grid }: Search): Cell[] {
  const lineCells: Cell[] = [];
  for (let index = 0; index < cells; index += 1) {
    const values = normalise(sampleCell(ink, position, { index, grid }));
    const alike = new Float32Array(grid.signs.length);
    for (let sign = 0; sign < alike.length; sign += 1) {
      alike[sign] = multiply(values, grid.signs[sign] ?? values);
    }
    lineCells.push(alike);
  }
  return lineCells;
}

/** Most of the reader's time is spent here; four parallel sums are twice as fast as one. */
function multiply(a: Float32Array, other: Float32Array): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  const fullLength = a.length - 3;
  let position = 0;
  for (; position < fullLength; position += 4) {
    first += (a[position] as number) * (other[position] as number);
    second += (a[position + 1] as number) * (other[position + 1] as number);
    third += (a[position + 2] as number) * (other[position + 2] as number);
    fourth += (a[position + 3] as number) * (other[position + 3] as number);
  }
  for (; position < a.length; position += 1)
    first += (a[position] as number) * (other[position] as number);
  return first + second + third + fourth;
}

function sampleCell(
  ink: Grey,
  { left, pitch, middle, heightRatio, slope }: Position,
  { index, grid }: { readonly index: number; readonly grid: Grid },
): Float32Array {
  const { columns, rows } = grid;
  const height = pitch * CELL_RATIO * heightRatio;
  const values = new Float32Array(columns * rows);
  const parts = Math.max(1, Math.round(pitch / columns / 2));
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let sum = 0;
      for (let part = 0; part < parts * parts; part += 1) {
        const across = (column + ((part % parts) + 0.5) / parts) / columns;
        const down = (row + (Math.floor(part / parts) + 0.5) / parts) / rows - 0.5;
        const x = (index + across) * pitch;
        sum += sample(ink, left + x - 0.5, middle + down * height + x * slope);
      }
      values[row * columns + column] = sum;
    }
  }
  return values;
}

function findBestSimilarity(cell: Cell): number {
  let max = -1;
  for (const alike of cell) if (alike > max) max = alike;
  return max;
}

/**
 * Returns the run of cells, of a length in ICAO 9303, with the most characters and the least other
 * content.
 */
function findWindow(
  fits: readonly number[],
): { readonly from: number; readonly length: number } | null {
  let run: { from: number; length: number } | null = null;
  let max = 0;
  for (const length of LINE_LENGTHS) {
    for (let from = 0; from + length <= fits.length; from += 1) {
      const sum = fits
        .slice(from, from + length)
        .reduce((all, fit) => all + fit - MIN_SIMILARITY, 0);
      if (sum > max) [run, max] = [{ from, length }, sum];
    }
  }
  return run;
}

/** Returns the best allowed character of a cell, and its margin. */
export function chooseSign(
  cell: Cell,
  allowed: string,
): { readonly sign: string; readonly alike: number; readonly margin: number } {
  let [sign, alike, second] = ['', -1, -1];
  for (const allowedSign of allowed) {
    const fit = cell[SIGNS.indexOf(allowedSign)] ?? -1;
    if (fit > alike) [sign, alike, second] = [allowedSign, fit, alike];
    else if (fit > second) second = fit;
  }
  return { sign, alike, margin: alike - second };
}
