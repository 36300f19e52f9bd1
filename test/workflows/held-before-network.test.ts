// A payment that is stopped before it reaches its network, and is then approved or refused: the
// workflow of the payment wakes the workflow of the network. No sweeper runs here.

import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readRailPayment } from '../../db/rails/reads.ts';
import { decideHit } from '../../db/screening/acts.ts';
import { railWorkflowId, transferWorkflowId } from '../../ledger/workflow-id.ts';
import { ensureWorkflow } from '../../workflows/record-workflows.ts';
import { startTransfers } from '../../workflows/start.ts';
import {
  createAdjustableScorer,
  LISTED_ANSWER,
  NO_HIT,
  type ScorerAnswers,
} from '../kit/bank/adjustable-scorer.ts';
import { hasModule } from '../kit/bank/bank.ts';
import { cause } from '../kit/bank/books.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';
import { decideReview } from '../kit/workflows/scenario-acts.ts';

/** Payments are reviewed in a bank with the module that judges them. */
const itWithReviews = it.runIf(hasModule('risk'));
const AMOUNT = 100;
const POLL = { timeout: 20_000 };

let rig: Rig;
const scorerAnswers: ScorerAnswers = { screeningAnswer: NO_HIT, probability: null };
beforeAll(async () => {
  rig = await openRig({
    temporalAddress: inject('temporalAddress'),
    risk: createAdjustableScorer(scorerAnswers),
  });
}, 60_000);
afterAll(() => rig.close());

const readStatus = async (id: string) => (await rig.find(id)).transaction.status;
const readRailStatus = async (id: string) =>
  (await readRailPayment(rig.faultFreeLedger, id))?.payment.status;
const handleOf = (id: string) => rig.client.workflow.getHandle(id);
const readDetails = async (id: string) =>
  (await handleOf(id).query<{ currentDetails: string }>('__temporal_workflow_metadata'))
    .currentDetails;

async function clearHits(): Promise<void> {
  const ids = rig.faultFreeLedger.database.raw
    .prepare<[], string>("SELECT id FROM screening_hits WHERE status = 'pending'")
    .pluck()
    .all();
  for (const hitId of ids) {
    await rig.faultFreeLedger.run(decideHit, {
      hitId,
      decision: 'no_hit',
      reason: 'Another one.',
      cause,
    });
  }
}

/**
 * Accepts a payment whose counterparty is put on a sanctions list before it reaches the network.
 * Both workflows of the payment then wait.
 */
async function stopBeforeNetwork(name: string): Promise<string> {
  scorerAnswers.screeningAnswer = NO_HIT;
  const pair = await rig.openPair(AMOUNT);
  const facts = await rig.accept({
    type: 'withdrawal',
    amount: AMOUNT,
    sourceAccountId: pair.from,
    destinationAccountId: null,
    externalParty: { name, method: 'sepa' },
  });
  await startTransfers(rig.starter, [facts]);
  await expect.poll(() => readRailStatus(facts.id), POLL).toBe('queued');
  scorerAnswers.screeningAnswer = LISTED_ANSWER;
  await ensureWorkflow(rig.starter, 'railPayment', facts.id);
  await expect.poll(() => readStatus(facts.id), POLL).toBe('pending_review');
  await expect
    .poll(() => readDetails(transferWorkflowId(facts.id)), POLL)
    .toMatch(/^pending_review.*waits for a person/s);
  await expect
    .poll(() => readDetails(railWorkflowId(facts.id)), POLL)
    .toBe('queued: an operator decides about it before it is submitted\n\nscreened again: hit');
  return facts.id;
}

itWithReviews(
  'a payment that a reviewer approves is submitted to its network at once',
  async () => {
    const id = await stopBeforeNetwork('Grace Hopper');
    await clearHits();
    scorerAnswers.screeningAnswer = NO_HIT;
    expect(await decideReview(rig, id, 'approved')).toMatchObject({ status: 'pending' });
    await expect.poll(() => readRailStatus(id), POLL).toBe('submitted');
    await expect
      .poll(() => readDetails(transferWorkflowId(id)), POLL)
      .toContain('its payment network settles it');
    await expect
      .poll(() => readDetails(railWorkflowId(id)), POLL)
      .toMatch(/^submitted: .*screened again: no_hit/s);
  },
  60_000,
);

itWithReviews(
  'a payment that a reviewer refuses is never submitted to its network, and its two workflows end',
  async () => {
    const id = await stopBeforeNetwork('Jean Bartik');
    expect(await decideReview(rig, id, 'rejected')).toMatchObject({ status: 'declined' });
    expect(await handleOf(transferWorkflowId(id)).result()).toMatchObject({ status: 'declined' });
    expect(await handleOf(railWorkflowId(id)).result()).toBe('canceled');
    expect(await readRailStatus(id)).toBe('canceled');
  },
  60_000,
);
