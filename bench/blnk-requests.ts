// Requests to Blnk: a hundred accounts with enough money, and transfers between them, each with a
// reference of its own and answered when it is booked. Source: docs.blnkfinance.com.

import { randomUUID } from 'node:crypto';

const ACCOUNTS = 100;
const FUNDS = 1_000_000_000;

interface BlnkRequest {
  readonly path: string;
  readonly body: object;
}

/** The request for a transfer of 5 cents; `skip_queue` answers when the transaction is applied. */
export function blnkTransfer(source: string, destination: string, amount = 5): BlnkRequest {
  const commonFields = { currency: 'EUR', precision: 100, allow_overdraft: true, skip_queue: true };
  const body = { ...commonFields, amount, source, destination, reference: randomUUID() };
  return { path: '/transactions', body: { ...body, description: 'bench' } };
}

/** Opens accounts with money at the Blnk that listens at `url`, and returns their ids. */
export async function openBlnkAccounts(url: string): Promise<string[]> {
  const ledger = await post(url, { path: '/ledgers', body: { name: `bench ${randomUUID()}` } });
  const ids: string[] = [];
  // Sent sequentially, because all accounts are paid from one balance, which Blnk locks.
  while (ids.length < ACCOUNTS) {
    const body = { ledger_id: ledger.ledger_id, currency: 'EUR' };
    const { balance_id: id } = await post(url, { path: '/balances', body });
    await post(url, blnkTransfer('@bench', id, FUNDS));
    ids.push(id);
  }
  return ids;
}

async function post(url: string, { path, body }: BlnkRequest) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as ReturnType<typeof JSON.parse>;
}
