// Ledgers of others: their requests for a transfer between a hundred accounts with enough money,
// each with an id of its own, each answered when it is booked.

import { randomUUID } from 'node:crypto';

const ACCOUNTS = 100;
const FUNDS = 1_000_000_000;

/** A request with a body. */
export interface PeerRequest {
  readonly path: string;
  readonly body: object;
}

/** Facts of a ledger that are needed to send transfers to it. */
export interface Peer {
  readonly name: string;
  /** Environment variable with its address (the bank refuses unknown ones that begin with KONTOR); behind it, with `_PIDS`, its processes. */
  readonly setting: string;
  /** Opens accounts with money and returns their ids. */
  open(post: (request: PeerRequest) => Promise<ReturnType<typeof JSON.parse>>): Promise<string[]>;
  transfer(source: string, destination: string): PeerRequest;
}

/** Source: docs.blnkfinance.com; `skip_queue` answers when the transaction is applied. */
export const BLNK: Peer = {
  name: 'Blnk',
  setting: 'BENCH_BLNK',
  async open(post) {
    const ledger = await post({ path: '/ledgers', body: { name: `bench ${randomUUID()}` } });
    const ids: string[] = [];
    // One after the other: all of them are paid from one balance, which it locks.
    while (ids.length < ACCOUNTS) {
      const body = { ledger_id: ledger.ledger_id, currency: 'EUR' };
      const { balance_id: id } = await post({ path: '/balances', body });
      await post(blnkTransfer('@bench', id, FUNDS));
      ids.push(id);
    }
    return ids;
  },
  transfer: (source, destination) => blnkTransfer(source, destination, 5),
};

function blnkTransfer(source: string, destination: string, amount: number): PeerRequest {
  const common = { currency: 'EUR', precision: 100, allow_overdraft: true, skip_queue: true };
  const body = { ...common, amount, source, destination, reference: randomUUID() };
  return { path: '/transactions', body: { ...body, description: 'bench' } };
}

const FORMANCE_LEDGER = process.env['BENCH_FORMANCE_LEDGER'] ?? `bench-${randomUUID()}`;
// The load generator inherits it.
process.env['BENCH_FORMANCE_LEDGER'] = FORMANCE_LEDGER;

/** Source: docs.formance.com, ledger v2. */
export const FORMANCE: Peer = {
  name: 'Formance',
  setting: 'BENCH_FORMANCE',
  async open(post) {
    await post({ path: `/v2/${FORMANCE_LEDGER}`, body: {} });
    const ids = Array.from({ length: ACCOUNTS }, (_, n) => `accounts:${n}`);
    for (const id of ids) await post(formanceTransfer('world', id, FUNDS));
    return ids;
  },
  transfer: (source, destination) => formanceTransfer(source, destination, 5),
};

function formanceTransfer(source: string, destination: string, amount: number): PeerRequest {
  const postings = [{ source, destination, amount, asset: 'EUR/2' }];
  const body = { postings, reference: randomUUID(), metadata: {} };
  return { path: `/v2/${FORMANCE_LEDGER}/transactions`, body };
}

/** The peer of a name. @throws Error when there is none */
export function peerNamed(name: string): Peer {
  const found = [BLNK, FORMANCE].find((one) => one.name === name);
  if (found === undefined) throw new Error(`no peer is named ${name}`);
  return found;
}

/** The headers of a request to a peer, with its key where one is set. */
export function headersFor({ setting }: Peer): Record<string, string> {
  const key = process.env[`${setting}_KEY`];
  const keys = key === undefined ? {} : { 'X-Blnk-Key': key, authorization: `Bearer ${key}` };
  return { 'content-type': 'application/json', ...keys };
}

/** Opens accounts with money at a peer and returns their ids. */
export function openAccounts(peer: Peer, url: string): Promise<string[]> {
  return peer.open(async ({ path, body }) => {
    const headers = headersFor(peer);
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  });
}
