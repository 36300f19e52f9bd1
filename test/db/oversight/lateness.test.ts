// The wait of the oldest item at each station of a payment, from which alarms are raised; null when
// nothing waits there.

import { expect, test } from 'vitest';
import { relayEvents } from '../../../db/events/relay.ts';
import { openSeal } from '../../../db/kernel/seal.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { settleTransactions } from '../../../db/money/calls.ts';
import { readLateness } from '../../../db/oversight/lateness.ts';
import { openCustomer, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { openEndpoint } from '../../kit/outside/endpoints.ts';
import { openSqliteRig, stoppedClock } from '../sqlite-rig.ts';
import { tellerOf, WORKFLOW } from '../teller.ts';

const MINUTE = 60_000;

test('an accepted transaction counts as late until it is decided', async () => {
  const rig = await openSqliteRig();
  const ledger = rig.people as Ledger;
  const teller = tellerOf(rig);
  const to = await teller.account();
  expect(readLateness(ledger).accepted).toBeNull();
  const id = await teller.accept({ to });
  rig.clock.move(90_000);
  const { accepted } = readLateness(ledger);
  expect(accepted).toBeGreaterThan(60);
  expect(accepted).toBeLessThan(91);
  await rig.store.run(settleTransactions, { ids: [id], workflow: WORKFLOW });
  expect(readLateness(ledger).accepted).toBeNull();
  await rig.close();
});

test('an event counts as late until it is relayed', async () => {
  const clock = stoppedClock();
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const seal = openSeal(Buffer.alloc(32, 1).toString('base64'), '/nowhere');
  const endpoint = { url: 'https://example.com/hook', events: ['customer.created'] };
  await openEndpoint(ledger, seal, { ...endpoint, tenantId: TENANT });
  await ledger.run(relayEvents, 100);
  expect(readLateness(ledger)).toMatchObject({ relay: null });
  await openCustomer(ledger);
  // Ids of events are dated by real time, of which opening the ledger may have taken some.
  const opening = (Date.now() - clock.now()) / 1_000;
  clock.move(2 * MINUTE);
  const { relay } = readLateness(ledger);
  expect(relay).toBeGreaterThan(118 - opening);
  expect(relay).toBeLessThan(130);
  await ledger.run(relayEvents, 100);
  expect(readLateness(ledger).relay).toBeNull();
  ledger.close();
});
