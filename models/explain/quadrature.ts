// Gauss-Legendre quadrature on [0, 1]: n points integrate every polynomial of a degree below 2n
// exactly, except for rounding.

interface Quadrature {
  readonly points: readonly number[];
  readonly weights: readonly number[];
}

/** Maximum number of Newton steps; from the start below, about five find a root to the last bit. */
const MAX_STEPS = 20;

const cache = new Map<number, Quadrature>();

export function gaussLegendre(count: number): Quadrature {
  const cachedRule = cache.get(count);
  if (cachedRule) return cachedRule;
  const quadrature = computeQuadrature(count);
  cache.set(count, quadrature);
  return quadrature;
}

function computeQuadrature(count: number): Quadrature {
  const points: number[] = [];
  const weights: number[] = [];
  for (let index = 0; index < count; index++) {
    let x = Math.cos((Math.PI * (index + 0.75)) / (count + 0.5));
    for (let step = 0; step < MAX_STEPS; step++) {
      const { value, slope } = legendre(count, x);
      const next = x - value / slope;
      if (next === x) break;
      x = next;
    }
    const { slope } = legendre(count, x);
    points.push((1 - x) / 2);
    weights.push(1 / ((1 - x * x) * slope * slope));
  }
  return { points, weights };
}

/** The Legendre polynomial of a degree, and its derivative, inside of (-1, 1). */
function legendre(degree: number, x: number): { value: number; slope: number } {
  let [before, value] = [1, x];
  for (let n = 2; n <= degree; n++) {
    [before, value] = [value, ((2 * n - 1) * x * value - (n - 1) * before) / n];
  }
  return { value, slope: (degree * (x * value - before)) / (x * x - 1) };
}
