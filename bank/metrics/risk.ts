// Metrics of the payments that risk rules send to review: their share of the last day with its
// confidence interval, the alarm, and the waiting reviews.

import { Gauge, type Registry } from 'prom-client';
import { judgeReviewRate } from '../../ai/serving/performance/review-rate.ts';
import type { Ledger } from '../../db/ledger.ts';
import { decisionsByKind, openReviews } from '../../db/risk/outcomes.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { firstIdAt } from '../../ledger/id.ts';
import { wilson } from '../../models/evaluate/normal.ts';
import type { Interval } from '../../models/learn/train/bootstrap.ts';
import { LEDGER_LABELS, labelsOf } from './labels.ts';

/** Maximum number of payments that are counted, newest first. */
const MAX_PAYMENTS = 10_000;
/** Time for which a reading is reused, because it takes some milliseconds. */
const CACHE_MS = 60_000;

interface Reading {
  readonly at: number;
  readonly payments: number;
  readonly rate: Interval | null;
}

/** Adds the gauges; `ledgers` is called at every collection. */
export function riskGauges(registry: Registry, ledgers: () => readonly Ledger[]): void {
  const cache = new Map<Ledger, Reading>();
  function readRate(ledger: Ledger): Reading {
    const last = cache.get(ledger);
    const now = Date.now();
    if (last && now - last.at < CACHE_MS) return last;
    const from = firstIdAt('riskDecision', now - DAY_MS);
    const kinds = decisionsByKind(ledger.database, { from, limit: MAX_PAYMENTS });
    const payments = [...kinds.values()].reduce((sum, count) => sum + count, 0);
    const rate = wilson(payments - (kinds.get('approve') ?? 0), payments);
    const sample = { at: now, payments, rate };
    cache.set(ledger, sample);
    return sample;
  }
  const gauge = (
    name: string,
    help: string,
    labels: string[],
    collect: (to: Gauge, ledger: Ledger) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [...LEDGER_LABELS, ...labels],
      registers: [registry],
      collect() {
        for (const ledger of ledgers()) collect(this, ledger);
      },
    });
  gauge(
    'kontor_risk_review_rate',
    'Share of the payments of 24 hours, at most the newest 10000, that were reviewed, held or ' +
      'declined: the value, and the ends of its 95 % interval.',
    ['bound'],
    (to, ledger) => {
      const { rate } = readRate(ledger);
      if (rate === null) return;
      const labels = labelsOf(ledger);
      for (const boundName of ['value', 'low', 'high'] as const) {
        to.set({ ...labels, bound: boundName }, rate[boundName]);
      }
    },
  );
  gauge(
    'kontor_risk_review_alarm',
    '1 when that share is above 0.03 beyond what chance explains.',
    [],
    (to, ledger) => {
      const { rate, payments } = readRate(ledger);
      const isRaised = judgeReviewRate(rate, payments) === 'raised';
      to.set(labelsOf(ledger), isRaised ? 1 : 0);
    },
  );
  gauge(
    'kontor_risk_open_reviews',
    'Held payments and alerts without a decision.',
    ['kind'],
    (to, ledger) => {
      const { holds, alerts } = openReviews(ledger.database);
      const labels = labelsOf(ledger);
      to.set({ ...labels, kind: 'hold' }, holds);
      to.set({ ...labels, kind: 'alert' }, alerts);
    },
  );
}
