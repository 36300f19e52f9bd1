// Authorisation, checked for every operation that exists: a new route without a rule fails here.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../../api/kit/operation.ts';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { ALL_SCOPES } from '../../../identity/scopes.ts';
import {
  type Answer,
  hasModule,
  OPERATIONS,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import {
  authorisePayment,
  lockQuote,
  MISSING_IDS,
  makeForSubjects,
  openWallet,
  scheduleTransfer,
  sendBatch,
  waitForLoggedRequest,
  watchBalance,
} from '../../kit/bank/objects-of-each-kind.ts';
import { SINCE_2020 } from '../../kit/money/statements.ts';

let bank: CheckedBank;
let owner: { key: string; developerId: string };
let stranger: { key: string; developerId: string };
/** The owner's objects, by the name of the path parameter that takes each. */
let owned: Record<string, string>;
/** A transaction of the owner that is booked and in a checkpoint. */
let postedId: string;

beforeAll(async () => {
  bank = await openCheckedBank({ webhookAllow: ['127.0.0.0/8'] });
  owner = await register(bank);
  stranger = await register(bank);
  const { key } = owner;
  const { customerId, accountIds } = await openAccounts(bank, key, [10_000, 0]);
  const [accountId = '', otherAccountId = ''] = accountIds;
  const heldPayment = await bank.call('/v1/transactions?wait=10', {
    key,
    body: { ...transferOf(accountId, otherAccountId, 100), capture: 'manual' },
  });
  const events = await bank.call('/v1/events', { key });
  const body = transferOf(accountId, otherAccountId, 1);
  const postedAnswer = await bank.call('/v1/transactions?wait=10', { key, body });
  postedId = postedAnswer.body.id;
  await bank.bank.environments.sandbox.ledger.run(signCheckpoint, null);
  const keys = await bank.call('/v1/developer/keys', { key });
  owned = {
    customerId,
    accountId,
    transactionId: heldPayment.body.id,
    holdId: heldPayment.body.hold.id,
    eventId: events.body.data[0].id,
    keyId: keys.body.data[0].id,
    quoteId: await lockQuote(bank, key),
    walletId: await openWallet(bank, key, customerId),
    paymentId: await authorisePayment(bank, key, { from: accountId, to: otherAccountId }),
    alertId: await watchBalance(bank, key, accountId),
    scheduleId: await scheduleTransfer(bank, key, { from: accountId, to: otherAccountId }),
    batchId: await sendBatch(bank, key, { from: accountId, to: otherAccountId }),
    ...(await makeForSubjects(bank, owner, customerId)),
    requestId: await waitForLoggedRequest(bank, key),
  };
});
afterAll(() => bank.close());

const SIMULATIONS = '/v1/sandbox/simulations';
const isTenants = ({ access }: Operation) => access !== 'public' && access !== 'operator';
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const takesBody = ({ method }: Operation) => ['POST', 'PUT', 'PATCH'].includes(method);
/** Returns the smallest body that the operation accepts before it looks up the id in its path. */
const minimalBody = ({ method, path }: Operation) => {
  if (method === 'PATCH' && path.endsWith('{transactionId}')) return { metadata: {} };
  if (path.endsWith('/alerts')) return { type: 'low_balance', threshold: 1 };
  if (path.endsWith('/documents')) return { documents: [{ type: 'passport', fileId: 'f' }] };
  if (path.endsWith('{intentId}/confirm')) return { confirmationToken: 'cnf_1' };
  if (path.endsWith('/confirm')) return { code: '123456' };
  if (path.endsWith('/credentials')) return { name: 'ada', password: 'Much longer than that' };
  if (path.endsWith('/currencies')) return { currency: 'USD' };
  if (path.endsWith('/expiry')) return { expiresAt: null };
  if (path.endsWith('/inventory'))
    return { owner: 'Ada Lovelace', purpose: 'Tests', materiality: 'low' };
  if (path.endsWith('/score')) return { rows: [{}] };
  if (path.endsWith('/evaluations')) return { ledger: {} };
  if (path.endsWith('/contest')) return { reason: 'Mine.' };
  if (path.endsWith('/outcome'))
    return { outcome: 'performing', observedAt: '2026-01-01T00:00:00Z' };
  if (path.endsWith('}/batches')) return { datasetId: 'upl_06ayx0rw7mf5w0h1y6k2v3c4d5' };
  if (path.endsWith('/limits')) return { currency: 'EUR' };
  if (path.endsWith('/overdraft')) return { enabled: false };
  if (path.endsWith('/replay')) return { status: 'failed' };
  return path.endsWith('/reverse') ? { reason: 'Back.' } : {};
};

function ask(operation: Operation, ids: Record<string, string>, key?: string): Promise<Answer> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'x');
  const query = path.endsWith('/statements') ? `?${SINCE_2020}` : '';
  return bank.call(path + query, {
    method: operation.method,
    ...(key ? { key } : {}),
    ...(takesBody(operation) ? { body: minimalBody(operation) } : {}),
  });
}

const withoutRequest = ({ body }: Answer) => ({ ...body, requestId: '', instance: '' });

describe('every operation', () => {
  it('refuses a caller without a credential with 401, unless the operation is public', async () => {
    await writesNothing(bank, async () => {
      for (const operation of OPERATIONS) {
        const { status, body } = await ask(operation, MISSING_IDS);
        const expected = operation.access === 'public' ? [422, 'validation_failed'] : null;
        expect([status, body.code], nameOf(operation)).toEqual(
          expected ?? [401, 'missing_credentials'],
        );
      }
    });
  });

  it('refuses a key that lacks the scope with 403 before any other check', async () => {
    const narrowKeys = new Map<string, string>();
    // A developer has 20 keys at the most, so each lacks three scopes.
    for (let index = 0; index < ALL_SCOPES.length; index += 3) {
      const lackingScopes = ALL_SCOPES.slice(index, index + 3);
      const answer = await bank.call('/v1/developer/keys', {
        key: owner.key,
        body: {
          name: `All but ${lackingScopes.join(', ')}`,
          environment: 'sandbox',
          scopes: ALL_SCOPES.filter((other) => !lackingScopes.includes(other)),
        },
      });
      for (const scope of lackingScopes) narrowKeys.set(scope, answer.body.apiKey);
    }
    await writesNothing(bank, async () => {
      for (const operation of OPERATIONS.filter(isTenants)) {
        const { status, body } = await ask(operation, owned, narrowKeys.get(operation.access));
        expect([status, body.code], nameOf(operation)).toEqual([403, 'insufficient_scope']);
      }
    });
  });

  it('for developers refuses an operator with 403', async () => {
    await writesNothing(bank, async () => {
      for (const operation of OPERATIONS.filter(isTenants)) {
        const { status, body } = await ask(operation, owned, OPERATOR_KEY);
        expect([status, body.code], nameOf(operation)).toEqual([403, 'insufficient_scope']);
      }
    });
  });

  it('for operators is answered to a developer like an unknown path', async () => {
    const unknownPathProblem = withoutRequest(
      await bank.call('/v1/ops/nothing', { key: owner.key }),
    );
    await writesNothing(bank, async () => {
      for (const operation of OPERATIONS.filter(({ access }) => access === 'operator')) {
        const answer = await ask(operation, owned, owner.key);
        expect(withoutRequest(answer), nameOf(operation)).toEqual(unknownPathProblem);
      }
    });
  });
});

describe("another developer's object", () => {
  // A checkpoint is open to every developer: the log of an environment is the same for all of them.
  // So is a contract: its name is no id of a developer, and the arguments of its functions are
  // tested below.
  const isShared = ({ path }: Operation) => /\{(checkpointId|name)\}/.test(path);
  const withIds = OPERATIONS.filter(
    (operation) => isTenants(operation) && operation.path.includes('{') && !isShared(operation),
  );

  it('is answered like an unknown id, in every path that takes an id', async () => {
    expect(withIds.length).toBeGreaterThan(12);
    await writesNothing(bank, async () => {
      for (const operation of withIds) {
        const foreignAnswer = await ask(operation, owned, stranger.key);
        const missingAnswer = await ask(operation, MISSING_IDS, stranger.key);
        const malformedRequestAnswer = await ask(operation, {}, stranger.key);
        expect(foreignAnswer.status, nameOf(operation)).toBe(404);
        expect(withoutRequest(foreignAnswer), nameOf(operation)).toEqual(
          withoutRequest(missingAnswer),
        );
        expect(withoutRequest(malformedRequestAnswer), nameOf(operation)).toEqual(
          withoutRequest(missingAnswer),
        );
      }
    });
  });

  it('is readable by its owner in all of these paths', async () => {
    for (const operation of withIds.filter(({ method }) => method === 'GET')) {
      // An entry that is not booked is not in the log, not even for its owner.
      const inLog =
        operation.path.startsWith('/v1/blockchain/') || operation.path.endsWith('/proof');
      const ids = inLog ? { ...owned, transactionId: postedId } : owned;
      // The details shown before a confirmation: this transaction does not wait for one.
      const status = operation.path.endsWith('{transactionId}/confirm') ? 409 : 200;
      expect((await ask(operation, ids, owner.key)).status, nameOf(operation)).toBe(status);
    }
  });

  it('is answered with the same headers as an unknown id', async () => {
    const namesOf = (answer: Answer) => [...answer.headers.keys()].sort();
    const path = (id = '') => `/v1/accounts/${id}`;
    const foreignAnswer = await bank.call(path(owned.accountId), { key: stranger.key });
    const missingAnswer = await bank.call(path(MISSING_IDS.accountId), { key: stranger.key });
    expect(namesOf(foreignAnswer)).toEqual(namesOf(missingAnswer));
    expect(foreignAnswer.headers.get('content-length')).toBe(
      missingAnswer.headers.get('content-length'),
    );
  });

  it('appears in no list, whatever the filter or the cursor', async () => {
    const filters = [
      '',
      `?customerId=${owned.customerId}`,
      `?accountId=${owned.accountId}`,
      `?startingAfter=${owned.transactionId}`,
    ];
    for (const filter of filters) {
      const { body } = await bank.call(`/v1/transactions${filter}`, { key: stranger.key });
      expect(body.data, filter).toEqual([]);
    }
    for (const path of [
      '/v1/accounts',
      `/v1/accounts?customerId=${owned.customerId}`,
      `/v1/accounts?startingAfter=${owned.accountId}`,
      '/v1/customers',
      `/v1/customers?startingAfter=${owned.customerId}`,
      '/v1/events',
      '/v1/payments',
      `/v1/payments?startingAfter=${owned.paymentId}`,
      `/v1/payments?accountId=${owned.accountId}`,
      '/v1/wallets',
      `/v1/wallets?startingAfter=${owned.walletId}`,
      ...(owned.endpointId
        ? ['/v1/webhook-endpoints', `/v1/webhook-endpoints?startingAfter=${owned.endpointId}`]
        : []),
      '/v1/transactions/scheduled',
      `/v1/transactions/scheduled?startingAfter=${owned.scheduleId}`,
      '/v1/batches',
      `/v1/batches?startingAfter=${owned.batchId}`,
      ...(owned.executionId
        ? [
            '/v1/blockchain/executions',
            `/v1/blockchain/executions?startingAfter=${owned.executionId}`,
          ]
        : []),
    ]) {
      expect((await bank.call(path, { key: stranger.key })).body.data, path).toEqual([]);
    }
    const keys = await bank.call('/v1/developer/keys', { key: stranger.key });
    expect(keys.body.data.map(({ id }: { id: string }) => id)).not.toContain(owned.keyId);
  });

  it('cannot be named in a body: the answer is that for an unknown id', async () => {
    const ownAccounts = await openAccounts(bank, stranger.key, [500]);
    const [ownAccountId = ''] = ownAccounts.accountIds;
    const makeBodies = (id: string) => [
      transferOf(id, ownAccountId, 5),
      transferOf(ownAccountId, id, 5),
      { type: 'deposit', amount: 5, currency: 'EUR', destinationAccountId: id },
      { type: 'withdrawal', amount: 5, currency: 'EUR', sourceAccountId: id },
    ];
    const settlement = `settlement/EUR/${stranger.developerId}`;
    await writesNothing(bank, async () => {
      for (const id of [owned.accountId ?? '', settlement, owned.customerId ?? '', '\u0000']) {
        for (const [index, body] of makeBodies(id).entries()) {
          const answer = await bank.call('/v1/transactions', { key: stranger.key, body });
          const missingAnswer = await bank.call('/v1/transactions', {
            key: stranger.key,
            body: makeBodies(MISSING_IDS.accountId ?? '')[index],
          });
          expect(answer.body.code).toBe('account_not_found');
          expect(withoutRequest(answer)).toEqual(withoutRequest(missingAnswer));
        }
      }
      const accountFields = { type: 'checking', currency: 'EUR', name: 'Mine' };
      const answers = [owned.customerId, MISSING_IDS.customerId].map((customerId) =>
        bank.call('/v1/accounts', { key: stranger.key, body: { ...accountFields, customerId } }),
      );
      const [foreignAnswer, missingAnswer] = await Promise.all(answers);
      expect(foreignAnswer?.body.code).toBe('customer_not_found');
      // The message quotes the id of the request, and nothing else may differ.
      const quoted = JSON.stringify(withoutRequest(foreignAnswer as Answer));
      const [ownId = '', missingId = ''] = [owned.customerId, MISSING_IDS.customerId];
      expect(JSON.parse(quoted.replaceAll(ownId, missingId))).toEqual(
        withoutRequest(missingAnswer as Answer),
      );
    });
  });

  it('cannot be named in the body of any other operation either', async () => {
    const [ownAccountId = ''] = (await openAccounts(bank, stranger.key, [500])).accountIds;
    const eventId = (await bank.call('/v1/events', { key: stranger.key })).body.data[0].id;
    const transferFields = { type: 'transfer', amount: 1, currency: 'EUR', reference: 'foreign' };
    const scheduleFields = { amount: 1, currency: 'EUR', startDate: '2098-01-01', timezone: 'UTC' };
    const ask = { sourceCurrency: 'EUR', destinationCurrency: 'USD', sourceAmount: 100 };
    const consent = { accepted: true, at: '2026-01-01T00:00:00Z' };
    const overdraftTerms = { enabled: true, mode: 'transfer_from_savings', limit: 0, consent };
    const call = { arguments: [`0x${'11'.repeat(32)}`, 100, 'EUR'] };
    const release = '/v1/blockchain/contracts/escrow/functions/release';
    const listActs = (ids: Record<string, string>): [path: string, body: object][] => {
      const { accountId = '', transactionId, endpointId: webhookEndpointId } = ids;
      const debitSides = { sourceAccountId: accountId, destinationAccountId: ownAccountId };
      const creditSides = { sourceAccountId: ownAccountId, destinationAccountId: accountId };
      return [
        [
          '/v1/transactions/batch',
          { mode: 'atomic', items: [{ ...transferFields, ...debitSides }] },
        ],
        [
          '/v1/transactions/batch',
          { mode: 'best_effort', items: [{ ...transferFields, ...creditSides }] },
        ],
        ['/v1/transactions/scheduled', { ...scheduleFields, ...debitSides }],
        ['/v1/transactions/scheduled', { ...scheduleFields, ...creditSides }],
        [
          `/v1/accounts/${ownAccountId}/overdraft`,
          { ...overdraftTerms, linkedAccountId: accountId },
        ],
        ['/v1/transactions/exchange', { ...ask, ...debitSides }],
        ['/v1/transactions/exchange', { ...ask, ...creditSides }],
        ...(hasModule('webhooks')
          ? ([
              [`/v1/events/${eventId}/resend`, { webhookEndpointId }],
              [`${SIMULATIONS}/webhook-failure`, { webhookEndpointId, kind: 'reset' }],
            ] as [string, object][])
          : []),
        [`${SIMULATIONS}/inbound-transfer`, { accountId, amount: 1, currency: 'EUR' }],
        ...(hasModule('risk')
          ? ([[`${SIMULATIONS}/fraud-hit`, { accountId }]] as [string, object][])
          : []),
        [`${SIMULATIONS}/rail-settle`, { transactionId }],
        [`${SIMULATIONS}/rail-return`, { transactionId, code: 'R01' }],
        [`${SIMULATIONS}/kyc-decision`, { customerId: ids.customerId, decision: 'denied' }],
        ...(hasModule('contracts')
          ? ([
              [`${release}/simulate`, { ...call, transactionId }],
              [`${release}/execute`, { ...call, transactionId }],
            ] as [string, object][])
          : []),
      ];
    };
    await writesNothing(bank, async () => {
      for (const [index, [path, body]] of listActs(owned).entries()) {
        const foreignAnswer = await bank.call(path, { key: stranger.key, body });
        const missingBody = listActs(MISSING_IDS)[index]?.[1];
        const missingAnswer = await bank.call(path, { key: stranger.key, body: missingBody });
        expect(foreignAnswer.body.code, path).toMatch(/_not_found$/);
        expect(withoutRequest(foreignAnswer), path).toEqual(withoutRequest(missingAnswer));
      }
    });
  });
});
