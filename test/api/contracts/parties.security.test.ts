// An agreement has three parties with separate credentials: no key has two roles, and the bank acts
// as arbiter through its operators only.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModule, OPERATOR_KEY, register } from '../../kit/bank/bank.ts';
import { type ContractBank, makeUniqueId, openContractBank } from '../../kit/bank/contract-bank.ts';
import { hasAnvil } from '../../kit/chain/anvil.ts';
import { enrol, findWrongCode, generateCode } from '../../kit/people/mfa.ts';

describe.runIf(hasAnvil)('the parties of an agreement', () => {
  let contractBank: ContractBank;
  beforeAll(async () => {
    contractBank = await openContractBank();
  }, 120_000);
  afterAll(() => contractBank.close());

  async function fundEscrow(arbiter: string) {
    const [escrowId, heldPayment] = [makeUniqueId(), await contractBank.hold(100)];
    const terms = [
      escrowId,
      100,
      'EUR',
      await contractBank.inAnHour(),
      contractBank.beneficiary.id,
      arbiter,
    ];
    const creationAnswer = await contractBank.execute('escrow/deposit', {
      arguments: terms,
      transactionId: heldPayment.id,
    });
    expect([creationAnswer.status, creationAnswer.body.code]).toEqual([202, undefined]);
    expect((await contractBank.waitForEnd(creationAnswer.body.id)).body.status).toBe('final');
    return { escrowId, held: heldPayment };
  }
  const execute = async (key: string, path: string, body: object) => {
    const answer = await contractBank.executeAs(key, path, body);
    expect([answer.status, answer.body.revert?.name]).toEqual([202, undefined]);
    return (await contractBank.waitForEnd(answer.body.id)).body;
  };
  const readRevertName = async (key: string, path: string, body: object) =>
    (await contractBank.executeAs(key, path, body)).body.revert?.name;

  it('must be three different parties that exist', async () => {
    const heldPayment = await contractBank.hold(100);
    const deposit = async (beneficiary: string, arbiter: string) => {
      const terms = [
        makeUniqueId(),
        100,
        'EUR',
        await contractBank.inAnHour(),
        beneficiary,
        arbiter,
      ];
      return contractBank.execute('escrow/deposit', {
        arguments: terms,
        transactionId: heldPayment.id,
      });
    };
    const ownAnswer = await contractBank.bank.call('/v1/developer/keys', { key: contractBank.key });
    const depositor = ownAnswer.body.data.find(
      ({ id }: { id: string }) =>
        id !== contractBank.beneficiary.id && id !== contractBank.arbiter.id,
    ).id;
    for (const [beneficiary, arbiter] of [
      [contractBank.beneficiary.id, contractBank.beneficiary.id],
      [depositor, contractBank.arbiter.id],
      [contractBank.beneficiary.id, depositor],
    ] as const) {
      const answer = await deposit(beneficiary, arbiter);
      expect(answer.body.revert).toEqual({ name: 'PartiesNotDistinct', args: {} });
    }
    const { key: otherKey, developerId } = await register(contractBank.bank);
    const foreignKey = (await contractBank.bank.call('/v1/developer/keys', { key: otherKey })).body
      .data[0].id;
    for (const id of [
      foreignKey,
      'key_nothing',
      contractBank.developerId,
      'dev_nothing',
      'cust_nothing',
    ]) {
      const answer = await deposit(id, 'bank');
      expect([id, answer.status, answer.body.errors[0].pointer]).toEqual([id, 422, '/arguments/4']);
    }
    expect((await deposit('bank', contractBank.arbiter.id)).body.errors[0].pointer).toBe(
      '/arguments/4',
    );
    expect((await deposit(developerId, developerId)).body.revert.name).toBe('PartiesNotDistinct');
  });

  it('are people and developers, not keys: a rotated key keeps its role', async () => {
    const { escrowId, held } = await fundEscrow(contractBank.arbiter.id);
    const rotate = async (id: string) =>
      (
        await contractBank.bank.call(`/v1/developer/keys/${id}/rotate`, {
          key: contractBank.key,
          body: {},
        })
      ).body;
    const newKey = await rotate(contractBank.beneficiary.id);
    const repeatedBody = await rotate(newKey.id);
    const agreement = { arguments: [escrowId] };
    expect((await execute(repeatedBody.apiKey, 'escrow/dispute', agreement)).status).toBe('final');
    // The newest key refers to the same party.
    const otherHold = await contractBank.hold(100);
    const terms = [
      makeUniqueId(),
      100,
      'EUR',
      await contractBank.inAnHour(),
      repeatedBody.id,
      contractBank.beneficiary.id,
    ];
    const secondDeposit = await contractBank.execute('escrow/deposit', {
      arguments: terms,
      transactionId: otherHold.id,
    });
    expect(secondDeposit.body.revert.name).toBe('PartiesNotDistinct');
    const ruling = { arguments: [escrowId, true] };
    expect((await execute(contractBank.arbiter.key, 'escrow/rule', ruling)).status).toBe('final');
    const money = { arguments: [escrowId, 100, 'EUR'], transactionId: held.id };
    const releaseExecution = await execute(repeatedBody.apiKey, 'escrow/release', money);
    expect(releaseExecution.settlement.status).toBe('done');
    contractBank.beneficiary = { id: repeatedBody.id, key: repeatedBody.apiKey };
  });

  it("can include another developer, who acts with any of their own keys and with no one else's", async () => {
    const { key: payeeKey, developerId } = await register(contractBank.bank);
    const { key: strangerKey } = await register(contractBank.bank);
    const [escrowId, heldPayment] = [makeUniqueId(), await contractBank.hold(100)];
    const terms = [escrowId, 100, 'EUR', await contractBank.inAnHour(), developerId, 'bank'];
    const creationAnswer = await contractBank.execute('escrow/deposit', {
      arguments: terms,
      transactionId: heldPayment.id,
    });
    expect(creationAnswer.status).toBe(202);
    expect((await contractBank.waitForEnd(creationAnswer.body.id)).body.status).toBe('final');
    const executionBody = { arguments: [escrowId, 100, 'EUR'], transactionId: heldPayment.id };
    const depositorBody = { ...executionBody, developerId: contractBank.developerId };
    expect(await readRevertName(strangerKey, 'escrow/refund', depositorBody)).toBe('NotParty');
    const payeeRefundAnswer = await contractBank.executeAs(
      payeeKey,
      'escrow/refund',
      executionBody,
    );
    expect([payeeRefundAnswer.status, payeeRefundAnswer.body.code]).toEqual([
      404,
      'transaction_not_found',
    ]);
    const secondKey = (
      await contractBank.bank.call('/v1/developer/keys', {
        key: payeeKey,
        body: { name: 'Second', environment: 'sandbox', scopes: ['contracts:execute'] },
      })
    ).body.apiKey;
    const refundAnswer = await contractBank.executeAs(secondKey, 'escrow/refund', depositorBody);
    expect(refundAnswer.status).toBe(202);
    expect((await contractBank.waitForEnd(refundAnswer.body.id)).body.settlement.status).toBe(
      'done',
    );
    expect(await contractBank.balances(heldPayment)).toMatchObject({ held: 0, to: 0 });
  });

  it.runIf(hasModule('access'))(
    'can include a customer, who signs with a code from the app',
    async () => {
      const payee = await enrol(contractBank.bank, contractBank.key, { daily: 1_000_000 });
      const stranger = await enrol(contractBank.bank, contractBank.key, { daily: 1_000_000 });
      const [escrowId, heldPayment] = [makeUniqueId(), await contractBank.hold(100)];
      const { customerId } = payee;
      const terms = [
        escrowId,
        100,
        'EUR',
        await contractBank.inAnHour(),
        customerId,
        contractBank.arbiter.id,
      ];
      const creationAnswer = await contractBank.execute('escrow/deposit', {
        arguments: terms,
        transactionId: heldPayment.id,
      });
      expect((await contractBank.waitForEnd(creationAnswer.body.id)).body.status).toBe('final');
      const executionBody = { arguments: [escrowId, 100, 'EUR'], transactionId: heldPayment.id };
      const sign = (signer: typeof payee, code: string) => ({
        ...executionBody,
        signer: { customerId: signer.customerId, code },
      });
      // The developer does not sign for the customer.
      expect(await readRevertName(contractBank.key, 'escrow/refund', executionBody)).toBe(
        'TooEarly',
      );
      const wrongSignatureAnswer = await contractBank.execute(
        'escrow/refund',
        sign(payee, findWrongCode(payee.secret)),
      );
      expect([wrongSignatureAnswer.status, wrongSignatureAnswer.body.code]).toEqual([
        401,
        'mfa_invalid',
      ]);
      const strangerSignature = sign(stranger, generateCode(stranger.secret, 1));
      expect(await readRevertName(contractBank.key, 'escrow/refund', strangerSignature)).toBe(
        'NotParty',
      );
      const finalAnswer = await contractBank.execute(
        'escrow/refund',
        sign(payee, generateCode(payee.secret, 1)),
      );
      expect(finalAnswer.status).toBe(202);
      expect((await contractBank.waitForEnd(finalAnswer.body.id)).body.settlement.status).toBe(
        'done',
      );
    },
  );

  it('see the effect of a deposit before they sign', async () => {
    const heldPayment = await contractBank.hold(100);
    const deadline = await contractBank.inAnHour();
    const terms = [makeUniqueId(), 100, 'EUR', deadline, contractBank.beneficiary.id, 'bank'];
    const executionBody = { arguments: terms, transactionId: heldPayment.id };
    const { status, body } = await contractBank.simulate('escrow/deposit', executionBody);
    expect([status, body.function, body.result]).toEqual([200, 'deposit', null]);
    expect(body.effect).toEqual({
      ...{ hold: 'bind', transactionId: heldPayment.id, amount: 100, currency: 'EUR' },
      heldUntil: new Date(deadline * 1000).toISOString(),
    });
    expect(Number(body.gas.estimated)).toBeGreaterThan(21_000);
    expect(Number(body.gas.estimated)).toBeLessThanOrEqual(Number(body.gas.most));
    const fewerTerms = [...terms];
    fewerTerms[1] = 99;
    const otherAnswer = await contractBank.simulate('escrow/deposit', {
      ...executionBody,
      arguments: fewerTerms,
    });
    expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'amount_mismatch']);
    expect(await contractBank.balances(heldPayment)).toMatchObject({ held: 100, to: 0 });
  });

  it('act in one role each: no key can pay, dispute, rule and refund', async () => {
    const { escrowId, held } = await fundEscrow(contractBank.arbiter.id);
    const [agreement, money] = [
      { arguments: [escrowId] },
      { arguments: [escrowId, 100, 'EUR'], transactionId: held.id },
    ];
    const ruling = { arguments: [escrowId, true] };
    expect(await readRevertName(contractBank.beneficiary.key, 'escrow/release', money)).toBe(
      'NotDepositor',
    );
    expect(await readRevertName(contractBank.arbiter.key, 'escrow/release', money)).toBe(
      'NotDepositor',
    );
    expect(await readRevertName(contractBank.arbiter.key, 'escrow/dispute', agreement)).toBe(
      'NotParty',
    );
    expect(await readRevertName(contractBank.arbiter.key, 'escrow/refund', money)).toBe('NotParty');
    expect((await execute(contractBank.beneficiary.key, 'escrow/dispute', agreement)).status).toBe(
      'final',
    );
    expect(await readRevertName(contractBank.key, 'escrow/rule', ruling)).toBe('NotArbiter');
    expect(await readRevertName(contractBank.beneficiary.key, 'escrow/rule', ruling)).toBe(
      'NotArbiter',
    );
    expect((await execute(contractBank.arbiter.key, 'escrow/rule', ruling)).status).toBe('final');
    const releaseExecution = await execute(contractBank.beneficiary.key, 'escrow/release', money);
    expect(releaseExecution.settlement.status).toBe('done');
    expect(await contractBank.balances(held)).toMatchObject({ held: 0, to: 100 });
  });

  it('act in one role each in a plan as well: the payer cannot approve', async () => {
    const planId = makeUniqueId();
    const terms = [
      planId,
      'EUR',
      contractBank.beneficiary.id,
      contractBank.arbiter.id,
      true,
      [100],
      [0],
    ];
    await execute(contractBank.key, 'disbursement/plan', { arguments: terms });
    const approval = { arguments: [planId, 0] };
    expect(await readRevertName(contractBank.key, 'disbursement/approve', approval)).toBe(
      'NotArbiter',
    );
    const heldPayment = await contractBank.hold(100);
    const pay = { arguments: [planId, 0, 100, 'EUR'], transactionId: heldPayment.id };
    expect((await execute(contractBank.arbiter.key, 'disbursement/approve', approval)).status).toBe(
      'final',
    );
    expect(await readRevertName(contractBank.beneficiary.key, 'disbursement/pay', pay)).toBe(
      'NotDepositor',
    );
    expect((await execute(contractBank.key, 'disbursement/pay', pay)).settlement.status).toBe(
      'done',
    );
  });

  it('include the bank, which rules through its operators with a reason kept in the audit log', async () => {
    const { escrowId, held } = await fundEscrow('bank');
    await execute(contractBank.key, 'escrow/dispute', { arguments: [escrowId] });
    for (const { key } of [contractBank, contractBank.beneficiary, contractBank.arbiter]) {
      expect(await readRevertName(key, 'escrow/rule', { arguments: [escrowId, true] })).toBe(
        'NotArbiter',
      );
    }
    const executeAsBank = (body: object, key = OPERATOR_KEY, functionName = 'rule') =>
      contractBank.bank.call(`/v1/ops/contracts/escrow/functions/${functionName}/execute`, {
        key,
        body: { environment: 'sandbox', developerId: contractBank.developerId, ...body },
      });
    const ruling = { arguments: [escrowId, false], reason: 'Nothing was delivered.' };
    expect((await executeAsBank(ruling, contractBank.key)).status).toBe(404);
    const missingReasonAnswer = await executeAsBank({ arguments: [escrowId, false] });
    expect([missingReasonAnswer.status, missingReasonAnswer.body.errors[0].pointer]).toEqual([
      422,
      '/reason',
    ]);
    const wrongFunctionAnswer = await executeAsBank(ruling, OPERATOR_KEY, 'release');
    expect([wrongFunctionAnswer.status, wrongFunctionAnswer.body.code]).toEqual([
      403,
      'function_not_allowed',
    ]);
    const unknownDeveloperAnswer = await executeAsBank({ ...ruling, developerId: 'dev_nobody' });
    expect(unknownDeveloperAnswer.status).toBe(404);
    const creationAnswer = await executeAsBank(ruling);
    expect(creationAnswer.status, JSON.stringify(creationAnswer.body)).toBe(202);
    expect((await contractBank.waitForEnd(creationAnswer.body.id)).body.status).toBe('final');
    const audit = await contractBank.bank.call('/v1/ops/audit?limit=5', { key: OPERATOR_KEY });
    expect(audit.body.data).toContainEqual(
      expect.objectContaining({
        action: 'contract.escrow.rule',
        objectId: creationAnswer.body.id,
        detail: expect.objectContaining({ reason: 'Nothing was delivered.' }),
      }),
    );
    const money = { arguments: [escrowId, 100, 'EUR'], transactionId: held.id };
    expect((await execute(contractBank.key, 'escrow/refund', money)).settlement.status).toBe(
      'done',
    );
    expect(await contractBank.balances(held)).toMatchObject({ held: 0, to: 0 });
  });

  it('exclude the bank where the agreement names another arbiter', async () => {
    const { escrowId } = await fundEscrow(contractBank.arbiter.id);
    await execute(contractBank.key, 'escrow/dispute', { arguments: [escrowId] });
    const body = {
      environment: 'sandbox',
      developerId: contractBank.developerId,
      reason: 'Because',
    };
    const answer = await contractBank.bank.call('/v1/ops/contracts/escrow/functions/rule/execute', {
      key: OPERATOR_KEY,
      body: { ...body, arguments: [escrowId, true] },
    });
    expect(answer.body.revert.name).toBe('NotArbiter');
  });
});
