// The serial signer of one ledger: only this workflow assigns the nonces of its address. Each pass
// reads the chain first, then signs, sends and replaces as the rows and the chain require, so the
// workflow can be stopped and restarted at any point.

import {
  continueAsNew,
  defineSignal,
  getExternalWorkflowHandle,
  proxyActivities,
  setCurrentDetails,
} from '@temporalio/workflow';
import type { ChainSigningActivities, ChainStep } from '../activities/chain-signing.ts';
import { CHAIN_MOVED, CHECK_AGAIN } from './messages.ts';
import { type Pause, runPasses } from './passes.ts';
import { PERMANENT_WORKFLOWS } from './permanent-workflows.ts';
import { chainStep, finishWhenCancelled } from './policies.ts';

const step = (summary: string) => proxyActivities<ChainSigningActivities>(chainStep(summary));
const signer = {
  survey: step('read the chain').surveyChain,
  sign: step('sign and store a transaction').signForChain,
  send: step('send the stored transaction').sendToChain,
  replace: step('raise the fee of a stuck transaction').replaceOnChain,
};

const checkAgain = defineSignal(CHECK_AGAIN);
const chainMoved = defineSignal<[{ transactionId: string }]>(CHAIN_MOVED);

type MovedTransactions = ChainStep['moved'];
type Trouble = ChainStep['trouble'];

/** Never completes. */
export async function chainSigner(): Promise<void> {
  let trouble: Trouble = null;
  await runPasses({
    signals: [checkAgain],
    // Under load there are always new orders; the next pass handles them.
    summaries: { rest: 'minimum pause between two passes', pause: 'next pass' },
    async pass() {
      const passResult = await pass(trouble);
      trouble = passResult.trouble;
      return passResult;
    },
    startNewRun: () => continueAsNew<typeof chainSigner>(),
  });
}

interface Pass extends Pause {
  readonly trouble: Trouble;
}

/** Surveys the chain once and acts on the findings. The first trouble ends the pass. */
async function pass(before: Trouble): Promise<Pass> {
  const findings = await finishWhenCancelled(() => signer.survey({ trouble: before }));
  setCurrentDetails(`${PERMANENT_WORKFLOWS.chainSigner.details}\n\nThe chain: ${findings.state}.`);
  const { restMs = 0 } = findings;
  await signalMoved(findings.moved);
  const acts: (() => Promise<ChainStep>)[] = [
    ...findings.send.map((id) => () => signer.send({ id })),
    ...findings.replace.map((id) => () => signer.replace({ id })),
    ...findings.sign.map((id) => () => signAndSend(id)),
  ];
  for (const act of acts) {
    const { moved, trouble } = await finishWhenCancelled(act);
    await signalMoved(moved);
    if (trouble) return { trouble, pauseMs: findings.pauseMs, restMs };
  }
  // A development chain includes transactions at once, so a transaction that was just sent is
  // checked without a pause.
  return { trouble: null, pauseMs: findings.sign.length > 0 ? 0 : findings.pauseMs, restMs };
}

async function signAndSend(id: string): Promise<ChainStep> {
  const signedOrder = await finishWhenCancelled(() => signer.sign({ id }));
  return signedOrder.trouble || signedOrder.moved.length > 0 ? signedOrder : signer.send({ id });
}

/**
 * Signals the workflows that wait for a transaction, which then read its row. A workflow that has
 * ended needs no signal.
 */
async function signalMoved(changes: MovedTransactions): Promise<void> {
  for (const { id, notify } of changes) {
    try {
      await getExternalWorkflowHandle(notify).signal(chainMoved, { transactionId: id });
    } catch {
      // The workflow is not running: everything it needs is in the row.
    }
  }
}
