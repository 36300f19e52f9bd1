// GET and PUT /v1/ops/developers/{developerId}/settlement: the amount that a developer may move
// into and out of the bank in production. It is zero until an operator sets it.

import { createRoute, z } from '@hono/zod-openapi';
import { readSettlements } from '../../../db/settlement/reads.ts';
import { MAX_AMOUNT } from '../../../ledger/money.ts';
import type { Deps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { currencySchema, jsonAnswer, pathId, textSchema } from '../../kit/schemas.ts';
import { approvalSchema, platformApprovalView } from '../approvals/approval-schema.ts';
import { requestOrApprove } from '../approvals/carry-out.ts';
import { isWithinDailyAllowance } from '../approvals/daily-allowance.ts';
import { writeSettlement } from '../approvals/terms.ts';

const max = Number(MAX_AMOUNT);

export const settlementStateSchema = z
  .object({
    developerId: z.string(),
    currency: z.string(),
    takenIn: z.string().openapi({
      description: 'Inflow minus outflow, in minor units.',
    }),
    prefunded: z.string().openapi({ description: 'The set amount in minor units.' }),
    cap: z.string().openapi({ description: 'The set amount in minor units.' }),
    roomIn: z.string().openapi({ description: 'Remaining inflow in minor units.' }),
    roomOut: z.string().openapi({ description: 'Remaining outflow in minor units.' }),
    version: z.number().int().openapi({ description: '0 when no terms were set.' }),
  })
  .openapi('SettlementStanding');

const settlementSchema = z
  .object({
    object: z.literal('settlement'),
    livemode: z.literal(true),
    developerId: z.string(),
    currencies: z.array(settlementStateSchema),
  })
  .openapi('Settlement');

const settlementAnswer = jsonAnswer(
  'The settlement account in each currency, with its terms.',
  settlementSchema,
);

const path = '/v1/ops/developers/{developerId}/settlement';
const params = pathId('developer', 'developerId');

const getRoute = createRoute({
  method: 'get',
  path,
  operationId: 'getSettlement',
  tags: ['ops'],
  summary: 'Read the settlement terms of a developer',
  request: { params },
  responses: { 200: settlementAnswer },
});

const putRoute = createRoute({
  method: 'put',
  path,
  operationId: 'setSettlement',
  tags: ['ops'],
  summary: 'Set the settlement terms of a developer',
  description:
    'In production, for one currency: deposits may exceed withdrawals, and withdrawals ' +
    'deposits, by `prefunded` and `cap` together. Booked transactions are unaffected.',
  request: {
    params,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z
            .strictObject({
              currency: currencySchema,
              prefunded: z.number().int().min(0).max(max).openapi({
                description: 'Prefunded amount in minor units.',
              }),
              cap: z.number().int().min(0).max(max).openapi({
                description: 'Additional open amount that the bank has agreed to in writing.',
              }),
              reason: textSchema(500).min(1),
            })
            .openapi('SettlementTerms'),
        },
      },
    },
  },
  responses: {
    200: settlementAnswer,
    202: jsonAnswer(
      'Above KONTOR_OPERATOR_LIMIT in a day: a second operator has to approve.',
      approvalSchema,
    ),
  },
});

async function settlementView(deps: Deps, developerId: string) {
  const developer = await deps.platform.findDeveloper(developerId);
  if (!developer) throw new Problem('not_found');
  const { ledger } = deps.environments.production;
  const currencies = readSettlements(ledger, developerId);
  return { object: 'settlement' as const, livemode: true as const, developerId, currencies };
}

export const getSettlement = operation('operator', getRoute, (deps) => async (c) => {
  const { developerId = '' } = c.req.valid('param');
  return c.json(await settlementView(deps, developerId), 200);
});

export const setSettlement = operation('operator', putRoute, (deps) => async (c) => {
  const { developerId = '' } = c.req.valid('param');
  const { reason, ...terms } = c.req.valid('json');
  const { operatorId, roles } = operatorOf(c);
  const { currencies } = await settlementView(deps, developerId);
  const storedCurrency = currencies.find(({ currency }) => currency === terms.currency);
  const max = BigInt(terms.prefunded) + BigInt(terms.cap);
  const isWithin = await isWithinDailyAllowance(deps, {
    ...{ operatorId, act: 'settlement', objectId: developerId, environment: 'production' },
    currency: terms.currency,
    amount: max,
    before: BigInt(storedCurrency?.prefunded ?? 0) + BigInt(storedCurrency?.cap ?? 0),
  });
  if (!isWithin) {
    const approvalOrder = {
      act: 'settlement',
      objectId: developerId,
      environment: 'production' as const,
      terms: { developerId, ...terms },
      reason,
      by: operatorId,
    };
    const pendingApproval = await requestOrApprove(deps, {
      approvalOrder,
      roles,
      cause: operatorCauseOf(c),
    });
    if (pendingApproval) return c.json(platformApprovalView(pendingApproval), 202);
  } else await writeSettlement(deps, { developerId, terms, reason, by: operatorId });
  return c.json(await settlementView(deps, developerId), 200);
});
