// One of each thing that a developer can have beside customers, accounts and transactions. Each is
// at rest: nothing is written about it later, while a test looks.

import { expect, vi } from 'vitest';
import type { TestBank } from './bank.ts';
import { transferOf } from './door.ts';
import { openReceiver } from './receiver.ts';

/** A quote of EUR in USD that holds for a quarter of an hour. */
export async function lockQuote(bank: TestBank, key: string): Promise<string> {
  const ask = { sourceCurrency: 'EUR', destinationCurrency: 'USD', sourceAmount: 100 };
  const body = { ...ask, lockSeconds: 900 };
  return (await bank.call('/v1/exchange-rates/quotes', { key, body })).body.id;
}

/** A schedule whose time will not come. */
export async function planTransfer(
  bank: TestBank,
  key: string,
  { from, to }: { from: string; to: string },
): Promise<string> {
  const { type: _, ...terms } = transferOf(from, to, 1);
  const body = { ...terms, startDate: '2098-01-01', timezone: 'UTC' };
  return (await bank.call('/v1/transactions/scheduled', { key, body })).body.id;
}

/** An execution that is over: no chain is there to carry one. */
export async function endExecution(bank: TestBank, tenantId: string): Promise<string> {
  const { executions } = bank.bank.desks.sandbox.ledger;
  const accepted = await executions.acceptExecution({
    tenantId,
    contract: 'escrow',
    function: 'dispute',
    arguments: [],
    address: `0x${'11'.repeat(20)}`,
    chainId: 1,
    callData: '0x',
    value: '0',
    gasLimit: 1,
    effect: 'none',
    payment: null,
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_test', requestId: 'req_test', idempotencyKey: null },
  });
  if (accepted.kind !== 'accepted') throw new Error(accepted.kind);
  const { id } = accepted;
  await executions.failExecution({ id, code: 'test', message: 'There is no chain.' });
  return id;
}

/**
 * A delivery that has arrived, of an endpoint that is sent nothing more. The bank has to allow
 * 127.0.0.0/8.
 */
export async function deliverPing(
  bank: TestBank,
  key: string,
): Promise<{ endpointId: string; deliveryId: string }> {
  const receiver = await openReceiver();
  const path = '/v1/webhook-endpoints';
  const body = { url: receiver.url, events: ['account.closed'] };
  const endpointId = (await bank.call(path, { key, body })).body.id;
  await bank.call(`${path}/${endpointId}/ping`, { key, method: 'POST' });
  const ask = () => bank.call(`${path}/${endpointId}/deliveries?status=delivered`, { key });
  await vi.waitFor(async () => expect((await ask()).body.data).toHaveLength(1), 30_000);
  const deliveryId = (await ask()).body.data[0].id;
  const stopped = { key, method: 'PATCH', body: { status: 'disabled' } };
  await bank.call(`${path}/${endpointId}`, stopped);
  await receiver.close();
  return { endpointId, deliveryId };
}
