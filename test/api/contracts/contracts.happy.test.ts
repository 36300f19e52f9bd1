// Smart-contract functions through the API: the functions that can be called, the simulated effect
// of a call, and the effect of an execution on the chain and in the ledger.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainIdOf } from '../../../chain/arguments.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import {
  type ContractBank,
  FUNDS,
  type HeldPayment,
  makeUniqueId,
  openContractBank,
} from '../../kit/bank/contract-bank.ts';
import { hasAnvil } from '../../kit/chain/anvil.ts';
import { ARBITER, advanceTime } from '../../kit/chain/contracts.ts';

describe.runIf(hasAnvil)('contracts', () => {
  let contractBank: ContractBank;
  beforeAll(async () => {
    contractBank = await openContractBank();
  }, 120_000);
  afterAll(() => contractBank.close());

  const readAgreement = async (escrowId: string) =>
    (await contractBank.simulate('escrow/agreement', { arguments: [escrowId] })).body.result;

  async function deposit(amount: number): Promise<{ escrowId: string; held: HeldPayment }> {
    const [escrowId, heldPayment] = [makeUniqueId(), await contractBank.hold(amount)];
    const creationAnswer = await contractBank.execute('escrow/deposit', {
      arguments: [
        escrowId,
        amount,
        'EUR',
        await contractBank.inAnHour(),
        contractBank.beneficiary.id,
        ARBITER,
      ],
      transactionId: heldPayment.id,
    });
    expect([creationAnswer.status, creationAnswer.body.effect]).toEqual([202, 'bind']);
    expect((await contractBank.waitForEnd(creationAnswer.body.id)).body.status).toBe('final');
    return { escrowId, held: heldPayment };
  }

  it('are listed by name, page by page, with their callable functions', async () => {
    const list = (query = '') =>
      contractBank.bank.call(`/v1/blockchain/contracts${query}`, { key: contractBank.key });
    const allContracts = (await list()).body;
    expect(allContracts.data.map((item: { name: string }) => item.name)).toEqual([
      'disbursement',
      'escrow',
    ]);
    expect(allContracts).toMatchObject({ object: 'list', hasMore: false, nextCursor: null });
    const firstPage = (await list('?limit=1')).body;
    expect([firstPage.data.length, firstPage.hasMore, firstPage.nextCursor]).toEqual([
      1,
      true,
      'disbursement',
    ]);
    const nextPage = (await list('?startingAfter=disbursement')).body;
    expect(nextPage.data[0]).toMatchObject({
      name: 'escrow',
      status: 'available',
      chainId: 777_003,
    });
    const contract = (
      await contractBank.bank.call('/v1/blockchain/contracts/escrow', { key: contractBank.key })
    ).body;
    const releaseFunction = contract.functions.find(
      (contractFunction: { name: string }) => contractFunction.name === 'release',
    );
    expect(releaseFunction).toMatchObject({ mode: 'execute', effect: 'capture', valueMost: '0' });
    expect(releaseFunction.arguments).toEqual([
      { name: 'escrowId', type: 'bytes32', least: null, most: null },
      { name: 'amount', type: 'uint64', least: '1', most: '9007199254740991' },
      { name: 'currency', type: 'currency', least: null, most: null },
    ]);
    expect(contract.hashes.bytecode).toMatch(/^[0-9a-f]{64}$/);
    expect(contract.deployedCode).toBe('as_compiled');
    const { client } = contractBank.chain;
    const code = await client.getCode({ address: contract.address });
    await client.setCode({ address: contract.address, bytecode: '0x60006000fd' });
    const changeAnswer = await contractBank.bank.call('/v1/blockchain/contracts/escrow', {
      key: contractBank.key,
    });
    expect(changeAnswer.body.deployedCode).toBe('different');
    await client.setCode({ address: contract.address, bytecode: code ?? '0x' });
    expect(await contractBank.chain.client.getCode({ address: contract.address })).toMatch(/^0x60/);
    const names = contract.functions.map(
      (contractFunction: { name: string }) => contractFunction.name,
    );
    expect(names).not.toContain('setOperator');
  });

  it('are simulated without sending anything', async () => {
    const heightBefore = await contractBank.chain.client.getBlockNumber();
    const heldPayment = await contractBank.hold(100);
    const answer = await contractBank.simulate('escrow/deposit', {
      arguments: [
        makeUniqueId(),
        '100',
        'EUR',
        await contractBank.inAnHour(),
        contractBank.beneficiary.id,
        ARBITER,
      ],
      transactionId: heldPayment.id,
    });
    expect([answer.status, answer.body.result]).toEqual([200, null]);
    expect(await readAgreement(makeUniqueId())).toMatchObject({ state: 'none', amount: '0' });
    expect(await contractBank.chain.client.getBlockNumber()).toBe(heightBefore);
    const listAnswer = await contractBank.bank.call(
      `/v1/blockchain/executions?transactionId=${heldPayment.id}`,
      {
        key: contractBank.key,
      },
    );
    expect(listAnswer.body.data).toEqual([]);
  });

  it('book a released hold once, on the chain and in the journal', async () => {
    const { escrowId, held } = await deposit(2_500);
    expect(await readAgreement(escrowId)).toMatchObject({
      state: 'funded',
      amount: '2500',
      currency: 'EUR',
      payment: chainIdOf(held.id),
    });
    expect(await contractBank.balances(held)).toEqual({ from: FUNDS, held: 2_500, to: 0 });
    const body = { arguments: [escrowId, 2_500, 'EUR'], transactionId: held.id };
    const creationAnswer = await contractBank.execute('escrow/release', body, {
      'idempotency-key': escrowId,
    });
    expect(creationAnswer.headers.get('location')).toBe(
      `/v1/blockchain/executions/${creationAnswer.body.id}`,
    );
    const { body: endedExecution } = await contractBank.waitForEnd(creationAnswer.body.id);
    expect(endedExecution).toMatchObject({
      status: 'final',
      revert: null,
      settlement: { status: 'done', code: null },
      chain: { receipt: { logs: [{ name: 'Released', args: { escrowId } }] } },
    });
    const transaction = await contractBank.bank.call(`/v1/transactions/${held.id}`, {
      key: contractBank.key,
    });
    expect(transaction.body.status).toBe('posted');
    expect(endedExecution.settlement.ledgerSequence).toBe(transaction.body.ledgerSequence);
    expect(await contractBank.balances(held)).toEqual({ from: FUNDS - 2_500, held: 0, to: 2_500 });
    expect(await readAgreement(escrowId)).toMatchObject({ state: 'released' });
    const repeatedAnswer = await contractBank.execute('escrow/release', body, {
      'idempotency-key': escrowId,
    });
    expect([repeatedAnswer.status, repeatedAnswer.body.id]).toEqual([202, creationAnswer.body.id]);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect(repeatedAnswer.body.status).toBe('final');
  });

  it('release the hold when refunded after the deadline', async () => {
    const { escrowId, held } = await deposit(700);
    await advanceTime(contractBank.chain, 2 * 3_600);
    const body = { arguments: [escrowId, 700, 'EUR'], transactionId: held.id };
    const creationAnswer = await contractBank.execute('escrow/refund', body);
    const { body: endedExecution } = await contractBank.waitForEnd(creationAnswer.body.id);
    expect(endedExecution).toMatchObject({
      status: 'final',
      settlement: { status: 'done', ledgerSequence: null },
    });
    expect(await contractBank.balances(held)).toEqual({ from: FUNDS, held: 0, to: 0 });
    const { body: transaction } = await contractBank.bank.call(`/v1/transactions/${held.id}`, {
      key: contractBank.key,
    });
    expect(transaction.status).toBe('canceled');
  });

  it('pay the tranches of a plan, each from a hold of its own', async () => {
    const planId = makeUniqueId();
    const times = [0, 0, (await contractBank.inAnHour()) + 7 * 24 * 3_600];
    const planAnswer = await contractBank.execute('disbursement/plan', {
      arguments: [
        planId,
        'EUR',
        contractBank.beneficiary.id,
        ARBITER,
        false,
        [100, '200', 300],
        times,
      ],
    });
    expect((await contractBank.waitForEnd(planAnswer.body.id)).body.status).toBe('final');
    const heldPayment = await contractBank.hold(200);
    const paymentAnswer = await contractBank.execute('disbursement/pay', {
      arguments: [planId, 1, 200, 'EUR'],
      transactionId: heldPayment.id,
    });
    expect((await contractBank.waitForEnd(paymentAnswer.body.id)).body.settlement.status).toBe(
      'done',
    );
    expect(await contractBank.balances(heldPayment)).toEqual({
      from: FUNDS - 200,
      held: 0,
      to: 200,
    });
    const callerKey = contractBank.beneficiary.key;
    const cancelAnswer = await contractBank.executeAs(callerKey, 'disbursement/cancelRest', {
      arguments: [planId],
    });
    expect(
      (await contractBank.waitForEnd(cancelAnswer.body.id)).body.chain.receipt.logs[0],
    ).toMatchObject({
      name: 'RestCanceled',
      args: { left: '2', amount: '400' },
    });
    const plan = await contractBank.simulate('disbursement/planOf', { arguments: [planId] });
    expect(plan.body.result).toMatchObject({ canceled: true, paid: '1', totalPaid: '200' });
  });

  it('record each execution in the event log, which the list filters', async () => {
    const { escrowId, held } = await deposit(50);
    const creationAnswer = await contractBank.execute('escrow/dispute', { arguments: [escrowId] });
    await contractBank.waitForEnd(creationAnswer.body.id);
    const path = '/v1/events?limit=100&type=contract.execution.*';
    const events = await contractBank.bank.call(path, { key: contractBank.key });
    const ownItems = events.body.data.filter(
      (event: { data: { object: { id: string } } }) =>
        event.data.object.id === creationAnswer.body.id,
    );
    const types = ownItems.map((event: { type: string }) => event.type.split('.').at(-1));
    expect(types.filter((type: string) => type !== 'included')).toEqual([
      'created',
      'simulated',
      'submitted',
      'succeeded',
    ]);
    const listExecutions = async (query: string) =>
      (
        await contractBank.bank.call(`/v1/blockchain/executions?${query}`, {
          key: contractBank.key,
        })
      ).body.data;
    expect((await listExecutions('limit=1'))[0].id).toBe(creationAnswer.body.id);
    expect((await listExecutions(`transactionId=${held.id}`)).length).toBe(1);
    for (const execution of await listExecutions('contract=escrow&status=final')) {
      expect([execution.contract, execution.status]).toEqual(['escrow', 'final']);
    }
  });

  it('leave the books balanced after all these calls', () => {
    const { raw } = contractBank.bank.bank.environments.sandbox.ledger.database;
    const brokenChecks = checkInvariants(raw, Date.now()).checks.filter(
      (check) => check.violations > 0,
    );
    expect(brokenChecks).toEqual([]);
  });
});
