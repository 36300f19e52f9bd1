// The segment of each row: the value of a field; for a number with many values, the quarter it is
// in.

const MAX_SEGMENTS = 50;
/** A number with more values is cut into quarters. */
const MAX_VALUES = 20;
const MAX_LENGTH = 80;

/**
 * Returns true when some row has a value in the field. A field that no row has is a typing mistake.
 */
export function isInSomeRow(rows: readonly unknown[], field: string): boolean {
  return rows.some((row) => toSegmentValue(row, field) !== null);
}

/** Returns null when the field has too many values to form segments. */
export function assignSegments(rows: readonly unknown[], field: string): string[] | null {
  const values = rows.map((row) => toSegmentValue(row, field));
  const distinct = new Set(values);
  if (distinct.size <= MAX_VALUES) return values.map(nameOf);
  const numbers = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const isNumeric = values.every((value) => value === null || typeof value === 'number');
  if (!isNumeric) return distinct.size <= MAX_SEGMENTS ? values.map(nameOf) : null;
  const cuts = [0.25, 0.5, 0.75].map((share) => numbers[Math.floor(share * numbers.length)] ?? 0);
  const names = [
    `up to ${cuts[0]}`,
    ...cuts.map((cut, index) =>
      index < 2 ? `above ${cut} up to ${cuts[index + 1]}` : `above ${cut}`,
    ),
  ];
  return values.map((value) => {
    if (typeof value !== 'number') return nameOf(value);
    const above = cuts.filter((cut) => value > cut).length;
    return `${above + 1}: ${names[above]}`;
  });
}

function toSegmentValue(row: unknown, field: string): string | number | boolean | null {
  if (typeof row !== 'object' || row === null || !Object.hasOwn(row, field)) return null;
  const value = (row as Readonly<Record<string, unknown>>)[field];
  const isPlain =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? value : null;
}

function nameOf(value: string | number | boolean | null): string {
  return value === null ? 'missing' : String(value).slice(0, MAX_LENGTH);
}
