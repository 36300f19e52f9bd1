// Two unrelated developers of the sandbox, and the objects of the first one.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isId } from '../../ledger/id.ts';
import { Stop } from '../say.mjs';
import type { BankClient } from './client.ts';
import { findIds, type Operation } from './operations.ts';

export interface Developer {
  readonly key: string;
  readonly email: string;
}

/** Two admins, who make the bank's operators, and the folder of the operators' codes. */
export interface Admins {
  readonly keys: readonly [string, string];
  readonly dataDir: string;
}

export interface Person {
  readonly id: string;
  readonly key: string;
}

/** Returns an operator with these roles, or the text of the bank's refusal. */
export async function inviteOperator(
  client: BankClient,
  { keys, dataDir }: Admins,
  roles: readonly string[],
): Promise<Person | string> {
  const email = `attack-${crypto.randomUUID()}@example.com`;
  const body = { name: `Attack ${roles[0]}`, email, roles, reason: 'node scripts/attack.ts' };
  let id = '';
  for (const key of keys)
    id = String((await client.call('/v1/ops/operators', { key, body })).body?.id);
  const file = join(dataDir, 'invitations', `${id}.code`);
  const invitationCode = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const claimed = await client.call('/v1/ops/operators/claim', { body: { invitationCode } });
  const key = claimed.body?.apiKey;
  return typeof key === 'string' ? { id, key } : claimed.text;
}

/** Names in the victim's objects, which must be in no answer to another developer. */
export const VICTIM_MARK = 'Victim of the attack';

export async function register(client: BankClient): Promise<Developer> {
  const email = `attack-${crypto.randomUUID()}@example.com`;
  const answer = await client.call('/v1/developer/register', {
    body: { company: VICTIM_MARK, email, country: 'GB' },
  });
  if (answer.status === 202) {
    throw new Stop('the bank mails codes to developers: give two keys with --key and --other-key');
  }
  if (answer.status !== 201) throw new Stop(`no registration: ${answer.status} ${answer.text}`);
  return { key: answer.body.environment.sandbox.apiKey, email };
}

/** Creates one object of each kind that takes one or two calls. */
async function openObjects(client: BankClient, key: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answer = await client.call(path, { key, body, headers });
    // The walk needs a victim with objects: without any it finds nothing.
    if (answer.status >= 300) throw new Stop(`no ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const customer = {
    type: 'individual',
    name: VICTIM_MARK,
    email: 'victim@example.com',
    country: 'GB',
  };
  const { id: customerId } = await post('/v1/customers', customer);
  const account = { customerId, name: VICTIM_MARK, type: 'checking', currency: 'EUR' };
  const openAccount = () => post('/v1/accounts', account);
  const [{ id: from }, { id: to }] = [await openAccount(), await openAccount()];
  const sides = { sourceAccountId: from, destinationAccountId: to, currency: 'EUR' };
  await post('/v1/transactions?wait=5', {
    ...{ type: 'deposit', destinationAccountId: from, currency: 'EUR', amount: 10_000 },
    externalParty: { name: VICTIM_MARK, method: 'book' },
  });
  await post('/v1/transactions?wait=5', { type: 'transfer', amount: 100, ...sides });
  await post('/v1/payments?wait=5', {
    amount: 50,
    ...sides,
    capture: 'manual',
    description: VICTIM_MARK,
  });
  await post('/v1/transactions/scheduled', {
    ...{ amount: 1, ...sides, startDate: '2098-01-01', timezone: 'UTC', description: VICTIM_MARK },
  });
  await post(`/v1/accounts/${from}/alerts`, { type: 'low_balance', threshold: 0 });
  await post('/v1/wallets', { customerId, name: VICTIM_MARK, currencies: ['EUR'] });
  await post('/v1/webhook-endpoints', { url: 'https://example.com/victim', events: ['account.*'] });
  const items = [{ type: 'transfer', amount: 1, reference: 'attack-1', ...sides }];
  await post('/v1/transactions/batch?wait=5', { mode: 'atomic', items });
  await post('/v1/ai/risk-score', { transaction: { type: 'transfer', amount: 5, ...sides } });
}

/**
 * Returns the ids of the objects that the victim can list and that no other tenant has, after
 * creating one object of each kind.
 */
export async function listVictimIds(
  client: BankClient,
  { victim, thief }: { readonly victim: Developer; readonly thief: Developer },
  operations: readonly Operation[],
): Promise<string[]> {
  // All developers see the models of the bank: the thief sees them before the victim has anything.
  const sharedIds = await listIds(client, thief.key, operations);
  await openObjects(client, victim.key);
  // A checkpoint is one of the whole log, and may have been signed meanwhile.
  const isOwn = (id: string) => !sharedIds.has(id) && !isId('checkpoint', id);
  return [...(await listIds(client, victim.key, operations))].filter(isOwn);
}

async function listIds(
  client: BankClient,
  key: string,
  operations: readonly Operation[],
): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { access, method, path } of operations) {
    if (access !== 'developer' || method !== 'GET' || path.includes('{')) continue;
    if (path === '/v1/events/stream') continue;
    const { status, text } = await client.call(path, { key });
    if (status === 200) for (const id of findIds(text)) ids.add(id);
  }
  return ids;
}
