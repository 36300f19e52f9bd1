// Shared parts of the decisions that a developer of the sandbox simulates. Each takes the path of
// an operator's decision; only the named decider differs.

import type { Context } from 'hono';
import { addTimeline, requireTransaction } from '../kit/answer-transaction.ts';
import type { AppEnv, Services } from '../kit/context.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf } from '../kit/idempotency.ts';
import { idSchema, jsonAnswer, textSchema } from '../kit/schemas.ts';
import { transactionDetailSchema } from '../transactions/transaction-schema.ts';

/** The decider in the timeline, the events and the decision. */
export const SIMULATION = 'simulation';

export const simulatedFields = {
  transactionId: idSchema('transaction'),
  reason: textSchema(500).min(1).default('Simulated'),
};

export const decidedResponses = {
  200: jsonAnswer('The transaction in its resulting state.', transactionDetailSchema),
};

/** The decision has the effect of an operator's decision, with another actor. */
export const causeOfSimulation = (c: Context<AppEnv>) => ({ ...causeOf(c), actor: SIMULATION });

/** The transaction as it stands after the decision. */
export async function answerDecided(
  c: Context<AppEnv>,
  services: Services,
  tenantId: string,
  id: string,
) {
  const transaction = await requireTransaction(services, tenantId, id);
  setEtag(c, transaction);
  return addTimeline(services, transaction);
}
