// Instructions in the ledger: they expire, and one commit confirms and executes them.

import { expect, test } from 'vitest';
import { cancelIntent, expireIntents } from '../../../db/intents/acts.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import { acceptTransaction } from '../../../db/money/calls.ts';
import { INTENT_LASTS_MS } from '../../../ledger/intent.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import { causeOf, draftOf, tellerOf } from '../teller.ts';
import { proposeIntent } from './intent-breakages.ts';

test('an expired intent is expired in its row and an event, and moves nothing', async () => {
  const clock = stoppedClock();
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const { raw } = ledger.database;
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute: async (sql: string) => void raw.exec(sql),
  });
  const { tenantId } = teller;
  const customerId = await teller.customer();
  const from = await teller.account({ funds: 100 });
  const to = await teller.account();
  const intentId = await proposeIntent(ledger, { tenantId, customerId, from, to, amount: 5 });
  const draft = draftOf(tenantId, { from, to, amount: 5, intentId, key: intentId });
  // Ids carry the real time, so the instruction ends five minutes after that.
  clock.move(Date.now() - clock.now() + INTENT_LASTS_MS + 1);
  await expect(ledger.run(acceptTransaction, draft)).rejects.toThrow('confirmation_expired');
  const count = raw.prepare('SELECT count(*) FROM transactions WHERE intent_id IS NOT NULL');
  expect(count.pluck().get()).toBe(0);
  expect(await ledger.run(expireIntents, 10)).toBe(1);
  expect(await ledger.run(expireIntents, 10)).toBe(0);
  const steps = raw.prepare('SELECT status FROM intent_steps ORDER BY version').pluck().all();
  expect(steps).toEqual(['parsed', 'requires_confirmation', 'expired']);
  const emitted = raw.prepare("SELECT count(*) FROM events WHERE type = 'intent.expired'");
  expect(emitted.pluck().get()).toBe(1);
  const order = { tenantId, intentId, cause: causeOf() };
  await expect(ledger.run(cancelIntent, order)).rejects.toThrow('expired');
  expect(checkInvariants(raw, clock.now()).ok).toBe(true);
  ledger.close();
});

test('the parsed content of an intent never changes, and no state is skipped', async () => {
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  const { raw } = ledger.database;
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute: async (sql: string) => void raw.exec(sql),
  });
  const { tenantId } = teller;
  const customerId = await teller.customer();
  const [from, to] = [await teller.account({ funds: 100 }), await teller.account()];
  await proposeIntent(ledger, { tenantId, customerId, from, to, amount: 5 });
  for (const change of [
    'amount = 6',
    `destination_account_id = '${from}'`,
    'expires_at = expires_at + 1',
    "operation = '{}'",
    "status = 'executed', transaction_id = 'txn_1'",
    "status = 'declined'",
  ]) {
    expect(() => raw.exec(`UPDATE intents SET ${change}`), change).toThrow();
  }
  expect(() => raw.exec('DELETE FROM intents')).toThrow();
  expect(() => raw.exec('UPDATE intent_steps SET reason = NULL')).toThrow();
  ledger.close();
});
