// Operators are invited, get roles and keys, and are disabled. Every operation of operators is
// called with every role, and an act that needs two operators cannot be carried out by one person.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../../../api/kit/operation.ts';
import { KNOWN_OPERATIONS, OPERATOR_ROLES, rolesOf } from '../../../../identity/operator-roles.ts';
import { MODULES } from '../../../../modules/contents.ts';
import { combineServed } from '../../../../modules/module.ts';
import {
  type Answer,
  hasModule,
  OPERATIONS,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  writesNothing,
} from '../../../kit/bank/checked-bank.ts';
import {
  claimSecondOperatorKey,
  createOperator,
  invite,
  readInvitationCode,
} from '../../../kit/people/operators.ts';

let bank: CheckedBank;
beforeAll(async () => {
  bank = await openCheckedBank();
});
afterAll(() => bank.close());

const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const send = (path: string, body: object, key = OPERATOR_KEY, method = 'POST') =>
  bank.call(path, { key, method, body });
const invitation = (email: string, roles: readonly string[] = ['support']) => ({
  name: 'Grace Hopper',
  email,
  roles,
  reason: 'Joins us',
});

describe('the table of roles', () => {
  const isOperators = ({ access }: Operation) => access === 'operator';
  /** The table is of the whole product; a bank without a subject serves fewer operations. */
  const operators = combineServed(MODULES).operations.filter(isOperators);

  it('has exactly one line for each operation of operators', () => {
    const served = operators.map(({ operationId }) => operationId).sort();
    expect([...KNOWN_OPERATIONS].sort()).toEqual(served);
  });

  it.each(OPERATOR_ROLES)('matches the permissions of %s', async (role) => {
    const { key } = await createOperator(bank, [role]);
    const refusedOperations: string[] = [];
    const ask = async (operation: Operation) => {
      const path = operation.path.replaceAll(/\{\w+\}/g, 'nobody');
      const hasBody = operation.method !== 'GET';
      return bank.call(path, { key, method: operation.method, ...(hasBody ? { body: {} } : {}) });
    };
    // The operation that rotates the operator's own key is left out: the other requests use the key.
    const orderedOperations = OPERATIONS.filter(isOperators).filter(
      ({ operationId }) => operationId !== 'rotateOwnOperatorKey',
    );
    for (const item of orderedOperations) {
      const { status, body } = await ask(item);
      expect(status, item.operationId).not.toBe(401);
      if (body.code === 'role_required') refusedOperations.push(item.operationId);
      else expect(status, item.operationId).not.toBe(403);
    }
    const expected = orderedOperations
      .map(({ operationId }) => operationId)
      .filter((id) => role !== 'admin' && !rolesOf(id)?.includes(role));
    expect(refusedOperations).toEqual(expected);
    const ownAnswer = await bank.call('/v1/ops/operator', { key });
    expect(ownAnswer.body.roles).toEqual([role]);
    for (const id of expected) expect(ownAnswer.body.operations).not.toContain(id);
    const allowed = OPERATIONS.filter(isOperators).filter(({ operationId: id }) => {
      return role === 'admin' || rolesOf(id)?.includes(role);
    });
    expect(ownAnswer.body.operations).toHaveLength(allowed.length);
  });

  it('is checked before the body is read, and a refusal writes nothing', async () => {
    const { key } = await createOperator(bank, ['viewer']);
    await writesNothing(bank, async () => {
      const answer = await send('/v1/ops/operators', { what: 1 }, key);
      expect(outcomeOf(answer)).toEqual([403, 'role_required']);
      expect(answer.body.detail).toContain('admin');
    });
  });
});

describe("an operator's invitation", () => {
  it('yields one key, once, for the code', async () => {
    const { id, invitationCode } = await invite(bank, invitation('once@bank.example', ['risk']));
    const invited = await bank.call(`/v1/ops/operators/${id}`, { key: OPERATOR_KEY });
    expect(invited.body).toMatchObject({ status: 'invited', roles: ['risk'], keys: [] });
    const claims = await Promise.all(
      [1, 2, 3].map(() => bank.call('/v1/ops/operators/claim', { body: { invitationCode } })),
    );
    expect(claims.map(outcomeOf).sort()).toEqual([
      [201, undefined],
      [401, 'invalid_claim_code'],
      [401, 'invalid_claim_code'],
    ]);
    const created = claims.find(({ status }) => status === 201)?.body;
    expect(created).toMatchObject({ id, status: 'active' });
    const ownAnswer = await bank.call('/v1/ops/operator', { key: created.apiKey });
    expect(ownAnswer.body).toMatchObject({ id, roles: ['risk'] });
    const listAnswer = await bank.call('/v1/ops/operators?limit=100', { key: OPERATOR_KEY });
    const text = JSON.stringify([listAnswer.body, ownAnswer.body]);
    for (const secret of [created.apiKey, invitationCode]) expect(text).not.toContain(secret);
    // A used code is not stored anywhere.
    expect(() => readInvitationCode(bank, id)).toThrow('ENOENT');
  });

  it('needs two admins for any roles, and neither of them sees the code', async () => {
    const secondOperatorKey = await claimSecondOperatorKey(bank);
    const body = invitation('seat@bank.example', ['viewer']);
    const loneActs = [
      await send('/v1/ops/operators', body),
      await send('/v1/ops/operators', body),
      await send('/v1/ops/operators', { ...body, email: 'Seat@bank.example' }),
    ];
    expect(loneActs.map(({ status }) => status)).toEqual([202, 409, 409]);
    const listAnswer = await bank.call('/v1/ops/operators?status=invited', { key: OPERATOR_KEY });
    expect(JSON.stringify(listAnswer.body)).not.toContain('seat@bank.example');
    const creationAnswer = await send('/v1/ops/operators', body, secondOperatorKey);
    expect(creationAnswer.body).toMatchObject({ status: 'invited', roles: ['viewer'] });
    const { id } = creationAnswer.body;
    const code = readInvitationCode(bank, id);
    const renewalAnswer = await send(`/v1/ops/operators/${id}/invitation`, { reason: 'Again' });
    expect(renewalAnswer.status).toBe(202);
    // The request of one admin changes nothing: the first code stays valid.
    expect(readInvitationCode(bank, id)).toBe(code);
    const agreementAnswer = await send(
      `/v1/ops/operators/${id}/invitation`,
      { reason: 'Again' },
      secondOperatorKey,
    );
    expect(agreementAnswer.status).toBe(200);
    const audit = await bank.call('/v1/ops/audit?limit=50', { key: OPERATOR_KEY });
    const serialized = JSON.stringify([
      loneActs,
      listAnswer,
      creationAnswer,
      renewalAnswer,
      agreementAnswer,
      audit,
    ]);
    for (const secret of [code, readInvitationCode(bank, id)])
      expect(serialized).not.toContain(secret);
  });

  it('that is renewed voids the earlier code and keys', async () => {
    const invited = await invite(bank, invitation('lost@bank.example'));
    const path = `/v1/ops/operators/${invited.id}/invitation`;
    const second = await claimSecondOperatorKey(bank);
    const renew = async (reason: string) => {
      for (const key of [OPERATOR_KEY, second]) await send(path, { reason }, key);
      return readInvitationCode(bank, invited.id);
    };
    const renewedCode = await renew('Never arrived');
    const claim = (invitationCode: string) =>
      bank.call('/v1/ops/operators/claim', { body: { invitationCode } });
    expect(outcomeOf(await claim(invited.invitationCode))).toEqual([401, 'invalid_claim_code']);
    const { apiKey } = (await claim(renewedCode)).body;
    expect((await bank.call('/v1/ops/operator', { key: apiKey })).status).toBe(200);
    await renew('Lost the key');
    expect(outcomeOf(await bank.call('/v1/ops/operator', { key: apiKey }))).toEqual([
      401,
      'expired_api_key',
    ]);
  });

  it('lets no person become two operators, and names the field at fault', async () => {
    await invite(bank, invitation('twin@bank.example'));
    await writesNothing(bank, async () => {
      for (const email of ['TWIN@bank.example', 'twin+2@bank.example', 'Twin+b@Bank.example']) {
        const repeatedAnswer = await send('/v1/ops/operators', invitation(email));
        expect(outcomeOf(repeatedAnswer)).toEqual([409, 'email_taken']);
        expect(repeatedAnswer.body.errors[0].pointer).toBe('/email');
      }
      const badCases: [object, string][] = [
        [{ email: 'nobody' }, '/email'],
        [{ roles: [] }, '/roles'],
        [{ roles: ['emperor'] }, '/roles/0'],
        [{ name: '  ' }, '/name'],
        [{ reason: '' }, '/reason'],
        [{ key: 'op_mine' }, '/key'],
      ];
      for (const [fields, pointer] of badCases) {
        const body = { ...invitation('new@bank.example'), ...fields };
        const answer = await send('/v1/ops/operators', body);
        expect(outcomeOf(answer), pointer).toEqual([422, 'validation_failed']);
        expect(answer.body.errors[0].pointer).toBe(pointer);
      }
      const unknownIdAnswer = await send(
        '/v1/ops/operators/opr_06ayx0rw7mf5w0h1y6k2v3c4d5/disable',
        {
          reason: 'Who?',
        },
      );
      expect(outcomeOf(unknownIdAnswer)).toEqual([404, 'operator_not_found']);
    });
  });
});

describe('an operator', () => {
  it('who is disabled loses access at once, and regains it when two admins agree', async () => {
    const { id, key } = await createOperator(bank, ['support']);
    await send(`/v1/ops/operators/${id}/disable`, { reason: 'Left us' });
    expect(outcomeOf(await bank.call('/v1/ops/operator', { key }))).toEqual([
      401,
      'invalid_api_key',
    ]);
    // The old keys stay valid; otherwise an admin alone could take over the account of a person who
    // has left.
    const enable = (callerKey: string) =>
      send(`/v1/ops/operators/${id}/enable`, { reason: 'Is back' }, callerKey);
    expect((await enable(OPERATOR_KEY)).status).toBe(202);
    expect(outcomeOf(await enable(OPERATOR_KEY))[0]).toBe(409);
    expect((await bank.call('/v1/ops/operator', { key })).status).toBe(401);
    const enabledAgain = await enable(await claimSecondOperatorKey(bank));
    expect([enabledAgain.status, enabledAgain.body.status]).toEqual([200, 'active']);
    expect((await enable(OPERATOR_KEY)).status).toBe(200);
    expect((await bank.call('/v1/ops/operator', { key })).status).toBe(200);
  });

  it('whose roles change has other permissions with the next request', async () => {
    const { id, key } = await createOperator(bank, ['viewer']);
    const headers = { 'x-audit-reason': 'Call 4711' };
    const list = () => bank.call('/v1/ops/customers?environment=sandbox', { key, headers });
    expect(outcomeOf(await list())).toEqual([403, 'role_required']);
    const body = { roles: ['compliance', 'viewer'], reason: 'Moves on' };
    const changeAnswer = await send(`/v1/ops/operators/${id}`, body, OPERATOR_KEY, 'PATCH');
    expect(changeAnswer.body.roles).toEqual(['compliance', 'viewer']);
    expect((await list()).status).toBe(200);
  });

  it('can rotate the own key, and keeps the same identity with the new key', async () => {
    const { id, key } = await createOperator(bank, ['payments']);
    const rotationAnswer = await send('/v1/ops/operator/key/rotate', { overlapHours: 0 }, key);
    expect(outcomeOf(await bank.call('/v1/ops/operator', { key }))).toEqual([
      401,
      'expired_api_key',
    ]);
    const ownAnswer = await bank.call('/v1/ops/operator', { key: rotationAnswer.body.apiKey });
    expect(ownAnswer.body.id).toBe(id);
    const stored = await send(
      '/v1/ops/operator/key/rotate',
      { overlapHours: 1 },
      rotationAnswer.body.apiKey,
    );
    for (const usedKey of [rotationAnswer.body.apiKey, stored.body.apiKey]) {
      expect((await bank.call('/v1/ops/operator', { key: usedKey })).body.id).toBe(id);
    }
  });
});

describe('the last admin', () => {
  it('can neither be disabled nor lose the role, also by two concurrent requests', async () => {
    const aloneBank = await openCheckedBank();
    try {
      const { id } = (await aloneBank.call('/v1/ops/operator', { key: OPERATOR_KEY })).body;
      const key = await claimSecondOperatorKey(aloneBank);
      const { id: operatorId } = (await aloneBank.call('/v1/ops/operator', { key })).body;
      const reason = 'Both at once';
      const racedActs = await Promise.all([
        aloneBank.call(`/v1/ops/operators/${id}/disable`, { key, body: { reason } }),
        aloneBank.call(`/v1/ops/operators/${operatorId}/disable`, {
          key: OPERATOR_KEY,
          body: { reason },
        }),
      ]);
      // The other one is refused as the last admin, or is no longer an operator.
      expect(racedActs.filter(({ status }) => status === 200)).toHaveLength(1);
      const [remainingId, leftKey] =
        racedActs[0]?.status === 200 ? [operatorId, key] : [id, OPERATOR_KEY];
      const path = `/v1/ops/operators/${remainingId}`;
      const request = [
        await aloneBank.call(`${path}/disable`, { key: leftKey, body: { reason } }),
        await aloneBank.call(path, {
          key: leftKey,
          method: 'PATCH',
          body: { roles: ['viewer'], reason },
        }),
      ];
      for (const answer of request) expect(outcomeOf(answer)).toEqual([409, 'last_admin']);
    } finally {
      await aloneBank.close();
    }
  });
});

describe('an admin', () => {
  const path = '/v1/ops/operators';
  const admin = (email: string) => invitation(email, ['admin']);

  it('is made by two admins; until a second one exists, only by the code of the first start', async () => {
    const aloneBank = await openCheckedBank();
    try {
      for (const body of [admin('a@bank.example'), invitation('b@bank.example', ['viewer'])]) {
        const earlyApproval = await aloneBank.call(path, { key: OPERATOR_KEY, body });
        expect(outcomeOf(earlyApproval)).toEqual([409, 'invalid_state_transition']);
        expect(earlyApproval.body.detail).toContain('code of the first start');
      }
      const { secondCode } = aloneBank.bank.firstAdmins;
      const body = { invitationCode: secondCode };
      const secondAnswer = await aloneBank.call('/v1/ops/operators/claim', { body });
      expect(secondAnswer.body).toMatchObject({
        roles: ['admin'],
        invitedBy: null,
        status: 'active',
      });
      expect(outcomeOf(await aloneBank.call('/v1/ops/operators/claim', { body }))).toEqual([
        401,
        'invalid_claim_code',
      ]);
      const response = await aloneBank.call(path, {
        key: OPERATOR_KEY,
        body: admin('a@bank.example'),
      });
      expect([response.status, response.body.request.act]).toEqual([202, 'admin']);
      const listAnswer = await aloneBank.call(path, { key: OPERATOR_KEY });
      expect(JSON.stringify(listAnswer.body)).not.toContain('a@bank.example');
      // The requester never counts as the second operator.
      expect(
        (await aloneBank.call(path, { key: OPERATOR_KEY, body: admin('a@bank.example') })).status,
      ).toBe(409);
      const answer = await aloneBank.call(path, {
        key: secondAnswer.body.apiKey,
        body: admin('a@bank.example'),
      });
      expect([answer.status, answer.body.roles]).toEqual([201, ['admin']]);
    } finally {
      await aloneBank.close();
    }
  });

  it('is made neither by a role change nor by a new code from a single admin', async () => {
    const second = await claimSecondOperatorKey(bank);
    const { id } = await createOperator(bank, ['support']);
    const body = { roles: ['admin'], reason: 'Moves on' };
    const change = (key: string) => send(`${path}/${id}`, body, key, 'PATCH');
    expect((await change(OPERATOR_KEY)).status).toBe(202);
    expect((await change(second)).body.roles).toEqual(['admin']);
    const renew = (key: string) => send(`${path}/${id}/invitation`, { reason: 'Lost' }, key);
    expect((await renew(OPERATOR_KEY)).status).toBe(202);
    expect((await renew(second)).body).toMatchObject({ status: 'active', keys: [] });
  });

  it.runIf(hasModule('risk'))(
    'cannot give a second approval through a person whom the admin has invited',
    async () => {
      const environment = 'sandbox';
      const { invitationCode } = await invite(
        bank,
        invitation('mine@bank.example', ['payments', 'risk', 'treasury']),
      );
      const claimAnswer = await bank.call('/v1/ops/operators/claim', { body: { invitationCode } });
      const ownKey = claimAnswer.body.apiKey;
      const { key } = await register(bank);
      const [accountId = ''] = (await openAccounts(bank, key, [10_000])).accountIds;
      const pay = (callerKey: string, kind: string, amount: number) =>
        send(
          `/v1/ops/${kind}?wait=10`,
          {
            ...{ environment, accountId, amount, currency: 'EUR', reason: 'By wire' },
            externalParty: { name: 'Example Ltd' },
          },
          callerKey,
        );
      const agree = (id: string, callerKey: string) =>
        send(
          `/v1/ops/approvals/${id}/decision`,
          { environment, decision: 'granted', reason: 'Seen' },
          callerKey,
        );
      for (const [asker, targetId] of [
        [OPERATOR_KEY, ownKey],
        [ownKey, OPERATOR_KEY],
      ] as const) {
        const answer = await pay(asker, 'deposits', 2_000_000);
        expect(answer.body.status).toBe('pending_approval');
        expect(outcomeOf(await agree(answer.body.id, targetId))).toEqual([
          409,
          'invalid_state_transition',
        ]);
        const hit = { accountId, decision: 'block_and_review' };
        await send('/v1/sandbox/simulations/fraud-hit', hit, key);
        const paymentAnswer = await pay(asker, 'withdrawals', 1_000);
        expect(paymentAnswer.body.status, JSON.stringify(paymentAnswer.body)).toBe(
          'pending_review',
        );
        const listAnswer = await bank.call('/v1/ops/reviews?environment=sandbox&status=open', {
          key: OPERATOR_KEY,
        });
        const [{ id: reviewId }] = listAnswer.body.data;
        const review = (verb: string, callerKey: string) =>
          send(`/v1/ops/reviews/${reviewId}/${verb}`, { environment, reason: 'Seen' }, callerKey);
        for (const callerKey of [asker, targetId]) {
          expect(outcomeOf(await review('approve', callerKey))).toEqual([
            409,
            'invalid_state_transition',
          ]);
        }
        expect((await review('reject', targetId)).status).toBe(200);
        const adjustment = {
          ...{ environment, accountId, kind: 'correction', direction: 'credit', amount: 5 },
          ...{ currency: 'EUR', reason: `Booked twice, says ${asker.slice(-4)}` },
        };
        const actAnswer = await send('/v1/ops/adjustments', adjustment, asker);
        expect(outcomeOf(await agree(actAnswer.body.id, targetId))).toEqual([
          409,
          'invalid_state_transition',
        ]);
        const thirdOperatorKey = await claimSecondOperatorKey(bank);
        expect((await agree(actAnswer.body.id, thirdOperatorKey)).status).toBe(200);
        expect((await agree(answer.body.id, thirdOperatorKey)).status).toBe(200);
      }
    },
  );
});

describe('two-person approval', () => {
  it('lifts an aml freeze when an invited person approves', async () => {
    const { key } = await register(bank);
    const [id = ''] = (await openAccounts(bank, key, [0])).accountIds;
    const environment = 'sandbox';
    const freeze = { environment, reason: 'aml', message: 'By law' };
    await send(`/v1/ops/accounts/${id}/freeze`, freeze);
    const answer = await send(`/v1/ops/accounts/${id}/unfreeze`, {
      environment,
      reason: 'Cleared',
    });
    expect(answer.status).toBe(202);
    const decide = (callerKey: string) =>
      send(
        `/v1/ops/approvals/${id}/decision`,
        { environment, decision: 'granted', reason: 'Seen' },
        callerKey,
      );
    const payments = await createOperator(bank, ['payments']);
    expect(outcomeOf(await decide(payments.key))).toEqual([403, 'role_required']);
    const compliance = await createOperator(bank, ['compliance']);
    expect((await decide(compliance.key)).body.account.status).toBe('active');
  });

  it('needs two people: another key of the same person does not count', async () => {
    const asker = await createOperator(bank, ['compliance']);
    const { developerId, key } = await register(bank, { useCase: 'Payouts to sellers' });
    const { application } = (await bank.call('/v1/developer', { key })).body;
    const path = `/v1/ops/applications/${application.id}/decision`;
    const approve = { decision: 'approved', reason: 'Known' };
    const answer = await send(path, approve, asker.key);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      developerId,
      request: { act: 'production_access', objectId: application.id, initiator: asker.id },
    });
    const rotationAnswer = await send(
      '/v1/ops/operator/key/rotate',
      { overlapHours: 1 },
      asker.key,
    );
    for (const ownKey of [asker.key, rotationAnswer.body.apiKey]) {
      const verdict = { environment: 'production', decision: 'granted', reason: 'Me again' };
      const ownAnswer = await send(`/v1/ops/approvals/${answer.body.id}/decision`, verdict, ownKey);
      expect(outcomeOf(ownAnswer)).toEqual([409, 'invalid_state_transition']);
      const repeatedApproval = await send(path, approve, ownKey);
      expect(outcomeOf(repeatedApproval)).toEqual([409, 'invalid_state_transition']);
      expect(repeatedApproval.body.existingId).toBe(answer.body.id);
    }
    const pendingAnswer = await bank.call('/v1/developer', { key });
    expect(pendingAnswer.body.application.status).toBe('pending');
  });

  it('gives a developer access to production, by the same decision or through the approvals', async () => {
    const second = await claimSecondOperatorKey(bank);
    for (const way of ['same', 'approval'] as const) {
      const { key } = await register(bank);
      const { application } = (await bank.call('/v1/developer', { key })).body;
      const path = `/v1/ops/applications/${application.id}/decision`;
      const response = await send(path, { decision: 'approved', reason: 'Known' });
      const list = '/v1/ops/approvals?environment=production&status=requested';
      const openApprovals = (await bank.call(list, { key: second })).body.data;
      expect(openApprovals.map(({ id }: { id: string }) => id)).toContain(response.body.id);
      const verdict = { environment: 'production', decision: 'granted', reason: 'Agreed' };
      const decision = `/v1/ops/approvals/${application.id}/decision`;
      const answer =
        way === 'same'
          ? await send(path, { decision: 'approved', reason: 'Agreed' }, second)
          : await send(decision, verdict, second);
      expect(answer.status).toBe(200);
      const answerAfter = await bank.call('/v1/developer', { key });
      expect(answerAfter.body.application.status).toBe('approved');
      if (way === 'approval') {
        expect(answer.body.request.carriedOutAt).not.toBeNull();
        expect((await send(decision, verdict, second)).body).toEqual(answer.body);
      }
    }
  });

  it('with opposite decisions leaves the application unchanged', async () => {
    const second = await claimSecondOperatorKey(bank);
    const { key } = await register(bank, { useCase: 'Payouts to sellers' });
    const { application } = (await bank.call('/v1/developer', { key })).body;
    const path = `/v1/ops/applications/${application.id}/decision`;
    await send(path, { decision: 'approved' });
    const decision = `/v1/ops/approvals/${application.id}/decision`;
    const denied = { environment: 'production', decision: 'denied', reason: 'Unknown' };
    expect((await send(decision, denied, second)).body.status).toBe('denied');
    const reversedDecision = await send(decision, { ...denied, decision: 'granted' }, second);
    expect(outcomeOf(reversedDecision)).toEqual([409, 'invalid_state_transition']);
    expect((await bank.call('/v1/developer', { key })).body.application.status).toBe('pending');
  });
});
