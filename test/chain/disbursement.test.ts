// The disbursement contract on a real chain: tranches by date and by milestone, every refusal, who
// may act, and the cancelation of the open tranches.

import { type Hex, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasAnvil, openTestChain, type TestChain } from '../kit/chain/anvil.ts';
import {
  ARBITER as APPROVER,
  advanceTime,
  BANK,
  BENEFICIARY,
  DEPOSITOR,
  type DeployedContract,
  deploy,
  EUR,
  idOf,
  partyOf,
  readTime,
  STRANGER,
} from '../kit/chain/contracts.ts';

const HOUR = 3_600;
const TENANT = idOf('tenant');
const ZERO = toHex(0, { size: 32 });
const MAX_SAFE = 2n ** 53n - 1n;
const AMOUNTS = [1_000n, 2_000n, 3_000n];

interface Plan {
  readonly canceled: boolean;
  readonly tranches: number;
  readonly paid: number;
  readonly total: bigint;
  readonly totalPaid: bigint;
}

interface Tranche {
  readonly state: number;
  readonly amount: bigint;
  readonly notBefore: bigint;
  readonly payment: Hex;
}

describe.runIf(hasAnvil)('a disbursement', () => {
  let chain: TestChain;
  let contract: DeployedContract;
  let count = 0;
  beforeAll(async () => {
    chain = await openTestChain();
    contract = await deploy(chain, 'Disbursement');
  });
  afterAll(() => chain.close());

  interface Terms {
    tenant: Hex;
    id: Hex;
    currency: Hex;
    beneficiary: Hex;
    approver: Hex;
    byMilestone: boolean;
    amounts: readonly bigint[];
    times: readonly bigint[];
  }

  async function makeTerms(fields: Partial<Terms> = {}): Promise<Terms> {
    count += 1;
    const now = await readTime(chain);
    const times = AMOUNTS.map((_, index) => BigInt(now + index * HOUR));
    const freshTerms = { tenant: TENANT, id: idOf(`plan ${count}`), currency: EUR };
    const input = {
      beneficiary: BENEFICIARY,
      approver: partyOf(APPROVER),
      byMilestone: false,
      amounts: AMOUNTS,
      times,
    };
    return { ...freshTerms, ...input, ...fields };
  }

  const sendPlan = (terms: Terms, from = BANK, actor = DEPOSITOR) =>
    contract.send(from, 'plan', [
      terms.tenant,
      actor,
      terms.id,
      terms.currency,
      terms.beneficiary,
      terms.approver,
      terms.byMilestone,
      terms.amounts,
      terms.times,
    ]);
  const approve = (terms: Terms, index: number, from = APPROVER, actor = DEPOSITOR) =>
    contract.send(from, 'approve', [terms.tenant, actor, terms.id, index]);
  const cancelRest = (terms: Terms, from = BANK, actor = BENEFICIARY) =>
    contract.send(from, 'cancelRest', [terms.tenant, actor, terms.id]);
  const readPlan = (terms: Terms) => contract.read<Plan>('planOf', [terms.tenant, terms.id]);
  const readTranche = (terms: Terms, index: number) =>
    contract.read<Tranche>('trancheOf', [terms.tenant, terms.id, index]);
  const readStates = async (terms: Terms) =>
    Promise.all(terms.amounts.map(async (_, index) => (await readTranche(terms, index)).state));

  interface Payment {
    readonly payment: Hex;
    readonly amount: bigint;
    readonly currency: Hex;
    readonly from: Hex;
    readonly actor: Hex;
  }

  function pay(terms: Terms, index: number, fields: Partial<Payment> = {}) {
    count += 1;
    const { payment = idOf(`payment ${count}`), from = BANK, actor = DEPOSITOR } = fields;
    const { amount = terms.amounts[index] ?? 1n, currency = terms.currency } = fields;
    const args = [terms.tenant, actor, terms.id, index, payment, amount, currency];
    return contract.send(from, 'pay', args);
  }

  async function makePlan(fields: Partial<Terms> = {}): Promise<Terms> {
    const plan = await makeTerms(fields);
    expect(await sendPlan(plan)).toEqual({ events: ['Planned'] });
    return plan;
  }

  const PAID = { events: ['Paid'] };

  test('by date pays each tranche once, and not before its time', async () => {
    const plan = await makePlan();
    expect(await pay(plan, 0)).toEqual(PAID);
    expect(await pay(plan, 0)).toEqual({ error: 'WrongState', args: [3] });
    expect(await pay(plan, 1)).toEqual({ error: 'TooEarly', args: [plan.times[1]] });
    await advanceTime(chain, HOUR);
    expect(await pay(plan, 1)).toEqual(PAID);
    await advanceTime(chain, HOUR);
    expect(await pay(plan, 2)).toEqual(PAID);
    expect(await readPlan(plan)).toMatchObject({ paid: 3, total: 6_000n, totalPaid: 6_000n });
    expect(await cancelRest(plan)).toEqual({ error: 'NothingLeft', args: [] });
  });

  test('by milestone pays a tranche once it is approved, in any order', async () => {
    const plan = await makePlan({ byMilestone: true });
    await advanceTime(chain, 2 * HOUR);
    expect(await pay(plan, 2)).toEqual({ error: 'WrongState', args: [1] });
    expect(await approve(plan, 2)).toEqual({ events: ['Approved'] });
    expect(await approve(plan, 2)).toEqual({ error: 'WrongState', args: [2] });
    expect(await pay(plan, 2)).toEqual(PAID);
    expect(await approve(plan, 2)).toEqual({ error: 'WrongState', args: [3] });
    expect(await readStates(plan)).toEqual([1, 1, 3]);
    expect(await readPlan(plan)).toMatchObject({ paid: 1, totalPaid: 3_000n });
  });

  test('pays an approved tranche not before its time', async () => {
    const plan = await makePlan({ byMilestone: true });
    await approve(plan, 1);
    expect(await pay(plan, 1)).toEqual({ error: 'TooEarly', args: [plan.times[1]] });
    await advanceTime(chain, HOUR);
    expect(await pay(plan, 1)).toEqual(PAID);
  });

  test('cancels all open tranches at once, and paid tranches stay paid', async () => {
    const plan = await makePlan({ byMilestone: true });
    await approve(plan, 0);
    await approve(plan, 1);
    await pay(plan, 0);
    expect(await cancelRest(plan)).toEqual({ events: ['RestCanceled'] });
    expect(await readStates(plan)).toEqual([3, 4, 4]);
    expect(await readPlan(plan)).toMatchObject({ canceled: true, paid: 1, totalPaid: 1_000n });
    expect(await cancelRest(plan)).toEqual({ error: 'PlanCanceled', args: [] });
    await advanceTime(chain, 2 * HOUR);
    for (const index of [1, 2]) {
      expect(await pay(plan, index)).toEqual({ error: 'WrongState', args: [4] });
      expect(await approve(plan, index)).toEqual({ error: 'WrongState', args: [4] });
    }
  });

  test('pays a tranche in its exact amount and currency, by its own payment', async () => {
    const plan = await makePlan();
    const mismatch = { error: 'AmountMismatch', args: [1_000n, EUR] };
    expect(await pay(plan, 0, { amount: 999n })).toEqual(mismatch);
    expect(await pay(plan, 0, { currency: toHex('USD') })).toEqual(mismatch);
    expect(await pay(plan, 0, { payment: ZERO })).toEqual({ error: 'ZeroIdentifier', args: [] });
    const payment = idOf('the only payment');
    expect(await pay(plan, 0, { payment })).toEqual(PAID);
    expect(await readTranche(plan, 0)).toMatchObject({ state: 3, payment });
    await advanceTime(chain, HOUR);
    expect(await pay(plan, 1, { payment })).toEqual({ error: 'PaymentInUse', args: [payment] });
  });

  test('is changed only by the bank, and approved only by the approver', async () => {
    const plan = await makePlan({ byMilestone: true });
    for (const from of [STRANGER, APPROVER]) {
      const refused = { error: 'NotOperator', args: [from] };
      expect(await sendPlan(await makeTerms(), from)).toEqual(refused);
      expect(await pay(plan, 0, { from })).toEqual(refused);
      expect(await cancelRest(plan, from)).toEqual(refused);
    }
    for (const from of [STRANGER, BANK]) {
      const caller = from === BANK ? DEPOSITOR : partyOf(from);
      expect(await approve(plan, 0, from)).toEqual({ error: 'NotArbiter', args: [caller] });
    }
    const planByDate = await makePlan();
    expect(await approve(planByDate, 0)).toEqual({ error: 'NoApprovalNeeded', args: [] });
  });

  test('with an invalid schedule is refused and leaves no state', async () => {
    const tooMany = Array.from({ length: 61 }, () => 1n);
    const badCases: [Partial<Terms>, string][] = [
      [{ tenant: ZERO }, 'ZeroIdentifier'],
      [{ id: ZERO }, 'ZeroIdentifier'],
      [{ approver: ZERO }, 'ZeroParty'],
      [{ beneficiary: DEPOSITOR }, 'PartiesNotDistinct'],
      [{ approver: BENEFICIARY }, 'PartiesNotDistinct'],
      [{ currency: toHex('e1R') }, 'CurrencyInvalid'],
      [{ amounts: [], times: [] }, 'ScheduleInvalid'],
      [{ amounts: tooMany, times: tooMany }, 'ScheduleInvalid'],
      [{ amounts: [1n] }, 'ScheduleInvalid'],
      [{ amounts: [1n, 0n, 1n] }, 'AmountOutOfRange'],
      [{ amounts: [MAX_SAFE, 1n, 1n] }, 'AmountOutOfRange'],
      [{ amounts: [1n, 1n, MAX_SAFE - 1n] }, 'AmountOutOfRange'],
      [{ times: [2n, 1n, 3n] }, 'TimesNotInOrder'],
    ];
    for (const [fields, error] of badCases) {
      const plan = await makeTerms(fields);
      expect(await sendPlan(plan), error).toMatchObject({ error });
      if (plan.tenant !== ZERO && plan.id !== ZERO) {
        expect(await readPlan(plan)).toMatchObject({ tranches: 0, total: 0n });
      }
    }
    await makePlan({ amounts: [1n, 1n, MAX_SAFE - 2n] });
  });

  test('of the greatest length needs less than the gas limit, and so does its cancelation', async () => {
    const sixtyNumbers = Array.from({ length: 60 }, (_, index) => BigInt(index + 1));
    const plan = await makePlan({ amounts: sixtyNumbers, times: sixtyNumbers });
    expect(await cancelRest(plan)).toEqual({ events: ['RestCanceled'] });
    const readGas = async (blocksBack: bigint) => {
      const number = (await chain.client.getBlockNumber()) - blocksBack;
      return Number((await chain.client.getBlock({ blockNumber: number })).gasUsed);
    };
    expect(await readGas(1n)).toBeLessThan(6_000_000);
    expect(await readGas(0n)).toBeLessThan(1_500_000);
  });

  test('is created once, is separate for each tenant, and reports unknown ids', async () => {
    const plan = await makePlan();
    expect(await sendPlan(plan)).toEqual({ error: 'AlreadyExists', args: [] });
    await makePlan({ id: plan.id, tenant: idOf('another tenant') });
    const noPlan = await makeTerms();
    for (const act of [() => pay(noPlan, 0), () => approve(noPlan, 0), () => cancelRest(noPlan)]) {
      expect(await act()).toEqual({ error: 'UnknownPlan', args: [] });
    }
    expect(await pay(plan, 3)).toEqual({ error: 'UnknownTranche', args: [3] });
  });

  test('refuses ether', async () => {
    const plan = await makePlan();
    const refused = { error: 'refused', args: [] };
    expect(
      await contract.send(BANK, 'cancelRest', [plan.tenant, BENEFICIARY, plan.id], 1n),
    ).toEqual(refused);
    expect(await chain.client.getBalance({ address: contract.address })).toBe(0n);
  });
});
