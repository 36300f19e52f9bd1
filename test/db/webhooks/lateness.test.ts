// The wait of the oldest delivery of a webhook, from which alarms are raised.

import { expect, test } from 'vitest';
import { relayEvents } from '../../../db/events/relay.ts';
import { openSeal } from '../../../db/kernel/seal.ts';
import { readLateness } from '../../../db/oversight/lateness.ts';
import { openCustomer, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { openEndpoint } from '../../kit/outside/endpoints.ts';
import { stoppedClock } from '../sqlite-rig.ts';

test('a delivery counts as late until it is sent', async () => {
  const clock = stoppedClock();
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const seal = openSeal(Buffer.alloc(32, 1).toString('base64'), '/nowhere');
  const endpoint = { url: 'https://example.com/hook', events: ['customer.created'] };
  await openEndpoint(ledger, seal, { ...endpoint, tenantId: TENANT });
  await ledger.run(relayEvents, 100);
  expect(readLateness(ledger).delivery).toBeNull();
  await openCustomer(ledger);
  await ledger.run(relayEvents, 100);
  clock.move(3 * 60_000);
  expect(readLateness(ledger).delivery).toBeGreaterThan(178);
  ledger.close();
});
