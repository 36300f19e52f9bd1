// kill -9 between a change of a balance and its check loses no alert and emits none twice.

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { checkReadings } from '../../../db/alerts/watch.ts';
import { openAccountIn, openCustomer, TENANT } from '../../kit/bank/books.ts';
import { catchUp, openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { createAlertIn, findLowCrossings, readTriggeredBalances } from '../../kit/people/alerts.ts';
import { isDeep } from '../../kit/suite/tier.ts';
import { temporaryFolder } from '../ledger-file.ts';
import type { WatchOrder } from '../watcher.ts';

const WATCHER = fileURLToPath(new URL('../watcher.ts', import.meta.url));
const KILLS = isDeep ? 6 : 3;
const MIN_CROSSINGS = 4;
const LOW_TERMS = { threshold: 400, hysteresis: 50 };

async function startWatcher(watched: WatchOrder): Promise<ChildProcess> {
  const child = fork(WATCHER, { execArgv: [] });
  const nextMessage = () => new Promise((resolve) => child.once('message', resolve));
  await nextMessage();
  child.send(watched);
  await nextMessage();
  return child;
}

test('each crossing of an alert threshold emits one event, whatever process is killed', {
  timeout: 120_000,
}, async () => {
  const file = join(temporaryFolder(), 'ledger.db');
  const ledger = await openTestLedger({ environment: 'sandbox', file });
  onTestFinished(() => ledger.close());
  const customerId = await openCustomer(ledger);
  const from = await openAccountIn(ledger, TENANT, customerId, 1_000);
  const to = await openAccountIn(ledger, TENANT, customerId, 0);
  const low = await createAlertIn(ledger, from, 'low_balance', LOW_TERMS);
  const largeDebit = await createAlertIn(ledger, from, 'large_debit', { threshold: 200 });
  const entriesOf = ledger.database.raw.prepare<
    [string],
    { balance: number; amount: number; direction: string }
  >(
    `SELECT balance_after AS balance, amount, direction FROM entries
     WHERE account_id = ? ORDER BY ledger_sequence`,
  );
  const crossingsOf = (entries: readonly { balance: number }[]) =>
    findLowCrossings(
      entries.map(({ balance }) => balance),
      LOW_TERMS,
    );
  // A slow machine may run few of them at a time.
  for (
    let kill = 0;
    kill < KILLS || crossingsOf(entriesOf.all(from)).length < MIN_CROSSINGS;
    kill++
  ) {
    const child = await startWatcher({ file, from, to });
    await sleep(100 + Math.random() * 400);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    await catchUp(ledger);
  }
  while ((await ledger.run(checkReadings, 100)) > 0);
  const entries = entriesOf.all(from);
  const crossings = crossingsOf(entries);
  expect(await readTriggeredBalances(ledger, low)).toEqual(crossings);
  const debits = entries.filter(({ direction }) => direction === 'debit');
  const amounts = debits.map(({ amount }) => amount).filter((amount) => amount >= 200);
  expect(await readTriggeredBalances(ledger, largeDebit)).toEqual(amounts);
});
