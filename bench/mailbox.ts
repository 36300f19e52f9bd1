// A ledger with an endpoint and events of its type that were not relayed yet, as after an outage of
// the bank's relay.

import { join } from 'node:path';
import { openSeal } from '../db/kernel/seal.ts';
import { type Ledger, openLedger } from '../db/ledger.ts';
import { openCustomer } from '../test/kit/bank/books.ts';
import { openEndpoint } from '../test/kit/outside/endpoints.ts';

export interface Mailbox {
  readonly ledger: Ledger;
  readonly endpointId: string;
}

export const LOOPBACK = ['127.0.0.0/8'];
/** Event type of the endpoint; the bank itself emits no event of this type. */
export const EVENT_TYPE = ['customer.created'];

/** Opens the sandbox's ledger of a data directory with one endpoint in it. */
export async function openMailbox(
  dataDir: string,
  url: string,
  now?: () => number,
): Promise<Mailbox> {
  const file = join(dataDir, 'sandbox.db');
  const ledger = openLedger({ environment: 'sandbox', file, ...(now ? { now } : {}) });
  const seal = openSeal(null, join(dataDir, 'payload.key'));
  const { id } = await openEndpoint(ledger, seal, { url, events: EVENT_TYPE });
  return { ledger, endpointId: id };
}

/** Writes events, each about another object. */
export async function emit(ledger: Ledger, count: number): Promise<void> {
  const atOnce = 256;
  for (let doneCount = 0; doneCount < count; doneCount += atOnce) {
    const size = Math.min(atOnce, count - doneCount);
    await Promise.all(Array.from({ length: size }, () => openCustomer(ledger)));
  }
}
