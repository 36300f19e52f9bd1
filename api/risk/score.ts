// POST /v1/ai/risk-score: the stored decision about a payment, or a new decision about a
// hypothetical payment. No money moves.

import { createRoute, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { explainDecision, findCounterfactual, nameFeatures } from '../../ai/risk/explain.ts';
import type { RiskDecisionRow } from '../../db/kernel/risk-summary.ts';
import type { Ledger } from '../../db/ledger.ts';
import { versionsNamed } from '../../db/models/reads.ts';
import { suspicionsOf } from '../../db/risk/evidence.ts';
import { listRiskDecisions } from '../../db/risk/reads.ts';
import { scorePayment } from '../../db/risk/score.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import type { ModelFinder } from '../../models/serving.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { fieldProblem, invalidField, Problem } from '../kit/errors.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody } from '../kit/schemas.ts';
import { openArchivedDecision } from './archived-decisions.ts';
import { decisionBody } from './decision-body.ts';
import { riskScoreSchema, scoreBodySchema } from './score-schema.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/ai/risk-score',
  operationId: 'scoreRisk',
  bindsKey: true,
  tags: ['risk'],
  summary: 'Score the risk of a payment',
  description:
    'For an existing payment, returns its recorded decision. For a hypothetical payment, ' +
    'makes a decision with the current model and rules and records it as a question. Funds ' +
    'and limits are not checked; use a dry run for that.',
  request: {
    body: jsonBody(scoreBodySchema),
  },
  responses: {
    200: jsonAnswer('The decision, with its reasons.', riskScoreSchema),
  },
});

type Body = z.infer<typeof scoreBodySchema>;
type Payment = NonNullable<Body['transaction']>;

export const scoreRisk = operation('risk:read', route, (deps) => async (c) => {
  const startedAt = performance.now();
  const body = c.req.valid('json');
  const services = servicesOf(c, deps);
  const { ledger, serving } = services;
  const { transactionId, transaction, options } = body;
  const row = transaction
    ? await makeDecision(c, services, body, transaction)
    : await requireStoredDecision(deps, services, {
        ...developerOf(c),
        transactionId: transactionId ?? '',
      });
  const explained = await explainDecision(row, serving);
  const answer = {
    ...decisionBody(row, ledger.livemode),
    decisionId: row.id,
    ...explained,
    suspicions: suspicionsOf(row, explained.reasons, ledger.database),
    ...(options?.includeFeatures ? { features: nameFeatures(row) } : {}),
    ...(options?.includeCounterfactual
      ? { counterfactual: await findCounterfactual(row, serving) }
      : {}),
  };
  const latencyMs = Math.round((performance.now() - startedAt) * 1_000) / 1_000;
  c.header('Location', `/v1/ai/risk-decisions/${row.id}`);
  return c.json({ ...answer, latencyMs }, 200);
});

async function requireStoredDecision(
  deps: Deps,
  services: Services,
  { tenantId, transactionId }: { readonly tenantId: string; readonly transactionId: string },
) {
  const { ledger } = services;
  const payment = await findTransaction(ledger, tenantId, transactionId);
  if (!payment)
    throw fieldProblem(
      'transaction_not_found',
      '/transactionId',
      'No object of the developer has this id.',
    );
  const order = { tenantId, transactionId, limit: 1, startingAfter: null };
  const [row] = (await listRiskDecisions(ledger, order)).data;
  const decision = row ?? (await openArchivedDecision(deps, services, { tenantId, transactionId }));
  if (decision) return decision;
  const message = 'The transaction has no risk decision: only settled customer payments have one.';
  throw fieldProblem('risk_decision_not_found', '/transactionId', message);
}

async function makeDecision(
  c: Context<AppEnv>,
  { ledger, serving }: Services,
  body: Body,
  payment: Payment,
): Promise<RiskDecisionRow> {
  const { tenantId, scopes } = developerOf(c);
  if (!scopes.has('ai:invoke')) {
    throw new Problem(
      'insufficient_scope',
      'A new decision requires the scope ai:invoke: use a key that has it.',
    );
  }
  const pinned = body.options?.modelVersion ?? null;
  if (pinned !== null) refuseUnclearVersion(ledger, serving, { tenantId, reference: pinned });
  const cause = causeOf(c);
  const hash = hashRequest(body);
  const answer = await ledger.run(scorePayment, {
    draft: {
      tenantId,
      type: payment.type,
      amount: payment.amount,
      currency: payment.currency,
      sourceAccountId: payment.sourceAccountId,
      destinationAccountId: payment.destinationAccountId ?? null,
      description: null,
      reference: null,
      category: null,
      capture: 'automatic',
      holdExpiresAt: null,
      externalParty: payment.externalParty ?? null,
      context: body.context ?? null,
      metadata: {},
      requestHash: hash,
      // The idempotency key is bound to the risk score, not to a payment with the same key.
      cause: { ...cause, idempotencyKey: null },
    },
    pinned,
    requestHash: hash,
    cause,
  });
  if (answer.replayed) c.header('Idempotency-Replayed', 'true');
  // A row from the ledger's thread has plain bytes instead of a Buffer.
  const { features } = answer.decision;
  return { ...answer.decision, features: features && Buffer.from(features) };
}

/**
 * Refuses a pinned version that does not exist or is ambiguous, because another version's answer
 * would mislead.
 */
function refuseUnclearVersion(
  ledger: Ledger,
  serving: ModelFinder,
  { tenantId, reference }: { readonly tenantId: string; readonly reference: string },
): void {
  const versions = versionsNamed(ledger, tenantId, { task: 'fraud', reference });
  const pointer = '/options/modelVersion';
  if (versions.length > 1) {
    const names = versions.map(({ id, name, label }) => `${name}@${label} (${id})`).join(', ');
    const message = `Several models have this version: ${names}. Send the id of the one you mean.`;
    throw invalidField(pointer, message);
  }
  if (!serving.versionFor(tenantId, 'fraud', reference)) {
    const message = 'No approved fraud model has this name and version.';
    throw fieldProblem('model_not_found', pointer, message);
  }
}
