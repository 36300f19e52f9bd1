// Fairness of a version towards groups. The column of groups is named only for the test and is no
// feature. Small groups are withheld: chance or single persons would decide their figures.

import type { Interval } from '../learn/train/bootstrap.ts';
import { wilson, Z95 } from './normal.ts';

/** The outcome that is favourable to a person. */
export const FAVOURABLE = ['not_flagged', 'flagged'] as const;

export interface FairnessOptions {
  readonly groupField: string;
  readonly favourable: (typeof FAVOURABLE)[number];
  /** Null selects the group with the highest favourable rate, as in 29 CFR 1607.4(D). */
  readonly referenceGroup: string | null;
}

export const FOUR_FIFTHS = ['below', 'above', 'unclear'] as const;

export interface GroupFigures {
  readonly group: string;
  readonly rows: number;
  readonly events: number;
  /** Share of the group with the favourable outcome. */
  readonly favourableRate: Interval | null;
  /** Share of the group's events that are flagged, or null when there are too few. */
  readonly truePositiveRate: Interval | null;
  /** Share of the group's other rows that are flagged, or null when there are too few. */
  readonly falsePositiveRate: Interval | null;
  /**
   * The group's favourable rate divided by that of the reference; null for the reference itself.
   */
  readonly impactRatio: Interval | null;
  /** The whole interval compared with four fifths. */
  readonly fourFifths: (typeof FOUR_FIFTHS)[number] | null;
}

export interface Fairness extends Omit<FairnessOptions, 'referenceGroup'> {
  readonly threshold: number;
  /** The reference group; null when every group is withheld. */
  readonly referenceGroup: string | null;
  /** The shown groups, the largest first. */
  readonly groups: readonly GroupFigures[];
  /** The number of withheld groups, and of their rows. */
  readonly withheld: { readonly groups: number; readonly rows: number };
  /** Groups with fewer rows are withheld. */
  readonly leastRows: number;
}

/** Groups with fewer rows are not shown. */
const MIN_ROWS = 50;
/** With fewer events, or fewer other rows, a group has no rate. */
const MIN_ROWS_PER_LABEL = 10;

interface Counts {
  readonly group: string;
  rows: number;
  events: number;
  flagged: number;
  flaggedEvents: number;
}

/** Returns null when the named reference is no group, or a withheld one. */
export function computeFairness(
  scores: Float64Array,
  events: Uint8Array,
  groups: readonly string[],
  { threshold, ...options }: FairnessOptions & { readonly threshold: number },
): Fairness | null {
  const all = countByGroup(scores, events, groups, threshold);
  const { large, held: withheld } = withholdSmallGroups(all);
  const rateOf = (counts: Counts) => countFavourable(counts, options.favourable) / counts.rows;
  const best = large.toSorted((a, b) => rateOf(b) - rateOf(a) || b.rows - a.rows)[0];
  const referenceGroup = options.referenceGroup;
  const reference =
    referenceGroup === null ? best : large.find(({ group }) => group === referenceGroup);
  if (referenceGroup !== null && !reference) return null;
  return {
    groupField: options.groupField,
    favourable: options.favourable,
    threshold,
    referenceGroup: reference?.group ?? null,
    groups: large.map((counts) => measureGroup(counts, reference ?? counts, options.favourable)),
    withheld: { groups: withheld.length, rows: withheld.reduce((sum, { rows }) => sum + rows, 0) },
    leastRows: MIN_ROWS,
  };
}

function countByGroup(
  scores: Float64Array,
  events: Uint8Array,
  groups: readonly string[],
  threshold: number,
): Counts[] {
  const byGroup = new Map<string, Counts>();
  groups.forEach((group, index) => {
    const counts = byGroup.get(group) ?? {
      group,
      rows: 0,
      events: 0,
      flagged: 0,
      flaggedEvents: 0,
    };
    byGroup.set(group, counts);
    const isFlagged = (scores[index] as number) >= threshold;
    counts.rows += 1;
    counts.events += events[index] as number;
    counts.flagged += Number(isFlagged);
    counts.flaggedEvents += Number(isFlagged && events[index] === 1);
  });
  return [...byGroup.values()].sort((a, b) => b.rows - a.rows || (a.group < b.group ? -1 : 1));
}

/**
 * Withholds small groups, then the smallest others until the withheld total is large enough: a
 * small total would reveal the small groups.
 */
function withholdSmallGroups(all: readonly Counts[]) {
  const largeGroups = all.filter(({ rows }) => rows >= MIN_ROWS);
  const smallGroups = all.filter(({ rows }) => rows < MIN_ROWS);
  const sum = () => smallGroups.reduce((total, { rows }) => total + rows, 0);
  while (smallGroups.length > 0 && sum() < MIN_ROWS) {
    const smallest = largeGroups.pop();
    if (!smallest) break;
    smallGroups.push(smallest);
  }
  return { large: largeGroups, held: smallGroups };
}

function countFavourable({ rows, flagged }: Counts, favourable: FairnessOptions['favourable']) {
  return favourable === 'flagged' ? flagged : rows - flagged;
}

function measureGroup(
  counts: Counts,
  reference: Counts,
  favourable: FairnessOptions['favourable'],
): GroupFigures {
  const nonEvents = counts.rows - counts.events;
  const favourableRows = countFavourable(counts, favourable);
  const ratio =
    counts === reference
      ? null
      : ratioOf(
          [favourableRows, counts.rows],
          [countFavourable(reference, favourable), reference.rows],
        );
  const rate = (hits: number, total: number) =>
    total < MIN_ROWS_PER_LABEL ? null : wilson(hits, total);
  return {
    group: counts.group,
    rows: counts.rows,
    events: counts.events,
    favourableRate: wilson(favourableRows, counts.rows),
    truePositiveRate: rate(counts.flaggedEvents, counts.events),
    falsePositiveRate: rate(counts.flagged - counts.flaggedEvents, nonEvents),
    impactRatio: ratio,
    fourFifths: ratio && compareWithFourFifths(ratio),
  };
}

const FAIR_RATIO = 0.8;

function compareWithFourFifths({ low, high }: Interval): (typeof FOUR_FIFTHS)[number] {
  if (high < FAIR_RATIO) return 'below';
  return low >= FAIR_RATIO ? 'above' : 'unclear';
}

/**
 * Returns the ratio of two shares with its interval on the logarithm (Katz 1978), or null when the
 * divisor is zero.
 */
function ratioOf(
  [hits, total]: [number, number],
  [referenceHits, referenceTotal]: [number, number],
): Interval | null {
  if (referenceHits === 0) return null;
  const value = hits / total / (referenceHits / referenceTotal);
  // Adds half a row to each count, because a share of 0 or 1 has no variance.
  const isEdge = hits === 0 || hits === total || referenceHits === referenceTotal;
  const [a, n, b, m] = isEdge
    ? [hits + 0.5, total + 1, referenceHits + 0.5, referenceTotal + 1]
    : [hits, total, referenceHits, referenceTotal];
  const half = Z95 * Math.sqrt(1 / a - 1 / n + 1 / b - 1 / m);
  const middle = a / n / (b / m);
  return {
    value,
    low: Math.min(value, middle * Math.exp(-half)),
    high: Math.max(value, middle * Math.exp(half)),
  };
}
