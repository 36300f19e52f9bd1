// The texts that `npm run crash` prints about recoveries, and the row of a run in the table of runs.

import { expect, test } from 'vitest';
import { formatRecoveries } from './report.ts';
import type { Report } from './run.ts';
import { formatRunRow } from './run-book.ts';

const NO_OUTCOMES = { invoke: 0, ok: 0, fail: 0, unknown: 0 };

function formatLines(recoveries: Report['recoveries']): string[] {
  const duplicates = { sent: 0, cut: 0 };
  return formatRecoveries({ recoveries, counts: NO_OUTCOMES, duplicates, seconds: 1 } as Report);
}

test('the report shows the median and the worst time of each kind, and the distribution of all', () => {
  const bank = [400, 900, 1_500, 4_000].map((ms) => ({ kind: 'bank' as const, ms }));
  const temporal = [700, 25_000].map((ms) => ({ kind: 'temporal' as const, ms }));
  const lines = formatLines([...bank, ...temporal]);
  expect(lines.find((line) => line.startsWith('  bank '))).toMatch(/ 4 +900 ms +4000 ms$/);
  const from = lines.findIndex((line) => line.startsWith('all 6 recoveries'));
  expect(lines[from]).toContain('p50 900 ms, p90 25000 ms, p95 25000 ms, p100 25000 ms');
  const counts = lines.slice(from + 1).map((line) => Number(/(\d+)(?: #+)?$/.exec(line)?.[1]));
  expect(counts).toEqual([1, 2, 1, 0, 1, 0, 0, 1]);
});

test('the report of a run without kills prints no distribution', () => {
  expect(formatLines([])).toHaveLength(1);
});

const RUN = {
  ...{ kills: 200, seed: 7, kinds: null, secondsBetween: 1, clients: 8, accounts: 24 },
  database: 'postgres' as const,
};
const REPORT = {
  ...{ judged: true, faults: 200, acknowledged: 9_000, lost: 1, duplicated: 2, centsOff: 300 },
  ...{ stuck: 4, lostAnswers: 4_100, problems: ['lost: a'], seconds: 3_600 },
} as unknown as Report;
const ORIGIN = { commit: '01234567+', at: new Date('2026-11-29T20:15:30Z') };

test('the line of a run has its seed and all its findings', () => {
  expect(formatRunRow(RUN, REPORT, ORIGIN)).toMatch(
    /^\| 2026-11-29 20:15 \| 01234567\+ \| postgres \| 7 \| 200 \| 8 \| 4100 \| 9000 \| 1 \| 2 \| 4 \| 300 \| 1 \| 60 min, load \d+ on \d+ \|$/,
  );
});

test(
  'the line of an aborted run has no result, and that of a stopped run has its number of ' +
    'faults',
  () => {
    const brokenRow = formatRunRow(RUN, { ...REPORT, judged: false, lost: 0 }, ORIGIN);
    expect(brokenRow.match(/not judged/g)).toHaveLength(4);
    const stopped = formatRunRow(
      { ...RUN, kinds: ['bank', 'bank'] },
      { ...REPORT, faults: 31 },
      ORIGIN,
    );
    expect(stopped).toContain('| 31 of 200 (bank) |');
  },
);
