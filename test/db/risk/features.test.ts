// Rows of features are stored in few bytes, and read as the exact numbers of the model's input.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packFeatures, unpackFeatures } from '../../../db/risk/view.ts';

const NUMBER = fc.oneof(fc.integer({ min: -2, max: 300 }), fc.float(), fc.double());

/** A row as older banks stored it. */
function asDoubles(features: readonly number[]): Buffer {
  const buffer = Buffer.alloc(8 * features.length);
  for (const [index, value] of features.entries()) buffer.writeDoubleLE(value, 8 * index);
  return buffer;
}

describe('a stored row of features', () => {
  it('is read as the numbers that were stored, to the bit', () => {
    fc.assert(
      fc.property(fc.array(NUMBER, { maxLength: 40 }), (features) => {
        const read = unpackFeatures(packFeatures(features));
        expect(read.length).toBe(features.length);
        for (const [index, value] of read.entries()) expect(value).toBe(features[index]);
      }),
    );
  });

  it('is read where an older bank stored it as 64-bit floats', () => {
    fc.assert(
      fc.property(fc.array(NUMBER, { maxLength: 40 }), (features) => {
        const read = unpackFeatures(asDoubles(features));
        expect(read.length).toBe(features.length);
        for (const [index, value] of read.entries()) expect(value).toBe(features[index]);
      }),
    );
  });

  it('takes one byte for a small count and for a missing value', () => {
    expect(packFeatures([0, 1, 239, Number.NaN])).toHaveLength(4);
  });

  it('with a mark that this release does not know is an error', () => {
    expect(() => unpackFeatures(Buffer.from([0xf7]))).toThrow('unknown mark 247');
  });
});
