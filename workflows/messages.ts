// The interface between callers and workflows: names, inputs and answers. Plain types and strings,
// so that both sides can import it.

import type { ScheduleStatus } from '../ledger/schedule.ts';
import type { TransactionStatus } from '../ledger/transaction.ts';

/** Updates: the request of a client. The ledger holds its content; the update names the row. */
export const CAPTURE = 'capture';
export const CANCEL = 'cancel';
/** Signal: a second person has decided. The ledger holds the decision. */
export const APPROVAL = 'approval';
export const REVIEW = 'review';
/** Signal: the customer has confirmed. The ledger records by whom and how. */
export const CONFIRMATION = 'confirmation';
/** Signal: a waiting workflow should read its row again, which may have become final. */
export const CHECK_AGAIN = 'look';

/**
 * Time for a worker to complete a workflow task; after it the server gives the task to another
 * worker. The time counts from the pick-up of the task, which may then wait behind 39 others. On a
 * slow machine that takes a second or two after a restart, and the work of a timed-out task is
 * lost.
 */
export const TASK_TIMEOUT = '5s';

/** Signal: a chain transaction of the workflow has a new status, which its row holds. */
export const CHAIN_MOVED = 'chainMoved';

export interface TransferInput {
  readonly transactionId: string;
  /** True when the lane has already decided the transaction. Unknown when left out. */
  readonly isDecided?: boolean;
}

/** Input of the workflow of a payment on a network. */
export interface RailInput {
  readonly transactionId: string;
}

/** Ids in ascending order: the first and the last are the group's search attributes. */
export interface TransfersInput {
  readonly transactionIds: readonly string[];
  /** True when the lane has already settled the transactions. Unknown when left out. */
  readonly isDecided?: boolean;
}

/** A member of a group. */
export interface GroupMember {
  readonly id: string;
  /** Null when nothing was written for the member. Its own workflow then finds the reason. */
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
}

export interface ScheduleInput {
  readonly scheduleId: string;
}

/** Final state of a scheduled payment. `gone`: its ledger does not contain the id. */
export interface ScheduleResult {
  readonly status: ScheduleStatus | 'gone';
  readonly posted: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface ApplicationInput {
  readonly applicationId: string;
}

/** Queries of every workflow: its state, and the steps of its run. */
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

/** An activity or a wait of a run. A workflow remembers the latest 50. */
export interface WorkflowStep {
  readonly what: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** `running`, `done`, or the name of the failure. */
  readonly outcome: string;
}

/** Signal: there are new events for the relay, or new deliveries for an endpoint. */
export const NUDGE = 'nudge';

export interface WebhookEndpointInput {
  readonly endpointId: string;
}

/**
 * Task queue of deliveries: a separate queue, because a receiver may take ten seconds for each
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

/** Task queue of the lane. */
export function laneTaskQueue(taskQueue: string): string {
  return `${taskQueue}-lane`;
}

/** Task queue of trainings: a separate queue, whose worker does nothing else. */
export function trainingTaskQueue(taskQueue: string): string {
  return `${taskQueue}-training`;
}
