// The interface between callers and workflows: names, inputs and answers. Plain types and strings,
// so that both sides can import it.

import type { ScheduleStatus } from '../ledger/schedule.ts';
import type { TransactionStatus } from '../ledger/transaction.ts';

/** Updates: a client's request. Its content is in the ledger; the update names the row. */
export const CAPTURE = 'capture';
export const CANCEL = 'cancel';
/** Signal: a second person has decided; the decision stands in the ledger. */
export const APPROVAL = 'approval';
export const REVIEW = 'review';
/** Signal: the customer has confirmed. The ledger records by whom and how. */
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
  /** The lane has decided about it before; left out: that is not known. */
  readonly isDecided?: boolean;
  /** Version of the run's commands; left out: the first, which repeats attributes of its start. */
  readonly version?: 2;
}

/** Input of the workflow of a payment on a network. */
export interface RailInput {
  readonly transactionId: string;
  /**
   * Version of the run's commands; left out: its markers say. A marker costs Temporal two events.
   * In the second the checks were regular activities.
   */
  readonly version?: 2 | 3;
}

/** Ids in ascending order: the first and the last are the group's search attributes. */
export interface TransfersInput {
  readonly transactionIds: readonly string[];
  /** The lane has settled them before; left out: that is not known. */
  readonly isDecided?: boolean;
}

/** One member of a group. */
export interface GroupMember {
  readonly id: string;
  /** Null when nothing was written for it; its own workflow finds out why. */
  readonly status: TransactionStatus | null;
  /** 0 to 100, or null when no score was computed. */
  readonly score: number | null;
  /** Position of the booking in the log, or null when nothing is booked. */
  readonly ledgerSequence: number | null;
}

/** Number of a group's members by final state, and each member. */
export interface TransfersResult {
  readonly final: number;
  readonly handedOver: number;
  /** Empty when the group could not be settled as a whole. */
  readonly members: readonly GroupMember[];
}

export interface ClockInput {
  readonly tenantId: string;
  /** Version of the run's commands; without it, the markers of the run's history decide. */
  readonly version?: 2;
}

export interface ScheduleInput {
  readonly scheduleId: string;
}

/** Final state of a scheduled payment. `gone`: its ledger does not contain that id. */
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
  /**
   * The state that the workflow shows for its record, or null when it shows none yet or has no
   * record.
   */
  readonly state: string | null;
  /** The text that operators read, as Markdown. */
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
  /** `running`, `done`, or the name of the failure. */
  readonly outcome: string;
}

/** Signal to the relay or to an endpoint's workflow: there is something new. */
export const NUDGE = 'nudge';

export interface WebhookEndpointInput {
  readonly endpointId: string;
}

/**
 * Task queue of deliveries: a queue of their own, because a receiver may take ten seconds for each
 * answer.
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
  /** Version of the run's commands; left out: its markers say. */
  readonly version?: 2;
}

export interface ModelDeploymentInput {
  readonly deploymentId: string;
}

export interface ScoringInput {
  readonly scoringId: string;
}

/** Task queue of scorings: separate from the trainings, so that they do not wait behind them. */
export function scoringTaskQueue(taskQueue: string): string {
  return `${taskQueue}-scoring`;
}

export interface TrainingInput {
  readonly jobId: string;
}

/** Task queue of the lane, for a process that runs it: any of those with the role. */
export function laneTaskQueue(taskQueue: string): string {
  return `${taskQueue}-lane`;
}

/** Task queue of trainings: a queue of their own, whose worker does nothing else. */
export function trainingTaskQueue(taskQueue: string): string {
  return `${taskQueue}-training`;
}
