// The recoveries as `npm run crash` prints them.

import { expect, test } from 'vitest';
import { recoveryTable } from './report.ts';
import type { Report } from './run.ts';

const NOTHING = { invoke: 0, ok: 0, fail: 0, unknown: 0 };

function linesOf(recoveries: Report['recoveries']): string[] {
  const duplicates = { sent: 0, cut: 0 };
  return recoveryTable({ recoveries, counts: NOTHING, duplicates, seconds: 1 } as Report);
}

test('the report shows the median and the worst time of each kind, and the distribution of all', () => {
  const bank = [400, 900, 1_500, 4_000].map((ms) => ({ kind: 'bank' as const, ms }));
  const temporal = [700, 25_000].map((ms) => ({ kind: 'temporal' as const, ms }));
  const lines = linesOf([...bank, ...temporal]);
  expect(lines.find((line) => line.startsWith('  bank '))).toMatch(/ 4 +900 ms +4000 ms$/);
  const from = lines.findIndex((line) => line.startsWith('all 6 recoveries'));
  expect(lines[from]).toContain('p50 900 ms, p90 25000 ms, p95 25000 ms, p100 25000 ms');
  const counts = lines.slice(from + 1).map((line) => Number(/(\d+)(?: #+)?$/.exec(line)?.[1]));
  expect(counts).toEqual([1, 2, 1, 0, 1, 0, 0, 1]);
});

test('the report of a run without kills prints no distribution', () => {
  expect(linesOf([])).toHaveLength(1);
});
