// GET, POST /v1/ops/customers/{customerId}/erasure: erases the data that the bank holds about a
// customer, when two operators agree and there is no obstacle.

import { createRoute, z } from '@hono/zod-openapi';
import { OBSTACLES } from '../../../db/customers/erasure-obstacles.ts';
import { customerErasureView } from '../../../db/customers/erasure-reads.ts';
import { Problem } from '../../kit/errors.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { jsonAnswer, pathId, timestampSchema } from '../../kit/schemas.ts';
import { approvalSchema, platformApprovalView } from '../approvals/approval-schema.ts';
import { requestOrApprove } from '../approvals/carry-out.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';
import { CUSTOMER_ERASURE, checkErasure } from './erasure.ts';

/** Places where content outlives its erasure, and for how long. */
const REMAINING_COPIES = {
  backups: 'Earlier backups keep the data until you delete them.',
  receivers: 'Delivered webhooks stay with their receivers.',
  archives:
    'Archives keep the ids of events, the steps of transactions and the decisions about their ' +
    'risk, and the content of events until the archive is deleted.',
  postgresql_commits:
    'PostgreSQL keeps the rows of the last 10,000 commits, with which copies catch up.',
} as const;

const erasureSchema = z
  .object({
    object: z.literal('customer_erasure'),
    livemode: z.boolean(),
    customerId: z.string(),
    status: z.enum(['held_up', 'due', 'running', 'erased']),
    obstacles: z
      .array(
        z.object({
          code: z.enum(OBSTACLES),
          objectId: z.string().nullable(),
          message: z.string(),
          until: timestampSchema
            .nullable()
            .openapi({ description: 'Null until the obstacle has ended.' }),
        }),
      )
      .openapi({ description: 'The obstacles, at most 20 of each kind.' }),
    progress: z.object({ done: z.number().int(), of: z.number().int() }),
    rows: z.number().int().openapi({ description: 'Rows and events erased so far.' }),
    requestedBy: z.string().nullable(),
    approvedBy: z.string().nullable(),
    reason: z.string().nullable(),
    startedAt: timestampSchema.nullable(),
    erasedAt: timestampSchema.nullable(),
    remains: z
      .array(z.object({ place: z.string(), message: z.string() }))
      .openapi({ description: 'Where content outlives its erasure, and until when.' }),
  })
  .openapi('CustomerErasure');

const params = pathId('customer', 'customerId');

const readRoute = createRoute({
  method: 'get',
  path: '/v1/ops/customers/{customerId}/erasure',
  operationId: 'getCustomerErasure',
  tags: ['ops'],
  summary: 'Read whether a customer can be erased, and the progress of an erasure',
  request: { params, query: z.strictObject({ environment: environmentField }) },
  responses: {
    200: jsonAnswer('The erasure.', erasureSchema),
  },
});

const askRoute = createRoute({
  method: 'post',
  path: '/v1/ops/customers/{customerId}/erasure',
  operationId: 'eraseCustomer',
  tags: ['ops'],
  summary: 'Request or approve the erasure of a customer',
  description:
    'A second operator sends the same request, or approves the first one; then the erasure ' +
    'begins, in slices. Names, contacts, documents, images, messages, memos and screening ' +
    'texts go; amounts, entries, hashes, decisions and ids stay. Refused with ' +
    'erasure_not_due while business is open or the records have to be kept ' +
    '(KONTOR_RETENTION_DAYS).',
  request: { params, body: actBody('CustomerErasureRequest', {}) },
  responses: {
    202: jsonAnswer(
      'The request waits for a second operator, or the erasure has begun.',
      approvalSchema,
    ),
  },
});

export const getCustomerErasure = operation('operator', readRoute, (deps) => async (c) => {
  const { customerId = '' } = c.req.valid('param');
  const { environment } = c.req.valid('query');
  const { ledger } = deps.environments[environment];
  const erasure = customerErasureView(ledger, customerId);
  if (!erasure) throw new Problem('customer_not_found');
  const { postgresql_commits: commits, ...otherCopies } = REMAINING_COPIES;
  const isOnPostgres = ledger.database.followsOtherProcesses;
  const places = isOnPostgres ? { ...otherCopies, postgresql_commits: commits } : otherCopies;
  const remains = Object.entries(places).map(([place, message]) => ({ place, message }));
  return c.json({ ...erasure, remains }, 200);
});

export const eraseCustomer = operation('operator', askRoute, (deps) => async (c) => {
  const { customerId: objectId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const { operatorId, roles } = operatorOf(c);
  checkErasure(deps, { environment, objectId });
  const approvalOrder = {
    act: CUSTOMER_ERASURE,
    objectId,
    environment,
    terms: {},
    reason,
    by: operatorId,
  };
  const { approvals } = deps.platform;
  const approval =
    (await requestOrApprove(deps, { approvalOrder, roles, cause: operatorCauseOf(c) })) ??
    approvals.about(objectId, CUSTOMER_ERASURE);
  if (!approval) throw new Error('the requested act has no approval');
  return c.json(platformApprovalView(approval), 202);
});
