// Anchors the log of one ledger: closes a batch, signs a checkpoint, writes it to the contract and
// notifies the developers once it is final. It reads the log after the postings and never delays
// one.

import {
  continueAsNew,
  defineSignal,
  getExternalWorkflowHandle,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { AnchoringActivities } from '../activities/anchoring.ts';
import { CHAIN_MOVED, CHECK_AGAIN } from './messages.ts';
import { type Pause, runPasses } from './passes.ts';
import { PERMANENT_WORKFLOWS } from './permanent-workflows.ts';
import { chainStep, finishWhenCancelled } from './policies.ts';

const step = (summary: string) => proxyActivities<AnchoringActivities>(chainStep(summary));
const anchoring = {
  close: step('sign the new entries of the log').closeBatch,
  advance: step('compare with the contract, and order the missing anchor').advanceAnchor,
  notify: step('notify the developers').tellAnchored,
};

const checkAgain = defineSignal(CHECK_AGAIN);
const chainMoved = defineSignal(CHAIN_MOVED);

export interface AnchoringInput {
  /** Id of the workflow that signs. */
  readonly signerId: string;
}

/** Never completes. */
export async function chainAnchoring({ signerId }: AnchoringInput): Promise<void> {
  await runPasses({
    signals: [checkAgain, chainMoved],
    // Under load there are always new entries; the next pass handles them.
    summaries: { rest: 'minimum pause between two batches', pause: 'next batch' },
    pass: () => pass(signerId),
    startNewRun: () => continueAsNew<typeof chainAnchoring>({ signerId }),
  });
}

async function pass(signerId: string): Promise<Pause> {
  const isClosed = await finishWhenCancelled(() => anchoring.close());
  const {
    state,
    ordered,
    pauseMs,
    restMs = 0,
  } = await finishWhenCancelled(() => anchoring.advance());
  setCurrentDetails(`${PERMANENT_WORKFLOWS.chainAnchoring.details}\n\nThe chain: ${state}.`);
  if (ordered) await signalSigner(signerId);
  const isNotified = await finishWhenCancelled(() => anchoring.notify());
  return { pauseMs: isClosed && isNotified ? pauseMs : 1, restMs };
}

async function signalSigner(signerId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(signerId).signal(checkAgain);
  } catch {
    // The sweeper will start the signer, which begins by reading the chain.
  }
}
