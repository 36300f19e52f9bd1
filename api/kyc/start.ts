// POST /v1/ai/kyc-assessment and POST /v1/customers/{customerId}/kyc: one operation at two paths.

import { setTimeout as sleep } from 'node:timers/promises';
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findCustomer } from '../../db/customers/reads.ts';
import { startAssessment } from '../../db/kyc/acts.ts';
import { findKycAssessment, kycStageReader } from '../../db/kyc/reads.ts';
import type { KycAssessmentView } from '../../db/kyc/view.ts';
import {
  ensureWorkflow,
  type SubjectOf,
  signalWorkflow,
} from '../../workflows/record-workflows.ts';
import { readWaitMs } from '../kit/answer-transaction.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { invalidField, Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonAnswer, jsonBody, pathId } from '../kit/schemas.ts';
import { waitQuery } from '../transactions/create-schema.ts';
import {
  assessBody,
  customerBody,
  documentsOf,
  identityMacOf,
  type KycBody,
  subjectOf,
} from './kyc-request.ts';
import { kycAssessmentSchema } from './kyc-schema.ts';

const description =
  'Screens every name against the sanctions lists, looks for duplicates, checks the ' +
  'metadata of documents and rates the risk by written rules; checks without a configured ' +
  'provider are `not_run`. In production a person then decides. A customer has one open ' +
  'assessment at a time.';

export const kycAnswers = {
  200: jsonAnswer(
    'The assessment, final or waiting for documents or a person.',
    kycAssessmentSchema,
  ),
  202: jsonAnswer('The assessment, whose checks are still running.', kycAssessmentSchema),
} as const;

const route = createRoute({
  method: 'post',
  path: '/v1/ai/kyc-assessment',
  operationId: 'assessKyc',
  bindsKey: true,
  tags: ['kyc'],
  summary: 'Assess the identity of a customer',
  description,
  request: {
    query: waitQuery,
    body: jsonBody(assessBody),
  },
  responses: kycAnswers,
});

const customerRoute = createRoute({
  method: 'post',
  path: '/v1/customers/{customerId}/kyc',
  operationId: 'assessCustomerKyc',
  bindsKey: true,
  tags: ['kyc'],
  summary: 'Assess the identity of this customer',
  description,
  request: {
    params: pathId('customer', 'customerId'),
    query: waitQuery,
    body: jsonBody(customerBody),
  },
  responses: kycAnswers,
});

interface AssessmentOrder {
  readonly customerId: string;
  readonly body: KycBody;
  readonly operation: string;
  readonly waitMs: number;
}

export const assessKyc = operation('kyc:write', route, (deps) => async (c) => {
  const { customerId, ...body } = c.req.valid('json');
  const waitMs = readWaitMs(c, c.req.valid('query').wait);
  const order = { customerId, body, operation: 'POST /v1/ai/kyc-assessment', waitMs };
  return kycAnswer(c, await acceptAndStart(c, deps, order));
});

export const assessCustomerKyc = operation('kyc:write', customerRoute, (deps) => async (c) => {
  const { customerId = '' } = c.req.valid('param');
  const body = c.req.valid('json');
  const waitMs = readWaitMs(c, c.req.valid('query').wait);
  const order = { customerId, body, operation: `POST /v1/customers/${customerId}/kyc`, waitMs };
  return kycAnswer(c, await acceptAndStart(c, deps, order));
});

async function acceptAndStart(
  c: Context<AppEnv>,
  deps: Deps,
  order: AssessmentOrder,
): Promise<KycAssessmentView> {
  const { customerId, body, waitMs } = order;
  const services = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const customer = await findCustomer(services.ledger, tenantId, customerId);
  if (!customer) throw new Problem('customer_not_found');
  refuseOtherType(body, customer.type);
  const { id, replayed } = await services.ledger.run(startAssessment, {
    tenantId,
    customerId,
    level: body.level,
    subject: subjectOf(body),
    identityMac: identityMacOf(body, tenantId, deps.seal),
    documents: documentsOf(body.documents, tenantId, deps.seal),
    metadata: body.metadata ?? {},
    operation: order.operation,
    requestHash: hashRequest({ ...body, customerId }),
    cause: causeOf(c),
  });
  if (replayed) c.header('Idempotency-Replayed', 'true');
  startKycWorkflow(deps, services, { id, tenantId, customerId });
  return waitForChecks(services, { tenantId, id, waitMs });
}

function refuseOtherType({ identity, business }: KycBody, type: 'individual' | 'business'): void {
  const wrongField = type === 'business' ? identity && 'identity' : business && 'business';
  if (!wrongField) return;
  const message = `The customer has the type ${type}: send the fields of that type.`;
  throw invalidField(`/${wrongField}`, message);
}

type KycSubject = SubjectOf<'kyc'>;

/**
 * Signals the workflow of an assessment to read its row, and starts it when it does not run. When
 * that fails, the sweeper does it later.
 */
export function signalKycWorkflow(
  deps: Pick<Deps, 'log'>,
  services: Pick<Services, 'workflowTarget'>,
  assessment: KycSubject,
): void {
  callKycWorkflow(deps, services, assessment, signalWorkflow);
}

/** Starts the workflow of a new assessment, which reads the row at its start. */
function startKycWorkflow(deps: Deps, services: Services, assessment: KycSubject): void {
  callKycWorkflow(deps, services, assessment, ensureWorkflow);
}

function callKycWorkflow(
  { log }: Pick<Deps, 'log'>,
  services: Pick<Services, 'workflowTarget'>,
  assessment: KycSubject,
  call: typeof signalWorkflow,
): void {
  const target = services.workflowTarget();
  if (!target) return;
  call(target, 'kyc', assessment).catch((error: unknown) => {
    const failure = { assessment: assessment.id, cause: String(error) };
    log.warn(failure, 'the workflow of a KYC assessment was not reached; the sweeper tries again');
  });
}

/**
 * First interval between polls, in milliseconds. Each later one is a quarter of the time so far:
 * most checks take ten milliseconds, some take seconds.
 */
const MIN_POLL_MS = 2;
const MAX_POLL_MS = 20;

/** Returns an assessment after its checks have ended, or its state when the time is over. */
export async function waitForChecks(
  { ledger }: Pick<Services, 'ledger'>,
  { tenantId, id, waitMs }: { tenantId: string; id: string; waitMs: number },
): Promise<KycAssessmentView> {
  const readStage = kycStageReader(ledger, id);
  const startedAt = Date.now();
  for (const until = startedAt + waitMs; ; ) {
    const remaining = until - Date.now();
    if (readStage() !== 'checking' || remaining <= 0) {
      const assessment = await findKycAssessment(ledger, tenantId, id);
      if (!assessment) throw new Problem('kyc_assessment_not_found');
      return assessment;
    }
    const pause = Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, (Date.now() - startedAt) / 4));
    await sleep(Math.min(pause, remaining));
  }
}

/** Answers with an assessment: status 202 while its checks run, otherwise 200. */
export function kycAnswer(c: Context<AppEnv>, assessment: KycAssessmentView) {
  setEtag(c, assessment);
  c.header('Location', `/v1/ai/kyc-assessments/${assessment.id}`);
  if (assessment.stage === 'checking') return c.json(assessment, 202);
  return c.json(assessment, 200);
}
