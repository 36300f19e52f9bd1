// An agreement has three parties, each with a credential of its own: no key has two roles, and the
// bank rules through its operators only.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type ContractBank, freshId, openContractBank } from '../../kit/bank/contract-bank.ts';
import { hasAnvil } from '../../kit/chain/anvil.ts';

describe.runIf(hasAnvil)('the parties of an agreement', () => {
  let at: ContractBank;
  beforeAll(async () => {
    at = await openContractBank();
  }, 120_000);
  afterAll(() => at.close());

  async function fundEscrow(arbiter: string) {
    const [escrowId, held] = [freshId(), await at.hold(100)];
    const terms = [escrowId, 100, 'EUR', await at.inAnHour(), at.beneficiary.id, arbiter];
    const made = await at.execute('escrow/deposit', { arguments: terms, transactionId: held.id });
    expect([made.status, made.body.code]).toEqual([202, undefined]);
    expect((await at.waitForEnd(made.body.id)).body.status).toBe('final');
    return { escrowId, held };
  }
  const execute = async (key: string, path: string, body: object) => {
    const made = await at.executeAs(key, path, body);
    expect([made.status, made.body.revert?.name]).toEqual([202, undefined]);
    return (await at.waitForEnd(made.body.id)).body;
  };
  const revertOf = async (key: string, path: string, body: object) =>
    (await at.executeAs(key, path, body)).body.revert?.name;

  it('are three: the same key is not two of them, nor one that is not there', async () => {
    const held = await at.hold(100);
    const deposit = async (beneficiary: string, arbiter: string) => {
      const terms = [freshId(), 100, 'EUR', await at.inAnHour(), beneficiary, arbiter];
      return at.execute('escrow/deposit', { arguments: terms, transactionId: held.id });
    };
    const own = await at.bank.call('/v1/developer/keys', { key: at.key });
    const depositor = own.body.data.find(
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
    const { key: other } = await register(at.bank);
    const foreign = (await at.bank.call('/v1/developer/keys', { key: other })).body.data[0].id;
    for (const id of [foreign, 'key_nothing']) {
      const answer = await deposit(id, 'bank');
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/arguments/4']);
    }
    expect((await deposit('bank', at.arbiter.id)).body.errors[0].pointer).toBe('/arguments/4');
  });

  it('act in one role each: no key pays, disputes, rules and refunds', async () => {
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

  it('of a plan as well: who pays does not approve', async () => {
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

  it('the bank rules through its operators, with a reason that the audit log keeps', async () => {
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
    const made = await rule(ruling);
    expect(made.status, JSON.stringify(made.body)).toBe(202);
    expect((await at.waitForEnd(made.body.id)).body.status).toBe('final');
    const audit = await at.bank.call('/v1/ops/audit?limit=5', { key: OPERATOR_KEY });
    expect(audit.body.data).toContainEqual(
      expect.objectContaining({
        action: 'contract.escrow.rule',
        objectId: made.body.id,
        detail: expect.objectContaining({ reason: 'Nothing was delivered.' }),
      }),
    );
    const money = { arguments: [escrowId, 100, 'EUR'], transactionId: held.id };
    expect((await execute(at.key, 'escrow/refund', money)).settlement.status).toBe('done');
    expect(await at.balances(held)).toMatchObject({ held: 0, to: 0 });
  });

  it('where the agreement names another arbiter, the bank has no say', async () => {
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
