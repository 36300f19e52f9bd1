// Authorisation of contract calls, and isolation of tenants in the ledger and on the chain.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type ContractBank, makeUniqueId, openContractBank } from '../../kit/bank/contract-bank.ts';
import { hasAnvil } from '../../kit/chain/anvil.ts';
import { ARBITER } from '../../kit/chain/contracts.ts';

const PATHS = [
  ['GET', '/v1/blockchain/contracts', 'ledger:read'],
  ['GET', '/v1/blockchain/contracts/escrow', 'ledger:read'],
  ['GET', '/v1/blockchain/executions', 'ledger:read'],
  ['GET', '/v1/blockchain/executions/exe_1', 'ledger:read'],
  ['POST', '/v1/blockchain/contracts/escrow/functions/dispute/simulate', 'contracts:execute'],
  ['POST', '/v1/blockchain/contracts/escrow/functions/dispute/execute', 'contracts:execute'],
] as const;

describe.runIf(hasAnvil)('contract calls and tenants', () => {
  let contractBank: ContractBank;
  let otherDeveloper: { key: string };
  /** Ids of keys of the other developer: of the beneficiary and of the arbiter. */
  let otherPartyIds: [string, string];
  beforeAll(async () => {
    contractBank = await openContractBank();
    otherDeveloper = await register(contractBank.bank);
    otherPartyIds = [await createPartyKey('Beneficiary'), await createPartyKey('Arbiter')];
  }, 120_000);
  afterAll(() => contractBank.close());

  async function createPartyKey(name: string): Promise<string> {
    const body = { name, environment: 'sandbox', scopes: ['contracts:execute'] };
    return (await contractBank.bank.call('/v1/developer/keys', { key: otherDeveloper.key, body }))
      .body.id;
  }

  async function createKeyWith(scopes: readonly string[]): Promise<string> {
    const body = { name: 'Narrow', environment: 'sandbox', scopes };
    const answer = await contractBank.bank.call('/v1/developer/keys', {
      key: contractBank.key,
      body,
    });
    expect(answer.status).toBe(201);
    return answer.body.apiKey;
  }

  it.each(PATHS)('%s %s needs a credential with %s', async (method, path, scope) => {
    const body = method === 'POST' ? { arguments: [makeUniqueId()] } : undefined;
    const call = (key?: string) =>
      contractBank.bank.call(path, { method, body, ...(key ? { key } : {}) });
    expect((await call()).status).toBe(401);
    expect((await call('sk_test_wrong')).status).toBe(401);
    expect((await call(OPERATOR_KEY)).body.code).toBe('insufficient_scope');
    const narrowKey = await createKeyWith(['accounts:read']);
    const { status, body: answer } = await call(narrowKey);
    expect([status, answer.code]).toEqual([403, 'insufficient_scope']);
    const grantedScopeAnswer = await call(await createKeyWith([scope]));
    expect([401, 403]).not.toContain(grantedScopeAnswer.status);
  });

  it('another tenant’s transaction is answered like a transaction that does not exist', async () => {
    const heldPayment = await contractBank.hold(100);
    const call = {
      arguments: [makeUniqueId(), 100, 'EUR', await contractBank.inAnHour(), ...otherPartyIds],
      transactionId: heldPayment.id,
    };
    const path = '/v1/blockchain/contracts/escrow/functions/deposit';
    for (const act of ['simulate', 'execute']) {
      const foreignAnswer = await contractBank.bank.call(`${path}/${act}`, {
        key: otherDeveloper.key,
        body: call,
      });
      const unknownHold = { ...call, transactionId: 'txn_nothing' };
      const missingAnswer = await contractBank.bank.call(`${path}/${act}`, {
        key: otherDeveloper.key,
        body: unknownHold,
      });
      expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([
        404,
        'transaction_not_found',
      ]);
      const { requestId: _1, instance: _2, ...a } = foreignAnswer.body;
      const { requestId: _3, instance: _4, ...b } = missingAnswer.body;
      expect(a).toEqual(b);
    }
    expect(await contractBank.balances(heldPayment)).toMatchObject({ held: 100 });
  });

  it('another tenant’s execution is answered like one that does not exist, and is in no list', async () => {
    const body = {
      arguments: [makeUniqueId(), 'EUR', contractBank.beneficiary.id, ARBITER, false, [5], [0]],
    };
    const creationAnswer = await contractBank.execute('disbursement/plan', body);
    const path = `/v1/blockchain/executions/${creationAnswer.body.id}`;
    const foreignAnswer = await contractBank.bank.call(path, { key: otherDeveloper.key });
    expect([foreignAnswer.status, foreignAnswer.body.code]).toEqual([404, 'execution_not_found']);
    const listAnswer = await contractBank.bank.call('/v1/blockchain/executions', {
      key: otherDeveloper.key,
    });
    expect(listAnswer.body.data).toEqual([]);
    const events = await contractBank.bank.call('/v1/events', { key: otherDeveloper.key });
    expect(JSON.stringify(events.body)).not.toContain(creationAnswer.body.id);
    expect((await contractBank.waitForEnd(creationAnswer.body.id)).body.status).toBe('final');
  });

  it('the same identifier and key from two tenants make two plans and two executions', async () => {
    const planId = makeUniqueId();
    const body = {
      arguments: [planId, 'EUR', contractBank.beneficiary.id, ARBITER, false, [5], [0]],
    };
    const headers = { 'idempotency-key': 'the same' };
    const ownPlan = await contractBank.execute('disbursement/plan', body, headers);
    expect((await contractBank.waitForEnd(ownPlan.body.id)).body.status).toBe('final');
    const act = (name: string, callerKey: string, call: object) =>
      contractBank.bank.call(`/v1/blockchain/contracts/disbursement/functions/${name}`, {
        key: callerKey,
        body: call,
        headers,
      });
    const foreignPlanAnswer = await act('planOf/simulate', otherDeveloper.key, {
      arguments: [planId],
    });
    expect(foreignPlanAnswer.body.result.tranches).toBe('0');
    const cancelAnswer = await act('cancelRest/execute', otherDeveloper.key, {
      arguments: [planId],
    });
    expect(cancelAnswer.body.revert).toEqual({ name: 'UnknownPlan', args: {} });
    const parties = { arguments: [planId, 'EUR', ...otherPartyIds, false, [5], [0]] };
    const foreignAnswer = await act('plan/execute', otherDeveloper.key, parties);
    expect(foreignAnswer.status).toBe(202);
    expect(foreignAnswer.body.id).not.toBe(ownPlan.body.id);
  });

  it('an answer contains nothing of another tenant’s call data or of the bank’s keys', async () => {
    const escrow = await contractBank.bank.call('/v1/blockchain/contracts/escrow', {
      key: contractBank.key,
    });
    expect(JSON.stringify(escrow.body)).not.toMatch(/private|mnemonic|rpc|127\.0\.0\.1/i);
  });
});
