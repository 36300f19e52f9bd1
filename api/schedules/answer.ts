// The answer to an act on a schedule: the schedule as it stands now, or why nothing changed.

import type { Context } from 'hono';
import type { ScheduleOutcome } from '../../db/schedules/port.ts';
import { findSchedule } from '../../db/schedules/reads.ts';
import type { ScheduleView } from '../../db/schedules/view.ts';
import { nudgeSchedules } from '../../workflows/start.ts';
import type { AppEnv, Desk } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { tagged, versionConflict } from '../kit/etag.ts';
import { developerOf } from '../kit/operation.ts';

/** @throws Problem with the reason for which nothing changed */
export async function answerSchedule(
  c: Context<AppEnv>,
  desk: Desk,
  outcome: ScheduleOutcome,
): Promise<ScheduleView> {
  if (outcome.kind !== 'done') throw refused(outcome);
  const { tenantId } = developerOf(c);
  const schedule = await findSchedule(desk.ledger, tenantId, outcome.id);
  if (!schedule) throw new Problem('schedule_not_found');
  if (outcome.replayed) c.header('Idempotency-Replayed', 'true');
  tagged(c, schedule);
  nudgeIfSoon(desk, tenantId, schedule);
  return schedule;
}

function refused(outcome: Exclude<ScheduleOutcome, { kind: 'done' }>): Problem {
  switch (outcome.kind) {
    case 'key_reused':
      return new Problem('idempotency_key_reused');
    case 'not_found':
      return new Problem('schedule_not_found');
    case 'version_conflict':
      return versionConflict(outcome.version);
    case 'invalid_state':
      return new Problem('invalid_state_transition', outcome.detail);
    case 'invalid': {
      const { pointer, message } = outcome;
      const errors = [{ pointer, code: 'schedule_invalid', message }];
      return new Problem('schedule_invalid', undefined, { errors });
    }
    default: {
      const { pointer, code } = outcome;
      const problem = new Problem(code);
      const errors = [{ pointer, code, message: problem.message }];
      return new Problem(code, undefined, { errors });
    }
  }
}

/** What is due later is found by the workflow itself: it never sleeps longer than this. */
const SOON_MS = 60_000;
/** Nudges of many requests at once are one. */
const TOGETHER_MS = 100;

const nudged = new Set<string>();

/** No answer depends on it: a nudge that is lost costs a minute at most. */
function nudgeIfSoon(desk: Desk, tenantId: string, schedule: ScheduleView): void {
  const { nextRunAt, status, lastOccurrence } = schedule;
  const { ledger } = desk;
  const { taskQueue, schedulesWorkflowId } = ledger;
  const runsSoon = nextRunAt !== null && Date.parse(nextRunAt) - ledger.clock(tenantId) < SOON_MS;
  // A schedule that has just been resumed may have an attempt of an earlier occurrence to make.
  const isSoon = runsSoon || lastOccurrence?.status === 'retrying';
  if (status !== 'active' || !isSoon || nudged.has(taskQueue)) return;
  nudged.add(taskQueue);
  setTimeout(() => {
    nudged.delete(taskQueue);
    const client = desk.client();
    if (client) nudgeSchedules({ client, taskQueue }, schedulesWorkflowId).catch(() => undefined);
  }, TOGETHER_MS).unref();
}
