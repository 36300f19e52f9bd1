// Static shapes: each dimension is a constant, or a multiple of the number of rows. Any other size
// depends on the data.

import { refuse } from './refusal.ts';

/** `fixed + perRow * rows`. */
export interface Dim {
  readonly fixed: number;
  readonly perRow: number;
}

/** A tensor: its dimensions and, for a few whole numbers, their known values. */
export interface TensorShape {
  readonly dims: readonly Dim[];
  readonly ints: readonly Dim[] | null;
}

export const fixed = (count: number): Dim => ({ fixed: count, perRow: 0 });
export const ROWS: Dim = { fixed: 0, perRow: 1 };
export const DIM_ONE = fixed(1);

export function createShape(dims: readonly Dim[], ints: readonly Dim[] | null = null): TensorShape {
  return { dims, ints };
}

export function isFixed({ perRow }: Dim): boolean {
  return perRow === 0;
}

export function isSameDim(a: Dim, b: Dim): boolean {
  return a.fixed === b.fixed && a.perRow === b.perRow;
}

/** Returns the number of elements for a single row. */
export function countPerRow(dims: readonly Dim[]): number {
  return dims.reduce((countElements, dim) => countElements * (dim.fixed + dim.perRow), 1);
}

export function add(a: Dim, b: Dim): Dim {
  return { fixed: a.fixed + b.fixed, perRow: a.perRow + b.perRow };
}

/** Returns null when rows would be multiplied with rows. */
export function multiply(a: Dim, b: Dim): Dim | null {
  if (!isFixed(a) && !isFixed(b)) return null;
  const [rows, factor] = isFixed(a) ? [b, a.fixed] : [a, b.fixed];
  return { fixed: rows.fixed * factor, perRow: rows.perRow * factor };
}

/**
 * Returns the number of all elements as a dimension.
 * @throws ModelRefusal
 */
export function product(dims: readonly Dim[], operator: string): Dim {
  return dims.reduce((all: Dim, dim) => multiply(all, dim) ?? refuseRowProduct(operator), DIM_ONE);
}

/** Returns null when the sizes do not divide evenly. */
export function divide(a: Dim, b: Dim): Dim | null {
  if (isFixed(b)) {
    const quotient = { fixed: a.fixed / b.fixed, perRow: a.perRow / b.fixed };
    const isWhole = Number.isInteger(quotient.fixed) && Number.isInteger(quotient.perRow);
    return b.fixed > 0 && isWhole ? quotient : null;
  }
  if (a.fixed !== 0 || b.fixed !== 0 || !Number.isInteger(a.perRow / b.perRow)) return null;
  return fixed(a.perRow / b.perRow);
}

/**
 * Returns the shape of an element-wise combination.
 * @throws ModelRefusal
 */
export function broadcast(shapes: readonly (readonly Dim[])[], operator: string): readonly Dim[] {
  const rank = Math.max(...shapes.map(({ length }) => length));
  return Array.from({ length: rank }, (_, index) =>
    shapes.reduce((size: Dim, shape) => {
      const dim = shape[index - rank + shape.length] ?? DIM_ONE;
      if (isSameDim(size, DIM_ONE)) return dim;
      return isSameDim(dim, DIM_ONE) || isSameDim(dim, size) ? size : refuseShapes(operator);
    }, DIM_ONE),
  );
}

export function refuseDataDependent(operator: string): never {
  return refuse(
    'model_operator_not_allowed',
    `The output size of ${operator} depends on the data.`,
  );
}

export function refuseShapes(operator: string): never {
  return refuse('model_malformed', `The shapes that ${operator} is given do not fit.`);
}

export function refuseRowProduct(operator: string): never {
  return refuse('model_operator_not_allowed', `${operator} combines each row with all others.`);
}
