import { expect, test } from 'vitest';
import { gaussLegendre } from '../../../models/explain/quadrature.ts';

test.each([1, 2, 3, 4, 7, 12, 20])(
  'integration at %i points is exact for powers below twice that number',
  (count) => {
    const { points, weights } = gaussLegendre(count);
    const integral = (power: number) =>
      points.reduce((sum, point, index) => sum + weights[index]! * point ** power, 0);
    for (let power = 0; power < 2 * count; power++) {
      expect(integral(power), `x^${power}`).toBeCloseTo(1 / (power + 1), 14);
    }
    // One power more is not exact, so a longer path needs more points.
    if (count < 7) expect(integral(2 * count)).not.toBeCloseTo(1 / (2 * count + 1), 12);
  },
);
