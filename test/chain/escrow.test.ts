// The escrow on a real chain: every path through its states, every refusal, authorisation, and time
// on both sides of each bound.

import type { Hex } from 'viem';
import { toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasAnvil, openTestChain, type TestChain } from '../kit/chain/anvil.ts';
import {
  ARBITER,
  BANK,
  BENEFICIARY,
  DEPOSITOR,
  type Deployed,
  deploy,
  EUR,
  idOf,
  partyOf,
  pass,
  STRANGER,
  timeOf,
} from '../kit/chain/contracts.ts';

const HOUR = 3_600;
const WEEK = 7 * 24 * HOUR;
const TENANT = idOf('tenant');
const ZERO = toHex(0, { size: 32 });
const USD = toHex('USD');
const MOST = 2n ** 53n - 1n;
const STATES = [
  'none',
  'funded',
  'disputed',
  'ruledRelease',
  'ruledRefund',
  'released',
  'refunded',
];

interface Agreement {
  readonly state: number;
  readonly deadline: bigint;
  readonly amount: bigint;
  readonly currency: Hex;
  readonly depositor: Hex;
  readonly beneficiary: Hex;
  readonly arbiter: Hex;
  readonly payment: Hex;
}

describe.runIf(hasAnvil)('an escrow', () => {
  let chain: TestChain;
  let escrow: Deployed;
  let count = 0;
  beforeAll(async () => {
    chain = await openTestChain();
    escrow = await deploy(chain, 'Escrow');
  });
  afterAll(() => chain.close());

  interface Terms {
    tenant: Hex;
    id: Hex;
    payment: Hex;
    amount: bigint;
    currency: Hex;
    deadline: number;
    beneficiary: Hex;
    arbiter: Hex;
  }

  async function terms(fields: Partial<Terms> = {}): Promise<Terms> {
    count += 1;
    const [id, payment] = [idOf(`escrow ${count}`), idOf(`payment ${count}`)];
    const deadline = (await timeOf(chain)) + HOUR;
    const fresh = { tenant: TENANT, id, payment, amount: 2_500n, currency: EUR };
    const parties = { beneficiary: BENEFICIARY, arbiter: partyOf(ARBITER) };
    return { ...fresh, deadline, ...parties, ...fields };
  }

  const deposit = (one: Terms, from = BANK, actor = DEPOSITOR) =>
    escrow.send(from, 'deposit', [
      one.tenant,
      actor,
      one.id,
      one.payment,
      one.amount,
      one.currency,
      BigInt(one.deadline),
      one.beneficiary,
      one.arbiter,
    ]);
  const move = (name: 'release' | 'refund', one: Terms, from = BANK, actor = DEPOSITOR) =>
    escrow.send(from, name, [one.tenant, actor, one.id, one.payment, one.amount, one.currency]);
  const dispute = (one: Terms, from = BANK, actor = DEPOSITOR) =>
    escrow.send(from, 'dispute', [one.tenant, actor, one.id]);
  const rule = (one: Terms, toPayee: boolean, from = ARBITER, actor = DEPOSITOR) =>
    escrow.send(from, 'rule', [one.tenant, actor, one.id, toPayee]);
  const read = (one: Terms) => escrow.read<Agreement>('agreement', [one.tenant, one.id]);
  const stateOf = async (one: Terms) => STATES[(await read(one)).state];

  async function fund(fields: Partial<Terms> = {}): Promise<Terms> {
    const one = await terms(fields);
    expect(await deposit(one)).toEqual({ events: ['Deposited'] });
    return one;
  }

  async function fundAndDispute(): Promise<Terms> {
    const one = await fund();
    expect(await dispute(one)).toEqual({ events: ['DisputeOpened'] });
    return one;
  }

  /** One agreement in each state. */
  async function inEveryState(): Promise<Record<string, Terms>> {
    const [ruledRelease, ruledRefund] = [await fundAndDispute(), await fundAndDispute()];
    await rule(ruledRelease, true);
    await rule(ruledRefund, false);
    const released = await fund();
    await move('release', released);
    const refunded = await fundAndDispute();
    await rule(refunded, false);
    await move('refund', refunded);
    const all = { ruledRelease, ruledRefund, released, refunded };
    return { none: await terms(), funded: await fund(), disputed: await fundAndDispute(), ...all };
  }

  test("keeps the deposit's terms, and has no state before the deposit", async () => {
    const one = await terms();
    expect(await read(one)).toMatchObject({ state: 0, amount: 0n, payment: ZERO });
    expect(await deposit(one)).toEqual({ events: ['Deposited'] });
    expect(await read(one)).toEqual({
      state: 1,
      deadline: BigInt(one.deadline),
      amount: 2_500n,
      currency: EUR,
      depositor: DEPOSITOR,
      beneficiary: BENEFICIARY,
      arbiter: partyOf(ARBITER),
      payment: one.payment,
    });
  });

  test('before the deadline can pay the payee and cannot refund the payer', async () => {
    const one = await fund();
    expect(await move('refund', one)).toEqual({ error: 'TooEarly', args: [BigInt(one.deadline)] });
    expect(await move('release', one)).toEqual({ events: ['Released'] });
    expect(await stateOf(one)).toBe('released');
  });

  test('from the deadline on can refund the payer and cannot pay the payee', async () => {
    const one = await fund();
    await pass(chain, HOUR);
    const late = { error: 'DeadlinePassed', args: [BigInt(one.deadline)] };
    expect(await move('release', one)).toEqual(late);
    expect(await dispute(one)).toEqual(late);
    expect(await move('refund', one)).toEqual({ events: ['Refunded'] });
    expect(await stateOf(one)).toBe('refunded');
  });

  test.each([
    ['release', true, 'Released', 'refund', 3],
    ['refund', false, 'Refunded', 'release', 4],
  ] as const)('with a ruling to %s binds the bank, and only to that', async (...ruling) => {
    const [does, toPayee, event, doesNot, state] = ruling;
    const one = await fundAndDispute();
    expect(await rule(one, toPayee)).toEqual({ events: ['Ruled'] });
    expect(await move(doesNot, one)).toEqual({ error: 'WrongState', args: [state] });
    // A ruling stays in force after the deadline.
    await pass(chain, HOUR + WEEK);
    expect(await move(does, one)).toEqual({ events: [event] });
  });

  test('with a dispute without a ruling is refunded a week after the deadline', async () => {
    const one = await fundAndDispute();
    await pass(chain, HOUR);
    const until = BigInt(one.deadline + WEEK);
    expect(await move('refund', one)).toEqual({ error: 'TooEarly', args: [until] });
    expect(await move('release', one)).toEqual({ error: 'WrongState', args: [2] });
    await pass(chain, WEEK);
    expect(await rule(one, true)).toEqual({ error: 'DeadlinePassed', args: [until] });
    expect(await move('refund', one)).toEqual({ events: ['Refunded'] });
  });

  test("allows in each state only the acts that the contract's diagram shows", async () => {
    const all = await inEveryState();
    const acts = {
      deposit,
      dispute,
      rule: (one: Terms) => rule(one, true),
      release: (one: Terms) => move('release', one),
      refund: (one: Terms) => move('refund', one),
    };
    const allowed: Record<string, readonly string[]> = {
      none: ['deposit'],
      funded: ['dispute', 'release'],
      disputed: ['rule'],
      ruledRelease: ['release'],
      ruledRefund: ['refund'],
    };
    for (const [state, one] of Object.entries(all)) {
      expect(await stateOf(one)).toBe(state);
      for (const [name, act] of Object.entries(acts)) {
        if (allowed[state]?.includes(name)) continue;
        expect(await act(one), `${name} in ${state}`).toHaveProperty('error');
        expect(await stateOf(one), `${name} in ${state}`).toBe(state);
      }
    }
  });

  test('is written only by the bank, and ruled only by the arbiter', async () => {
    const one = await fund();
    for (const from of [STRANGER, ARBITER]) {
      const refused = { error: 'NotOperator', args: [from] };
      expect(await deposit(await terms(), from)).toEqual(refused);
      expect(await move('release', one, from)).toEqual(refused);
      expect(await move('refund', one, from)).toEqual(refused);
      expect(await dispute(one, from)).toEqual(refused);
    }
    await dispute(one);
    const stranger = { error: 'NotArbiter', args: [partyOf(STRANGER)] };
    expect(await rule(one, true, STRANGER, partyOf(ARBITER))).toEqual(stranger);
    const bank = { error: 'NotArbiter', args: [DEPOSITOR] };
    expect(await rule(one, true, BANK)).toEqual(bank);
    expect(await stateOf(one)).toBe('disputed');
  });

  test('allows each act to one role only, and no party to have two roles', async () => {
    const clerk = idOf('an arbiter with a credential');
    const other = idOf('somebody else');
    const one = await fund({ arbiter: clerk });
    const no = (error: string, actor: Hex) => ({ error, args: [actor] });
    for (const actor of [BENEFICIARY, clerk, other]) {
      expect(await move('release', one, BANK, actor)).toEqual(no('NotDepositor', actor));
    }
    for (const actor of [clerk, other]) {
      expect(await dispute(one, BANK, actor)).toEqual(no('NotParty', actor));
      expect(await move('refund', one, BANK, actor)).toEqual(no('NotParty', actor));
    }
    expect(await dispute(one, BANK, BENEFICIARY)).toEqual({ events: ['DisputeOpened'] });
    for (const actor of [DEPOSITOR, BENEFICIARY, other]) {
      expect(await rule(one, true, BANK, actor)).toEqual(no('NotArbiter', actor));
    }
    expect(await rule(one, true, BANK, clerk)).toEqual({ events: ['Ruled'] });
    expect(await move('release', one, BANK, clerk)).toEqual(no('NotParty', clerk));
    expect(await move('release', one, BANK, BENEFICIARY)).toEqual({ events: ['Released'] });
  });

  test('lets only the beneficiary refund the money early', async () => {
    const one = await fund();
    const early = { error: 'TooEarly', args: [BigInt(one.deadline)] };
    expect(await move('refund', one)).toEqual(early);
    expect(await move('refund', one, BANK, BENEFICIARY)).toEqual({ events: ['Refunded'] });
  });

  test('lets only the owner replace a signing key while agreements run', async () => {
    const other = await deploy(chain, 'Escrow');
    const set = (from: Hex, account: Hex, allowed: boolean) =>
      other.send(from, 'setOperator', [account, allowed]);
    expect(await set(STRANGER, STRANGER, true)).toEqual({ error: 'NotOwner', args: [STRANGER] });
    expect(await set(BANK, STRANGER, true)).toEqual({ events: ['OperatorChanged'] });
    expect(await other.send(BANK, 'nameOwner', [ARBITER])).toEqual({ events: ['OwnerNamed'] });
    const notNamed = { error: 'NotNextOwner', args: [STRANGER] };
    expect(await other.send(STRANGER, 'acceptOwnership', [])).toEqual(notNamed);
    expect(await other.send(ARBITER, 'acceptOwnership', [])).toEqual({ events: ['OwnerChanged'] });
    expect(await set(BANK, STRANGER, false)).toEqual({ error: 'NotOwner', args: [BANK] });
    expect(await set(ARBITER, BANK, false)).toEqual({ events: ['OperatorChanged'] });
    const gone = { error: 'NotOperator', args: [BANK] };
    expect(await other.send(BANK, 'dispute', [TENANT, DEPOSITOR, idOf('x')])).toEqual(gone);
    const none = { error: 'WrongState', args: [0] };
    expect(await other.send(STRANGER, 'dispute', [TENANT, DEPOSITOR, idOf('x')])).toEqual(none);
  });

  test('with invalid terms is refused and leaves no state', async () => {
    const now = await timeOf(chain);
    const bad: [Partial<Terms>, string][] = [
      [{ tenant: ZERO }, 'ZeroIdentifier'],
      [{ id: ZERO }, 'ZeroIdentifier'],
      [{ payment: ZERO }, 'ZeroIdentifier'],
      [{ arbiter: ZERO }, 'ZeroParty'],
      [{ beneficiary: ZERO }, 'ZeroParty'],
      [{ beneficiary: DEPOSITOR }, 'PartiesNotDistinct'],
      [{ arbiter: DEPOSITOR }, 'PartiesNotDistinct'],
      [{ arbiter: BENEFICIARY }, 'PartiesNotDistinct'],
      [{ amount: 0n }, 'AmountOutOfRange'],
      [{ amount: MOST + 1n }, 'AmountOutOfRange'],
      [{ currency: toHex('eur') }, 'CurrencyInvalid'],
      [{ currency: '0x000000' }, 'CurrencyInvalid'],
      [{ deadline: now - 1 }, 'DeadlineOutOfRange'],
      [{ deadline: now + 367 * 24 * HOUR }, 'DeadlineOutOfRange'],
    ];
    for (const [fields, error] of bad) {
      const one = await terms(fields);
      expect(await deposit(one), error).toMatchObject({ error });
      if (one.tenant !== ZERO && one.id !== ZERO) expect(await stateOf(one)).toBe('none');
    }
    await fund({ amount: MOST });
  });

  test('uses an identifier once for each tenant, and tenants are separate', async () => {
    const one = await fund();
    const again = await terms({ id: one.id });
    expect(await deposit(again)).toMatchObject({ error: 'AlreadyExists' });
    await move('release', one);
    expect(await deposit(again)).toMatchObject({ error: 'AlreadyExists' });
    const other = await fund({ id: one.id, tenant: idOf('another tenant') });
    expect(await stateOf(other)).toBe('funded');
    expect(await stateOf(one)).toBe('released');
  });

  test('is backed by its own hold, and moves only the agreed money', async () => {
    const one = await fund();
    const { payment } = one;
    const twice = { error: 'PaymentInUse', args: [payment] };
    expect(await deposit(await terms({ payment }))).toEqual(twice);
    const other = { ...one, payment: idOf('another payment') };
    expect(await move('release', other)).toEqual({ error: 'PaymentMismatch', args: [payment] });
    const agreed = { error: 'AmountMismatch', args: [2_500n, EUR] };
    expect(await move('release', { ...one, amount: 2_501n })).toEqual(agreed);
    expect(await move('release', { ...one, currency: USD })).toEqual(agreed);
    await pass(chain, HOUR);
    expect(await move('refund', { ...one, amount: 1n })).toEqual(agreed);
    expect(await move('refund', one)).toEqual({ events: ['Refunded'] });
  });

  test('takes no ether and has no re-entry point', async () => {
    const one = await fund();
    const args = [one.tenant, DEPOSITOR, one.id];
    expect(await escrow.send(BANK, 'dispute', args, 1n)).toEqual({ error: 'refused', args: [] });
    const plain = { from: BANK, to: escrow.address, value: '0x1' };
    await expect(chain.rpc('eth_call', [plain, 'latest'])).rejects.toThrow('revert');
    expect(await chain.client.getBalance({ address: escrow.address })).toBe(0n);
    const inputs = escrow.abi.filter((item) => 'stateMutability' in item);
    expect(inputs.filter((item) => item.stateMutability === 'payable')).toEqual([]);
  });
});
