// Counts the planted frauds that the analysis of behaviour finds, and the honest customers that it
// flags: each customer's last 30 days are compared with the time before.

import { judgeBehaviour } from '../../ai/insight/behaviour.ts';
import { buildBooks } from '../../ai/insight/books.ts';
import { DAY } from '../../models/learn/simulator/world.ts';
import { makeOrder } from './orders.ts';
import { round } from './recurring.ts';
import type { WorldBooks } from './world-books.ts';

const PERIOD = 30 * DAY;

export function measureBehaviour({ books, end }: WorldBooks) {
  let [customers, robbed, counts, reviewed, honest, alarms, reviews] = [0, 0, 0, 0, 0, 0, 0];
  let [payments, stolen, pointed] = [0, 0, 0];
  const kinds: Record<string, { payments: number; shown: number }> = {};
  // Periods of 30 days, the latest first; each needs a history before it.
  for (const weeksBack of [0, 1, 2, 3]) {
    for (const book of books) {
      const to = end - weeksBack * PERIOD;
      const rows = book.rows.filter(({ postedAt }) => postedAt < to);
      const order = { ...makeOrder(to - 1, book), period: { from: to - PERIOD, to } };
      const judged = judgeBehaviour(buildBooks(order, rows));
      if (judged.anomalyScore === null || judged.level === null) continue;
      customers += 1;
      const thefts = judged.inPeriod.filter((movement) => book.fraud.has(movement.transactionId));
      const evidence = new Set(judged.anomalies.flatMap((anomaly) => anomaly.evidence));
      payments += judged.inPeriod.length;
      stolen += thefts.length;
      pointed += thefts.filter((theft) => evidence.has(theft.transactionId)).length;
      for (const { transactionId } of thefts) {
        const name = book.fraud.get(transactionId) ?? '';
        const kind = kinds[name] ?? { payments: 0, shown: 0 };
        kinds[name] = kind;
        kind.payments += 1;
        kind.shown += evidence.has(transactionId) ? 1 : 0;
      }
      const isAlarm = judged.level !== 'low';
      const isReview = judged.level === 'high' || judged.level === 'critical';
      if (thefts.length > 0) {
        robbed += 1;
        if (isAlarm && thefts.some((theft) => evidence.has(theft.transactionId))) counts += 1;
        if (isReview && thefts.some((theft) => evidence.has(theft.transactionId))) reviewed += 1;
      } else if (!book.isMule) {
        honest += 1;
        if (isAlarm) alarms += 1;
        if (isReview) reviews += 1;
      }
    }
  }
  return {
    measure: 'behaviour, customer-months',
    ...{ customers, robbed, honest },
    recall: { medium: round(counts / robbed), high: round(reviewed / robbed) },
    falseAlarms: { medium: round(alarms / honest), high: round(reviews / honest) },
    payments: { all: payments, stolen, withEvidence: pointed },
    kinds,
  };
}
