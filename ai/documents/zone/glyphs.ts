// The 37 characters of OCR-B (ICAO 9303) for the reader, cut from ocr-b.png, which was drawn with
// the font of Norbert Schwarz and Matthew Skala (docs/decisions/screening-kyc-and-laundering.md).

import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type Grey, sample } from './grey.ts';

export const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';

/** The pitch of the font in the picture, and the height of a cell. */
export const CELL = { width: 40, height: 52 } as const;

/** The height of a cell in pitches. */
export const CELL_RATIO = CELL.height / CELL.width;

export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Values of each character, with mean 0 and length 1. */
  readonly signs: readonly Float32Array[];
}

export interface Glyphs {
  readonly fine: Grid;
  /** A fourth of the values, for the search of the position. */
  readonly coarse: Grid;
}

export const SIGNS_PICTURE = fileURLToPath(new URL('./ocr-b.png', import.meta.url));

/** Reads the picture of the characters. */
export async function readGlyphs(): Promise<Glyphs> {
  const { data, info } = await sharp(SIGNS_PICTURE)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { width: info.width, height: info.height, data: Float32Array.from(data) };
  return { fine: makeGrid(picture, 20, 26), coarse: makeGrid(picture, 10, 13) };
}

/** Blur of the edges, because edges in photographs are never sharp. */
const SOFT_EDGE = 0.9;

function makeGrid(picture: Grey, columns: number, rows: number): Grid {
  const step = CELL.width / columns;
  const radius = Math.ceil(2 * SOFT_EDGE * step);
  const signs = [...SIGNS].map((_, index) => {
    const values = new Float32Array(columns * rows);
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const x = (column + 0.5) * step - 0.5;
        const y = (row + 0.5) * step - 0.5;
        values[row * columns + column] = blurAround(picture, { index, x, y }, { radius, step });
      }
    }
    return normalise(values);
  });
  return { columns, rows, signs };
}

/**
 * Returns the mean around a point of a cell, weighted by nearness. Outside of the cell is paper.
 */
function blurAround(
  picture: Grey,
  { index, x, y }: { readonly index: number; readonly x: number; readonly y: number },
  { radius, step }: { readonly radius: number; readonly step: number },
): number {
  let [sum, weights] = [0, 0];
  for (let down = -radius; down <= radius; down += 1) {
    for (let across = -radius; across <= radius; across += 1) {
      const weight = Math.exp(-(down * down + across * across) / (2 * (SOFT_EDGE * step) ** 2));
      const [column, row] = [x + across, y + down];
      const isIn = column >= 0 && column < CELL.width && row >= 0 && row < CELL.height;
      sum += weight * (isIn ? sample(picture, index * CELL.width + column, row) : 255);
      weights += weight;
    }
  }
  return 255 - sum / weights;
}

/**
 * Normalises values in place to mean 0 and length 1, so that the product of two is their
 * similarity.
 */
export function normalise(values: Float32Array): Float32Array {
  let mean = 0;
  for (const value of values) mean += value;
  mean /= values.length;
  let length = 0;
  for (const value of values) length += (value - mean) ** 2;
  const scale = 1 / (Math.sqrt(length) || 1);
  for (let index = 0; index < values.length; index += 1) {
    values[index] = ((values[index] ?? 0) - mean) * scale;
  }
  return values;
}
