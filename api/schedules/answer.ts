// The answer to an act on a schedule: the schedule as it stands now.

import type { Context } from 'hono';
import type { Done } from '../../db/kernel/keys.ts';
import { findSchedule } from '../../db/schedules/reads.ts';
import type { ScheduleView } from '../../db/schedules/view.ts';
import { schedulesWorkflowId } from '../../ledger/workflow-id.ts';
import { signalWorkflow } from '../../workflows/carried.ts';
import type { AppEnv, Desk } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf } from '../kit/operation.ts';

/** The schedule after the act, with the headers of the answer. */
export async function answerSchedule(
  c: Context<AppEnv>,
  desk: Desk,
  { id, replayed }: Done,
): Promise<ScheduleView> {
  const { tenantId } = developerOf(c);
  const schedule = await findSchedule(desk.ledger, tenantId, id);
  if (!schedule) throw new Problem('schedule_not_found');
  if (replayed) c.header('Idempotency-Replayed', 'true');
  setEtag(c, schedule);
  nudgeIfSoon(desk, tenantId, schedule);
  return schedule;
}

/** The workflow finds later runs by itself: it never sleeps longer than this. */
const SOON_MS = 60_000;
/** Nudges of many requests at once are one. */
const TOGETHER_MS = 100;

const nudged = new Set<string>();

/** No answer depends on it: a nudge that is lost costs a minute at most. */
function nudgeIfSoon(desk: Desk, tenantId: string, schedule: ScheduleView): void {
  const { nextRunAt, status, lastOccurrence } = schedule;
  const { ledger } = desk;
  const { taskQueue } = ledger;
  const runsSoon = nextRunAt !== null && Date.parse(nextRunAt) - ledger.clock(tenantId) < SOON_MS;
  // A schedule that has just been resumed may have an attempt of an earlier occurrence to make.
  const isSoon = runsSoon || lastOccurrence?.status === 'retrying';
  if (status !== 'active' || !isSoon || nudged.has(taskQueue)) return;
  nudged.add(taskQueue);
  setTimeout(() => {
    nudged.delete(taskQueue);
    const place = desk.place();
    if (place)
      signalWorkflow(place, 'schedules', schedulesWorkflowId(taskQueue)).catch(() => undefined);
  }, TOGETHER_MS).unref();
}
