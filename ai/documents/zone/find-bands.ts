// Finds possible lines of a machine-readable zone: long runs of ink of the same height, with
// characters at a fixed pitch.

import { extractInk, type Grey } from './grey.ts';

/** A possible line of a zone, in pixels of the rotated picture. */
export interface Band {
  /** Vertical middle of the characters. */
  readonly middle: number;
  readonly height: number;
  /** Distance from one character to the next. */
  readonly pitch: number;
  /** The left edge of a cell; the other edges are at multiples of the pitch. */
  readonly left: number;
  readonly cells: number;
}

const MAX_DEGREES = 7;
/** Width in pixels of the picture that is searched for the angle. */
const ROUGH_WIDTH = 600;

export interface Skew {
  /** Angle in radians. */
  readonly angle: number;
  /** Sharpness of the lines at that angle. */
  readonly clearness: number;
}

/** Finds the rotation of a picture's text, in a small copy. */
export function measureSkew(picture: Grey): Skew {
  const shrunkPicture = shrink(picture, Math.max(1, Math.floor(picture.width / ROUGH_WIDTH)));
  const rough = extractInk(shrunkPicture, Math.round(shrunkPicture.width / 40));
  const best = (from: number, to: number, step: number) => {
    let [index, max] = [0, -1];
    for (let degrees = from; degrees <= to + 1e-9; degrees += step) {
      const score = measureSharpness(rough, Math.tan((degrees * Math.PI) / 180));
      if (score > max) [index, max] = [degrees, score];
    }
    return [index, max] as const;
  };
  const [roughAngle] = best(-MAX_DEGREES, MAX_DEGREES, 0.5);
  const [degrees, clearness] = best(roughAngle - 0.4, roughAngle + 0.4, 0.1);
  return { angle: (degrees * Math.PI) / 180, clearness };
}

/**
 * Measures the difference between neighbouring rows of a sheared picture, which is largest when
 * lines are level.
 */
function measureSharpness({ width, height, data }: Grey, slope: number): number {
  const rows = new Float64Array(height);
  for (let x = 0; x < width; x += 1) {
    const shift = Math.round((x - width / 2) * slope);
    for (let y = Math.max(0, shift); y < Math.min(height, height + shift); y += 1) {
      rows[y - shift] = (rows[y - shift] ?? 0) + (data[y * width + x] ?? 0);
    }
  }
  let sum = 0;
  for (let y = 1; y < height; y += 1) sum += ((rows[y] ?? 0) - (rows[y - 1] ?? 0)) ** 2;
  return sum;
}

function shrink(grey: Grey, factor: number): Grey {
  if (factor === 1) return grey;
  const [width, height] = [Math.floor(grey.width / factor), Math.floor(grey.height / factor)];
  const data = new Float32Array(width * height);
  for (let y = 0; y < height * factor; y += 1) {
    for (let x = 0; x < width * factor; x += 1) {
      const blockIndex = Math.floor(y / factor) * width + Math.floor(x / factor);
      data[blockIndex] =
        (data[blockIndex] ?? 0) + (grey.data[y * grey.width + x] ?? 0) / (factor * factor);
    }
  }
  return { width, height, data };
}

/** Thresholds of a line, as shares of the strongest row. */
const LEVELS = [0.15, 0.25, 0.4, 0.55, 0.7];
/** Heights of characters, as shares of the picture's width. */
const HEIGHTS = [0.008, 0.07] as const;

/** Returns all possible lines in a picture with level text. */
export function findBands(ink: Grey): Band[] {
  const rows = smooth(measureActivity(ink), Math.max(1, Math.round(ink.width / 500)));
  const sorted = [...rows].sort((a, other) => a - other);
  const base = sorted[Math.floor(sorted.length * 0.3)] ?? 0;
  const top = sorted[Math.floor(sorted.length * 0.985)] ?? 0;
  const bands: Band[] = [];
  for (const level of LEVELS) {
    for (const [from, to] of findRuns(rows, base + level * (top - base))) {
      const height = to - from;
      if (height < HEIGHTS[0] * ink.width || height > HEIGHTS[1] * ink.width) continue;
      bands.push(...measureBands(ink, from, to));
    }
  }
  return mergeOverlaps(bands);
}

/** Keeps one of the bands that several thresholds found for the same line. */
function mergeOverlaps(bands: readonly Band[]): Band[] {
  const joinedBands: Band[] = [];
  for (const band of bands) {
    const isSame = ({ middle, height, pitch }: Band) =>
      Math.abs(middle - band.middle) < 0.25 * height && Math.abs(pitch / band.pitch - 1) < 0.006;
    if (!joinedBands.some(isSame)) joinedBands.push(band);
  }
  return joinedBands;
}

/** Measures for each row how often and how strongly ink and paper alternate. */
function measureActivity({ width, height, data }: Grey): Float64Array {
  return Float64Array.from({ length: height }, (_, y) => {
    let sum = 0;
    for (let x = 1; x < width; x += 1) {
      sum += Math.abs((data[y * width + x] ?? 0) - (data[y * width + x - 1] ?? 0));
    }
    return sum;
  });
}

function smooth(values: Float64Array, radius: number): Float64Array {
  return values.map((_, index) => {
    let [sum, count] = [0, 0];
    for (
      let near = Math.max(0, index - radius);
      near <= index + radius && near < values.length;
      near += 1
    ) {
      sum += values[near] ?? 0;
      count += 1;
    }
    return sum / count;
  });
}

function findRuns(values: Float64Array, level: number): [number, number][] {
  const runs: [number, number][] = [];
  let from = -1;
  for (let index = 0; index <= values.length; index += 1) {
    const isOver = index < values.length && (values[index] ?? 0) > level;
    if (isOver && from < 0) from = index;
    if (!isOver && from >= 0) {
      runs.push([from, index]);
      from = -1;
    }
  }
  return runs;
}

/** Lengths of lines in ICAO 9303. */
export const LINE_LENGTHS = [30, 36, 44] as const;

function measureBands(ink: Grey, from: number, to: number): Band[] {
  const height = to - from;
  const columns = new Float64Array(ink.width);
  for (let y = from; y < to; y += 1) {
    for (let x = 0; x < ink.width; x += 1) {
      columns[x] = (columns[x] ?? 0) + (ink.data[y * ink.width + x] ?? 0) / height;
    }
  }
  const segment = findLongestRun(columns, height);
  const length = segment[1] - segment[0];
  if (length < 18 * height || length < 0.3 * ink.width) return [];
  const pitches = LINE_LENGTHS.map((cells) => [length / (cells + 2), length / (cells - 2)] as const)
    .map(([min, max]) => findPitch(columns, segment, { min, max }))
    .filter(({ pitch }) => pitch > 0.6 * height && pitch < 1.7 * height);
  pitches.sort((a, other) => other.power - a.power);
  return pitches.slice(0, 2).map(({ pitch }) => {
    const left = findCellStart(columns, segment, pitch);
    const cells = Math.round((segment[1] - left) / pitch);
    return { middle: (from + to - 1) / 2, height, pitch, left, cells };
  });
}

/** Returns the longest stretch of ink whose gaps are narrower than the height of a character. */
function findLongestRun(columns: Float64Array, height: number): [number, number] {
  const smoothed = smooth(columns, Math.max(1, Math.round(height / 8)));
  const sorted = [...smoothed].sort((a, other) => a - other);
  const base = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
  const level = base + 0.2 * ((sorted[Math.floor(sorted.length * 0.9)] ?? 0) - base);
  let range: [number, number] = [0, 0];
  let now: [number, number] | null = null;
  for (const [from, to] of findRuns(smoothed, level)) {
    now = now !== null && from - now[1] < 1.2 * height ? [now[0], to] : [from, to];
    if (now[1] - now[0] > range[1] - range[0]) range = now;
  }
  return range;
}

/** Returns the period at which ink and paper alternate, and its strength. */
function findPitch(
  columns: Float64Array,
  [from, to]: readonly [number, number],
  { min, max }: { readonly min: number; readonly max: number },
): { readonly pitch: number; readonly power: number } {
  let mean = 0;
  for (let x = from; x < to; x += 1) mean += (columns[x] ?? 0) / (to - from);
  let strongest = { pitch: min, power: -1 };
  const steps = 120;
  for (let step = 0; step <= steps; step += 1) {
    const pitch = min * (max / min) ** (step / steps);
    // Rotates the phase from pixel to pixel, because computing a sine for each would take most of
    // the time.
    const [cos, sin] = [Math.cos((2 * Math.PI) / pitch), Math.sin((2 * Math.PI) / pitch)];
    let [along, across] = [1, 0];
    let [real, other] = [0, 0];
    for (let x = from; x < to; x += 1) {
      const value = (columns[x] ?? 0) - mean;
      real += value * along;
      other += value * across;
      const next = along * cos - across * sin;
      across = along * sin + across * cos;
      along = next;
    }
    const power = real * real + other * other;
    if (power > strongest.power) strongest = { pitch, power };
  }
  return strongest;
}

/** Returns the start of the first cell for which the edges of cells have the least ink. */
function findCellStart(
  columns: Float64Array,
  [from, to]: readonly [number, number],
  pitch: number,
): number {
  let [best, min] = [from, Number.POSITIVE_INFINITY];
  for (let offset = -pitch / 2; offset < pitch / 2; offset += pitch / 24) {
    let sum = 0;
    for (let x = from + offset; x < to + pitch / 2; x += pitch) sum += columns[Math.round(x)] ?? 0;
    if (sum < min) [best, min] = [from + offset, sum];
  }
  return best;
}
