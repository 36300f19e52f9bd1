// Every step of the signer and of anchoring fails, loses its reply or acts twice. Each posting is
// anchored once and each order is in one block, both with the workflows in memory and replayed from
// their start at every task. contract-execution.test.ts does the same to the steps of executions.

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
/** Without replacements: they need a stuck transaction, which chain-signer.test.ts makes. */
const STEPS = Object.values(DECLARED_ACTIVITIES)
  .flat()
  .filter((step) => step !== 'replaceOnChain');

const SINGLE_FAULTS = FAULTS.filter(({ times }) => times === 1);
const REPEATED_FAULTS = FAULTS.filter(({ times }) => times > 1);

/**
 * Without a cache every workflow is replayed from its start. That run has only the fault that
 * matters for a replay: a lost reply, after which the step has already acted.
 */
const SUITES = (
  isDeep
    ? [
        { maxCachedWorkflows: 0, faults: FAULTS.filter(({ kind }) => kind === 'lose') },
        { maxCachedWorkflows: 200, faults: REPEATED_FAULTS },
      ]
    : [{ maxCachedWorkflows: 200, faults: SINGLE_FAULTS }]
).map((suite) => ({ ...suite, faults: suite.faults.map(retryAtOnce) }));

describe.runIf(hasAnvil).each(SUITES)(
  'a chain with $maxCachedWorkflows workflows in memory',
  (suite) => {
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

    const readNonce = () =>
      rig.node.client.getTransactionCount({ address: rig.chain.signer.address });

    async function expectSoundBooks(nonces: number): Promise<void> {
      expect(await readNonce()).toBe(nonces);
      const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
      expect(checks.filter((check) => check.violations > 0)).toEqual([]);
      const openTransactions = rig.faultFreeLedger.database.raw
        .prepare("SELECT id FROM chain_transactions WHERE status NOT IN ('final')")
        .all();
      expect(openTransactions).toEqual([]);
    }

    it.each(faults)(
      'has one effect when every step $name',
      async (fault) => {
        const before = await readNonce();
        const traps = STEPS.map((step) => rig.faults.set(CHAIN_SUBJECT, step, fault));
        const id = await rig.placeOrder();
        const posted = await rig.bookTransfer();
        await rig.waitForStatus(id, 'final');
        await rig.waitForConfirmation(posted);
        await pollUntil('every trap has struck', async () => {
          await rig.signalWorkflows();
          // A step that has acted makes no further call. Bytes that are in a block by the next
          // attempt need not be recorded as sent.
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

    it('executes every step of both workflows, except replacements', () => {
      const steps: readonly string[] = STEPS;
      const executedSteps = [...rig.faults.called].filter((name) => steps.includes(name));
      expect(executedSteps.sort()).toEqual([...steps].sort());
    });
  },
);
