// However late, often and out of order an alert checks the balances of its account, it emits an
// event exactly at the threshold crossings of the versions that it accepts: never twice for one,
// and never for an older one.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkReadings } from '../../../db/alerts/watch.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { openAccountIn, openCustomer, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { createAlertIn, findLowCrossings, readTriggeredBalances } from '../../kit/people/alerts.ts';

let ledger: Ledger;
let customerId: string;
beforeAll(async () => {
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  customerId = await openCustomer(ledger);
});
afterAll(() => ledger.close());

const figure = fc.integer({ min: 80, max: 130 });
/** Which reading arrives next, and how many are evaluated in one step. */
const arrival = fc.record({ which: fc.nat(1_000), together: fc.integer({ min: 1, max: 4 }) });

let nextEventRow = 1_000_000;

function insertReading(accountId: string, version: number, posted: number): void {
  ledger.database.raw
    .prepare(
      `INSERT INTO alert_readings (account_id, watches, balance_version, posted, held,
       pending_in, event_row, at) VALUES (?, 'balance', ?, ?, 0, 0, ?, 0)`,
    )
    .run(accountId, version, posted, nextEventRow++);
}

test('an alert fires once for each crossing of its threshold, whatever readings are late, repeated or overtaken', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(figure, { minLength: 1, maxLength: 20 }),
      fc.array(arrival, { maxLength: 40 }),
      fc.integer({ min: 0, max: 20 }),
      async (figures, arrivals, hysteresis) => {
        const accountId = await openAccountIn(ledger, TENANT, customerId, 500);
        const alertId = await createAlertIn(ledger, accountId, 'low_balance', { hysteresis });
        const first = 1_000;
        let newest = -1;
        const acceptedFigures: number[] = [];
        for (const { which, together } of arrivals) {
          const index = which % figures.length;
          insertReading(accountId, first + index, figures[index] ?? 0);
          if (index > newest) {
            newest = index;
            acceptedFigures.push(figures[index] ?? 0);
          }
          if (together > 2) await ledger.run(checkReadings, together);
        }
        while ((await ledger.run(checkReadings, 3)) > 0);
        const crossings = findLowCrossings(acceptedFigures, { threshold: 100, hysteresis });
        expect(await readTriggeredBalances(ledger, alertId)).toEqual(crossings);
      },
    ),
    { numRuns: 150 },
  );
});
