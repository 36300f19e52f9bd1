// The walks of the attack. Each one reports its attempts and those that succeeded.

import { OPERATOR_ROLES, rolesOf } from '../../identity/operator-roles.ts';
import type { Answer, BankClient } from './client.ts';
import { byPrefix, fillPath, findIds, type Operation } from './operations.ts';
import {
  type Admins,
  type Developer,
  inviteOperator,
  listVictimIds,
  VICTIM_MARK,
} from './people.ts';

export interface Attack {
  readonly client: BankClient;
  readonly operations: readonly Operation[];
  readonly victim: Developer;
  readonly thief: Developer;
  /** Null when the attempts that need an operator are skipped. */
  readonly admins: Admins | null;
}

export const NO_ADMINS =
  'not tried: it takes --operator-key and --second-key of two admins, and --data-dir';

/** Successful attempts; empty when the bank held. */
export type Findings = string[];

const STREAM = '/v1/events/stream';
const isRefused = ({ status }: Answer) => status >= 400 && status < 500;
const describe = (operation: Operation, path: string, { status, text }: Answer) =>
  `${operation.method} ${path} answered ${status}: ${text.slice(0, 160)}`;

function bodyFor({ takesBody, method }: Operation): { readonly body?: object } {
  return takesBody || method === 'POST' ? { body: {} } : {};
}

/** Puts the ids of another developer into every path that takes an id, and reads every list. */
export async function attackTenancy(attack: Attack): Promise<Findings> {
  const { client, operations, victim, thief } = attack;
  const ids = await listVictimIds(client, attack, operations);
  const byNoun = byPrefix(ids);
  const findings: Findings = [];
  // The request log shows the thief's own requests to the thief.
  const paths: string[] = [];
  for (const operation of operations) {
    if (operation.access !== 'developer' || operation.path === STREAM) continue;
    const path = fillPath(operation.path, byNoun);
    paths.push(path);
    const ownPath = operation.path.startsWith('/v1/request-log') ? paths.join() : path;
    const isOfOthers = path !== operation.path && findIds(path).some((id) => ids.includes(id));
    if (!isOfOthers && operation.method !== 'GET') continue;
    const call = { method: operation.method, key: thief.key, ...bodyFor(operation) };
    const answer = await client.call(path, call);
    if (answer.status >= 500) findings.push(describe(operation, path, answer));
    if (isOfOthers && !isRefused(answer)) findings.push(describe(operation, path, answer));
    const leaked = findIds(answer.text).filter((id) => ids.includes(id) && !ownPath.includes(id));
    if (leaked.length > 0) findings.push(`${operation.method} ${path} shows ${leaked.join(', ')}`);
    if (answer.text.includes(victim.email) || answer.text.includes(`${VICTIM_MARK} of `)) {
      findings.push(`${operation.method} ${path} shows the victim`);
    }
  }
  return [...findings, ...(await nameIdsInBodies(attack, byNoun))];
}

/** Puts the accounts and customers of another developer into bodies. */
async function nameIdsInBodies(
  { client, thief }: Attack,
  ids: ReadonlyMap<string, string>,
): Promise<Findings> {
  const [account, customerId] = [ids.get('acc'), ids.get('cust')];
  const sides = { sourceAccountId: account, destinationAccountId: account, currency: 'EUR' };
  const bodies: [string, object][] = [
    ['/v1/transactions', { type: 'transfer', amount: 1, ...sides }],
    ['/v1/transactions', { type: 'withdrawal', amount: 1, ...sides }],
    ['/v1/payments', { amount: 1, ...sides }],
    ['/v1/transactions/scheduled', { amount: 1, ...sides, startDate: '2098-01-01' }],
    ['/v1/transactions/batch', { mode: 'atomic', items: [{ type: 'transfer', ...sides }] }],
    ['/v1/accounts', { customerId, type: 'checking', currency: 'EUR' }],
    ['/v1/wallets', { customerId, name: 'Mine', currencies: ['EUR'] }],
    ['/v1/auth/mfa/enable', { customerId }],
    ['/v1/ai/risk-score', { type: 'transfer', amount: 1, ...sides }],
    ['/v1/ai/aml-monitor', { scope: { customerId } }],
  ];
  const findings: Findings = [];
  for (const [path, body] of bodies) {
    const answer = await client.call(path, { key: thief.key, body });
    if (!isRefused(answer)) findings.push(`POST ${path} with ids of another: ${answer.status}`);
  }
  return findings;
}

/** Sends invalid credentials to every operation that needs a credential. */
export async function attackCredentials({ client, operations, victim }: Attack): Promise<Findings> {
  const findings: Findings = [];
  const fake = `sk_test_${'A'.repeat(39)}`;
  const headers = [
    {},
    { authorization: 'Bearer' },
    { authorization: `bEaReR ${fake}` },
    { authorization: `Bearer op_${'A'.repeat(40)}` },
    { authorization: `Basic ${Buffer.from(`${victim.key}:`).toString('base64')}` },
  ];
  for (const [index, operation] of operations.entries()) {
    if (operation.access === 'public') continue;
    const path = fillPath(operation.path, new Map());
    const call = { method: operation.method, ...bodyFor(operation) };
    const answer = await client.call(path, {
      ...call,
      headers: headers[index % headers.length] ?? {},
    });
    if (answer.status !== 401) findings.push(describe(operation, path, answer));
    if (operation.access !== 'operator') continue;
    const asDeveloper = await client.call(path, { ...call, key: victim.key });
    if (asDeveloper.status !== 404) findings.push(describe(operation, path, asDeveloper));
  }
  return findings;
}

/** Uses a key with one scope in every operation, and asks for a live key with a test key. */
export async function attackScopes({ client, operations, thief }: Attack): Promise<Findings> {
  const findings: Findings = [];
  const scope = 'accounts:read';
  const created = await client.call('/v1/developer/keys', {
    key: thief.key,
    body: { name: 'Narrow', environment: 'sandbox', scopes: [scope] },
  });
  for (const operation of operations) {
    const { access, scopes } = operation;
    if (access !== 'developer' || scopes.length === 0 || scopes.includes(scope)) continue;
    const path = fillPath(operation.path, new Map());
    const call = { method: operation.method, key: created.body.apiKey, ...bodyFor(operation) };
    const answer = await client.call(path, call);
    if (answer.status !== 403) findings.push(describe(operation, path, answer));
  }
  for (const body of [
    { name: 'Live', environment: 'production', scopes: [scope] },
    { name: 'More', environment: 'sandbox', scopes: ['everything:write'] },
  ]) {
    const answer = await client.call('/v1/developer/keys', { key: thief.key, body });
    if (!isRefused(answer)) findings.push(`a test key made ${JSON.stringify(body)}`);
  }
  return findings;
}

/** Calls every operation of operators with every role that may not call it. */
export async function attackRoles({ client, operations, admins }: Attack): Promise<Findings> {
  if (admins === null) return [NO_ADMINS];
  const findings: Findings = [];
  for (const role of OPERATOR_ROLES.filter((role) => role !== 'admin')) {
    const person = await inviteOperator(client, admins, [role]);
    if (typeof person === 'string') return [`no operator could be made: ${person}`];
    const { id, key } = person;
    for (const operation of operations.filter(({ access }) => access === 'operator')) {
      if (rolesOf(operation.id)?.includes(role)) continue;
      const path = fillPath(operation.path, new Map());
      const answer = await client.call(path, {
        method: operation.method,
        key,
        ...bodyFor(operation),
      });
      if (answer.status !== 403) findings.push(`${role}: ${describe(operation, path, answer)}`);
    }
    const disablePath = `/v1/ops/operators/${id}/disable`;
    await client.call(disablePath, {
      key: admins.keys[0],
      body: { reason: 'node scripts/attack.ts' },
    });
  }
  return findings;
}
