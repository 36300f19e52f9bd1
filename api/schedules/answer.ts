// The answer to an act on a schedule: the schedule in its present state.

import type { Context } from 'hono';
import type { KeyedResult } from '../../db/kernel/keys.ts';
import { findSchedule } from '../../db/schedules/reads.ts';
import type { ScheduleView } from '../../db/schedules/view.ts';
import { schedulesWorkflowId } from '../../ledger/workflow-id.ts';
import { signalWorkflow } from '../../workflows/record-workflows.ts';
import type { AppEnv, Services } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf } from '../kit/operation.ts';

/** Answers with the schedule after the act. */
export async function answerSchedule(
  c: Context<AppEnv>,
  services: Services,
  { id, replayed }: KeyedResult,
): Promise<ScheduleView> {
  const { tenantId } = developerOf(c);
  const schedule = await findSchedule(services.ledger, tenantId, id);
  if (!schedule) throw new Problem('schedule_not_found');
  if (replayed) c.header('Idempotency-Replayed', 'true');
  setEtag(c, schedule);
  signalIfSoon(services, tenantId, schedule);
  return schedule;
}

/** Maximum wait of the workflow, which finds later runs by itself. */
const SOON_MS = 60_000;
/** Interval in which the signals of several requests are combined. */
const COMBINE_SIGNALS_MS = 100;

const signaledQueues = new Set<string>();

/**
 * Signals the workflow when a run is due soon. No answer depends on the signal: a lost one costs a
 * minute at most.
 */
function signalIfSoon(services: Services, tenantId: string, schedule: ScheduleView): void {
  const { nextRunAt, status, lastOccurrence } = schedule;
  const { ledger } = services;
  const { taskQueue } = ledger;
  const runsSoon = nextRunAt !== null && Date.parse(nextRunAt) - ledger.clock(tenantId) < SOON_MS;
  // A resumed schedule may have an outstanding attempt of an earlier occurrence.
  const isSoon = runsSoon || lastOccurrence?.status === 'retrying';
  if (status !== 'active' || !isSoon || signaledQueues.has(taskQueue)) return;
  signaledQueues.add(taskQueue);
  setTimeout(() => {
    signaledQueues.delete(taskQueue);
    const target = services.workflowTarget();
    if (target)
      signalWorkflow(target, 'schedules', schedulesWorkflowId(taskQueue)).catch(() => undefined);
  }, COMBINE_SIGNALS_MS).unref();
}
