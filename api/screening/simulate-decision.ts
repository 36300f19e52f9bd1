// POST /v1/sandbox/simulations/screening-decision: simulates a person's decision about sanctions
// list hits of the developer's own customers and payments.

import { createRoute, z } from '@hono/zod-openapi';
import { findCustomer } from '../../db/customers/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { decideHit } from '../../db/screening/acts.ts';
import { findHits, type HitFilter } from '../../db/screening/reads.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import { Problem } from '../kit/errors.ts';
import { developerOf, operation } from '../kit/operation.ts';
import { idSchema, jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { sandboxServices } from '../sandbox/sandbox-services.ts';
import { causeOfSimulation, simulatedFields } from '../sandbox/simulated-decision.ts';
import { screeningHitSchema } from './hit-schema.ts';

const { transactionId, reason } = simulatedFields;

const screeningBody = z
  .strictObject({
    hitId: idSchema('screeningHit').optional(),
    transactionId: transactionId
      .optional()
      .openapi({ description: 'The payment whose party was found.' }),
    customerId: idSchema('customer')
      .optional()
      .openapi({ description: 'The customer whose name was found.' }),
    decision: z.enum(['no_hit', 'confirmed_hit']),
    reason,
  })
  .refine(
    ({ hitId, transactionId: payment, customerId }) =>
      [hitId, payment, customerId].filter((subject) => subject !== undefined).length === 1,
    { message: 'Expected exactly one of hitId, transactionId and customerId.', path: ['hitId'] },
  )
  .openapi('ScreeningDecisionSimulation');

const decidedHits = z
  .object({
    object: z.literal('screening_decision'),
    livemode: z.literal(false),
    decision: z.enum(['no_hit', 'confirmed_hit']),
    hits: z.array(screeningHitSchema),
  })
  .openapi('ScreeningDecision');

const screeningRoute = createRoute({
  method: 'post',
  path: '/v1/sandbox/simulations/screening-decision',
  operationId: 'simulateScreeningDecision',
  tags: ['sandbox'],
  summary: 'Simulate the decision about a sanctions hit',
  description:
    'Decides one hit, or every open hit of a payment or a customer. A waiting payment is ' +
    'decided afterwards with `review-decision`, a customer with `kyc-decision`.',
  request: { body: jsonBody(screeningBody) },
  responses: { 200: jsonAnswer('The hits that were decided.', decidedHits) },
});

type HitSelection = Omit<z.infer<typeof screeningBody>, 'decision' | 'reason'>;

/** Returns the open hits of the object, or all of its hits once every one is decided. */
async function hitsToDecide(
  ledger: Ledger,
  tenantId: string,
  selection: HitSelection,
): Promise<string[]> {
  const hits = findHits(ledger, {
    tenantId,
    ...(await readSelection(ledger, tenantId, selection)),
  });
  if (hits.length === 0) throw new Problem('screening_hit_not_found', 'There is no hit about it.');
  const open = hits.filter(({ status }) => status === 'pending');
  return (open.length > 0 ? open : hits).map(({ id }) => id);
}

async function readSelection(
  ledger: Ledger,
  tenantId: string,
  { hitId, transactionId: payment, customerId }: HitSelection,
): Promise<Omit<HitFilter, 'tenantId'>> {
  if (hitId !== undefined) return { hitId };
  if (payment !== undefined) {
    const transaction = await findTransaction(ledger, tenantId, payment);
    if (!transaction) throw notFound('transaction_not_found', '/transactionId');
    const { customerId: payer, externalParty } = transaction;
    return { customerId: payer, partyName: String(externalParty?.name ?? '') };
  }
  const customer = await findCustomer(ledger, tenantId, customerId ?? '');
  if (!customer) throw notFound('customer_not_found', '/customerId');
  return { customerId: customer.id };
}

function notFound(code: 'transaction_not_found' | 'customer_not_found', pointer: string): Problem {
  const message = 'No object of the developer has this id.';
  return new Problem(code, undefined, { errors: [{ pointer, code, message }] });
}

export const simulateScreeningDecision = operation('transactions:write', screeningRoute, (deps) => {
  return async (c) => {
    const { decision, reason: givenReason, ...selection } = c.req.valid('json');
    const { ledger } = sandboxServices(c, deps);
    const ids = await hitsToDecide(ledger, developerOf(c).tenantId, selection);
    const cause = causeOfSimulation(c);
    const hits = [];
    for (const hitId of ids) {
      hits.push(await ledger.run(decideHit, { hitId, decision, reason: givenReason, cause }));
    }
    const fixed = { object: 'screening_decision' as const, livemode: false as const };
    return c.json({ ...fixed, decision, hits }, 200);
  };
});
