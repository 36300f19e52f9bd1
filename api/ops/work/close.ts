// POST /v1/ops/work/close: closes many items with one reason, each by the act of its queue. Items
// that hold money, or whose decision would admit a person, are decided one by one.

import { createRoute, z } from '@hono/zod-openapi';
import { findWork } from '../../../db/work/reads.ts';
import {
  BULK_RESOLUTIONS,
  type BulkResolution,
  type WorkQueue,
} from '../../../ledger/decisions/work.ts';
import { Refusal } from '../../../ledger/refusal.ts';
import type { BankExtension } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import type { CloseWork } from '../../kit/extension.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation } from '../../kit/operation.ts';
import { actBody } from '../kit/act-body.ts';
import { requireQueue } from './items.ts';

const MAX_ITEMS = 100;

const closeRoute = createRoute({
  method: 'post',
  path: '/v1/ops/work/close',
  operationId: 'closeWork',
  tags: ['ops'],
  summary: 'Close several work items with one reason',
  description:
    'AML alerts take every resolution; alerts about accounts `false_positive` or `confirmed`; ' +
    'screening hits, and AML cases without open alerts, `false_positive`. All other items are ' +
    'decided one by one. Each item is closed ' +
    'or refused by itself; repeating the request changes nothing.',
  request: {
    body: actBody('WorkClosing', {
      ids: z.array(z.string().max(64)).min(1).max(MAX_ITEMS),
      resolution: z.enum(BULK_RESOLUTIONS),
    }),
  },
  responses: {
    200: {
      description: 'The outcome of each item.',
      content: {
        'application/json': {
          schema: z
            .object({
              object: z.literal('work_closing'),
              closed: z.number().int(),
              refused: z.number().int(),
              data: z.array(
                z.object({
                  id: z.string(),
                  closed: z.boolean(),
                  code: z.string().nullable(),
                  detail: z.string().nullable(),
                }),
              ),
            })
            .openapi('WorkClosingResult'),
        },
      },
    },
  },
});

function findClosing(
  extensions: readonly BankExtension[],
  queue: WorkQueue,
  resolution: BulkResolution,
): CloseWork | undefined {
  return extensions.map(({ closesWork }) => closesWork?.[queue]?.[resolution]).find(Boolean);
}

export const closeWork = operation('operator', closeRoute, (deps) => async (c) => {
  const { environment, ids, resolution, reason } = c.req.valid('json');
  const cause = operatorCauseOf(c);
  const closeOne = async (id: string) => {
    const { ledger } = deps.environments[environment];
    const work = findWork(ledger, id);
    if (!work) throw new Problem('work_item_not_found');
    requireQueue(c, work.queue);
    const close = findClosing(deps.extensions, work.queue, resolution);
    if (!close) {
      const detail = `Items of the queue ${work.queue} cannot be closed as ${resolution} in bulk.`;
      throw new Problem('invalid_state_transition', detail);
    }
    await close(ledger, { id, reason, cause });
    await deps.platform.record({
      actor: cause.actor,
      action: 'work.closed',
      objectId: id,
      environment,
      detail: { resolution, reason },
    });
  };
  const data: { id: string; closed: boolean; code: string | null; detail: string | null }[] = [];
  for (const id of new Set(ids)) {
    const refusal = await catchRefusal(closeOne(id));
    data.push({ id, closed: refusal === null, code: null, detail: null, ...refusal });
  }
  const closed = data.filter((item) => item.closed).length;
  const refused = data.length - closed;
  return c.json({ object: 'work_closing' as const, closed, refused, data }, 200);
});

/** Returns the refusal of an act, or null when it succeeded. Rethrows other errors. */
async function catchRefusal(act: Promise<void>): Promise<{ code: string; detail: string } | null> {
  try {
    await act;
    return null;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Problem)) throw error;
    return { code: error.code, detail: error.message };
  }
}
