// An invalid call of a smart contract is refused with its name and field, and changes nothing.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestBank, register } from '../../kit/bank/bank.ts';
import { type ContractBank, makeUniqueId, openContractBank } from '../../kit/bank/contract-bank.ts';
import { hasAnvil } from '../../kit/chain/anvil.ts';
import { ARBITER } from '../../kit/chain/contracts.ts';

describe.runIf(hasAnvil)('a contract call', () => {
  let contractBank: ContractBank;
  beforeAll(async () => {
    contractBank = await openContractBank();
  }, 120_000);
  afterAll(() => contractBank.close());

  const countExecutions = async () =>
    (await contractBank.bank.call('/v1/blockchain/executions?limit=100', { key: contractBank.key }))
      .body.data.length;

  /**
   * Checks that both acts refuse a call with the same answer and write nothing; returns the answer.
   */
  async function expectRefusal(path: string, body: object) {
    const executionsBefore = await countExecutions();
    const [simulateAnswer, sendAnswer] = [
      await contractBank.simulate(path, body),
      await contractBank.execute(path, body),
    ];
    expect([simulateAnswer.status, simulateAnswer.body.code]).toEqual([
      sendAnswer.status,
      sendAnswer.body.code,
    ]);
    expect(await countExecutions()).toBe(executionsBefore);
    return sendAnswer;
  }

  it('is refused with every argument at fault named, also inside lists', async () => {
    const transactionId = (await contractBank.hold(100)).id;
    const goodArguments: unknown[] = [
      makeUniqueId(),
      100,
      'EUR',
      await contractBank.inAnHour(),
      contractBank.beneficiary.id,
      ARBITER,
    ];
    const wrongArguments: [number, unknown][] = [
      [0, '0x12'],
      [0, `0x${'0'.repeat(64)}`],
      [0, 7],
      [1, -1],
      [1, 1.5],
      [1, '1e3'],
      [1, '007'],
      [1, 2 ** 53],
      [1, true],
      [2, 'eur'],
      [2, 'EURO'],
      [3, 'tomorrow'],
      [4, 'nobody'],
      [4, ARBITER],
      [4, 'key_nobody'],
      [5, 'nobody'],
      [5, 'key_nobody'],
      [5, ARBITER.replace(/[a-f]/, (letter) => letter.toUpperCase()).replace('0X', '0x')],
      [5, `0x${'0'.repeat(40)}`],
    ];
    for (const [index, value] of wrongArguments) {
      const body = { arguments: goodArguments.with(index, value), transactionId };
      const answer = await contractBank.simulate('escrow/deposit', body);
      const label = `${index}: ${String(value)}`;
      expect([answer.status, answer.body.code], label).toEqual([422, 'validation_failed']);
      expect(answer.body.errors[0], label).toMatchObject({
        pointer: `/arguments/${index}`,
        code: 'invalid_argument',
      });
    }
    const secondAnswer = await expectRefusal('disbursement/plan', {
      arguments: [
        makeUniqueId(),
        'EUR',
        contractBank.beneficiary.id,
        ARBITER,
        'no',
        [1, 'x'],
        [1, 2],
      ],
    });
    const pointers = secondAnswer.body.errors.map((error: { pointer: string }) => error.pointer);
    expect(pointers).toEqual(['/arguments/4', '/arguments/5/1']);
  });

  it('is refused with the exceeded bound or the expected number of arguments', async () => {
    const transactionId = (await contractBank.hold(100)).id;
    for (const amount of [0, String(2n ** 53n), '18446744073709551616']) {
      const body = { arguments: [makeUniqueId(), amount, 'EUR'], transactionId };
      const { body: answer } = await expectRefusal('escrow/release', body);
      expect(answer.errors).toEqual([
        {
          pointer: '/arguments/1',
          code: 'argument_out_of_range',
          message: 'Expected 1 to 9007199254740991.',
        },
      ]);
    }
    const tooFewArguments = await expectRefusal('escrow/release', {
      arguments: [makeUniqueId()],
      transactionId,
    });
    expect(tooFewArguments.body.errors[0]).toMatchObject({ pointer: '/arguments' });
    expect(tooFewArguments.body.errors[0].message).toContain('currency currency');
    const longArguments = Array.from({ length: 61 }, () => 1);
    const planAnswer = await expectRefusal('disbursement/plan', {
      arguments: [
        makeUniqueId(),
        'EUR',
        contractBank.beneficiary.id,
        ARBITER,
        false,
        longArguments,
        longArguments,
      ],
    });
    expect(planAnswer.body.errors[0].code).toBe('argument_out_of_range');
  });

  it('outside the allow-list, to an unknown function, or with value is refused', async () => {
    for (const name of ['setOperator', 'acceptOwnership', 'owner', 'nothing', 'constructor']) {
      const { status, body } = await expectRefusal(`escrow/${name}`, { arguments: [] });
      expect([status, body.code], name).toEqual([403, 'function_not_allowed']);
    }
    const unknownContract = await expectRefusal('casino/play', { arguments: [] });
    expect([unknownContract.status, unknownContract.body.code]).toEqual([
      404,
      'contract_not_found',
    ]);
    const readAnswer = await contractBank.bank.call('/v1/blockchain/contracts/casino', {
      key: contractBank.key,
    });
    expect(readAnswer.body.code).toBe('contract_not_found');
    const viewAnswer = await contractBank.execute('escrow/agreement', {
      arguments: [makeUniqueId()],
    });
    expect([viewAnswer.status, viewAnswer.body.code]).toEqual([403, 'function_not_allowed']);
    const valueAnswer = await expectRefusal('escrow/dispute', {
      arguments: [makeUniqueId()],
      value: '1',
    });
    expect([valueAnswer.status, valueAnswer.body.code]).toEqual([422, 'value_out_of_range']);
    expect(valueAnswer.body.errors[0].pointer).toBe('/value');
  });

  it('that the contract reverts is refused with the name and arguments of the error', async () => {
    const escrowId = makeUniqueId();
    const { status, body } = await expectRefusal('escrow/dispute', { arguments: [escrowId] });
    expect([status, body.code]).toEqual([422, 'contract_reverted']);
    expect(body.revert).toEqual({ name: 'WrongState', args: { state: 'none' } });
    const refusal = await expectRefusal('disbursement/trancheOf', {
      arguments: [makeUniqueId(), 0],
    }).catch(() => null);
    expect(refusal).toBeNull();
    const answer = await contractBank.simulate('disbursement/trancheOf', {
      arguments: [makeUniqueId(), 0],
    });
    expect(answer.body.revert).toEqual({ name: 'UnknownPlan', args: {} });
  });

  it('requires a transaction exactly where the function uses one, with matching amount and currency', async () => {
    const missingAnswer = await expectRefusal('escrow/release', {
      arguments: [makeUniqueId(), 1, 'EUR'],
    });
    expect(missingAnswer.body.errors[0].pointer).toBe('/transactionId');
    const heldPayment = await contractBank.hold(100);
    const { id: transactionId } = heldPayment;
    const uselessTransactionAnswer = await expectRefusal('escrow/dispute', {
      arguments: [makeUniqueId()],
      transactionId,
    });
    expect(uselessTransactionAnswer.body.errors[0].pointer).toBe('/transactionId');
    const deadline = await contractBank.inAnHour();
    const deposit = (amount: number, currency: string, deadlineSeconds = deadline) =>
      contractBank.execute('escrow/deposit', {
        arguments: [
          makeUniqueId(),
          amount,
          currency,
          deadlineSeconds,
          contractBank.beneficiary.id,
          ARBITER,
        ],
        transactionId,
      });
    const amountAnswer = await deposit(99, 'EUR');
    expect([amountAnswer.status, amountAnswer.body.code]).toEqual([422, 'amount_mismatch']);
    expect(amountAnswer.body.errors[0].pointer).toBe('/arguments/1');
    const currencyAnswer = await deposit(100, 'USD');
    expect([currencyAnswer.status, currencyAnswer.body.code]).toEqual([422, 'currency_mismatch']);
    expect(currencyAnswer.body.errors[0].pointer).toBe('/arguments/2');
    const lateDeadlineAnswer = await deposit(100, 'EUR', deadline + 20 * 24 * 3_600);
    expect([lateDeadlineAnswer.status, lateDeadlineAnswer.body.code]).toEqual([
      422,
      'hold_too_short',
    ]);
    expect(await contractBank.balances(heldPayment)).toMatchObject({ held: 100 });
  });

  it('accepts only an existing hold that lasts long enough and is in no other agreement', async () => {
    const deadline = await contractBank.inAnHour();
    const deposit = (transactionId: string) =>
      contractBank.execute('escrow/deposit', {
        arguments: [makeUniqueId(), 100, 'EUR', deadline, contractBank.beneficiary.id, ARBITER],
        transactionId,
      });
    const canceledHold = await contractBank.hold(100);
    await contractBank.bank.call(`/v1/transactions/${canceledHold.id}/cancel`, {
      key: contractBank.key,
      body: {},
    });
    const canceledHoldAnswer = await deposit(canceledHold.id);
    expect([canceledHoldAnswer.status, canceledHoldAnswer.body.code]).toEqual([
      409,
      'transaction_not_held',
    ]);
    const holdExpiresAt = new Date(Date.now() + 5 * 60_000).toISOString();
    const shortHoldAnswer = await deposit((await contractBank.hold(100, { holdExpiresAt })).id);
    expect([shortHoldAnswer.status, shortHoldAnswer.body.code]).toEqual([422, 'hold_too_short']);
    const storedHold = await contractBank.hold(100);
    const firstAnswer = await deposit(storedHold.id);
    expect(firstAnswer.status).toBe(202);
    const secondAnswer = await deposit(storedHold.id);
    expect([409, 422]).toContain(secondAnswer.status);
    expect((await contractBank.waitForEnd(firstAnswer.body.id)).body.status).toBe('final');
    for (const act of ['capture', 'cancel']) {
      const path = `/v1/transactions/${storedHold.id}/${act}`;
      const answer = await contractBank.bank.call(path, { key: contractBank.key, body: {} });
      expect([answer.status, answer.body.code]).toEqual([409, 'invalid_state_transition']);
      expect(answer.body.detail).toContain(firstAnswer.body.id);
    }
    expect(await contractBank.balances(storedHold)).toMatchObject({ held: 100, to: 0 });
  });

  it('with a key already used for another body is refused, and an invalid body uses up no key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const planId = makeUniqueId();
    const planBody = (amounts: unknown) => ({
      arguments: [planId, 'EUR', contractBank.beneficiary.id, ARBITER, false, amounts, [0]],
    });
    expect((await contractBank.execute('disbursement/plan', planBody(['x']), key)).status).toBe(
      422,
    );
    const creationAnswer = await contractBank.execute('disbursement/plan', planBody([5]), key);
    expect(creationAnswer.status).toBe(202);
    const otherAnswer = await contractBank.execute('disbursement/plan', planBody([6]), key);
    expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(otherAnswer.body.existingId).toBe(creationAnswer.body.id);
    await contractBank.waitForEnd(creationAnswer.body.id);
    // The contract would refuse a second execution, but the key is checked first.
    const repeatedAnswer = await contractBank.execute('disbursement/plan', planBody([5]), key);
    expect([repeatedAnswer.status, repeatedAnswer.body.id]).toEqual([202, creationAnswer.body.id]);
  });

  it('sent twice at once with one key is executed once', async () => {
    const body = {
      arguments: [makeUniqueId(), 'EUR', contractBank.beneficiary.id, ARBITER, false, [5], [0]],
    };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const racedPlans = await Promise.all(
      [1, 2].map(() => contractBank.execute('disbursement/plan', body, key)),
    );
    expect(racedPlans.map((item) => item.status)).toEqual([202, 202]);
    expect(racedPlans[0]?.body.id).toBe(racedPlans[1]?.body.id);
  });

  it('with a body that is not a call is refused', async () => {
    const path = '/v1/blockchain/contracts/escrow/functions/dispute/execute';
    const { key } = contractBank;
    const malformedAnswer = await contractBank.bank.call(path, { key, raw: '{"arguments":[' });
    expect([malformedAnswer.status, malformedAnswer.body.code]).toEqual([400, 'malformed_json']);
    for (const body of [
      {},
      [],
      { arguments: 'x' },
      { arguments: [], extra: 1 },
      { arguments: {} },
    ]) {
      const answer = await contractBank.bank.call(path, { key, body });
      expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    }
    const cursorAnswer = await contractBank.bank.call(
      '/v1/blockchain/executions?startingAfter=exe_1',
      {
        key,
      },
    );
    expect(cursorAnswer.body.code).toBe('invalid_cursor');
    const nameAnswer = await contractBank.bank.call(
      '/v1/blockchain/contracts?startingAfter=casino',
      {
        key,
      },
    );
    expect(nameAnswer.body.code).toBe('invalid_cursor');
    const filterAnswer = await contractBank.bank.call('/v1/blockchain/executions?status=sent', {
      key,
    });
    expect(filterAnswer.body.code).toBe('invalid_parameter');
    const missingAnswer = await contractBank.bank.call('/v1/blockchain/executions/exe_nothing', {
      key,
    });
    expect(missingAnswer.body.code).toBe('execution_not_found');
  });

  it('while the node is unreachable is refused as retryable, and works once the node is back', async () => {
    const body = {
      arguments: [makeUniqueId(), 'EUR', contractBank.beneficiary.id, ARBITER, false, [5], [0]],
    };
    await contractBank.chain.kill();
    const { status, body: problem, headers } = await expectRefusal('disbursement/plan', body);
    expect([status, problem.code, problem.retryable]).toEqual([503, 'chain_unavailable', true]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const listAnswer = await contractBank.bank.call('/v1/blockchain/contracts', {
      key: contractBank.key,
    });
    expect(listAnswer.status).toBe(200);
    await contractBank.chain.start();
    const creationAnswer = await contractBank.execute('disbursement/plan', body);
    expect(creationAnswer.status).toBe(202);
    expect((await contractBank.waitForEnd(creationAnswer.body.id)).body.status).toBe('final');
  });

  it('with a deadline in the past of the sandbox clock is refused, though the chain is behind', async () => {
    const { id: transactionId } = await contractBank.hold(100);
    const deadline = await contractBank.inAnHour();
    await contractBank.bank.call('/v1/sandbox/clock?wait=30', {
      key: contractBank.key,
      body: { advanceBy: 'P2D' },
    });
    const terms = [makeUniqueId(), 100, 'EUR', deadline, contractBank.beneficiary.id, ARBITER];
    const body = { arguments: terms, transactionId };
    for (const answer of [
      await contractBank.simulate('escrow/deposit', body),
      await contractBank.execute('escrow/deposit', body),
    ]) {
      expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '/arguments/3']);
      expect(answer.body.errors[0].message).toMatch(/^Expected a future time in seconds/);
    }
  });
});

it('without a chain the contracts report not_configured, and a call is refused as not retryable', async () => {
  const bank = await openTestBank();
  const { key } = await register(bank);
  const { body } = await bank.call('/v1/blockchain/contracts/escrow', { key });
  expect(body).toMatchObject({ status: 'not_configured', address: null, chainId: null });
  const path = '/v1/blockchain/contracts/escrow/functions/dispute/execute';
  const answer = await bank.call(path, { key, body: { arguments: [makeUniqueId()] } });
  expect([answer.status, answer.body.code]).toEqual([503, 'chain_not_configured']);
  expect(answer.body.retryable).toBe(false);
  await bank.close();
});
