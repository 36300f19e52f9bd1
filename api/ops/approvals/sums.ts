// GET /v1/ops/operator-sums: the sums of today's acts of single operators that come near the bound
// of one person, so that a supervisor sees them before an amount is split further.

import { createRoute, z } from '@hono/zod-openapi';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { readUnapprovedSums, type UnapprovedSum } from '../../../db/settlement/reads.ts';
import { exponentOf } from '../../../ledger/currency.ts';
import type { Deps } from '../../kit/context.ts';
import { operation } from '../../kit/operation.ts';
import { jsonAnswer } from '../../kit/schemas.ts';
import { environmentField } from '../kit/environment.ts';

const NEAR_PERCENT = 80;
const MAX_SUMS = 100;

const sumSchema = z
  .object({
    object: z.literal('operator_sum'),
    operatorId: z.string(),
    operatorName: z.string().nullable(),
    act: z.enum(['payment', 'settlement', 'limits']),
    objectId: z.string().openapi({
      description: 'The customer of payments, the account of limits, the developer of terms.',
    }),
    units: z.number().int().openapi({ description: 'Whole units of the currency, rounded up.' }),
    bound: z.number().int().openapi({ description: 'KONTOR_OPERATOR_LIMIT.' }),
    percent: z.number().int(),
  })
  .openapi('OperatorSum');

const route = createRoute({
  method: 'get',
  path: '/v1/ops/operator-sums',
  operationId: 'listOperatorSums',
  tags: ['ops'],
  summary: 'List the sums that single operators moved today, near their limit',
  description:
    'Payments by customer, raises of settlement terms by developer and of limits by account, of ' +
    `this day (UTC), from ${NEAR_PERCENT} % of KONTOR_OPERATOR_LIMIT on; the largest first, at ` +
    `most ${MAX_SUMS}.`,
  request: {
    query: z.strictObject({
      environment: environmentField,
      leastPercent: z.coerce.number().int().min(1).max(100).default(NEAR_PERCENT),
    }),
  },
  responses: {
    200: jsonAnswer(
      'The sums.',
      z.object({ object: z.literal('list'), data: z.array(sumSchema) }).openapi('OperatorSums'),
    ),
  },
});

interface SumRow {
  readonly operatorId: string;
  readonly act: 'payment' | 'settlement' | 'limits';
  readonly objectId: string;
  readonly units: number;
}

function listSums(deps: Deps, environment: EnvironmentName, minUnits: number): SumRow[] {
  const page = { min: minUnits, limit: MAX_SUMS };
  const grants = deps.platform.operators.grantsToday(environment, page);
  const { ledger } = deps.environments[environment];
  const unapprovedPayments = ledger.database.read(() => readUnapprovedSums(ledger, Date.now()));
  return [
    ...grants.map(({ act, ...rest }) => ({ ...rest, act: act as 'settlement' | 'limits' })),
    ...sumByCustomer(unapprovedPayments),
  ].filter(({ units }) => units >= minUnits);
}

/** Sums the payments of a customer in all currencies, in whole units, as the bound counts them. */
function sumByCustomer(payments: readonly UnapprovedSum[]): SumRow[] {
  const sums = new Map<string, SumRow>();
  for (const { operatorId, customerId, currency, amount } of payments) {
    const key = `${operatorId} ${customerId}`;
    const units = Math.ceil(amount / 10 ** exponentOf(currency));
    const before = sums.get(key)?.units ?? 0;
    sums.set(key, { operatorId, act: 'payment', objectId: customerId, units: before + units });
  }
  return [...sums.values()];
}

export const listOperatorSums = operation('operator', route, (deps) => async (c) => {
  const { environment, leastPercent } = c.req.valid('query');
  const { operatorLimit } = deps.config;
  const minUnits = Math.max(1, Math.ceil((operatorLimit * leastPercent) / 100));
  const sums = listSums(deps, environment, minUnits);
  sums.sort((a, b) => b.units - a.units);
  const data = sums.slice(0, MAX_SUMS).map(({ operatorId, act, objectId, units }) => ({
    object: 'operator_sum' as const,
    operatorId,
    operatorName: deps.platform.operators.find(operatorId)?.name ?? null,
    act,
    objectId,
    units,
    bound: operatorLimit,
    percent: operatorLimit === 0 ? 100 : Math.floor((units * 100) / operatorLimit),
  }));
  return c.json({ object: 'list' as const, data }, 200);
});
