// Grey pictures as numbers, and operations before they are read.

export interface Grey {
  readonly width: number;
  readonly height: number;
  /** Values row by row. */
  readonly data: Float32Array;
}

/** Interpolates the value between pixels; outside, the value of the edge. */
export function sample({ width, height, data }: Grey, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const left = Math.max(0, Math.min(column, width - 1));
  const top = Math.max(0, Math.min(row, height - 1));
  const right = left < width - 1 ? left + 1 : left;
  const [across, down] = [clampToUnit(x - left), clampToUnit(y - top)];
  const above = top * width;
  const below = top < height - 1 ? above + width : above;
  const upper = (data[above + left] ?? 0) * (1 - across) + (data[above + right] ?? 0) * across;
  const lower = (data[below + left] ?? 0) * (1 - across) + (data[below + right] ?? 0) * across;
  return upper * (1 - down) + lower * down;
}

function clampToUnit(value: number): number {
  if (value < 0) return 0;
  return Math.min(value, 1);
}

/** Returns the sums above and left of each pixel, four of which give the sum of any box. */
function computeSums({ width, height, data }: Grey, power: 1 | 2): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      const value = data[y * width + x] ?? 0;
      row += power === 1 ? value : value * value;
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
    }
  }
  return sums;
}

/** Differences of grey that count as noise instead of ink. */
const NOISE = 12;

/**
 * Returns how much darker each pixel is than its surroundings, in standard deviations, at least 0.
 */
export function extractInk(grey: Grey, radius: number): Grey {
  const { width, height, data } = grey;
  const [plain, squared] = [computeSums(grey, 1), computeSums(grey, 2)];
  const ink = new Float32Array(data.length);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radius) * (width + 1);
    const bottom = Math.min(height, y + radius + 1) * (width + 1);
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      const sumInside = (sums: Float64Array) =>
        (sums[bottom + right] ?? 0) -
        (sums[top + right] ?? 0) -
        (sums[bottom + left] ?? 0) +
        (sums[top + left] ?? 0);
      const count = ((bottom - top) / (width + 1)) * (right - left);
      const mean = sumInside(plain) / count;
      const deviation = Math.sqrt(Math.max(0, sumInside(squared) / count - mean * mean));
      const darker = (mean - (data[y * width + x] ?? 0)) / (deviation + NOISE);
      ink[y * width + x] = Math.min(2, Math.max(0, darker));
    }
  }
  return { width, height, data: ink };
}

/** Smooths the grain: each pixel becomes the weighted mean of itself and its eight neighbours. */
export function soften({ width, height, data }: Grey): Grey {
  const across = new Float32Array(data.length);
  const soft = new Float32Array(data.length);
  for (let index = 0; index < data.length; index += 1) {
    const value = data[index] ?? 0;
    const column = index % width;
    const before = column > 0 ? (data[index - 1] ?? value) : value;
    const after = column < width - 1 ? (data[index + 1] ?? value) : value;
    across[index] = (before + 2 * value + after) / 4;
  }
  for (let index = 0; index < data.length; index += 1) {
    const value = across[index] ?? 0;
    soft[index] =
      ((across[index - width] ?? value) + 2 * value + (across[index + width] ?? value)) / 4;
  }
  return { width, height, data: soft };
}

/** Rotates a picture about its centre, clockwise for a positive angle in radians. */
export function rotate(grey: Grey, angle: number): Grey {
  if (angle === 0) return grey;
  const { width, height } = grey;
  const data = new Float32Array(width * height);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [middle, centre] = [(width - 1) / 2, (height - 1) / 2];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [across, down] = [x - middle, y - centre];
      data[y * width + x] = sample(
        grey,
        middle + across * cos + down * sin,
        centre + down * cos - across * sin,
      );
    }
  }
  return { width, height, data };
}
