// The unwind suite of the chain: every step of the signer and of anchoring fails, loses its reply
// or acts twice. Each posting is anchored once and each order is in one block, with the workflows
// in memory and replayed from their start at every task. Executions have theirs beside it
// (contract-execution.test.ts).

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { type AnchorRig, openAnchorRig } from '../kit/chain/anchor-rig.ts';
import { hasAnvil } from '../kit/chain/anvil.ts';
import { pollUntil } from '../kit/chain/chain-rig.ts';
import { isDeep } from '../kit/suite/tier.ts';
import { CHAIN_SUBJECT, FAULTS, retryAtOnce } from '../kit/workflows/unwind.ts';
import type { CHAIN_WORKFLOWS } from '../kit/workflows/unwind-suite.ts';

const DECLARED_ACTIVITIES = {
  chainSigner: ['surveyChain', 'signForChain', 'sendToChain', 'replaceOnChain'],
  chainAnchoring: ['closeBatch', 'advanceAnchor', 'tellAnchored'],
} as const satisfies Record<(typeof CHAIN_WORKFLOWS)[number], readonly string[]>;
/** A replacement needs a stuck transaction: chain-signer.test.ts makes them. */
const STEPS = Object.values(DECLARED_ACTIVITIES)
  .flat()
  .filter((step) => step !== 'replaceOnChain');

const FAULTS_ONCE = FAULTS.filter(({ times }) => times === 1);
const FAULTS_OFTEN = FAULTS.filter(({ times }) => times > 1);

/**
 * Without a cache every workflow is replayed from the start; the case that matters there is a lost
 * reply, where the step has already acted.
 */
const SUITES = (
  isDeep
    ? [
        { maxCachedWorkflows: 0, faults: FAULTS.filter(({ kind }) => kind === 'lose') },
        { maxCachedWorkflows: 200, faults: FAULTS_OFTEN },
      ]
    : [{ maxCachedWorkflows: 200, faults: FAULTS_ONCE }]
).map((suite) => ({ ...suite, faults: suite.faults.map(retryAtOnce) }));

describe.runIf(hasAnvil).each(SUITES)('with $maxCachedWorkflows workflows in memory', (suite) => {
  const { maxCachedWorkflows, faults } = suite;
  let rig: AnchorRig;
  beforeAll(async () => {
    rig = await openAnchorRig({
      temporalAddress: inject('temporalAddress'),
      maxCachedWorkflows,
      troubleMs: 100,
    });
    await rig.waitForConfirmation(await rig.bookTransfer());
  }, 120_000);
  afterAll(() => rig.close());

  const nonceOnChain = () =>
    rig.node.client.getTransactionCount({ address: rig.chain.signer.address });

  async function expectSoundBooks(nonces: number): Promise<void> {
    expect(await nonceOnChain()).toBe(nonces);
    const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
    expect(checks.filter((check) => check.violations > 0)).toEqual([]);
    const open = rig.faultFreeLedger.database.raw
      .prepare("SELECT id FROM chain_transactions WHERE status NOT IN ('final')")
      .all();
    expect(open).toEqual([]);
  }

  it.each(faults)(
    'every step $name, and one effect remains',
    async (fault) => {
      const before = await nonceOnChain();
      const traps = STEPS.map((step) => rig.faults.set(CHAIN_SUBJECT, step, fault));
      const id = await rig.order();
      const posted = await rig.bookTransfer();
      await rig.waitForStatus(id, 'final');
      await rig.waitForConfirmation(posted);
      await pollUntil('every trap has struck', async () => {
        await rig.signalWorkflows();
        // A step that has taken effect makes no further call; and bytes that are in a block by the
        // next attempt need not be recorded as sent.
        const isRepeated = (step: string) => fault.kind === 'fail' && step !== 'sendToChain';
        return traps.every(({ step, struck }) =>
          isRepeated(step) ? struck === fault.times : struck > 0,
        );
      });
      for (const trap of traps) trap.struck = fault.times;
      await pollUntil('emitted', async () => {
        const { toldSize, logSize } = await rig.waitForState('ok');
        return toldSize === logSize;
      });
      await expectSoundBooks(before + 2);
    },
    120_000,
  );

  it('every step of both workflows was executed, except replacements', () => {
    const steps: readonly string[] = STEPS;
    const taken = [...rig.faults.called].filter((name) => steps.includes(name));
    expect(taken.sort()).toEqual([...steps].sort());
  });
});
