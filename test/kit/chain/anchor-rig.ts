// A rig whose postings are anchored: both workflows of the chain run.

import { listPermanentWorkflows } from '../../../bank/permanent-workflows.ts';
import { readAnchoring } from '../../../db/chain/anchor-reads.ts';
import { settleTransactions } from '../../../db/money/calls.ts';
import { findTransaction } from '../../../db/transactions/reads.ts';
import { chainAnchoringId } from '../../../ledger/workflow-id.ts';
import { CHECK_AGAIN } from '../../../workflows/messages.ts';
import { ensurePermanent } from '../../../workflows/start.ts';
import { TENANT } from '../bank/books.ts';
import { type ChainRig, type ChainRigOptions, openChainRig, pollUntil } from './chain-rig.ts';

export interface AnchorRig extends ChainRig {
  /** Books a transfer of 1, signals the anchoring workflow, and returns the transfer's id. */
  bookTransfer(): Promise<string>;
  /** Signals both workflows. */
  signalWorkflows(): Promise<void>;
  readAnchor(id: string): Promise<Anchor>;
  /** Waits until the anchor of a transaction is confirmed. */
  waitForConfirmation(id: string): Promise<NonNullable<Anchor>>;
  /** Waits until anchoring reaches the wanted state. Returns the state read. */
  waitForState(state: string): Promise<ReturnType<typeof readAnchoring>>;
}

type Anchor = NonNullable<Awaited<ReturnType<typeof findTransaction>>>['anchor'];

export async function openAnchorRig(options: ChainRigOptions): Promise<AnchorRig> {
  const rig = await openChainRig(options);
  const pair = await rig.openPair(1_000_000);
  for (const workflow of listPermanentWorkflows(rig.faultFreeLedger, rig.chain)) {
    if (workflow.type.startsWith('chain')) await ensurePermanent(rig.starter, workflow);
  }
  const anchoring = () => rig.client.workflow.getHandle(chainAnchoringId(rig.ledger.taskQueue));
  const readAnchor = async (id: string) =>
    (await findTransaction(rig.faultFreeLedger, TENANT, id))?.anchor ?? null;
  return {
    ...rig,
    async bookTransfer() {
      const { from: sourceAccountId, to: destinationAccountId } = pair;
      const facts = await rig.accept({ amount: 1, sourceAccountId, destinationAccountId });
      await rig.faultFreeLedger.run(settleTransactions, {
        ids: [facts.id],
        workflow: { id: 'test', runId: '' },
      });
      await anchoring().signal(CHECK_AGAIN);
      return facts.id;
    },
    async signalWorkflows() {
      await rig.signalSigner();
      await anchoring().signal(CHECK_AGAIN);
    },
    readAnchor,
    waitForConfirmation: (id) =>
      pollUntil(
        `${id} confirmed`,
        async () => {
          const anchor = await readAnchor(id);
          return anchor?.status === 'confirmed' && anchor;
        },
        120_000,
      ),
    waitForState: (state) =>
      pollUntil(`anchoring ${state}`, async () => {
        const anchoring = readAnchoring(rig.faultFreeLedger);
        return anchoring.state === state && anchoring;
      }),
    async close() {
      await anchoring().terminate('the test is over');
      await rig.close();
    },
  };
}
