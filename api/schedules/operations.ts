// The operations about scheduled payments.

import type { Operation } from '../kit/operation.ts';
import {
  cancelSchedule,
  pauseSchedule,
  resumeSchedule,
  runScheduleNow,
  skipOccurrence,
} from './act.ts';
import { createSchedule } from './create.ts';
import { getSchedule, listOccurrences, listSchedules } from './read.ts';
import { updateSchedule } from './update.ts';

export const SCHEDULE_OPERATIONS: readonly Operation[] = [
  createSchedule,
  listSchedules,
  getSchedule,
  updateSchedule,
  pauseSchedule,
  resumeSchedule,
  cancelSchedule,
  skipOccurrence,
  runScheduleNow,
  listOccurrences,
];
