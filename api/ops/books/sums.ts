// Figures of an environment with several ledgers: those of each add up.

import type { DeskFigures } from '../../../ai/serving/performance/desk-figures.ts';
import type { ReviewCounts } from '../../../ai/serving/performance/review-rate.ts';
import type { Verdict } from '../../../db/invariants.ts';
import type { TrialBalanceRow } from '../../../db/journal/trial-balance.ts';
import type { WorkCount } from '../../../db/work/reads.ts';

/** One check of all ledgers holds when it holds in each; examples name their ledger. */
export function sumOfVerdicts(all: readonly (Verdict & { readonly ledger: string })[]): Verdict {
  const [first] = all;
  if (!first) throw new Error('an environment has at least one ledger');
  const checks = first.checks.map((check, index) => {
    const same = all.map(({ ledger, checks: own }) => ({ ledger, check: own[index] ?? check }));
    const violations = same.reduce((sum, one) => sum + one.check.violations, 0);
    const examples = same.flatMap((one) =>
      one.check.examples.map((row) => (all.length === 1 ? row : { ...row, ledger: one.ledger })),
    );
    return { ...check, violations, examples: examples.slice(0, MOST_EXAMPLES) };
  });
  return {
    ok: all.every(({ ok }) => ok),
    checks,
    transactions: sum(all, 'transactions'),
    entries: sum(all, 'entries'),
    durationMs: sum(all, 'durationMs'),
  };
}

const MOST_EXAMPLES = 5;

/** Rows of the same currency and kind become one. */
export function sumOfBalances(all: readonly (readonly TrialBalanceRow[])[]): TrialBalanceRow[] {
  const rows = new Map<string, TrialBalanceRow>();
  for (const row of all.flat()) {
    const key = `${row.currency} ${row.kind}`;
    const known = rows.get(key);
    rows.set(key, known ? add(known, row) : row);
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

function add(one: TrialBalanceRow, other: TrialBalanceRow): TrialBalanceRow {
  return {
    ...one,
    accounts: one.accounts + other.accounts,
    debit: `${BigInt(one.debit) + BigInt(other.debit)}`,
    credit: `${BigInt(one.credit) + BigInt(other.credit)}`,
  };
}

/** What the desk for payments got to look at in all ledgers. */
export function sumOfDesks(all: readonly DeskFigures[]): DeskFigures {
  const counts: Record<keyof ReviewCounts, number> = {
    payments: 0,
    lookedAt: 0,
    confirmed: 0,
    lifted: 0,
    open: 0,
    missed: 0,
  };
  const days = new Map<string, { day: string; payments: number; lookedAt: number }>();
  for (const desk of all) {
    for (const name of Object.keys(counts) as (keyof ReviewCounts)[]) {
      counts[name] += desk.counts[name];
    }
    for (const { day, payments, lookedAt } of desk.days) {
      const known = days.get(day) ?? { day, payments: 0, lookedAt: 0 };
      known.payments += payments;
      known.lookedAt += lookedAt;
      days.set(day, known);
    }
  }
  const waiting = all.map((desk) => desk.waiting);
  const oldest = waiting.flatMap((one) => (one.oldest === null ? [] : [one.oldest]));
  return {
    counts,
    days: [...days.values()].sort((one, other) => one.day.localeCompare(other.day)),
    isWhole: all.every(({ isWhole }) => isWhole),
    waiting: {
      holds: sum(waiting, 'holds'),
      alerts: sum(waiting, 'alerts'),
      oldest: oldest.length === 0 ? null : Math.min(...oldest),
    },
  };
}

/** What waits for a person in each queue of all ledgers. */
export function sumOfWork(all: readonly (readonly WorkCount[])[]): WorkCount[] {
  const [first = []] = all;
  return first.map(({ queue }) => {
    const same = all.flatMap((counts) => counts.filter((one) => one.queue === queue));
    const ages = same.flatMap((one) => (one.oldestSeconds === null ? [] : [one.oldestSeconds]));
    return {
      queue,
      open: sum(same, 'open'),
      unassigned: sum(same, 'unassigned'),
      urgent: sum(same, 'urgent'),
      high: sum(same, 'high'),
      oldestSeconds: ages.length === 0 ? null : Math.max(...ages),
    };
  });
}

/** The sum of one figure. */
export function sum<Name extends string>(
  all: readonly Readonly<Record<Name, number>>[],
  name: Name,
): number {
  return all.reduce((total, one) => total + one[name], 0);
}
