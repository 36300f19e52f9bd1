// /v1/ops/work: all items that wait for a person, with assignee, priority, age and notes. Each
// queue is for the roles that decide about its items.

import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { arrangeWorkItem, writeWorkNote } from '../../../db/work/acts.ts';
import { countWork, findWork, findWorkPlace, listWork } from '../../../db/work/reads.ts';
import { rolesOfQueue, worksOn } from '../../../identity/operator-roles.ts';
import { rolesIn } from '../../../identity/operators.ts';
import { WORK_QUEUES, type WorkQueue } from '../../../ledger/decisions/work.ts';
import type { AppEnv, Deps } from '../../kit/context.ts';
import { invalidField, Problem } from '../../kit/errors.ts';
import { readIfMatch, setEtag } from '../../kit/etag.ts';
import { operatorCauseOf } from '../../kit/idempotency.ts';
import { operation, operatorOf, roleRequired } from '../../kit/operation.ts';
import { listBody, pageQuery } from '../../kit/page.ts';
import { jsonAnswer, jsonBody, listOf, textSchema } from '../../kit/schemas.ts';
import { environmentField, environmentQuery } from '../kit/environment.ts';
import {
  priorityField,
  queueField,
  workCountSchema,
  workFileSchema,
  workItemSchema,
} from './work-schema.ts';

const UNASSIGNED_FILTER = 'nobody';
const ME = 'me';

const params = z.object({
  workItemId: z.string().openapi({
    param: { name: 'workItemId', in: 'path' },
    example: 'rvw_06ayx0rw7mf5w0h1y6k2v3c4d5',
  }),
});
const file = { 'application/json': { schema: workFileSchema } };
const responses = { 200: { description: 'The item, with its notes.', content: file } };
const requireBody = <T extends z.ZodType>(schema: T) => ({
  body: jsonBody(schema),
});

const listRoute = createRoute({
  method: 'get',
  path: '/v1/ops/work',
  operationId: 'listWork',
  tags: ['ops'],
  summary: 'List open work items, by urgency and score',
  description: "Without a queue, all queues of the caller's roles are listed.",
  request: {
    query: pageQuery.extend({
      environment: environmentField,
      queue: queueField.optional(),
      priority: priorityField.optional(),
      assigneeId: z.string().max(64).optional().openapi({
        description: 'An operator; `me`, or `nobody` for unassigned work.',
      }),
      developerId: z.string().max(64).optional(),
    }),
  },
  responses: {
    200: jsonAnswer('A page of items, without names.', listOf(workItemSchema)),
  },
});

const countRoute = createRoute({
  method: 'get',
  path: '/v1/ops/work/counts',
  operationId: 'countWork',
  tags: ['ops'],
  summary: 'Count the open and unassigned items of each queue, with the age of the oldest',
  request: { query: environmentQuery },
  responses: {
    200: jsonAnswer('All queues.', workCountSchema),
  },
});

const detailRoute = createRoute({
  method: 'get',
  path: '/v1/ops/work/{workItemId}',
  operationId: 'getWork',
  tags: ['ops'],
  summary: 'Read a work item with its notes, open or decided',
  request: { params, query: environmentQuery },
  responses,
});

const arrangeRoute = createRoute({
  method: 'patch',
  path: '/v1/ops/work/{workItemId}',
  operationId: 'arrangeWork',
  tags: ['ops'],
  summary: 'Assign a work item and set its urgency',
  description:
    'The assignee has to be an active operator with a role for the queue. With If-Match, the ' +
    'request is refused when somebody else has changed the item in the meantime.',
  request: {
    params,
    ...requireBody(
      z
        .strictObject({
          environment: environmentField,
          assigneeId: z.string().max(64).nullable().optional().openapi({
            description: 'An operator; null: unassigned.',
          }),
          priority: priorityField.optional(),
          reason: textSchema(500).min(1),
        })
        .refine(({ assigneeId, priority }) => assigneeId !== undefined || priority !== undefined, {
          message: 'Send assigneeId or priority.',
          path: ['assigneeId'],
        })
        .openapi('WorkArrangement'),
    ),
  },
  responses,
});

const noteRoute = createRoute({
  method: 'post',
  path: '/v1/ops/work/{workItemId}/notes',
  operationId: 'addWorkNote',
  tags: ['ops'],
  summary: 'Add an internal note, which never changes',
  request: {
    params,
    ...requireBody(
      z
        .strictObject({ environment: environmentField, note: textSchema(4_000).min(1) })
        .openapi('WorkNote'),
    ),
  },
  responses,
});

/** Refuses an operator whose roles do not include the queue. */
export function requireQueue(c: Context<AppEnv>, queue: WorkQueue): void {
  if (worksOn(operatorOf(c).roles, queue)) return;
  throw roleRequired(`The queue ${queue}`, rolesOfQueue(queue));
}

/**
 * Returns a work item.
 * @throws Problem when there is no such item, or the caller may not see its queue
 */
export function requireWork(c: Context<AppEnv>, deps: Deps, ref: ItemRef) {
  const work = findWork(deps.environments[ref.environment].ledger, ref.id);
  if (!work) throw new Problem('work_item_not_found');
  requireQueue(c, work.queue);
  return work;
}

interface ItemRef {
  readonly environment: z.infer<typeof environmentField>;
  readonly id: string;
}

export const listWorkOfQueues = operation('operator', listRoute, (deps) => async (c) => {
  const { environment, queue, assigneeId, startingAfter = null, ...query } = c.req.valid('query');
  const { roles, operatorId } = operatorOf(c);
  if (queue !== undefined) requireQueue(c, queue);
  const ownQueues = WORK_QUEUES.filter((queue) => worksOn(roles, queue));
  const assignee = assigneeId === ME ? operatorId : assigneeId;
  const { ledger } = deps.environments[environment];
  const after = startingAfter === null ? null : findWorkPlace(ledger, startingAfter);
  if (after === undefined) throw new Problem('invalid_cursor');
  const filter = {
    ...query,
    queues: queue === undefined ? ownQueues : [queue],
    after,
    assigneeId: assignee === UNASSIGNED_FILTER ? null : assignee,
  };
  return c.json(listBody(listWork(ledger, filter)), 200);
});

export const countWorkOfQueues = operation('operator', countRoute, (deps) => async (c) => {
  const { environment } = c.req.valid('query');
  const data = countWork(deps.environments[environment].ledger, WORK_QUEUES);
  return c.json({ object: 'work_counts' as const, environment, data }, 200);
});

export const getWork = operation('operator', detailRoute, (deps) => async (c) => {
  const { environment } = c.req.valid('query');
  const work = requireWork(c, deps, { environment, id: c.req.valid('param').workItemId });
  setEtag(c, work);
  return c.json(work, 200);
});

export const arrangeWork = operation('operator', arrangeRoute, (deps) => async (c) => {
  const { environment, assigneeId, priority, reason } = c.req.valid('json');
  const ref = { environment, id: c.req.valid('param').workItemId };
  const { queue } = requireWork(c, deps, ref);
  if (typeof assigneeId === 'string') requireWorker(deps, assigneeId, queue);
  const { ledger } = deps.environments[environment];
  await ledger.run(arrangeWorkItem, {
    id: ref.id,
    assigneeId,
    priority,
    ifVersion: readIfMatch(c),
  });
  await deps.platform.record({
    actor: operatorOf(c).operatorId,
    action: 'work.arranged',
    objectId: ref.id,
    environment,
    detail: { ...(assigneeId === undefined ? {} : { assigneeId }), priority, reason },
  });
  const work = requireWork(c, deps, ref);
  setEtag(c, work);
  return c.json(work, 200);
});

/** @throws Problem when the operator is inactive or has no role for the queue */
function requireWorker({ platform }: Deps, operatorId: string, queue: WorkQueue): void {
  const operator = platform.operators.find(operatorId);
  const isActive = operator?.status === 'active';
  if (isActive && worksOn(new Set(rolesIn(operator)), queue)) return;
  const message = isActive
    ? `Expected an operator with one of the roles: ${[...rolesOfQueue(queue), 'admin'].join(', ')}.`
    : 'No active operator has that id.';
  throw invalidField('/assigneeId', message);
}

export const addWorkNote = operation('operator', noteRoute, (deps) => async (c) => {
  const { environment, note: body } = c.req.valid('json');
  const ref = { environment, id: c.req.valid('param').workItemId };
  const { queue } = requireWork(c, deps, ref);
  const { ledger } = deps.environments[environment];
  const cause = operatorCauseOf(c);
  // Some subjects store the notes of their items themselves; the notes of a case are in its file.
  const addSubjectNote = deps.extensions.map(({ notesWork }) => notesWork?.[queue]).find(Boolean);
  if (addSubjectNote) await addSubjectNote(ledger, { id: ref.id, body, cause });
  else await ledger.run(writeWorkNote, { id: ref.id, author: cause.actor, body });
  const act = { actor: cause.actor, action: 'work.noted', objectId: ref.id };
  await deps.platform.record({ ...act, environment, detail: {} });
  return c.json(requireWork(c, deps, ref), 200);
});
