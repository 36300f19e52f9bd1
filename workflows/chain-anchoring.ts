// Anchoring of one ledger's log: close a batch, sign a checkpoint, bring it to the contract, notify
// the tenants once it is there for good. It reads the log behind the postings and never holds one
// up.

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
import { chainStep, finishWhenCancelled } from './policies.ts';
import { STANDING } from './standing.ts';

const step = (summary: string) => proxyActivities<AnchoringActivities>(chainStep(summary));
const anchoring = {
  close: step('sign what the log has gained').closeBatch,
  advance: step('compare with the contract, and order what it lacks').advanceAnchor,
  notify: step('tell the tenants').tellAnchored,
};

const look = defineSignal(CHECK_AGAIN);
const chainMoved = defineSignal(CHAIN_MOVED);

export interface AnchoringInput {
  /** Id of the workflow that signs. */
  readonly signerId: string;
}

/** Runs beside its ledger for ever. */
export async function chainAnchoring({ signerId }: AnchoringInput): Promise<void> {
  await runPasses({
    wakes: [look, chainMoved],
    isCounted: true,
    // Under load there is always something new: it goes into the next pass.
    summaries: { rest: 'between two batches', pause: 'next batch' },
    pass: () => pass(signerId),
    again: () => continueAsNew<typeof chainAnchoring>({ signerId }),
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
  setCurrentDetails(`${STANDING.chainAnchoring.details}\n\nThe chain: ${state}.`);
  if (ordered) await wakeSigner(signerId);
  const isNotified = await finishWhenCancelled(() => anchoring.notify());
  return { pauseMs: isClosed && isNotified ? pauseMs : 1, restMs };
}

async function wakeSigner(signerId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(signerId).signal(look);
  } catch {
    // The sweeper is about to start it, and it begins with a look.
  }
}
