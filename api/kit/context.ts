// The dependencies of every operation, and the variables of a request.

import type { Client } from '@temporalio/client';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../../bank/config/settings.ts';
import type { Dispatcher } from '../../bank/dispatcher.ts';
import type { Metrics } from '../../bank/metrics/metrics.ts';
import type { Settlements } from '../../bank/settlements.ts';
import type { Tracing } from '../../bank/tracing/port.ts';
import type { Seal } from '../../db/kernel/seal.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { PerEnvironment } from '../../db/ledgers.ts';
import type { SeenCommits } from '../../db/postgres/seen-commits.ts';
import type { BookedRequest, LaneAct, LaneOrders } from '../../db/transactions/port.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Platform } from '../../identity/platform.ts';
import type { WorkflowTarget } from '../../workflows/record-workflows.ts';
import type { ExportThread } from '../customers/export-reads.ts';
import type { BooksThread } from '../ops/books/reads.ts';
import type { ReadinessCheck } from '../readiness.ts';
import type { StatementThread } from '../statements/statement-reads.ts';
import type { FieldError } from './errors.ts';
import type { Extension } from './extension.ts';
import type { FairTurns } from './fair-turns.ts';
import type { RateState } from './rate-limit.ts';
import type { UploadStorage } from './uploads/storage.ts';

/** Access to the lane, which accepts and settles a request in one commit. */
export interface LaneAccess {
  /** True while this process has the lane. */
  isOpen(): boolean;
  /**
   * Returns null when a workflow has to settle the request.
   * @param maxMs longest wait for the turn of the request, in milliseconds; omitted: no limit
   * @throws LaneOverdue
   */
  book<Act extends LaneAct>(
    act: Act,
    order: LaneOrders[Act],
    maxMs?: number,
  ): Promise<BookedRequest | null>;
  settle(transactionId: string, tenantId: string): Promise<boolean>;
  /** Returns the milliseconds that a request of a developer would wait for its turn. */
  delayOf(tenantId: string): number;
}

/** One ledger of an environment with its services for the API. Subjects add their own parts. */
export interface Services {
  readonly ledger: Ledger;
  /** Null when only workflows settle transactions. */
  readonly lane: LaneAccess | null;
  readonly dispatcher: Dispatcher;
  readonly settlements: Settlements;
  /** Returns the number of transactions that are accepted and not yet settled. */
  backlog(): number;
  /** Returns the client of Temporal; null until Temporal was reached for the first time. */
  client(): Client | null;
  /**
   * Returns the place where workflows of the ledger are started, or null in the same cases as
   * `client`.
   */
  workflowTarget(): WorkflowTarget | null;
}

/** Finds the caller to whom an OAuth token belongs. */
export interface Tokens {
  /** @throws Problem when the token is not valid, or bound to the key of another client */
  callerOf(
    c: Context<AppEnv>,
    presented: { readonly scheme: 'bearer' | 'dpop'; readonly token: string },
  ): Promise<Caller>;
}

/**
 * The dependencies that the bank gives its API. Subjects declare those of their handlers in their
 * operations.
 */
export interface BankDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly platform: Platform;
  readonly environments: PerEnvironment<Services>;
  readonly metrics: Metrics;
  /** Null when traces are not configured. */
  readonly tracing: Tracing | null;
  /** Keeps the bodies of uploads while they are examined. */
  readonly uploads: UploadStorage;
  /** Records to whom an authenticated credential belongs, for the turns of callers. */
  readonly noteTenant: FairTurns['noteTenant'];
  /** Lets the requests of other callers go first, in the pauses of long work. */
  readonly yieldToRequests: FairTurns['yieldToRequests'];
  /** The thread that reads whole ledgers. */
  readonly books: BooksThread;
  /** The thread that makes statements. */
  readonly statements: StatementThread;
  /** The thread that reads the records of a customer. */
  readonly exports: ExportThread;
  /** Seals secrets that have to be read again. */
  readonly seal: Seal;
  /** Aborted when the bank begins to close, to end tasks that never end by themselves. */
  readonly closing: AbortSignal;
  /**
   * Returns the age in milliseconds of the data that this process reads; omitted: current data.
   */
  readonly readAgeMs?: () => number | 'current' | 'unknown';
  /** Null or omitted when this process is the only one, so that it has every commit. */
  readonly seen?: SeenCommits | null;
  /** Checks whether the bank can process a transfer now. */
  readonly readiness: ReadinessCheck;
  readonly failPoint: (name: string) => void;
  /** The additions of this bank's subjects to operations of the core. */
  readonly extensions: readonly BankExtension[];
}

/** The additions of one subject to operations of the core. */
export type BankExtension = Extension<BankDeps>;

/** The dependencies that are known before the served subjects are. */
export type AppDeps = Omit<BankDeps, 'extensions'>;

export interface Deps extends BankDeps {
  /** The ids of the operations that this bank serves. */
  readonly operationIds: ReadonlySet<string>;
  readonly tokens: Tokens;
}

export interface AppEnv {
  Variables: {
    requestId: string;
    caller: Caller | null;
    /** The declared path, or null without an operation or without authentication. */
    route: string | null;
    operationId: string | null;
    /**
     * The object of a JSON answer to a GET; undefined when there is none.
     */
    answered: unknown;
    /** True for an answer of any size, which is made while the client reads it. */
    isStreamed: boolean | undefined;
    /** The first number of the body that a double cannot represent, if any (body.ts). */
    inexact: FieldError | null | undefined;
    /** The remaining rate limit after the request. */
    rate: RateState | null;
  };
}
