// Events that wait for their receiver: a ledger with an endpoint and so many events that it listens
// to, none of them relayed yet, as a bank finds it that was down while others wrote.

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
/** The endpoint's events; nothing else that the bank does is one of them. */
export const LISTENED = ['customer.created'];

/** Opens the sandbox's ledger of a data directory with one endpoint in it. */
export async function openMailbox(
  dataDir: string,
  url: string,
  now?: () => number,
): Promise<Mailbox> {
  const file = join(dataDir, 'sandbox.db');
  const ledger = openLedger({ environment: 'sandbox', file, ...(now ? { now } : {}) });
  const seal = openSeal(null, join(dataDir, 'payload.key'));
  const { id } = await openEndpoint(ledger, seal, { url, events: LISTENED });
  return { ledger, endpointId: id };
}

/** Writes so many events, each about an object of its own. */
export async function emit(ledger: Ledger, count: number): Promise<void> {
  const abreast = 256;
  for (let done = 0; done < count; done += abreast) {
    const size = Math.min(abreast, count - done);
    await Promise.all(Array.from({ length: size }, () => openCustomer(ledger)));
  }
}
