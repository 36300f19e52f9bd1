// The walk over acts that take two people: one person asks for each act, and then tries to be the
// second person too, with another key, by asking again, and through a colleague whose role may not
// approve.

import type { Answer, BankClient } from './client.ts';
import { deployModelAlone } from './own-model.ts';
import { inviteOperator, VICTIM_MARK } from './people.ts';
import { type Attack, type Findings, NO_ADMINS } from './walks.ts';

const ENVIRONMENT = 'sandbox';
const REASON = 'node scripts/attack.ts';
/** In minor units: more than any operator may move alone. */
const AMOUNT_ABOVE_BOUND = 200_000_000_000;

/** An act that one person asks for, with an object made for the act. */
interface Act {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly body: object;
  readonly environment?: 'production';
  /** Id of the object to decide about, when it is not the id in the answer. */
  readonly subject?: string;
  /**
   * Returns true when the act has happened. Left out when only the state of its approval shows it.
   */
  readonly hasHappened?: () => Promise<boolean>;
}

const LOG_KEY = '/v1/ops/log-key/rotate';

/** Tries each act that takes two people with one person. */
export async function attackFourEyes(attack: Attack): Promise<Findings> {
  const { client, admins } = attack;
  if (admins === null) return [NO_ADMINS];
  const [operatorKey] = admins.keys;
  const requester = await inviteOperator(client, admins, [
    ...['payments', 'compliance', 'risk', 'treasury', 'models'],
  ]);
  const unauthorized = await inviteOperator(client, admins, ['viewer', 'support']);
  const second = await inviteOperator(client, admins, ['compliance']);
  if (
    typeof requester === 'string' ||
    typeof unauthorized === 'string' ||
    typeof second === 'string'
  ) {
    return [`no operators could be made: ${requester} ${unauthorized} ${second}`];
  }
  const rotated = await client.call('/v1/ops/operator/key/rotate', {
    key: requester.key,
    body: { overlapHours: 1 },
  });
  const keys = [requester.key, String(rotated.body?.apiKey)];
  const findings: Findings = [];
  // When an operator has already requested a new key, the walk would be the second person.
  const isWaiting = await isKeyRequested(client, operatorKey);
  for (const act of await listActs(attack, requester.key)) {
    if (isWaiting && act.path === LOG_KEY) continue;
    findings.push(
      ...(await tryAlone(client, act, {
        keys,
        unauthorized: unauthorized.key,
        admin: operatorKey,
      })),
    );
  }
  const operatorKeys = {
    requester: requester.key,
    unauthorized: unauthorized.key,
    admin: operatorKey,
    second: second.key,
  };
  findings.push(...(await deployModelAlone(client, operatorKeys)));
  for (const { id } of [requester, unauthorized, second]) {
    const path = `/v1/ops/operators/${id}/disable`;
    await client.call(path, { key: operatorKey, body: { reason: REASON } });
  }
  return findings;
}

async function isKeyRequested(client: BankClient, key: string): Promise<boolean> {
  const path = `/v1/ops/approvals?environment=${ENVIRONMENT}&status=requested&limit=100`;
  const waiting: { request?: { act?: string } }[] = (await client.call(path, { key })).body?.data;
  return (waiting ?? []).some(({ request }) => request?.act === 'log_key_rotation');
}

type CallAsVictim = (path: string, body?: object) => Promise<Answer['body']>;

/** Lists the acts, and makes their objects: accounts of the victim. */
async function listActs({ client, victim }: Attack, key: string): Promise<Act[]> {
  const callAsVictim: CallAsVictim = async (path, body) => {
    const headers: Record<string, string> = { 'idempotency-key': crypto.randomUUID() };
    return (await client.call(path, { key: victim.key, headers, ...(body ? { body } : {}) })).body;
  };
  const person = {
    type: 'individual',
    name: VICTIM_MARK,
    email: 'four@example.com',
    country: 'GB',
  };
  const customerId = (await callAsVictim('/v1/customers', person))?.id;
  const open = { customerId, name: VICTIM_MARK, type: 'checking', currency: 'EUR' };
  const openAccount = async () => String((await callAsVictim('/v1/accounts', open))?.id);
  const [accountId, frozen, low] = [await openAccount(), await openAccount(), await openAccount()];
  await client.call(`/v1/ops/accounts/${frozen}/freeze`, {
    key,
    body: { environment: ENVIRONMENT, reason: 'aml', message: REASON },
  });
  await overdraw(client, callAsVictim, { key, from: low, to: frozen });
  const readAccount = (id: string) => callAsVictim(`/v1/accounts/${id}`);
  const readPosted = async (id: string) => Number((await readAccount(id))?.balance?.posted);
  const before = await readPosted(low);
  const developer = await callAsVictim('/v1/developer');
  const entry = { environment: ENVIRONMENT, direction: 'credit', currency: 'EUR', reason: REASON };
  const { direction: _, ...money } = { ...entry, accountId, amount: AMOUNT_ABOVE_BOUND };
  const hasAccess = async () =>
    (await callAsVictim('/v1/developer'))?.application?.status === 'approved';
  return [
    {
      name: 'production access',
      path: `/v1/ops/applications/${developer?.application?.id}/decision`,
      body: { decision: 'approved', reason: REASON },
      environment: 'production',
      hasHappened: hasAccess,
    },
    {
      name: 'the end of a freeze',
      path: `/v1/ops/accounts/${frozen}/unfreeze`,
      body: { environment: ENVIRONMENT, reason: REASON },
      subject: frozen,
      hasHappened: async () => (await readAccount(frozen))?.status === 'active',
    },
    {
      name: 'an adjustment',
      path: '/v1/ops/adjustments',
      body: { ...entry, accountId, kind: 'goodwill', amount: 100 },
      hasHappened: async () => (await readPosted(accountId)) > 0,
    },
    {
      name: 'a write-off',
      path: '/v1/ops/adjustments',
      body: { ...entry, accountId: low, kind: 'write_off', amount: 100 },
      hasHappened: async () => (await readPosted(low)) > before,
    },
    {
      name: 'money above the bound',
      path: '/v1/ops/deposits?wait=5',
      body: { ...money, externalParty: { name: VICTIM_MARK, method: 'book' } },
      hasHappened: async () => (await readPosted(accountId)) > 0,
    },
    ...listTermActs({ accountId, developerId: developer?.id, account: readAccount }),
  ];
}

interface ActObjects {
  readonly accountId: string;
  readonly developerId: unknown;
  readonly account: (id: string) => Promise<Answer['body']>;
}

/** Lists the acts that change terms and move no money. */
function listTermActs({ accountId, developerId, account }: ActObjects): Act[] {
  return [
    {
      name: 'limits above the bound',
      method: 'PUT',
      path: `/v1/ops/accounts/${accountId}/limits`,
      body: {
        environment: ENVIRONMENT,
        currency: 'EUR',
        daily: AMOUNT_ABOVE_BOUND,
        reason: REASON,
      },
      hasHappened: async () => (await account(accountId))?.limitsConfigured === true,
    },
    {
      name: 'a cap above the bound',
      method: 'PUT',
      path: `/v1/ops/developers/${developerId}/settlement`,
      body: {
        currency: 'EUR',
        prefunded: AMOUNT_ABOVE_BOUND,
        cap: AMOUNT_ABOVE_BOUND,
        reason: REASON,
      },
      environment: 'production',
    },
    {
      name: 'a new log key',
      path: LOG_KEY,
      body: { environment: ENVIRONMENT, reason: REASON },
    },
  ];
}

/** Reverses a deposit that was spent: only a negative balance can be written off. */
async function overdraw(
  client: BankClient,
  callAsVictim: CallAsVictim,
  { key, from, to }: { readonly key: string; readonly from: string; readonly to: string },
): Promise<void> {
  const money = { currency: 'EUR', amount: 500 };
  const externalParty = { name: VICTIM_MARK, method: 'book' };
  const deposit = { type: 'deposit', destinationAccountId: from, externalParty, ...money };
  const { id } = (await callAsVictim('/v1/transactions?wait=5', deposit)) ?? {};
  const sides = { sourceAccountId: from, destinationAccountId: to };
  await callAsVictim('/v1/transactions?wait=5', { type: 'transfer', ...sides, ...money });
  await client.call(`/v1/ops/transactions/${id}/reverse?wait=5`, {
    key,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { environment: ENVIRONMENT, reason: REASON, allowNegativeBalance: true },
  });
}

interface OperatorKeys {
  /** Keys of the person who asks for the acts. */
  readonly keys: readonly string[];
  /** Key of a person whose roles do not permit such acts. */
  readonly unauthorized: string;
  /** Key of an admin, who withdraws the requests. */
  readonly admin: string;
}

/** One person requests an act and tries every way to approve it alone. */
async function tryAlone(
  client: BankClient,
  act: Act,
  { keys, unauthorized, admin }: OperatorKeys,
): Promise<Findings> {
  const { name, method = 'POST', path, body, environment = ENVIRONMENT } = act;
  const request = (key: string) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    return client.call(path, { key, method, body, headers });
  };
  const [first = ''] = keys;
  const answer = await request(first);
  const findingOf = (label: string, { status, text }: Answer) =>
    `${name}: ${label} answered ${status}: ${text.slice(0, 160)}`;
  if (answer.status !== 202) return [findingOf('to ask for it', answer)];
  const subject = act.subject ?? answer.body?.id;
  const decide = (key: string, decision: string) =>
    client.call(`/v1/ops/approvals/${subject}/decision`, {
      key,
      body: { environment, decision, reason: REASON },
    });
  const findings: Findings = [];
  for (const key of keys) {
    const agreed = await decide(key, 'granted');
    if (agreed.status < 400) findings.push(findingOf('to agree to the own request', agreed));
    // A repeated deposit is another request.
    if (path.startsWith('/v1/ops/deposits')) continue;
    const repeated = await request(key);
    if (repeated.status < 400 && repeated.status !== 202)
      findings.push(findingOf('to ask again', repeated));
  }
  for (const answer of [await decide(unauthorized, 'granted'), await request(unauthorized)]) {
    if (answer.status !== 403) findings.push(findingOf('with another role', answer));
  }
  if (await act.hasHappened?.()) findings.push(`${name}: one person got it done`);
  const denied = await decide(admin, 'denied');
  if (denied.status !== 200) findings.push(findingOf('to deny what still waits', denied));
  return findings;
}
