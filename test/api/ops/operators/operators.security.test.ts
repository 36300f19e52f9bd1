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
const makeInvitation = (email: string, roles: readonly string[] = ['support']) => ({
  name: 'Grace Hopper',
  email,
  roles,
  reason: 'Joins us',
});

describe('the table of roles', () => {
  const isOperators = ({ access }: Operation) => access === 'operator';
  /**
   * All operations for operators. A bank without some of the modules serves fewer than the table
   * has.
   */
  const operatorOperations = combineServed(MODULES).operations.filter(isOperators);

  it('has exactly one line for each operation of operators', () => {
    const servedIds = operatorOperations.map(({ operationId }) => operationId).sort();
    expect([...KNOWN_OPERATIONS].sort()).toEqual(servedIds);
  });

  it.each(OPERATOR_ROLES)('matches the permissions of %s', async (role) => {
    const { key } = await createOperator(bank, [role]);
    const refusedOperations: string[] = [];
    const callOperation = async (operation: Operation) => {
      const path = operation.path.replaceAll(/\{\w+\}/g, 'nobody');
      const hasBody = operation.method !== 'GET';
      return bank.call(path, { key, method: operation.method, ...(hasBody ? { body: {} } : {}) });
    };
    // The operation that rotates the operator's own key is left out: the other requests use the
    // key.
    const testedOperations = OPERATIONS.filter(isOperators).filter(
      ({ operationId }) => operationId !== 'rotateOwnOperatorKey',
    );
    for (const operation of testedOperations) {
      const { status, body } = await callOperation(operation);
      expect(status, operation.operationId).not.toBe(401);
      if (body.code === 'role_required') refusedOperations.push(operation.operationId);
      else expect(status, operation.operationId).not.toBe(403);
    }
    const expectedRefusals = testedOperations
      .map(({ operationId }) => operationId)
      .filter((id) => role !== 'admin' && !rolesOf(id)?.includes(role));
    expect(refusedOperations).toEqual(expectedRefusals);
    const ownAnswer = await bank.call('/v1/ops/operator', { key });
    expect(ownAnswer.body.roles).toEqual([role]);
    for (const id of expectedRefusals) expect(ownAnswer.body.operations).not.toContain(id);
    const allowedOperations = OPERATIONS.filter(isOperators).filter(({ operationId: id }) => {
      return role === 'admin' || rolesOf(id)?.includes(role);
    });
    expect(ownAnswer.body.operations).toHaveLength(allowedOperations.length);
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
  it('yields one key for its code, however often the code is claimed', async () => {
    const { id, invitationCode } = await invite(
      bank,
      makeInvitation('once@bank.example', ['risk']),
    );
    const invitedAnswer = await bank.call(`/v1/ops/operators/${id}`, { key: OPERATOR_KEY });
    expect(invitedAnswer.body).toMatchObject({ status: 'invited', roles: ['risk'], keys: [] });
    const claims = await Promise.all(
      [1, 2, 3].map(() => bank.call('/v1/ops/operators/claim', { body: { invitationCode } })),
    );
    expect(claims.map(outcomeOf).sort()).toEqual([
      [201, undefined],
      [401, 'invalid_claim_code'],
      [401, 'invalid_claim_code'],
    ]);
    const claimedOperator = claims.find(({ status }) => status === 201)?.body;
    expect(claimedOperator).toMatchObject({ id, status: 'active' });
    const ownAnswer = await bank.call('/v1/ops/operator', { key: claimedOperator.apiKey });
    expect(ownAnswer.body).toMatchObject({ id, roles: ['risk'] });
    const listAnswer = await bank.call('/v1/ops/operators?limit=100', { key: OPERATOR_KEY });
    const text = JSON.stringify([listAnswer.body, ownAnswer.body]);
    for (const secret of [claimedOperator.apiKey, invitationCode])
      expect(text).not.toContain(secret);
    // A used code is not stored anywhere.
    expect(() => readInvitationCode(bank, id)).toThrow('ENOENT');
  });

  it('needs two admins, whatever the roles, and no answer to either of them has the code', async () => {
    const secondOperatorKey = await claimSecondOperatorKey(bank);
    const body = makeInvitation('seat@bank.example', ['viewer']);
    const actsOfOneAdmin = [
      await send('/v1/ops/operators', body),
      await send('/v1/ops/operators', body),
      await send('/v1/ops/operators', { ...body, email: 'Seat@bank.example' }),
    ];
    expect(actsOfOneAdmin.map(({ status }) => status)).toEqual([202, 409, 409]);
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
      actsOfOneAdmin,
      listAnswer,
      creationAnswer,
      renewalAnswer,
      agreementAnswer,
      audit,
    ]);
    for (const secret of [code, readInvitationCode(bank, id)])
      expect(serialized).not.toContain(secret);
  });

  it('that is renewed invalidates the earlier code and the earlier keys', async () => {
    const invitedOperator = await invite(bank, makeInvitation('lost@bank.example'));
    const path = `/v1/ops/operators/${invitedOperator.id}/invitation`;
    const secondOperatorKey = await claimSecondOperatorKey(bank);
    const renew = async (reason: string) => {
      for (const key of [OPERATOR_KEY, secondOperatorKey]) await send(path, { reason }, key);
      return readInvitationCode(bank, invitedOperator.id);
    };
    const renewedCode = await renew('Never arrived');
    const claim = (invitationCode: string) =>
      bank.call('/v1/ops/operators/claim', { body: { invitationCode } });
    expect(outcomeOf(await claim(invitedOperator.invitationCode))).toEqual([
      401,
      'invalid_claim_code',
    ]);
    const { apiKey } = (await claim(renewedCode)).body;
    expect((await bank.call('/v1/ops/operator', { key: apiKey })).status).toBe(200);
    await renew('Lost the key');
    expect(outcomeOf(await bank.call('/v1/ops/operator', { key: apiKey }))).toEqual([
      401,
      'expired_api_key',
    ]);
  });

  it('lets no person become two operators, and names the field at fault', async () => {
    await invite(bank, makeInvitation('twin@bank.example'));
    await writesNothing(bank, async () => {
      for (const email of ['TWIN@bank.example', 'twin+2@bank.example', 'Twin+b@Bank.example']) {
        const repeatedAnswer = await send('/v1/ops/operators', makeInvitation(email));
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
        const body = { ...makeInvitation('new@bank.example'), ...fields };
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
    const enableAnswer = await enable(await claimSecondOperatorKey(bank));
    expect([enableAnswer.status, enableAnswer.body.status]).toEqual([200, 'active']);
    expect((await enable(OPERATOR_KEY)).status).toBe(200);
    expect((await bank.call('/v1/ops/operator', { key })).status).toBe(200);
  });

  it('whose roles change has other permissions with the next request', async () => {
    const { id, key } = await createOperator(bank, ['viewer']);
    const headers = { 'x-audit-reason': 'Call 4711' };
    const listCustomers = () =>
      bank.call('/v1/ops/customers?environment=sandbox', { key, headers });
    expect(outcomeOf(await listCustomers())).toEqual([403, 'role_required']);
    const body = { roles: ['compliance', 'viewer'], reason: 'Moves on' };
    const changeAnswer = await send(`/v1/ops/operators/${id}`, body, OPERATOR_KEY, 'PATCH');
    expect(changeAnswer.body.roles).toEqual(['compliance', 'viewer']);
    expect((await listCustomers()).status).toBe(200);
  });

  it('can rotate the own key, and the new key belongs to the same operator', async () => {
    const { id, key } = await createOperator(bank, ['payments']);
    const rotationAnswer = await send('/v1/ops/operator/key/rotate', { overlapHours: 0 }, key);
    expect(outcomeOf(await bank.call('/v1/ops/operator', { key }))).toEqual([
      401,
      'expired_api_key',
    ]);
    const ownAnswer = await bank.call('/v1/ops/operator', { key: rotationAnswer.body.apiKey });
    expect(ownAnswer.body.id).toBe(id);
    const secondRotation = await send(
      '/v1/ops/operator/key/rotate',
      { overlapHours: 1 },
      rotationAnswer.body.apiKey,
    );
    for (const usedKey of [rotationAnswer.body.apiKey, secondRotation.body.apiKey]) {
      expect((await bank.call('/v1/ops/operator', { key: usedKey })).body.id).toBe(id);
    }
  });
});

describe('the last admin', () => {
  it('can neither be disabled nor lose the role, even when two admins disable each other at once', async () => {
    const otherBank = await openCheckedBank();
    try {
      const { id: firstAdminId } = (await otherBank.call('/v1/ops/operator', { key: OPERATOR_KEY }))
        .body;
      const secondAdminKey = await claimSecondOperatorKey(otherBank);
      const { id: secondAdminId } = (
        await otherBank.call('/v1/ops/operator', { key: secondAdminKey })
      ).body;
      const reason = 'Both at once';
      const disableAnswers = await Promise.all([
        otherBank.call(`/v1/ops/operators/${firstAdminId}/disable`, {
          key: secondAdminKey,
          body: { reason },
        }),
        otherBank.call(`/v1/ops/operators/${secondAdminId}/disable`, {
          key: OPERATOR_KEY,
          body: { reason },
        }),
      ]);
      // The other request is refused: its target is the last admin, or its sender is already
      // disabled.
      expect(disableAnswers.filter(({ status }) => status === 200)).toHaveLength(1);
      const [remainingId, remainingKey] =
        disableAnswers[0]?.status === 200
          ? [secondAdminId, secondAdminKey]
          : [firstAdminId, OPERATOR_KEY];
      const path = `/v1/ops/operators/${remainingId}`;
      const lastAdminAnswers = [
        await otherBank.call(`${path}/disable`, { key: remainingKey, body: { reason } }),
        await otherBank.call(path, {
          key: remainingKey,
          method: 'PATCH',
          body: { roles: ['viewer'], reason },
        }),
      ];
      for (const answer of lastAdminAnswers) expect(outcomeOf(answer)).toEqual([409, 'last_admin']);
    } finally {
      await otherBank.close();
    }
  });
});

describe('an admin', () => {
  const path = '/v1/ops/operators';
  const makeAdminInvitation = (email: string) => makeInvitation(email, ['admin']);

  it('is invited by two admins; the second admin comes only from the code of the first start', async () => {
    const otherBank = await openCheckedBank();
    try {
      for (const body of [
        makeAdminInvitation('a@bank.example'),
        makeInvitation('b@bank.example', ['viewer']),
      ]) {
        const earlyInvitation = await otherBank.call(path, { key: OPERATOR_KEY, body });
        expect(outcomeOf(earlyInvitation)).toEqual([409, 'invalid_state_transition']);
        expect(earlyInvitation.body.detail).toContain('code of the first start');
      }
      const { secondCode } = otherBank.bank.firstAdmins;
      const body = { invitationCode: secondCode };
      const secondAnswer = await otherBank.call('/v1/ops/operators/claim', { body });
      expect(secondAnswer.body).toMatchObject({
        roles: ['admin'],
        invitedBy: null,
        status: 'active',
      });
      expect(outcomeOf(await otherBank.call('/v1/ops/operators/claim', { body }))).toEqual([
        401,
        'invalid_claim_code',
      ]);
      const requestAnswer = await otherBank.call(path, {
        key: OPERATOR_KEY,
        body: makeAdminInvitation('a@bank.example'),
      });
      expect([requestAnswer.status, requestAnswer.body.request.act]).toEqual([202, 'admin']);
      const listAnswer = await otherBank.call(path, { key: OPERATOR_KEY });
      expect(JSON.stringify(listAnswer.body)).not.toContain('a@bank.example');
      // The requester never counts as the second operator.
      expect(
        (
          await otherBank.call(path, {
            key: OPERATOR_KEY,
            body: makeAdminInvitation('a@bank.example'),
          })
        ).status,
      ).toBe(409);
      const answer = await otherBank.call(path, {
        key: secondAnswer.body.apiKey,
        body: makeAdminInvitation('a@bank.example'),
      });
      expect([answer.status, answer.body.roles]).toEqual([201, ['admin']]);
    } finally {
      await otherBank.close();
    }
  });

  it('is not made by a single admin through a role change, nor given a new code by a single admin', async () => {
    const secondOperatorKey = await claimSecondOperatorKey(bank);
    const { id } = await createOperator(bank, ['support']);
    const body = { roles: ['admin'], reason: 'Moves on' };
    const change = (key: string) => send(`${path}/${id}`, body, key, 'PATCH');
    expect((await change(OPERATOR_KEY)).status).toBe(202);
    expect((await change(secondOperatorKey)).body.roles).toEqual(['admin']);
    const renew = (key: string) => send(`${path}/${id}/invitation`, { reason: 'Lost' }, key);
    expect((await renew(OPERATOR_KEY)).status).toBe(202);
    expect((await renew(secondOperatorKey)).body).toMatchObject({ status: 'active', keys: [] });
  });

  it.runIf(hasModule('risk'))(
    'cannot give a second approval through a person whom the admin has invited',
    async () => {
      const environment = 'sandbox';
      const { invitationCode } = await invite(
        bank,
        makeInvitation('mine@bank.example', ['payments', 'risk', 'treasury']),
      );
      const claimAnswer = await bank.call('/v1/ops/operators/claim', { body: { invitationCode } });
      const invitedKey = claimAnswer.body.apiKey;
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
      for (const [requesterKey, otherKey] of [
        [OPERATOR_KEY, invitedKey],
        [invitedKey, OPERATOR_KEY],
      ] as const) {
        const depositAnswer = await pay(requesterKey, 'deposits', 2_000_000);
        expect(depositAnswer.body.status).toBe('pending_approval');
        expect(outcomeOf(await agree(depositAnswer.body.id, otherKey))).toEqual([
          409,
          'invalid_state_transition',
        ]);
        const hit = { accountId, decision: 'block_and_review' };
        await send('/v1/sandbox/simulations/fraud-hit', hit, key);
        const paymentAnswer = await pay(requesterKey, 'withdrawals', 1_000);
        expect(paymentAnswer.body.status, JSON.stringify(paymentAnswer.body)).toBe(
          'pending_review',
        );
        const listAnswer = await bank.call('/v1/ops/reviews?environment=sandbox&status=open', {
          key: OPERATOR_KEY,
        });
        const [{ id: reviewId }] = listAnswer.body.data;
        const decideReview = (verb: string, callerKey: string) =>
          send(`/v1/ops/reviews/${reviewId}/${verb}`, { environment, reason: 'Seen' }, callerKey);
        for (const callerKey of [requesterKey, otherKey]) {
          expect(outcomeOf(await decideReview('approve', callerKey))).toEqual([
            409,
            'invalid_state_transition',
          ]);
        }
        expect((await decideReview('reject', otherKey)).status).toBe(200);
        const adjustment = {
          ...{ environment, accountId, kind: 'correction', direction: 'credit', amount: 5 },
          ...{ currency: 'EUR', reason: `Booked twice, says ${requesterKey.slice(-4)}` },
        };
        const adjustmentAnswer = await send('/v1/ops/adjustments', adjustment, requesterKey);
        expect(outcomeOf(await agree(adjustmentAnswer.body.id, otherKey))).toEqual([
          409,
          'invalid_state_transition',
        ]);
        const thirdOperatorKey = await claimSecondOperatorKey(bank);
        expect((await agree(adjustmentAnswer.body.id, thirdOperatorKey)).status).toBe(200);
        expect((await agree(depositAnswer.body.id, thirdOperatorKey)).status).toBe(200);
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
    const requester = await createOperator(bank, ['compliance']);
    const { developerId, key } = await register(bank, { useCase: 'Payouts to sellers' });
    const { application } = (await bank.call('/v1/developer', { key })).body;
    const path = `/v1/ops/applications/${application.id}/decision`;
    const approve = { decision: 'approved', reason: 'Known' };
    const answer = await send(path, approve, requester.key);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      developerId,
      request: { act: 'production_access', objectId: application.id, initiator: requester.id },
    });
    const rotationAnswer = await send(
      '/v1/ops/operator/key/rotate',
      { overlapHours: 1 },
      requester.key,
    );
    for (const ownKey of [requester.key, rotationAnswer.body.apiKey]) {
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
    const secondOperatorKey = await claimSecondOperatorKey(bank);
    for (const way of ['same', 'approval'] as const) {
      const { key } = await register(bank);
      const { application } = (await bank.call('/v1/developer', { key })).body;
      const path = `/v1/ops/applications/${application.id}/decision`;
      const requestAnswer = await send(path, { decision: 'approved', reason: 'Known' });
      const list = '/v1/ops/approvals?environment=production&status=requested';
      const openApprovals = (await bank.call(list, { key: secondOperatorKey })).body.data;
      expect(openApprovals.map(({ id }: { id: string }) => id)).toContain(requestAnswer.body.id);
      const verdict = { environment: 'production', decision: 'granted', reason: 'Agreed' };
      const decision = `/v1/ops/approvals/${application.id}/decision`;
      const answer =
        way === 'same'
          ? await send(path, { decision: 'approved', reason: 'Agreed' }, secondOperatorKey)
          : await send(decision, verdict, secondOperatorKey);
      expect(answer.status).toBe(200);
      const answerAfter = await bank.call('/v1/developer', { key });
      expect(answerAfter.body.application.status).toBe('approved');
      if (way === 'approval') {
        expect(answer.body.request.carriedOutAt).not.toBeNull();
        expect((await send(decision, verdict, secondOperatorKey)).body).toEqual(answer.body);
      }
    }
  });

  it('with opposite decisions leaves the application unchanged', async () => {
    const secondOperatorKey = await claimSecondOperatorKey(bank);
    const { key } = await register(bank, { useCase: 'Payouts to sellers' });
    const { application } = (await bank.call('/v1/developer', { key })).body;
    const path = `/v1/ops/applications/${application.id}/decision`;
    await send(path, { decision: 'approved' });
    const decision = `/v1/ops/approvals/${application.id}/decision`;
    const denied = { environment: 'production', decision: 'denied', reason: 'Unknown' };
    expect((await send(decision, denied, secondOperatorKey)).body.status).toBe('denied');
    const reversedDecision = await send(
      decision,
      { ...denied, decision: 'granted' },
      secondOperatorKey,
    );
    expect(outcomeOf(reversedDecision)).toEqual([409, 'invalid_state_transition']);
    expect((await bank.call('/v1/developer', { key })).body.application.status).toBe('pending');
  });
});
