// The section of a validation report about groups.

import type { Fairness } from '../../../models/evaluate/fairness.ts';
import { formatIntervalOrNone } from './numbers.ts';
import type { Block } from './report.ts';

export function describeFairness(fairness: Fairness | null): Block[] {
  const title: Block = { kind: 'heading', text: 'Fairness between groups' };
  if (!fairness) {
    const text = 'not_run: the evaluation names no groups (`fairness.groupField`).';
    return [title, { kind: 'text', text }];
  }
  const { groupField, favourable, referenceGroup, groups, withheld, leastRows } = fairness;
  const facts: [string, string][] = [
    ['Groups by', `${groupField}, which is no feature of the version`],
    ['Favourable', favourable === 'flagged' ? 'to be flagged' : 'not to be flagged'],
    ['Reference', referenceGroup ?? 'none'],
    [
      'Withheld',
      `${withheld.groups} groups with ${withheld.rows} rows (fewer than ${leastRows}, or ` +
        'they would reveal such a group)',
    ],
  ];
  const rows = groups.map((group) => [
    group.group,
    String(group.rows),
    String(group.events),
    formatIntervalOrNone(group.favourableRate),
    formatIntervalOrNone(group.truePositiveRate),
    formatIntervalOrNone(group.falsePositiveRate),
    group.group === referenceGroup ? 'reference' : formatIntervalOrNone(group.impactRatio),
    group.fourFifths ?? '',
  ]);
  const columns = [
    ...['Group', 'Rows', 'Events', 'Favourable rate', 'True positives', 'False positives'],
    ...['Impact ratio', 'Four fifths'],
  ];
  return [title, { kind: 'facts', facts }, { kind: 'table', columns, rows }];
}
