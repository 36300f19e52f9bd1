// Seeded examples whose label follows a nonlinear rule.
import { type Examples, rowOf } from '../../../models/learn/train/matrix.ts';
import { createRandom } from '../../../models/learn/train/random.ts';

interface DataOptions {
  readonly rows: number;
  readonly columns: number;
  readonly seed: number;
  readonly missingShare?: number;
  /** True when the labels are random. */
  readonly isNoise?: boolean;
}

export function makeExamples(order: DataOptions): Examples {
  const { rows, columns, seed, missingShare = 0, isNoise = false } = order;
  const random = createRandom(seed);
  const values = new Float32Array(rows * columns);
  const y = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    const wholeRow = Array.from({ length: columns }, () => random.normal());
    const [a = 0, b = 0, c = 0] = wholeRow;
    const margin = isNoise ? 0 : 1.5 * a + 2 * Math.sign(b * c) - (a > 1 ? 2 : 0) - 0.5;
    y[row] = random.next() < 1 / (1 + Math.exp(-margin)) ? 1 : 0;
    const seen = wholeRow.map((value) => (random.next() < missingShare ? Number.NaN : value));
    values.set(seen, row * columns);
  }
  return { x: { rows, columns, values }, y };
}

export type Row = Readonly<Record<string, unknown>>;

/** Returns seeded rows of four features whose label follows a rule, with some values missing. */
export function makeRowsWithRule(rows: number, seed = 12): Row[] {
  const data = makeExamples({ rows, columns: 4, seed, missingShare: 0.1 });
  return Array.from({ length: rows }, (_, index) => {
    const values = Array.from(rowOf(data.x, index), (value) =>
      Number.isNaN(value) ? null : value,
    );
    const [a, b, c, d] = values;
    return { a, b, c, d, left: data.y[index], seenAt: 1_700_000_000_000 + index * 60_000 };
  });
}
