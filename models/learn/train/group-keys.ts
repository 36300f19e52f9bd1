// The group of each row by a field of the caller's, such as the customer that it is about.

import type { RowFault } from './read-examples.ts';

/** Group of each row: a text or a number, or null without one. */
export function keysIn(rows: readonly unknown[], field: string): (string | null)[] {
  return rows.map((row) => {
    if (typeof row !== 'object' || row === null || !Object.hasOwn(row, field)) return null;
    const value = (row as Readonly<Record<string, unknown>>)[field];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  });
}

/** A field that names no group at all is a slip of the pen: nothing would be kept together. */
export function groupFaults(rows: readonly unknown[], field: string | null): RowFault[] {
  if (field === null || rows.length === 0) return [];
  if (keysIn(rows, field).some((key) => key !== null)) return [];
  return [{ row: 0, field, code: 'missing_field', message: 'has a text or a number in no row' }];
}
