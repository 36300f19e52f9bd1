// The escrow contract on a real chain: every path through its states, every refusal, who may act,
// and the times before and after each deadline.

import type { Hex } from 'viem';
import { toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasAnvil, openTestChain, type TestChain } from '../kit/chain/anvil.ts';
import {
  ARBITER,
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
const WEEK = 7 * 24 * HOUR;
const TENANT = idOf('tenant');
const ZERO = toHex(0, { size: 32 });
const USD = toHex('USD');
const MAX_SAFE = 2n ** 53n - 1n;
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
  let escrow: DeployedContract;
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

  async function makeTerms(fields: Partial<Terms> = {}): Promise<Terms> {
    count += 1;
    const [id, payment] = [idOf(`escrow ${count}`), idOf(`payment ${count}`)];
    const deadline = (await readTime(chain)) + HOUR;
    const freshTerms = { tenant: TENANT, id, payment, amount: 2_500n, currency: EUR };
    const parties = { beneficiary: BENEFICIARY, arbiter: partyOf(ARBITER) };
    return { ...freshTerms, deadline, ...parties, ...fields };
  }

  const deposit = (terms: Terms, from = BANK, actor = DEPOSITOR) =>
    escrow.send(from, 'deposit', [
      terms.tenant,
      actor,
      terms.id,
      terms.payment,
      terms.amount,
      terms.currency,
      BigInt(terms.deadline),
      terms.beneficiary,
      terms.arbiter,
    ]);
  const move = (name: 'release' | 'refund', terms: Terms, from = BANK, actor = DEPOSITOR) =>
    escrow.send(from, name, [
      terms.tenant,
      actor,
      terms.id,
      terms.payment,
      terms.amount,
      terms.currency,
    ]);
  const dispute = (terms: Terms, from = BANK, actor = DEPOSITOR) =>
    escrow.send(from, 'dispute', [terms.tenant, actor, terms.id]);
  const rule = (terms: Terms, toPayee: boolean, from = ARBITER, actor = DEPOSITOR) =>
    escrow.send(from, 'rule', [terms.tenant, actor, terms.id, toPayee]);
  const readAgreement = (terms: Terms) =>
    escrow.read<Agreement>('agreement', [terms.tenant, terms.id]);
  const readState = async (terms: Terms) => STATES[(await readAgreement(terms)).state];

  async function fund(fields: Partial<Terms> = {}): Promise<Terms> {
    const agreement = await makeTerms(fields);
    expect(await deposit(agreement)).toEqual({ events: ['Deposited'] });
    return agreement;
  }

  async function fundAndDispute(): Promise<Terms> {
    const terms = await fund();
    expect(await dispute(terms)).toEqual({ events: ['DisputeOpened'] });
    return terms;
  }

  /** Makes one agreement in each state. */
  async function makeEveryState(): Promise<Record<string, Terms>> {
    const [ruledRelease, ruledRefund] = [await fundAndDispute(), await fundAndDispute()];
    await rule(ruledRelease, true);
    await rule(ruledRefund, false);
    const released = await fund();
    await move('release', released);
    const refunded = await fundAndDispute();
    await rule(refunded, false);
    await move('refund', refunded);
    const all = { ruledRelease, ruledRefund, released, refunded };
    return {
      none: await makeTerms(),
      funded: await fund(),
      disputed: await fundAndDispute(),
      ...all,
    };
  }

  test("keeps the deposit's terms, and has no state before the deposit", async () => {
    const agreement = await makeTerms();
    expect(await readAgreement(agreement)).toMatchObject({ state: 0, amount: 0n, payment: ZERO });
    expect(await deposit(agreement)).toEqual({ events: ['Deposited'] });
    expect(await readAgreement(agreement)).toEqual({
      state: 1,
      deadline: BigInt(agreement.deadline),
      amount: 2_500n,
      currency: EUR,
      depositor: DEPOSITOR,
      beneficiary: BENEFICIARY,
      arbiter: partyOf(ARBITER),
      payment: agreement.payment,
    });
  });

  test('before the deadline can pay the payee and cannot refund the payer', async () => {
    const terms = await fund();
    expect(await move('refund', terms)).toEqual({
      error: 'TooEarly',
      args: [BigInt(terms.deadline)],
    });
    expect(await move('release', terms)).toEqual({ events: ['Released'] });
    expect(await readState(terms)).toBe('released');
  });

  test('from the deadline on can refund the payer and cannot pay the payee', async () => {
    const terms = await fund();
    await advanceTime(chain, HOUR);
    const lateError = { error: 'DeadlinePassed', args: [BigInt(terms.deadline)] };
    expect(await move('release', terms)).toEqual(lateError);
    expect(await dispute(terms)).toEqual(lateError);
    expect(await move('refund', terms)).toEqual({ events: ['Refunded'] });
    expect(await readState(terms)).toBe('refunded');
  });

  test.each([
    ['release', true, 'Released', 'refund', 3],
    ['refund', false, 'Refunded', 'release', 4],
  ] as const)('with a ruling to %s allows the bank only that', async (...ruling) => {
    const [allowedMove, toPayee, event, refusedMove, state] = ruling;
    const terms = await fundAndDispute();
    expect(await rule(terms, toPayee)).toEqual({ events: ['Ruled'] });
    expect(await move(refusedMove, terms)).toEqual({ error: 'WrongState', args: [state] });
    // A ruling stays in force after the deadline.
    await advanceTime(chain, HOUR + WEEK);
    expect(await move(allowedMove, terms)).toEqual({ events: [event] });
  });

  test('with a dispute without a ruling is refunded a week after the deadline', async () => {
    const terms = await fundAndDispute();
    await advanceTime(chain, HOUR);
    const until = BigInt(terms.deadline + WEEK);
    expect(await move('refund', terms)).toEqual({ error: 'TooEarly', args: [until] });
    expect(await move('release', terms)).toEqual({ error: 'WrongState', args: [2] });
    await advanceTime(chain, WEEK);
    expect(await rule(terms, true)).toEqual({ error: 'DeadlinePassed', args: [until] });
    expect(await move('refund', terms)).toEqual({ events: ['Refunded'] });
  });

  test("allows in each state only the acts that the contract's diagram shows", async () => {
    const all = await makeEveryState();
    const acts = {
      deposit,
      dispute,
      rule: (terms: Terms) => rule(terms, true),
      release: (terms: Terms) => move('release', terms),
      refund: (terms: Terms) => move('refund', terms),
    };
    const allowed: Record<string, readonly string[]> = {
      none: ['deposit'],
      funded: ['dispute', 'release'],
      disputed: ['rule'],
      ruledRelease: ['release'],
      ruledRefund: ['refund'],
    };
    for (const [state, agreement] of Object.entries(all)) {
      expect(await readState(agreement)).toBe(state);
      for (const [name, act] of Object.entries(acts)) {
        if (allowed[state]?.includes(name)) continue;
        expect(await act(agreement), `${name} in ${state}`).toHaveProperty('error');
        expect(await readState(agreement), `${name} in ${state}`).toBe(state);
      }
    }
  });

  test('is changed only by the bank, and ruled only by the arbiter', async () => {
    const agreement = await fund();
    for (const from of [STRANGER, ARBITER]) {
      const refused = { error: 'NotOperator', args: [from] };
      expect(await deposit(await makeTerms(), from)).toEqual(refused);
      expect(await move('release', agreement, from)).toEqual(refused);
      expect(await move('refund', agreement, from)).toEqual(refused);
      expect(await dispute(agreement, from)).toEqual(refused);
    }
    await dispute(agreement);
    const stranger = { error: 'NotArbiter', args: [partyOf(STRANGER)] };
    expect(await rule(agreement, true, STRANGER, partyOf(ARBITER))).toEqual(stranger);
    const bank = { error: 'NotArbiter', args: [DEPOSITOR] };
    expect(await rule(agreement, true, BANK)).toEqual(bank);
    expect(await readState(agreement)).toBe('disputed');
  });

  test('allows each act only to the roles that may perform it', async () => {
    const arbiter = idOf('an arbiter with a credential');
    const strangerParty = idOf('somebody else');
    const terms = await fund({ arbiter });
    const errorFor = (error: string, actor: Hex) => ({ error, args: [actor] });
    for (const actor of [BENEFICIARY, arbiter, strangerParty]) {
      expect(await move('release', terms, BANK, actor)).toEqual(errorFor('NotDepositor', actor));
    }
    for (const actor of [arbiter, strangerParty]) {
      expect(await dispute(terms, BANK, actor)).toEqual(errorFor('NotParty', actor));
      expect(await move('refund', terms, BANK, actor)).toEqual(errorFor('NotParty', actor));
    }
    expect(await dispute(terms, BANK, BENEFICIARY)).toEqual({ events: ['DisputeOpened'] });
    for (const actor of [DEPOSITOR, BENEFICIARY, strangerParty]) {
      expect(await rule(terms, true, BANK, actor)).toEqual(errorFor('NotArbiter', actor));
    }
    expect(await rule(terms, true, BANK, arbiter)).toEqual({ events: ['Ruled'] });
    expect(await move('release', terms, BANK, arbiter)).toEqual(errorFor('NotParty', arbiter));
    expect(await move('release', terms, BANK, BENEFICIARY)).toEqual({ events: ['Released'] });
  });

  test('lets only the beneficiary refund the money early', async () => {
    const terms = await fund();
    const tooEarly = { error: 'TooEarly', args: [BigInt(terms.deadline)] };
    expect(await move('refund', terms)).toEqual(tooEarly);
    expect(await move('refund', terms, BANK, BENEFICIARY)).toEqual({ events: ['Refunded'] });
  });

  test('lets only the owner replace a signing key while agreements run', async () => {
    const secondEscrow = await deploy(chain, 'Escrow');
    const setOperator = (from: Hex, account: Hex, allowed: boolean) =>
      secondEscrow.send(from, 'setOperator', [account, allowed]);
    expect(await setOperator(STRANGER, STRANGER, true)).toEqual({
      error: 'NotOwner',
      args: [STRANGER],
    });
    expect(await setOperator(BANK, STRANGER, true)).toEqual({ events: ['OperatorChanged'] });
    expect(await secondEscrow.send(BANK, 'nameOwner', [ARBITER])).toEqual({
      events: ['OwnerNamed'],
    });
    const notNamed = { error: 'NotNextOwner', args: [STRANGER] };
    expect(await secondEscrow.send(STRANGER, 'acceptOwnership', [])).toEqual(notNamed);
    expect(await secondEscrow.send(ARBITER, 'acceptOwnership', [])).toEqual({
      events: ['OwnerChanged'],
    });
    expect(await setOperator(BANK, STRANGER, false)).toEqual({ error: 'NotOwner', args: [BANK] });
    expect(await setOperator(ARBITER, BANK, false)).toEqual({ events: ['OperatorChanged'] });
    const expectedError = { error: 'NotOperator', args: [BANK] };
    expect(await secondEscrow.send(BANK, 'dispute', [TENANT, DEPOSITOR, idOf('x')])).toEqual(
      expectedError,
    );
    const wrongState = { error: 'WrongState', args: [0] };
    expect(await secondEscrow.send(STRANGER, 'dispute', [TENANT, DEPOSITOR, idOf('x')])).toEqual(
      wrongState,
    );
  });

  test('with invalid terms is refused and leaves no state', async () => {
    const now = await readTime(chain);
    const badCases: [Partial<Terms>, string][] = [
      [{ tenant: ZERO }, 'ZeroIdentifier'],
      [{ id: ZERO }, 'ZeroIdentifier'],
      [{ payment: ZERO }, 'ZeroIdentifier'],
      [{ arbiter: ZERO }, 'ZeroParty'],
      [{ beneficiary: ZERO }, 'ZeroParty'],
      [{ beneficiary: DEPOSITOR }, 'PartiesNotDistinct'],
      [{ arbiter: DEPOSITOR }, 'PartiesNotDistinct'],
      [{ arbiter: BENEFICIARY }, 'PartiesNotDistinct'],
      [{ amount: 0n }, 'AmountOutOfRange'],
      [{ amount: MAX_SAFE + 1n }, 'AmountOutOfRange'],
      [{ currency: toHex('eur') }, 'CurrencyInvalid'],
      [{ currency: '0x000000' }, 'CurrencyInvalid'],
      [{ deadline: now - 1 }, 'DeadlineOutOfRange'],
      [{ deadline: now + 367 * 24 * HOUR }, 'DeadlineOutOfRange'],
    ];
    for (const [fields, error] of badCases) {
      const agreement = await makeTerms(fields);
      expect(await deposit(agreement), error).toMatchObject({ error });
      if (agreement.tenant !== ZERO && agreement.id !== ZERO)
        expect(await readState(agreement)).toBe('none');
    }
    await fund({ amount: MAX_SAFE });
  });

  test('uses an identifier once for each tenant, and tenants are separate', async () => {
    const agreement = await fund();
    const secondTerms = await makeTerms({ id: agreement.id });
    expect(await deposit(secondTerms)).toMatchObject({ error: 'AlreadyExists' });
    await move('release', agreement);
    expect(await deposit(secondTerms)).toMatchObject({ error: 'AlreadyExists' });
    const otherTenantTerms = await fund({ id: agreement.id, tenant: idOf('another tenant') });
    expect(await readState(otherTenantTerms)).toBe('funded');
    expect(await readState(agreement)).toBe('released');
  });

  test('has its own payment, and moves only the agreed amount and currency', async () => {
    const agreement = await fund();
    const { payment } = agreement;
    const paymentInUse = { error: 'PaymentInUse', args: [payment] };
    expect(await deposit(await makeTerms({ payment }))).toEqual(paymentInUse);
    const wrongPayment = { ...agreement, payment: idOf('another payment') };
    expect(await move('release', wrongPayment)).toEqual({
      error: 'PaymentMismatch',
      args: [payment],
    });
    const mismatch = { error: 'AmountMismatch', args: [2_500n, EUR] };
    expect(await move('release', { ...agreement, amount: 2_501n })).toEqual(mismatch);
    expect(await move('release', { ...agreement, currency: USD })).toEqual(mismatch);
    await advanceTime(chain, HOUR);
    expect(await move('refund', { ...agreement, amount: 1n })).toEqual(mismatch);
    expect(await move('refund', agreement)).toEqual({ events: ['Refunded'] });
  });

  test('refuses ether and has no payable function', async () => {
    const terms = await fund();
    const args = [terms.tenant, DEPOSITOR, terms.id];
    expect(await escrow.send(BANK, 'dispute', args, 1n)).toEqual({ error: 'refused', args: [] });
    const plainSend = { from: BANK, to: escrow.address, value: '0x1' };
    await expect(chain.rpc('eth_call', [plainSend, 'latest'])).rejects.toThrow('revert');
    expect(await chain.client.getBalance({ address: escrow.address })).toBe(0n);
    const inputs = escrow.abi.filter((item) => 'stateMutability' in item);
    expect(inputs.filter((item) => item.stateMutability === 'payable')).toEqual([]);
  });
});
