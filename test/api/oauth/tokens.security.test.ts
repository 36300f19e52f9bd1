// The operations that a token permits: every operation is called with a customer's token, for
// objects of that customer and of another customer of the same developer.

import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OPEN_TO_CUSTOMERS } from '../../../api/kit/open-to-customers.ts';
import type { Operation } from '../../../api/kit/operation.ts';
import { type Call, OPERATIONS, openTestBank, type TestBank } from '../../kit/bank/bank.ts';
import { transferOf } from '../../kit/bank/checked-bank.ts';
import { findWrongCode, generateCode } from '../../kit/people/mfa.ts';
import {
  type App,
  addApp,
  authorise,
  type Holder,
  openApp,
  openHolder,
} from '../../kit/people/oauth.ts';
import { forgetMovedClock } from '../../kit/suite/moved-clock.ts';

forgetMovedClock();

const ALL_SCOPES =
  'openid customers:read accounts:read transactions:read transactions:write exchange:read';
const SCOPES = ALL_SCOPES.split(' ').slice(1);

let bank: TestBank;
let app: App;
let ada: Holder;
let bob: Holder;
let token: string;
let ids: Record<'ada' | 'bob', Record<string, string>>;

beforeAll(async () => {
  bank = await openTestBank();
  app = await openApp(bank, { scopes: [...SCOPES, 'customers:write', 'kyc:read'] });
  ada = await openHolder(app, [10_000, 500]);
  bob = await openHolder(app, [10_000]);
  const payAs = async (payer: Holder, payee: Holder) => {
    const [accountId = ''] = payer.accountIds;
    const body = {
      ...transferOf(accountId, payee.accountIds[0] ?? '', 25),
      metadata: { note: 'private' },
      reference: `rent of ${payer.customerId}`,
    };
    const answer = await bank.call('/v1/transactions?wait=10', { key: app.key, body });
    expect(answer.status).toBe(201);
    return { customerId: payer.customerId, accountId, transactionId: answer.body.id };
  };
  ids = { ada: await payAs(ada, bob), bob: await payAs(bob, ada) };
  token = (await authorise(app, { ...ada, accountIds: ada.accountIds.slice(0, 1) }, ALL_SCOPES))
    .tokens.access_token;
});
afterAll(() => bank.close());

const withToken = (credential: string, call: Call = {}) =>
  ({ ...call, headers: { authorization: `Bearer ${credential}`, ...call.headers } }) satisfies Call;

/** Returns the smallest request that an operation accepts before it checks who owns the objects. */
function makeMinimalRequest(
  { method, path, operationId }: Operation,
  ownIds: Record<string, string>,
) {
  const to = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ownIds[name] ?? 'x_1');
  const query: Record<string, string> = {
    getStatement: '?from=2026-01-01',
    listTransactions: `?accountId=${ownIds.accountId}`,
  };
  const bodies: Record<string, object> = {
    createTransaction: transferOf(ownIds.accountId ?? '', ids.bob.accountId ?? '', 1),
    confirmTransaction: { code: '123456' },
    passkeyOptions: { customerId: ownIds.customerId, transactionId: ownIds.transactionId },
  };
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const body = bodies[operationId] ?? {};
  return { to: to + (query[operationId] ?? ''), call: { method, ...(hasBody ? { body } : {}) } };
}

/** Operations that concern a payment waiting for its customer. */
const WAITING_OPERATIONS = ['confirmTransaction', 'passkeyOptions'];

const OPEN_OPERATIONS = OPERATIONS.filter(({ operationId }) =>
  OPEN_TO_CUSTOMERS.includes(operationId),
);

describe('every operation, called with the token of a customer', () => {
  it('is in the table of operations open to customers, or is refused', async () => {
    const closedOperations = OPERATIONS.filter(({ access, operationId }) => {
      return access !== 'public' && !OPEN_TO_CUSTOMERS.includes(operationId);
    });
    expect(closedOperations.length).toBeGreaterThan(100);
    for (const item of closedOperations) {
      const { to, call } = makeMinimalRequest(item, ids.ada);
      const { status, body } = await bank.call(to, withToken(token, call));
      const expected =
        item.access === 'operator' ? [404, 'not_found'] : [403, 'insufficient_scope'];
      expect([status, body.code], item.operationId).toEqual(expected);
    }
  });

  it('never shows or changes anything of another customer of the developer', async () => {
    expect(OPEN_OPERATIONS).toHaveLength(OPEN_TO_CUSTOMERS.length);
    const foreignIds = { ...ids.bob, transactionId: await withdrawal(bob) };
    for (const item of OPEN_OPERATIONS) {
      const { to, call } = makeMinimalRequest(item, foreignIds);
      const { status, body } = await bank.call(to, withToken(token, call));
      if (['listAccounts', 'listExchangeRates'].includes(item.operationId)) {
        expect(JSON.stringify(body), item.operationId).not.toContain(ids.bob.accountId);
        continue;
      }
      expect(status, `${item.operationId} ${JSON.stringify(body)}`).toBe(404);
      const text = JSON.stringify({ ...body, instance: '' });
      for (const id of Object.values(foreignIds)) expect(text, item.operationId).not.toContain(id);
    }
  });

  it('answers about the customer’s own objects', async () => {
    for (const item of OPEN_OPERATIONS) {
      const { to, call } = makeMinimalRequest(item, ids.ada);
      const { status, body } = await bank.call(to, withToken(token, call));
      // Operations about a waiting payment answer 409, because no payment waits for its customer.
      const expected = WAITING_OPERATIONS.includes(item.operationId) ? [409] : [200, 201];
      expect(expected, `${item.operationId} ${status} ${JSON.stringify(body)}`).toContain(status);
    }
  });

  it('is refused without its scope', async () => {
    const narrowToken = (await authorise(app, ada, 'openid customers:read')).tokens.access_token;
    for (const item of OPEN_OPERATIONS) {
      if (item.access === 'customers:read') continue;
      const { to, call } = makeMinimalRequest(item, ids.ada);
      const { status, body } = await bank.call(to, withToken(narrowToken, call));
      expect([status, body.code], item.operationId).toEqual([403, 'insufficient_scope']);
    }
  });

  /** Makes a withdrawal, which involves no other customer. Returns its id. */
  async function withdrawal(holder: Holder): Promise<string> {
    const body = {
      type: 'withdrawal',
      amount: 5,
      currency: 'EUR',
      sourceAccountId: holder.accountIds[0],
    };
    return (await bank.call('/v1/transactions?wait=10', { key: app.key, body })).body.id;
  }
});

describe('a customer through an app', () => {
  it("sees only the chosen accounts, even among the customer's own", async () => {
    const [accountId = '', otherAccountId = ''] = ada.accountIds;
    const listAnswer = await bank.call('/v1/accounts', withToken(token));
    expect(listAnswer.body.data.map(({ id }: { id: string }) => id)).toEqual([accountId]);
    const foreignList = await bank.call(
      `/v1/accounts?customerId=${bob.customerId}`,
      withToken(token),
    );
    expect(foreignList.body.data.map(({ id }: { id: string }) => id)).toEqual([accountId]);
    expect((await bank.call(`/v1/accounts/${otherAccountId}`, withToken(token))).status).toBe(404);
    const bothAccounts = `/v1/transactions?accountId=${accountId}&accountId=${bob.accountIds[0]}`;
    expect((await bank.call(bothAccounts, withToken(token))).status).toBeGreaterThanOrEqual(400);
    const transactions = await bank.call('/v1/transactions', withToken(token));
    expect([transactions.status, transactions.body.errors[0].pointer]).toEqual([400, 'accountId']);
  });

  it("sees incoming payments, but not the payer's notes or the risk decision", async () => {
    const path = `/v1/transactions/${ids.bob.transactionId}`;
    const { body } = await bank.call(path, withToken(token));
    expect(body).toMatchObject({ status: 'posted', amount: 25, reference: null, metadata: {} });
    expect([body.risk, body.timeline]).toEqual([null, []]);
    expect((await bank.call(`${path}/timeline`, withToken(token))).status).toBe(404);
    const listAnswer = await bank.call(
      `/v1/transactions?accountId=${ada.accountIds[0]}`,
      withToken(token),
    );
    expect(JSON.stringify(listAnswer.body)).not.toContain(`rent of ${bob.customerId}`);
    expect(JSON.stringify(listAnswer.body)).toContain(`rent of ${ada.customerId}`);
  });

  it('pays from a chosen account only, by transfer, at once', async () => {
    const [from = '', secondAccountId = ''] = ada.accountIds;
    const to = bob.accountIds[0] ?? '';
    const goodTransfer = transferOf(from, to, 10);
    const readRefusal = async (body: object) => {
      const answer = await bank.call('/v1/transactions', withToken(token, { body }));
      return [answer.status, answer.body.errors?.[0]?.pointer];
    };
    expect(await readRefusal({ ...goodTransfer, sourceAccountId: secondAccountId })).toEqual([
      404,
      '/sourceAccountId',
    ]);
    expect(await readRefusal({ ...goodTransfer, sourceAccountId: to })).toEqual([
      404,
      '/sourceAccountId',
    ]);
    expect(await readRefusal({ ...goodTransfer, capture: 'manual' })).toEqual([422, '/capture']);
    const deposit = { type: 'deposit', amount: 5, currency: 'EUR', destinationAccountId: from };
    expect(await readRefusal(deposit)).toEqual([422, '/type']);
    const { status, body } = await bank.call(
      '/v1/transactions?wait=10',
      withToken(token, { body: goodTransfer }),
    );
    expect([status, body.status]).toEqual([201, 'posted']);
  });

  it('has idempotency keys and references that reveal nothing of other customers', async () => {
    const body = transferOf(ids.bob.accountId ?? '', ids.ada.accountId ?? '', 3);
    const headers = { 'idempotency-key': 'shared' };
    await bank.call('/v1/transactions?wait=10', { key: app.key, body, headers });
    const ownTransfer = transferOf(ids.ada.accountId ?? '', ids.bob.accountId ?? '', 3);
    const call = withToken(token, { body: ownTransfer, headers });
    const firstAnswer = await bank.call('/v1/transactions?wait=10', call);
    expect([firstAnswer.status, firstAnswer.headers.get('idempotency-replayed')]).toEqual([
      201,
      null,
    ]);
    const repeatedAnswer = await bank.call('/v1/transactions?wait=10', call);
    expect([repeatedAnswer.body.id, repeatedAnswer.headers.get('idempotency-replayed')]).toEqual([
      firstAnswer.body.id,
      'true',
    ]);
    const takenReferenceBody = { ...ownTransfer, reference: `rent of ${bob.customerId}` };
    const refusedAnswer = await bank.call(
      '/v1/transactions',
      withToken(token, { body: takenReferenceBody }),
    );
    expect([refusedAnswer.status, refusedAnswer.body.existingId]).toEqual([409, undefined]);
  });

  it("confirms a large payment with the customer's own second factor, and a code works once", async () => {
    const { customerId } = ada;
    const enrolment = await bank.call('/v1/auth/mfa/enable', {
      key: app.key,
      body: { customerId },
    });
    const { secret } = enrolment.body;
    const firstCode = { customerId, code: generateCode(secret) };
    await bank.call('/v1/auth/mfa/verify', { key: app.key, body: firstCode });
    const [from = ''] = ada.accountIds;
    await bank.call(`/v1/accounts/${from}/limits`, {
      key: app.key,
      method: 'PUT',
      body: { currency: 'EUR', requireMfaAbove: 50 },
    });
    const body = transferOf(from, bob.accountIds[0] ?? '', 60);
    const answer = await bank.call('/v1/transactions?wait=10', withToken(token, { body }));
    expect([answer.status, answer.body.nextAction?.type], JSON.stringify(answer.body)).toEqual([
      202,
      'mfa',
    ]);
    const path = `/v1/transactions/${answer.body.id}/confirm`;
    const wrongCodeAnswer = await bank.call(
      path,
      withToken(token, { body: { code: findWrongCode(secret) } }),
    );
    expect([wrongCodeAnswer.status, wrongCodeAnswer.body.code]).toEqual([401, 'mfa_invalid']);
    const code = generateCode(secret, 1);
    const finalAnswer = await bank.call(path, withToken(token, { body: { code } }));
    expect([finalAnswer.status, finalAnswer.body.status]).toEqual([201, 'posted']);
    const nextAnswer = await bank.call('/v1/transactions?wait=10', withToken(token, { body }));
    const secondPath = `/v1/transactions/${nextAnswer.body.id}/confirm`;
    const repeatedCodeAnswer = await bank.call(secondPath, withToken(token, { body: { code } }));
    expect([repeatedCodeAnswer.status, repeatedCodeAnswer.body.code]).toEqual([401, 'mfa_invalid']);
  });
});

describe('an access token', () => {
  const ownPath = () => `/v1/customers/${ada.customerId}`;

  it('that is unknown, expired or revoked gives no access', async () => {
    const unknownToken = await bank.call(ownPath(), withToken('a'.repeat(43)));
    expect([unknownToken.status, unknownToken.body.code]).toEqual([401, 'invalid_token']);
    const authorisation = await authorise(app, ada, ALL_SCOPES);
    const endedToken = authorisation.tokens.access_token;
    expect((await bank.call(ownPath(), withToken(endedToken))).status).toBe(200);
    await oidc.tokenRevocation(app.config, endedToken);
    expect((await bank.call(ownPath(), withToken(endedToken))).body.code).toBe('invalid_token');
    const secondAuthorisation = await authorise(app, ada, ALL_SCOPES);
    const page = await secondAuthorisation.browser.get('/oauth/me');
    const [, action = '', csrf = ''] =
      /action="([^"]*withdraw)">\s*<input [^>]*value="([^"]+)"/.exec(page.text) ?? [];
    await secondAuthorisation.browser.post(action, [['csrf', csrf]]);
    expect(
      (await bank.call(ownPath(), withToken(secondAuthorisation.tokens.access_token))).body.code,
    ).toBe('invalid_token');
  });

  it('is refused as expired a quarter of an hour later', async () => {
    const { tokens } = await authorise(app, ada, ALL_SCOPES);
    const realNow = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 15 * 60_000 + 1_000);
    try {
      const answer = await bank.call(ownPath(), withToken(tokens.access_token));
      expect([answer.status, answer.body.code]).toEqual([401, 'expired_token']);
    } finally {
      clock.mockRestore();
    }
    expect((await bank.call(ownPath(), withToken(tokens.access_token))).status).toBe(200);
  });

  it('bound to a key needs a proof for the present request, which works once', async () => {
    const client = await addApp(bank, app.key, { type: 'public', scopes: SCOPES });
    const dpop = oidc.getDPoPHandle(client.config, await oidc.randomDPoPKeyPair());
    const { tokens } = await authorise({ ...client, bank }, ada, ALL_SCOPES, { dpop });
    const url = new URL(bank.url + ownPath());
    let sentHeaders: Headers | null = null;
    client.config[oidc.customFetch] = async (to, init) => {
      sentHeaders = new Headers(init.headers as Record<string, string>);
      return fetch(to, init as RequestInit);
    };
    const ask = () =>
      oidc.fetchProtectedResource(client.config, tokens.access_token, url, 'GET', null, undefined, {
        DPoP: dpop,
      });
    expect((await ask()).status).toBe(200);
    const headers = sentHeaders as unknown as Headers;
    const repeatedProof = {
      dpop: headers.get('dpop') ?? '',
      authorization: `DPoP ${tokens.access_token}`,
    };
    const codeOf = async (path: string, headers: Record<string, string>) =>
      (await bank.call(path, { headers })).body.code;
    expect(await codeOf(ownPath(), repeatedProof)).toBe('invalid_token');
    expect(await codeOf('/v1/accounts', repeatedProof)).toBe('invalid_token');
    const bareHeaders = { authorization: `DPoP ${tokens.access_token}` };
    expect(await codeOf(ownPath(), bareHeaders)).toBe('invalid_token');
    const bearerHeaders = { authorization: `Bearer ${tokens.access_token}` };
    expect(await codeOf(ownPath(), bearerHeaders)).toBe('invalid_token');
    expect(await codeOf(ownPath(), { authorization: `DPoP ${token}` })).toBe('invalid_token');
  });

  it('of an app in its own name acts as the developer, with the scopes of the token', async () => {
    const { access_token: clientToken } = await oidc.clientCredentialsGrant(app.config, {
      scope: 'accounts:read',
    });
    const listAnswer = await bank.call('/v1/accounts', withToken(clientToken));
    expect(listAnswer.body.data).toHaveLength(3);
    expect((await bank.call('/v1/transactions', withToken(clientToken))).body.code).toBe(
      'insufficient_scope',
    );
    const stranger = await openApp(bank);
    const { access_token: foreignToken } = await oidc.clientCredentialsGrant(stranger.config, {
      scope: 'accounts:read',
    });
    expect((await bank.call('/v1/accounts', withToken(foreignToken))).body.data).toEqual([]);
  });

  it('ends when the app is revoked or the sandbox is reset', async () => {
    const app = await openApp(bank);
    const holder = await openHolder(app);
    const { access_token: userToken } = (await authorise(app, holder, 'openid accounts:read'))
      .tokens;
    expect((await bank.call('/v1/accounts', withToken(userToken))).status).toBe(200);
    const resetAnswer = await bank.call('/v1/sandbox/reset', {
      key: app.key,
      body: { confirm: 'reset' },
    });
    expect(resetAnswer.status, JSON.stringify(resetAnswer.body)).toBeLessThan(300);
    expect((await bank.call('/v1/accounts', withToken(userToken))).body.code).toBe('invalid_token');
  });
});
