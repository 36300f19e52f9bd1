// Balance alerts on a ledger below the API, and a naive computation of when each has to be
// triggered.

import type { AlertTerms } from '../../../db/alerts/acts.ts';
import { createAlert } from '../../../db/alerts/acts.ts';
import { listEvents } from '../../../db/events/reads.ts';
import type { Ledger } from '../../../db/ledger.ts';
import type { AlertType } from '../../../ledger/alert.ts';
import { cause, TENANT } from '../bank/books.ts';

const TERMS: AlertTerms = {
  threshold: 100,
  balanceKind: 'available',
  hysteresis: 0,
  firesOn: 'edge',
  channels: [{ type: 'webhook', target: null }],
  cooldownSeconds: 0,
  notifyOnClear: false,
  enabled: true,
  metadata: {},
};

/** Creates an alert and returns its id. */
export async function createAlertIn(
  ledger: Ledger,
  accountId: string,
  type: AlertType,
  terms: Partial<AlertTerms> = {},
): Promise<string> {
  const balanceKind = type === 'low_balance' || type === 'high_balance' ? 'available' : null;
  const outcome = await ledger.run(createAlert, {
    tenantId: TENANT,
    accountId,
    type,
    terms: { ...TERMS, balanceKind, ...terms },
    requestHash: Buffer.alloc(32),
    cause,
  });
  return outcome.id;
}

/** Returns each balance at which an alert was triggered, in the order of the events. */
export async function readTriggeredBalances(ledger: Ledger, alertId: string): Promise<number[]> {
  const emitted: number[] = [];
  for (let afterSequence = 0; ; ) {
    const page = await listEvents(ledger, {
      tenantId: TENANT,
      type: 'balance.alert.triggered',
      objectId: alertId,
      afterSequence,
      limit: 100,
    });
    emitted.push(...page.data.map(({ data }) => data.object.lastValue as number));
    if (!page.hasMore) return emitted;
    afterSequence = page.cursor;
  }
}

/** Returns the balances below a threshold that follow a balance at or above it. */
export function findLowCrossings(
  figures: readonly number[],
  { threshold, hysteresis = 0 }: { threshold: number; hysteresis?: number },
): number[] {
  let isLow = false;
  return figures.filter((figure) => {
    const wasLow = isLow;
    if (figure < threshold) isLow = true;
    else if (figure >= threshold + hysteresis) isLow = false;
    return isLow && !wasLow;
  });
}
