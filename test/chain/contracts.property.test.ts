// Any sequence of calls, by anybody, at any time, changes the contracts as a model of a few lines
// predicts: nothing else is accepted and nothing else changes.

import { inspect } from 'node:util';
import fc from 'fast-check';
import { type Hex, toHex } from 'viem';
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
import { isDeep } from '../kit/suite/tier.ts';

const TENANT = idOf('tenant');
const HOUR = 3_600;
const WEEK = 7 * 24 * HOUR;
const RUNS = { numRuns: isDeep ? 40 : 12, endOnFailure: true };
const signers = fc.constantFrom<Hex>(BANK, BANK, BANK, ARBITER, STRANGER);

let chain: TestChain;
let runCount = 0;
beforeAll(async () => {
  if (hasAnvil) chain = await openTestChain();
});
afterAll(() => chain?.close());

const hasEvents = (result: object) => 'events' in result;

describe.runIf(hasAnvil)('an escrow', () => {
  type Act =
    | { readonly name: 'deposit' | 'dispute' | 'release' | 'refund'; readonly from: Hex }
    | { readonly name: 'rule'; readonly from: Hex; readonly toPayee: boolean }
    | { readonly name: 'wait'; readonly seconds: number };
  const act: fc.Arbitrary<Act> = fc.oneof(
    fc.record({
      name: fc.constantFrom('deposit' as const, 'dispute' as const, 'release' as const),
      from: signers,
    }),
    fc.record({ name: fc.constant('refund' as const), from: signers }),
    fc.record({
      name: fc.constant('rule' as const),
      from: fc.constantFrom<Hex>(ARBITER, ARBITER, BANK, STRANGER),
      toPayee: fc.boolean(),
    }),
    fc.record({ name: fc.constant('wait' as const), seconds: fc.constantFrom(HOUR, 2 * WEEK) }),
  );

  /** The expected state. Time passes in long steps, so that no call happens close to a deadline. */
  interface Model {
    state: number;
    deadline: number;
  }

  function predictState(
    model: Model,
    act: Exclude<Act, { name: 'wait' }>,
    now: number,
  ): number | null {
    const { state, deadline } = model;
    const isBank = act.from === BANK;
    const isEarly = now < deadline;
    switch (act.name) {
      case 'deposit':
        return isBank && state === 0 ? 1 : null;
      case 'dispute':
        return isBank && state === 1 && isEarly ? 2 : null;
      case 'rule':
        if (act.from !== ARBITER || state !== 2 || now >= deadline + WEEK) return null;
        return act.toPayee ? 3 : 4;
      case 'release':
        return isBank && ((state === 1 && isEarly) || state === 3) ? 5 : null;
      case 'refund': {
        const isDue = (state === 1 && !isEarly) || (state === 2 && now >= deadline + WEEK);
        return isBank && (isDue || state === 4) ? 6 : null;
      }
    }
  }

  async function play(escrow: DeployedContract, acts: readonly Act[]): Promise<void> {
    runCount += 1;
    const [id, payment] = [idOf(`escrow ${runCount}`), idOf(`payment ${runCount}`)];
    const model: Model = { state: 0, deadline: 0 };
    for (const act of acts) {
      if (act.name === 'wait') {
        await advanceTime(chain, act.seconds);
        continue;
      }
      const now = await readTime(chain);
      const deadline = model.deadline || now + HOUR / 2;
      const args = {
        deposit: [
          ...[TENANT, DEPOSITOR, id, payment, 5n, EUR, BigInt(deadline)],
          ...[BENEFICIARY, partyOf(ARBITER)],
        ],
        dispute: [TENANT, DEPOSITOR, id],
        rule: [TENANT, DEPOSITOR, id, act.name === 'rule' && act.toPayee],
        release: [TENANT, DEPOSITOR, id, payment, 5n, EUR],
        refund: [TENANT, DEPOSITOR, id, payment, 5n, EUR],
      }[act.name];
      const nextState = predictState(model, act, now);
      const result = await escrow.send(act.from, act.name, args);
      expect(hasEvents(result), inspect([model, act, result])).toBe(nextState !== null);
      if (nextState !== null) model.state = nextState;
      if (act.name === 'deposit' && nextState !== null) model.deadline = deadline;
      const { state } = await escrow.read<{ state: number }>('agreement', [TENANT, id]);
      expect(state).toBe(model.state);
    }
  }

  test('changes as its model predicts', async () => {
    const escrow = await deploy(chain, 'Escrow');
    const sequences = fc.array(act, { minLength: 4, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(sequences, (acts) =>
        play(escrow, [{ name: 'deposit', from: BANK }, ...acts]),
      ),
      RUNS,
    );
  }, 120_000);
});

describe.runIf(hasAnvil)('a disbursement', () => {
  type Act =
    | { readonly name: 'approve' | 'pay'; readonly from: Hex; readonly index: number }
    | { readonly name: 'cancelRest'; readonly from: Hex }
    | { readonly name: 'wait' };
  const index = fc.nat({ max: 3 });
  const act: fc.Arbitrary<Act> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ name: fc.constant('pay' as const), from: signers, index }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        name: fc.constant('approve' as const),
        from: fc.constantFrom<Hex>(ARBITER, ARBITER, BANK),
        index,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ name: fc.constant('cancelRest' as const), from: signers }),
    },
    { weight: 2, arbitrary: fc.constant({ name: 'wait' as const }) },
  );
  const AMOUNTS = [10n, 20n, 40n];

  interface Model {
    readonly byMilestone: boolean;
    readonly times: readonly number[];
    readonly states: number[];
    canceled: boolean;
  }

  /** Applies an act to the model. Returns false when the contract has to refuse the act. */
  function apply(model: Model, act: Exclude<Act, { name: 'wait' }>, now: number): boolean {
    const { states, byMilestone } = model;
    if (act.name === 'cancelRest') {
      const isAllowed = act.from === BANK && !model.canceled && states.some((state) => state !== 3);
      if (isAllowed) {
        model.canceled = true;
        states.forEach((state, i) => {
          if (state !== 3) states[i] = 4;
        });
      }
      return isAllowed;
    }
    const state = states[act.index];
    if (state === undefined) return false;
    if (act.name === 'approve') {
      const isAllowed = act.from === ARBITER && byMilestone && state === 1;
      if (isAllowed) states[act.index] = 2;
      return isAllowed;
    }
    const isDue = now >= (model.times[act.index] ?? Infinity);
    const isAllowed = act.from === BANK && state === (byMilestone ? 2 : 1) && isDue;
    if (isAllowed) states[act.index] = 3;
    return isAllowed;
  }

  async function play(contract: DeployedContract, byMilestone: boolean, acts: readonly Act[]) {
    runCount += 1;
    const id = idOf(`plan ${runCount}`);
    const startTime = await readTime(chain);
    const times = AMOUNTS.map((_, i) => startTime + i * HOUR);
    const model: Model = { byMilestone, times, states: [1, 1, 1], canceled: false };
    const seconds = times.map(BigInt);
    const parties = [BENEFICIARY, partyOf(ARBITER)];
    const terms = [TENANT, DEPOSITOR, id, EUR, ...parties, byMilestone, AMOUNTS, seconds];
    expect(hasEvents(await contract.send(BANK, 'plan', terms))).toBe(true);
    for (const [number, act] of acts.entries()) {
      if (act.name === 'wait') {
        await advanceTime(chain, HOUR);
        continue;
      }
      const payment = toHex(BigInt(runCount * 1_000 + number), { size: 32 });
      const args = {
        approve: [TENANT, DEPOSITOR, id, act.name === 'cancelRest' ? 0 : act.index],
        pay:
          act.name === 'cancelRest'
            ? []
            : [TENANT, DEPOSITOR, id, act.index, payment, AMOUNTS[act.index] ?? 1n, EUR],
        cancelRest: [TENANT, BENEFICIARY, id],
      }[act.name];
      const isAllowed = apply(model, act, await readTime(chain));
      const result = await contract.send(act.from, act.name, args);
      expect(hasEvents(result), inspect([model, act, result])).toBe(isAllowed);
    }
    const states = AMOUNTS.map((_, i) =>
      contract.read<{ state: number }>('trancheOf', [TENANT, id, i]),
    );
    expect((await Promise.all(states)).map(({ state }) => state)).toEqual(model.states);
    const paid = AMOUNTS.filter((_, i) => model.states[i] === 3);
    expect(await contract.read('planOf', [TENANT, id])).toMatchObject({
      paid: paid.length,
      totalPaid: paid.reduce((sum, amount) => sum + amount, 0n),
      canceled: model.canceled,
    });
  }

  test('changes as its model predicts', async () => {
    const contract = await deploy(chain, 'Disbursement');
    const sequences = fc.array(act, { minLength: 4, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), sequences, (byMilestone, acts) =>
        play(contract, byMilestone, acts),
      ),
      RUNS,
    );
  }, 120_000);
});
