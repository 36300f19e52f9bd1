// The queries that every workflow answers: its state, and its steps so far. A query changes
// nothing.

import {
  defineQuery,
  getCurrentDetails,
  setHandler,
  type WorkflowInterceptorsFactory,
  workflowInfo,
} from '@temporalio/workflow';
import { HISTORY, STATUS, type WorkflowStatus, type WorkflowStep } from './messages.ts';

const status = defineQuery<WorkflowStatus>(STATUS);
const history = defineQuery<readonly WorkflowStep[]>(HISTORY);

/** The number of steps that a run remembers. A permanent workflow takes an unlimited number. */
const MAX_STEPS = 50;

/** Temporal finds this export by its name in the bundle (bank/make-bundle.ts). */
export const interceptors: WorkflowInterceptorsFactory = () => {
  const steps: { what: string; startedAt: string; endedAt: string | null; outcome: string }[] = [];

  /** Records the start and the end of a step. */
  async function recordStep<T>(name: string, work: () => Promise<T>): Promise<T> {
    const step = {
      what: name,
      startedAt: now(),
      endedAt: null as string | null,
      outcome: 'running',
    };
    steps.push(step);
    if (steps.length > MAX_STEPS) steps.shift();
    const end = (outcome: string) => {
      step.endedAt = now();
      step.outcome = outcome;
    };
    try {
      const result = await work();
      end('done');
      return result;
    } catch (error) {
      end((error as Error).name);
      throw error;
    }
  }

  return {
    inbound: [
      {
        execute(input, next) {
          setHandler(status, () => readStatus(steps));
          setHandler(history, () => steps.map((step) => ({ ...step })));
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) =>
          recordStep(input.options.summary ?? input.activityType, () => next(input)),
        scheduleLocalActivity: (input, next) =>
          recordStep(input.options.summary ?? input.activityType, () => next(input)),
        startTimer: (input, next) =>
          recordStep(`wait: ${input.options?.summary ?? 'a pause'}`, () => next(input)),
      },
    ],
  };
};

function readStatus(steps: readonly WorkflowStep[]): WorkflowStatus {
  const { workflowId, workflowType, startTime, typedSearchAttributes } = workflowInfo();
  const stateOf = (name: string) =>
    typedSearchAttributes.getAll().find(({ key }) => key.name === name)?.value ?? null;
  return {
    workflowId,
    workflowType,
    state: (stateOf('BankState') ?? stateOf('RailStatus')) as string | null,
    details: getCurrentDetails(),
    runSince: startTime.toISOString(),
    underWay: steps.filter(({ outcome }) => outcome === 'running').map(({ what }) => what),
  };
}

function now(): string {
  return new Date().toISOString();
}
