// GET, POST /v1/ops/archives: events, timelines and decisions older than a policy, in files.

import { createRoute, z } from '@hono/zod-openapi';
import { orderArchive } from '../../../db/archives/acts.ts';
import { findArchiveOrder, listArchives as readArchives } from '../../../db/archives/reads.ts';
import type { ArchiveThread } from '../../../db/archives/thread.ts';
import { timestamp } from '../../../db/kernel/timestamp.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { operation, operatorOf } from '../../kit/operation.ts';
import { listBody, pageOrder, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, listOf, timestampSchema } from '../../kit/schemas.ts';
import { actBody } from '../kit/act-body.ts';
import { environmentField } from '../kit/environment.ts';

declare module '../../kit/context.ts' {
  interface BankDeps {
    /** The thread that reads files of archives. */
    readonly archives: ArchiveThread;
  }
}

const archiveSchema = z
  .object({
    id: z.string(),
    object: z.literal('archive'),
    livemode: z.boolean(),
    noun: z.enum(['events', 'timeline', 'decisions']).openapi({
      description: '`timeline` and `decisions` cover transactions, whose ids are the bounds.',
    }),
    status: z.enum(['deleting', 'archived']).openapi({
      description: 'deleting: the file is kept, and its rows are being deleted from the ledger.',
    }),
    file: z.string().openapi({ description: 'Below archive/<environment> of the data directory.' }),
    bytes: z.number().int(),
    sha256: z.string(),
    rows: z.number().int(),
    firstId: z.string(),
    lastId: z.string(),
    from: timestampSchema,
    to: timestampSchema,
    createdAt: timestampSchema,
  })
  .openapi('Archive');

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/archives',
  operationId: 'listArchives',
  tags: ['ops'],
  summary: 'List archives, newest first',
  request: { query: pageQuery.extend({ environment: environmentField }) },
  responses: {
    200: jsonAnswer('A page of archives.', listOf(archiveSchema)),
  },
});

const orderSchema = z
  .object({
    object: z.literal('archive_order'),
    livemode: z.boolean(),
    before: timestampSchema.openapi({
      description: 'Older rows are archived once no reader waits for them.',
    }),
    orderedBy: z.string(),
    reason: z.string(),
    orderedAt: timestampSchema,
  })
  .openapi('ArchiveOrder');

const startRoute = createRoute({
  method: 'post',
  path: '/v1/ops/archives',
  operationId: 'startArchive',
  tags: ['ops'],
  summary: 'Archive events, timelines and decisions that are older than a number of days',
  description:
    'The worker writes files of up to 10,000 rows, reads them back, and deletes their rows in ' +
    'slices. Events of open work, of deliveries that are kept, and the newest one stay. The ' +
    'steps of a transaction are archived when it has been final for this long and has no open ' +
    'batch, network payment, review or reversal; the steps of later transactions wait for it. ' +
    'Risk decisions are archived after at least 366 days, unless a person reviewed them. Journal ' +
    'entries are never archived. A later order can only move the bound to a later time.',
  request: {
    body: actBody('ArchiveRequest', {
      olderThanDays: z.number().int().min(1).max(36_500).openapi({ example: 365 }),
    }),
  },
  responses: {
    202: jsonAnswer('The order in force.', orderSchema),
  },
});

export const listArchives = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, ...query } = c.req.valid('query');
  const page = pageOrder('archive', query);
  const archives = await readArchives(deps.environments[environment].ledger, page);
  return c.json(listBody(archives), 200);
});

export const startArchive = operation('operator', startRoute, (deps) => async (c) => {
  const { environment, reason, olderThanDays } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const beforeAt = ledger.now() - olderThanDays * DAY_MS;
  const order = { beforeAt, actor: operatorOf(c).operatorId, reason };
  // A repeated order changes nothing.
  await ledger.run(orderArchive, order);
  const current = findArchiveOrder(ledger);
  if (!current) throw new Error('the ordered work has no record');
  return c.json(
    {
      object: 'archive_order' as const,
      livemode: ledger.livemode,
      before: timestamp(current.beforeAt),
      orderedBy: current.actor,
      reason: current.reason,
      orderedAt: timestamp(current.orderedAt),
    },
    202,
  );
});
