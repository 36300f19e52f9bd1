// Acts of operators that stop or resume an object of a developer: a transaction with its hold, or a
// schedule.

import { createRoute, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findHold } from '../../../db/holds/reads.ts';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { ownerIn } from '../../../db/oversight/reads.ts';
import { actOnSchedule } from '../../../db/schedules/acts.ts';
import { findSchedule } from '../../../db/schedules/reads.ts';
import { CANCEL } from '../../../workflows/messages.ts';
import type { AppEnv, Deps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { hashRequest, operatorCauseOf } from '../../kit/idempotency.ts';
import { operation } from '../../kit/operation.ts';
import { pathId } from '../../kit/schemas.ts';
import { scheduleSchema } from '../../schedules/schedule-schema.ts';
import { act } from '../../transactions/act.ts';
import { transactionDetailSchema } from '../../transactions/transaction-schema.ts';
import { actBody } from '../kit/act-body.ts';

const json = <T extends z.ZodType>(schema: T) => ({ 'application/json': { schema } });
const onlyTable = (table: string) => ({ table, exact: [], within: [] });

const cancelRoute = createRoute({
  method: 'post',
  path: '/v1/ops/transactions/{transactionId}/cancel',
  operationId: 'cancelTransactionAsOperator',
  tags: ['ops'],
  summary: 'Cancel an unbooked transaction and release its hold',
  description:
    'Also works for a stuck transaction. Repeating the request answers with the first result.',
  request: {
    params: pathId('transaction', 'transactionId'),
    body: actBody('OperatorCancel', {}),
  },
  responses: {
    200: { description: 'The transaction.', content: json(transactionDetailSchema) },
  },
});

const releaseRoute = createRoute({
  method: 'post',
  path: '/v1/ops/holds/{holdId}/release',
  operationId: 'releaseHoldAsOperator',
  tags: ['ops'],
  summary: 'Release a hold and cancel its transaction',
  request: { params: pathId('hold', 'holdId'), body: actBody('HoldRelease', {}) },
  responses: {
    200: { description: 'Its transaction.', content: json(transactionDetailSchema) },
  },
});

const createScheduleRoute = (verb: 'cancel' | 'pause' | 'resume', summary: string) =>
  createRoute({
    method: 'post',
    path: `/v1/ops/schedules/{scheduleId}/${verb}` as const,
    operationId: `${verb}ScheduleAsOperator`,
    tags: ['ops'],
    summary,
    request: { params: pathId('schedule', 'scheduleId'), body: actBody('OperatorScheduleAct', {}) },
    responses: { 200: { description: 'The schedule.', content: json(scheduleSchema) } },
  });

interface Stop {
  readonly environment: EnvironmentName;
  readonly transactionId: string;
  readonly reason: string;
}

/** Cancels an unbooked transaction, and answers with its resulting state. */
export async function cancelTransaction(c: Context<AppEnv>, deps: Deps, stop: Stop) {
  const { environment, transactionId, reason } = stop;
  const services = deps.environments[environment];
  const tenantId = ownerIn(services.ledger, onlyTable('transactions'), transactionId);
  if (tenantId === null) throw new Problem('transaction_not_found');
  const order = {
    name: CANCEL,
    transactionId,
    amount: null,
    reason,
    requestHash: hashRequest({ reason }).toString('hex'),
  } as const;
  const { body } = await act(c, deps, order, { services, tenantId, cause: operatorCauseOf(c) });
  return body;
}

export const cancelAsOperator = operation('operator', cancelRoute, (deps) => async (c) => {
  const { transactionId = '' } = c.req.valid('param');
  return c.json(await cancelTransaction(c, deps, { ...c.req.valid('json'), transactionId }), 200);
});

export const releaseHold = operation('operator', releaseRoute, (deps) => async (c) => {
  const { holdId = '' } = c.req.valid('param');
  const { environment, reason } = c.req.valid('json');
  const { ledger } = deps.environments[environment];
  const tenantId = ownerIn(ledger, onlyTable('holds'), holdId);
  const hold = tenantId === null ? null : await findHold(ledger, tenantId, holdId);
  if (!hold) throw new Problem('hold_not_found');
  const stop = { environment, reason, transactionId: hold.transactionId };
  return c.json(await cancelTransaction(c, deps, stop), 200);
});

const createScheduleAct = (verb: 'cancel' | 'pause' | 'resume', summary: string) =>
  operation('operator', createScheduleRoute(verb, summary), (deps) => async (c) => {
    const { scheduleId = '' } = c.req.valid('param');
    const { environment, reason } = c.req.valid('json');
    const { ledger } = deps.environments[environment];
    const tenantId = ownerIn(ledger, onlyTable('schedules'), scheduleId);
    if (tenantId === null) throw new Problem('schedule_not_found');
    await ledger.run(actOnSchedule, {
      act: verb,
      tenantId,
      scheduleId,
      reason,
      ifVersion: null,
      requestHash: hashRequest({ reason }),
      cause: { ...operatorCauseOf(c), idempotencyKey: null },
    });
    const schedule = await findSchedule(ledger, tenantId, scheduleId);
    if (!schedule) throw new Problem('schedule_not_found');
    return c.json(schedule, 200);
  });

export const cancelScheduleAsOperator = createScheduleAct('cancel', 'End a schedule for good');
export const pauseScheduleAsOperator = createScheduleAct('pause', 'Pause a schedule');
export const resumeScheduleAsOperator = createScheduleAct('resume', 'Resume a stopped schedule');
