// Robust statistics by rank: a single outlier does not change them.

export function sortNumbers(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

/** @param part 0 to 1 */
export function quantile(ordered: readonly number[], part: number): number {
  const position = (ordered.length - 1) * part;
  const low = ordered[Math.floor(position)] ?? 0;
  const high = ordered[Math.ceil(position)] ?? low;
  return low + (high - low) * (position - Math.floor(position));
}

export function computeMedian(values: readonly number[]): number {
  return quantile(sortNumbers(values), 0.5);
}

/** Returns the median distance from the median. */
export function computeSpread(values: readonly number[], middle = computeMedian(values)): number {
  return computeMedian(values.map((value) => Math.abs(value - middle)));
}

/** Factor from the median absolute deviation of normal values to their standard deviation. */
export const NORMAL_FACTOR = 1.4826;

/** Groups items, in the order of the first occurrence of their keys. */
export function groupByKey<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | null,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
