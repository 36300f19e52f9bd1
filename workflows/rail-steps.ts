// The next steps of a payment on a network, one after the other.

import { proxyActivities } from '@temporalio/workflow';
import type { RailActivities, RailStanding } from '../activities/rails/moving.ts';
import { finishWhenCancelled, railStep } from './policies.ts';

const step = (summary: string) => proxyActivities<RailActivities>(railStep(summary));
const rails = {
  screen: step('screen the party outside again').screenRailPayment,
  score: step('score it again').scoreRailPayment,
  submit: step('give it to its network').submitRailPayment,
  settle: step('ask its network, and book what it says').settleRailPayment,
};

/** Marks runs in which each step is one of its own. */
export const EACH_STEP = 'each-rail-step';

/** Findings of the checks on the way. Checks that were not made are left out. */
export interface Findings {
  readonly screened?: string;
  readonly score?: number;
}

interface Moved {
  readonly standing: RailStanding;
  readonly findings: Findings;
}

/** Brings a payment to its network, as far as nobody stops it. */
export async function submitPayment(transactionId: string): Promise<Moved> {
  const take = <T>(one: (input: { transactionId: string }) => Promise<T>) =>
    finishWhenCancelled(() => one({ transactionId }));
  const screened = await take(rails.screen);
  let standing: RailStanding = screened;
  let findings: Findings = screened.found ? { screened: screened.found.outcome } : {};
  if (isToSend(standing) && screened.status === 'queued') {
    const scored = await take(rails.score);
    standing = scored;
    if (scored.found?.score != null) findings = { ...findings, score: scored.found.score };
  }
  if (isToSend(standing)) standing = await take(rails.submit);
  return { standing, findings };
}

/**
 * Asks the network what has become of a payment. A payment that the network does not have yet is
 * submitted.
 */
export async function movePayment(transactionId: string): Promise<Moved> {
  const standing = await finishWhenCancelled(() => rails.settle({ transactionId }));
  return isToSend(standing) ? submitPayment(transactionId) : { standing, findings: {} };
}

function isToSend({ status, transactionStatus }: RailStanding): boolean {
  return transactionStatus === 'pending' && (status === 'queued' || status === 'submitting');
}
