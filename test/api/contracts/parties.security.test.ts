// An agreement has three parties with separate credentials: no key has two roles, and the bank acts
// as arbiter through its operators only.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type ContractBank, freshId, openContractBank } from '../../kit/bank/contract-bank.ts';
import { hasAnvil } from '../../kit/chain/anvil.ts';
import { codeOf, enrol, wrongCode } from '../../kit/people/mfa.ts';

describe.runIf(hasAnvil)('the parties of an agreement', () => {
  let at: ContractBank;
  beforeAll(async () => {
    at = await openContractBank();
  }, 120_000);
  afterAll(() => at.close());

  async function fundEscrow(arbiter: string) {
    const [escrowId, held] = [freshId(), await at.hold(100)];
    const terms = [escrowId, 100, 'EUR', await at.inAnHour(), at.beneficiary.id, arbiter];
    const created = await at.execute('escrow/deposit', {
      arguments: terms,
      transactionId: held.id,
    });
    expect([created.status, created.body.code]).toEqual([202, undefined]);
    expect((await at.waitForEnd(created.body.id)).body.status).toBe('final');
    return { escrowId, held };
  }
  const execute = async (key: string, path: string, body: object) => {
    const answer = await at.executeAs(key, path, body);
    expect([answer.status, answer.body.revert?.name]).toEqual([202, undefined]);
    return (await at.waitForEnd(answer.body.id)).body;
  };
  const revertOf = async (key: string, path: string, body: object) =>
    (await at.executeAs(key, path, body)).body.revert?.name;

  it('must be three different parties that exist', async () => {
    const held = await at.hold(100);
    const deposit = async (beneficiary: string, arbiter: string) => {
      const terms = [freshId(), 100, 'EUR', await at.inAnHour(), beneficiary, arbiter];
      return at.execute('escrow/deposit', { arguments: terms, transactionId: held.id });
    };
    const ownAnswer = await at.bank.call('/v1/developer/keys', { key: at.key });
    const depositor = ownAnswer.body.data.find(
      ({ id }: { id: string }) => id !== at.beneficiary.id && id !== at.arbiter.id,
    ).id;
    for (const [beneficiary, arbiter] of [
      [at.beneficiary.id, at.beneficiary.id],
      [depositor, at.arbiter.id],
      [at.beneficiary.id, depositor],
    ] as const) {
      const answer = await deposit(beneficiary, arbiter);
      expect(answer.body.revert).toEqual({ name: 'PartiesNotDistinct', args: {} });
    }
    const { key: other, developerId } = await register(at.bank);
    const foreign = (await at.bank.call('/v1/developer/keys', { key: other })).body.data[0].id;
    for (const id of [foreign, 'key_nothing', at.developerId, 'dev_nothing', 'cust_nothing']) {
      const answer = await deposit(id, 'bank');
      expect([id, answer.status, answer.body.errors[0].pointer]).toEqual([id, 422, '/arguments/4']);
    }
    expect((await deposit('bank', at.arbiter.id)).body.errors[0].pointer).toBe('/arguments/4');
    expect((await deposit(developerId, developerId)).body.revert.name).toBe('PartiesNotDistinct');
  });

  it('are people and developers, not keys: a rotated key keeps its role', async () => {
    const { escrowId, held } = await fundEscrow(at.arbiter.id);
    const rotate = async (id: string) =>
      (await at.bank.call(`/v1/developer/keys/${id}/rotate`, { key: at.key, body: {} })).body;
    const heir = await rotate(at.beneficiary.id);
    const repeatedBody = await rotate(heir.id);
    const agreement = { arguments: [escrowId] };
    expect((await execute(repeatedBody.apiKey, 'escrow/dispute', agreement)).status).toBe('final');
    // The newest key refers to the same party.
    const other = await at.hold(100);
    const terms = [freshId(), 100, 'EUR', await at.inAnHour(), repeatedBody.id, at.beneficiary.id];
    const twice = await at.execute('escrow/deposit', { arguments: terms, transactionId: other.id });
    expect(twice.body.revert.name).toBe('PartiesNotDistinct');
    const ruling = { arguments: [escrowId, true] };
    expect((await execute(at.arbiter.key, 'escrow/rule', ruling)).status).toBe('final');
    const money = { arguments: [escrowId, 100, 'EUR'], transactionId: held.id };
    const paid = await execute(repeatedBody.apiKey, 'escrow/release', money);
    expect(paid.settlement.status).toBe('done');
    at.beneficiary = { id: repeatedBody.id, key: repeatedBody.apiKey };
  });

  it("can include another developer, who acts with any of their own keys and with no one else's", async () => {
    const { key: payee, developerId } = await register(at.bank);
    const { key: stranger } = await register(at.bank);
    const [escrowId, held] = [freshId(), await at.hold(100)];
    const terms = [escrowId, 100, 'EUR', await at.inAnHour(), developerId, 'bank'];
    const created = await at.execute('escrow/deposit', {
      arguments: terms,
      transactionId: held.id,
    });
    expect(created.status).toBe(202);
    expect((await at.waitForEnd(created.body.id)).body.status).toBe('final');
    const order = { arguments: [escrowId, 100, 'EUR'], transactionId: held.id };
    const onTheirs = { ...order, developerId: at.developerId };
    expect(await revertOf(stranger, 'escrow/refund', onTheirs)).toBe('NotParty');
    const elsewhere = await at.executeAs(payee, 'escrow/refund', order);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'transaction_not_found']);
    const second = (
      await at.bank.call('/v1/developer/keys', {
        key: payee,
        body: { name: 'Second', environment: 'sandbox', scopes: ['contracts:execute'] },
      })
    ).body.apiKey;
    const refunded = await at.executeAs(second, 'escrow/refund', onTheirs);
    expect(refunded.status).toBe(202);
    expect((await at.waitForEnd(refunded.body.id)).body.settlement.status).toBe('done');
    expect(await at.balances(held)).toMatchObject({ held: 0, to: 0 });
  });

  it('can include a customer, who signs with a code from the app', async () => {
    const payee = await enrol(at.bank, at.key, { daily: 1_000_000 });
    const stranger = await enrol(at.bank, at.key, { daily: 1_000_000 });
    const [escrowId, held] = [freshId(), await at.hold(100)];
    const { customerId } = payee;
    const terms = [escrowId, 100, 'EUR', await at.inAnHour(), customerId, at.arbiter.id];
    const created = await at.execute('escrow/deposit', {
      arguments: terms,
      transactionId: held.id,
    });
    expect((await at.waitForEnd(created.body.id)).body.status).toBe('final');
    const order = { arguments: [escrowId, 100, 'EUR'], transactionId: held.id };
    const signed = (by: typeof payee, code: string) => ({
      ...order,
      signer: { customerId: by.customerId, code },
    });
    // The developer does not sign for the customer.
    expect(await revertOf(at.key, 'escrow/refund', order)).toBe('TooEarly');
    const wrong = await at.execute('escrow/refund', signed(payee, wrongCode(payee.secret)));
    expect([wrong.status, wrong.body.code]).toEqual([401, 'mfa_invalid']);
    const other = signed(stranger, codeOf(stranger.secret, 1));
    expect(await revertOf(at.key, 'escrow/refund', other)).toBe('NotParty');
    const finalAnswer = await at.execute('escrow/refund', signed(payee, codeOf(payee.secret, 1)));
    expect(finalAnswer.status).toBe(202);
    expect((await at.waitForEnd(finalAnswer.body.id)).body.settlement.status).toBe('done');
  });

  it('see the effect of a deposit before they sign', async () => {
    const held = await at.hold(100);
    const deadline = await at.inAnHour();
    const terms = [freshId(), 100, 'EUR', deadline, at.beneficiary.id, 'bank'];
    const order = { arguments: terms, transactionId: held.id };
    const { status, body } = await at.simulate('escrow/deposit', order);
    expect([status, body.function, body.result]).toEqual([200, 'deposit', null]);
    expect(body.effect).toEqual({
      ...{ hold: 'bind', transactionId: held.id, amount: 100, currency: 'EUR' },
      heldUntil: new Date(deadline * 1000).toISOString(),
    });
    expect(Number(body.gas.estimated)).toBeGreaterThan(21_000);
    expect(Number(body.gas.estimated)).toBeLessThanOrEqual(Number(body.gas.most));
    const less = [...terms];
    less[1] = 99;
    const other = await at.simulate('escrow/deposit', { ...order, arguments: less });
    expect([other.status, other.body.code]).toEqual([422, 'amount_mismatch']);
    expect(await at.balances(held)).toMatchObject({ held: 100, to: 0 });
  });

  it('act in one role each: no key can pay, dispute, rule and refund', async () => {
    const { escrowId, held } = await fundEscrow(at.arbiter.id);
    const [agreement, money] = [
      { arguments: [escrowId] },
      { arguments: [escrowId, 100, 'EUR'], transactionId: held.id },
    ];
    const ruling = { arguments: [escrowId, true] };
    expect(await revertOf(at.beneficiary.key, 'escrow/release', money)).toBe('NotDepositor');
    expect(await revertOf(at.arbiter.key, 'escrow/release', money)).toBe('NotDepositor');
    expect(await revertOf(at.arbiter.key, 'escrow/dispute', agreement)).toBe('NotParty');
    expect(await revertOf(at.arbiter.key, 'escrow/refund', money)).toBe('NotParty');
    expect((await execute(at.beneficiary.key, 'escrow/dispute', agreement)).status).toBe('final');
    expect(await revertOf(at.key, 'escrow/rule', ruling)).toBe('NotArbiter');
    expect(await revertOf(at.beneficiary.key, 'escrow/rule', ruling)).toBe('NotArbiter');
    expect((await execute(at.arbiter.key, 'escrow/rule', ruling)).status).toBe('final');
    const paid = await execute(at.beneficiary.key, 'escrow/release', money);
    expect(paid.settlement.status).toBe('done');
    expect(await at.balances(held)).toMatchObject({ held: 0, to: 100 });
  });

  it('act in one role each in a plan as well: the payer cannot approve', async () => {
    const planId = freshId();
    const terms = [planId, 'EUR', at.beneficiary.id, at.arbiter.id, true, [100], [0]];
    await execute(at.key, 'disbursement/plan', { arguments: terms });
    const approval = { arguments: [planId, 0] };
    expect(await revertOf(at.key, 'disbursement/approve', approval)).toBe('NotArbiter');
    const held = await at.hold(100);
    const pay = { arguments: [planId, 0, 100, 'EUR'], transactionId: held.id };
    expect((await execute(at.arbiter.key, 'disbursement/approve', approval)).status).toBe('final');
    expect(await revertOf(at.beneficiary.key, 'disbursement/pay', pay)).toBe('NotDepositor');
    expect((await execute(at.key, 'disbursement/pay', pay)).settlement.status).toBe('done');
  });

  it('include the bank, which rules through its operators with a reason kept in the audit log', async () => {
    const { escrowId, held } = await fundEscrow('bank');
    await execute(at.key, 'escrow/dispute', { arguments: [escrowId] });
    for (const { key } of [at, at.beneficiary, at.arbiter]) {
      expect(await revertOf(key, 'escrow/rule', { arguments: [escrowId, true] })).toBe(
        'NotArbiter',
      );
    }
    const rule = (body: object, key = OPERATOR_KEY, called = 'rule') =>
      at.bank.call(`/v1/ops/contracts/escrow/functions/${called}/execute`, {
        key,
        body: { environment: 'sandbox', developerId: at.developerId, ...body },
      });
    const ruling = { arguments: [escrowId, false], reason: 'Nothing was delivered.' };
    expect((await rule(ruling, at.key)).status).toBe(404);
    const silent = await rule({ arguments: [escrowId, false] });
    expect([silent.status, silent.body.errors[0].pointer]).toEqual([422, '/reason']);
    const notBanks = await rule(ruling, OPERATOR_KEY, 'release');
    expect([notBanks.status, notBanks.body.code]).toEqual([403, 'function_not_allowed']);
    const nobody = await rule({ ...ruling, developerId: 'dev_nobody' });
    expect(nobody.status).toBe(404);
    const created = await rule(ruling);
    expect(created.status, JSON.stringify(created.body)).toBe(202);
    expect((await at.waitForEnd(created.body.id)).body.status).toBe('final');
    const audit = await at.bank.call('/v1/ops/audit?limit=5', { key: OPERATOR_KEY });
    expect(audit.body.data).toContainEqual(
      expect.objectContaining({
        action: 'contract.escrow.rule',
        objectId: created.body.id,
        detail: expect.objectContaining({ reason: 'Nothing was delivered.' }),
      }),
    );
    const money = { arguments: [escrowId, 100, 'EUR'], transactionId: held.id };
    expect((await execute(at.key, 'escrow/refund', money)).settlement.status).toBe('done');
    expect(await at.balances(held)).toMatchObject({ held: 0, to: 0 });
  });

  it('exclude the bank where the agreement names another arbiter', async () => {
    const { escrowId } = await fundEscrow(at.arbiter.id);
    await execute(at.key, 'escrow/dispute', { arguments: [escrowId] });
    const body = { environment: 'sandbox', developerId: at.developerId, reason: 'Because' };
    const answer = await at.bank.call('/v1/ops/contracts/escrow/functions/rule/execute', {
      key: OPERATOR_KEY,
      body: { ...body, arguments: [escrowId, true] },
    });
    expect(answer.body.revert.name).toBe('NotArbiter');
  });
});
