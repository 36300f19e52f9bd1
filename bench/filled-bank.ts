// A bank with many transactions: batches of 10,000 transfers through its API, so that each has its
// entries, events, decision and leaf. The first account takes part in every second transfer.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const BATCH = 10_000;

export function makeBatch(accounts: readonly string[]) {
  const run = randomUUID();
  const items = Array.from({ length: BATCH }, (_, n) => ({
    type: 'transfer',
    amount: 1,
    currency: 'EUR',
    reference: `${run}-${n}`,
    sourceAccountId: accounts[n % 2 === 0 ? 0 : n % accounts.length || 1],
    destinationAccountId: accounts[(n % 50) + 50 === n % accounts.length ? 1 : (n % 50) + 50],
  }));
  return { mode: 'best_effort', items };
}

interface FilledBank {
  readonly key: string;
  readonly accounts: readonly string[];
}

/** Sends batches one after the other, and waits for the end of each. */
export async function fillBank(
  { url }: { readonly url: string },
  { key, accounts }: FilledBank,
  batches: number,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (let n = 0; n < batches; n++) {
    const body = JSON.stringify(makeBatch(accounts));
    const sent = await fetch(`${url}/v1/transactions/batch`, { method: 'POST', body, headers });
    if (!sent.ok) throw new Error(`a batch: ${sent.status} ${await sent.text()}`);
    const { id } = (await sent.json()) as { id: string };
    for (;;) {
      const answer = await fetch(`${url}/v1/batches/${id}`, { headers });
      if (((await answer.json()) as { status: string }).status === 'completed') break;
      await sleep(250);
    }
  }
}
