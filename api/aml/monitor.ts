// POST /v1/ai/aml-monitor and GET /v1/ai/aml-monitor/{amlRunId}

import { createRoute, type z } from '@hono/zod-openapi';
import { listSuspicions } from '../../ai/aml/daily.ts';
import { type AmlOutcome, monitor, selectTypologies } from '../../ai/aml/monitor.ts';
import { findAmlRunByKey, recordAmlRun } from '../../db/aml/acts.ts';
import { findAmlRun } from '../../db/aml/reads.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { ledgerMarket } from '../../db/exchange/market.ts';
import { verdictsOf } from '../../db/screening/acts.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { causeOf, hashRequest } from '../kit/idempotency.ts';
import { developerOf, operation, servicesOf } from '../kit/operation.ts';
import { jsonBody, pathId } from '../kit/schemas.ts';
import { amlBodySchema, amlRunSchema } from './aml-schema.ts';

const DEFAULT_PERIOD_DAYS = 90;

const content = { 'application/json': { schema: amlRunSchema } };

const route = createRoute({
  method: 'post',
  path: '/v1/ai/aml-monitor',
  operationId: 'monitorLaundering',
  bindsKey: true,
  tags: ['aml'],
  summary: 'Monitor booked payments for money laundering',
  description:
    'Applies written rules over time windows of the ledger. With createAlerts each found ' +
    'pattern becomes an alert of a case: one at a time for each account and pattern, and ' +
    'none for evidence that a person has closed. No money moves, and no report is sent.',
  request: {
    body: jsonBody(amlBodySchema),
  },
  responses: { 201: { description: 'The findings.', content } },
});

const readRoute = createRoute({
  method: 'get',
  path: '/v1/ai/aml-monitor/{amlRunId}',
  operationId: 'getAmlRun',
  tags: ['aml'],
  summary: 'Read a monitoring run with the current state of its alerts',
  request: { params: pathId('amlRun', 'amlRunId') },
  responses: { 200: { description: 'The run.', content } },
});

export const monitorLaundering = operation('aml:write', route, (deps) => async (c) => {
  const body = c.req.valid('json');
  const { ledger } = servicesOf(c, deps);
  const { tenantId } = developerOf(c);
  const request = { tenantId, requestHash: hashRequest(body), cause: causeOf(c) };
  const recorded = (await ledger.run(findAmlRunByKey, request)) ?? (await createRun());
  const { run, replayed } = recorded;
  if (replayed) c.header('Idempotency-Replayed', 'true');
  c.header('Location', `/v1/ai/aml-monitor/${run.id}`);
  setEtag(c, run);
  return c.json(run, 201);

  async function createRun() {
    const { scope } = body;
    const { customerId } = scope;
    if (customerId !== undefined && !(await findCustomer(ledger, tenantId, customerId))) {
      throw notFoundProblem('customer_not_found', '/scope/customerId');
    }
    const now = ledger.clock(tenantId);
    const period = periodOf(body, now);
    const typologies = selectTypologies(body.typologies);
    const { database } = ledger;
    const tools = {
      database,
      market: ledgerMarket(database),
      verdictOf: verdictsOf(ledger),
      parties: deps.parties[ledger.environment],
    };
    const outcome = await monitor({ tenantId, scope, period, now, typologies }, tools);
    if (outcome.kind !== 'done') throw refusalOf(outcome);
    const { answer } = outcome;
    const suspicions = body.createAlerts ? listSuspicions(answer) : [];
    return ledger.run(recordAmlRun, { ...request, ...answer, scope, period, suspicions });
  }
});

export const getAmlRun = operation('aml:read', readRoute, (deps) => async (c) => {
  const { amlRunId = '' } = c.req.valid('param');
  const run = await findAmlRun(servicesOf(c, deps).ledger, developerOf(c).tenantId, amlRunId);
  if (!run) throw new Problem('aml_run_not_found');
  setEtag(c, run);
  return c.json(run, 200);
});

function periodOf({ period }: z.infer<typeof amlBodySchema>, now: number) {
  if (!period) return { from: now - DEFAULT_PERIOD_DAYS * DAY_MS, to: now };
  return { from: Date.parse(period.from), to: Date.parse(period.to) };
}

function refusalOf(refusal: Exclude<AmlOutcome, { kind: 'done' }>): Problem {
  if (refusal.kind === 'transaction_not_found') {
    return notFoundProblem(refusal.kind, `/scope/transactionIds/${refusal.index}`);
  }
  return notFoundProblem(refusal.kind, '/scope/accountId');
}

type MissingCode = 'customer_not_found' | 'account_not_found' | 'transaction_not_found';

function notFoundProblem(code: MissingCode, pointer: string): Problem {
  const errors = [{ pointer, code, message: 'No object of the developer has this id.' }];
  return new Problem(code, undefined, { errors });
}
