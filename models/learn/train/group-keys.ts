// The group of each row by a field that the caller names, such as the customer.

import type { RowFault } from './read-examples.ts';

/** Returns the group of each row: a text or a number as text, or null. */
export function readGroupKeys(rows: readonly unknown[], field: string): (string | null)[] {
  return rows.map((row) => {
    if (typeof row !== 'object' || row === null || !Object.hasOwn(row, field)) return null;
    const value = (row as Readonly<Record<string, unknown>>)[field];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  });
}

/** Refuses a field without any group: it is a typing mistake and would keep nothing together. */
export function findGroupFaults(rows: readonly unknown[], field: string | null): RowFault[] {
  if (field === null || rows.length === 0) return [];
  if (readGroupKeys(rows, field).some((key) => key !== null)) return [];
  return [{ row: 0, field, code: 'missing_field', message: 'has a text or a number in no row' }];
}
