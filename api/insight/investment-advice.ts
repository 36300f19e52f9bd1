// POST /v1/ai/investment-advice: whether to invest, and how to divide it; no named securities.

import { createRoute } from '@hono/zod-openapi';
import { computeAge } from '../../ai/insight/investment.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { fieldProblem, Problem } from '../kit/errors.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { rulesOf } from './insight-schema.ts';
import { adviceSchema, DISCLAIMER, investmentBody } from './investment-schema.ts';
import { analyse, asWritable, basisOf, insightOrder } from './order.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ai/investment-advice',
  operationId: 'adviseInvestment',
  tags: ['insight'],
  summary: 'Advise a customer about investing',
  description:
    'Suitability first: age, debts, reserve, horizon and surplus, from the books and the ' +
    'profile. A customer who should not invest gets the steps to take first instead of an ' +
    'allocation. Otherwise classes of assets that add up to 100 percent with reasons, a ' +
    'path to less risk, and projections under stated assumptions and a stated seed. No ' +
    'securities are named. Nothing is written.',
  request: {
    body: jsonBody(investmentBody),
  },
  responses: {
    200: jsonAnswer('The advice, or the reasons for having none.', adviceSchema),
  },
});

export const adviseInvestmentOperation = operation('ai:invoke', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { customerId, currency, timezone, seed = 1, profile: givenProfile } = body;
  const { constraints, ...statedFields } = givenProfile;
  const insight = await insightOrder(c, deps, { customerId, currency, timezone });
  const customer = await findCustomer(
    servicesOf(c, deps).ledger,
    developerOf(c).tenantId,
    customerId,
  );
  if (!customer) throw new Problem('customer_not_found');
  const { dateOfBirth, type } = customer;
  const profile = {
    ...statedFields,
    goals: statedFields.goals ?? [],
    initialAmount: statedFields.initialAmount ?? 0,
    existingHoldings: statedFields.existingHoldings ?? [],
    debts: statedFields.debts ?? [],
    excluded: constraints?.excludedAssetClasses ?? [],
  };
  const goalIndex = profile.goals.findIndex(({ years = 1 }) => years > profile.horizonYears);
  if (goalIndex >= 0) {
    const message = 'Expected at most the years of the horizon.';
    const code = 'validation_failed';
    const pointer = `/profile/goals/${goalIndex}/years`;
    throw fieldProblem(code, pointer, message);
  }
  const age = dateOfBirth === null ? null : computeAge(dateOfBirth, insight.now);
  const order = { ...insight, profile, isIndividual: type === 'individual', age, seed };
  const { digest, result: analysis } = await analyse(c, deps, 'investment', order);
  const { kind: _, books, ...result } = analysis;
  const source = { prefix: 'adv', body, books, digest };
  const { analysisId, ...basis } = basisOf(c, deps, order, source);
  return c.json(
    {
      object: 'investment_advice' as const,
      adviceId: analysisId,
      ...basis,
      ...asWritable(result),
      disclaimer: DISCLAIMER,
      model: rulesOf('investment-advice'),
    },
    200,
  );
});
