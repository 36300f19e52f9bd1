// What crosses the wall between the callers and the workflows: names, inputs and answers.
// Plain types and strings, so that both sides can import it.

import type { ScheduleStatus } from '../ledger/schedule.ts';
import type { TransactionStatus } from '../ledger/transaction.ts';

/** Updates: a client asked for it; what it asked for stands in the ledger, and they name the row. */
export const CAPTURE = 'capture';
export const CANCEL = 'cancel';
/** Signal: a second person has decided; the decision stands in the ledger. */
export const APPROVAL = 'approval';
export const REVIEW = 'review';
/** Signal: the customer has confirmed; who and how stands in the ledger. */
export const CONFIRMATION = 'confirmation';
/** Asks a workflow that waits to look at the row again: it may have become final without it. */
export const CHECK_AGAIN = 'look';

/**
 * Within this time a worker ends a workflow task of a transaction, or the server gives it to
 * another worker. It counts from when a worker takes the task, which then waits behind up to 39
 * others: on a slow machine that is a second or two after a restart, and a task that is given up
 * was done for nothing.
 */
export const TASK_TIMEOUT = '5s';

/** Signal: a chain transaction of the workflow has moved; its row has its status. */
export const CHAIN_MOVED = 'chainMoved';

export interface TransferInput {
  readonly transactionId: string;
}

/** Ids in ascending order: the first and the last are the group's search attributes. */
export interface TransfersInput {
  readonly transactionIds: readonly string[];
}

/** One member of a group. */
export interface GroupMember {
  readonly id: string;
  /** Null: nothing was written for it, and its own workflow finds out why. */
  readonly status: TransactionStatus | null;
  /** 0 to 100; null: no score was computed. */
  readonly score: number | null;
  /** Position of the booking in the log; null: nothing is booked. */
  readonly ledgerSequence: number | null;
}

/** How many members of a group ended in which state, and each of them. */
export interface TransfersResult {
  readonly final: number;
  readonly handedOver: number;
  /** Empty when the group could not be settled as a whole. */
  readonly members: readonly GroupMember[];
}

export interface ClockInput {
  readonly tenantId: string;
}

export interface ScheduleInput {
  readonly scheduleId: string;
}

/** How a scheduled payment ended; `gone`: its ledger has none of that id any more. */
export interface ScheduleResult {
  readonly status: ScheduleStatus | 'gone';
  readonly posted: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface ApplicationInput {
  readonly applicationId: string;
}

/** Queries of every workflow: how it stands, and which steps its run has taken. */
export const STATUS = 'status';
export const HISTORY = 'history';

export interface WorkflowStatus {
  readonly workflowId: string;
  readonly workflowType: string;
  /** What it says of its record; null: nothing yet, or it has none. */
  readonly state: string | null;
  /** What operators read, as Markdown. */
  readonly details: string;
  readonly runSince: string;
  /** Steps and waits that have not ended. */
  readonly underWay: readonly string[];
}

/** An activity or a wait of a run; the latest 50 are remembered. */
export interface WorkflowStep {
  readonly what: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** `running`, `done`, or the name of what it failed with. */
  readonly outcome: string;
}

/** Signal to the relay or to an endpoint's workflow: there is something new. */
export const NUDGE = 'nudge';

export interface WebhookEndpointInput {
  readonly endpointId: string;
}

/**
 * Where deliveries wait for a worker: one of their own, because a receiver may take ten seconds for
 * each answer.
 */
export function deliveriesTaskQueue(taskQueue: string): string {
  return `${taskQueue}-deliveries`;
}

export interface ExecutionInput {
  readonly executionId: string;
}

export interface BatchInput {
  readonly batchId: string;
}

export interface KycInput {
  readonly assessmentId: string;
}

export interface ModelDeploymentInput {
  readonly deploymentId: string;
}

export interface ScoringInput {
  readonly scoringId: string;
}

/** Where scorings wait for a worker: beside the trainings, not behind them. */
export function scoringTaskQueue(taskQueue: string): string {
  return `${taskQueue}-scoring`;
}

export interface TrainingInput {
  readonly jobId: string;
}

/** Where the lane waits for a process that keeps it: any of those with the role. */
export function laneTaskQueue(taskQueue: string): string {
  return `${taskQueue}-lane`;
}

/** Where trainings wait for a worker: one of their own, that does nothing else. */
export function trainingTaskQueue(taskQueue: string): string {
  return `${taskQueue}-training`;
}
