// The dependencies of every operation, and the variables of a request.

import type { Client } from '@temporalio/client';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Dispatcher } from '../../bank/dispatcher.ts';
import type { Metrics } from '../../bank/metrics/metrics.ts';
import type { Settlements } from '../../bank/settlements.ts';
import type { Tracing } from '../../bank/tracing/port.ts';
import type { Config } from '../../config/settings.ts';
import type { Seal } from '../../db/kernel/seal.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { PerEnvironment } from '../../db/ledgers.ts';
import type { SeenCommits } from '../../db/postgres/seen.ts';
import type { Booked, LaneAct, LaneOrders } from '../../db/transactions/port.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Platform } from '../../identity/platform.ts';
import type { Place } from '../../workflows/carried.ts';
import type { BooksThread } from '../ops/books/reads.ts';
import type { ReadinessCheck } from '../readiness.ts';
import type { StatementThread } from '../statements/statement-reads.ts';
import type { FieldError } from './errors.ts';
import type { Extension } from './extension.ts';
import type { RateState } from './rate-limit.ts';
import type { UploadRoom } from './uploads/room.ts';

/** Accepts and settles a request in one commit; null or false: a workflow has to do it. */
export interface LaneDoor {
  /** True while this process has the lane. */
  isOpen(): boolean;
  /**
   * @param mostMs the longest wait for its turn, in milliseconds; without a limit when left out
   * @throws LaneOverdue
   */
  book<Act extends LaneAct>(
    act: Act,
    order: LaneOrders[Act],
    mostMs?: number,
  ): Promise<Booked | null>;
  settle(transactionId: string, tenantId: string): Promise<boolean>;
  /** Milliseconds that a request of that developer would wait for its turn. */
  delayOf(tenantId: string): number;
}

/** One ledger of an environment as the API sees it. Subjects add their own parts to it. */
export interface Desk {
  readonly ledger: Ledger;
  /** Null: workflows settle. */
  readonly lane: LaneDoor | null;
  readonly dispatcher: Dispatcher;
  readonly settlements: Settlements;
  /** Transactions that are accepted and not yet settled. */
  backlog(): number;
  /** Null until Temporal has been reached for the first time. */
  client(): Client | null;
  /**
   * Returns the place where workflows of the ledger are started, or null in the same cases as
   * `client`.
   */
  place(): Place | null;
}

/** Finds the caller to whom an OAuth token belongs. */
export interface Tokens {
  /** @throws Problem when the token is not good, or not shown by whom it is bound to */
  callerOf(
    c: Context<AppEnv>,
    shown: { readonly scheme: 'bearer' | 'dpop'; readonly token: string },
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
  readonly desks: PerEnvironment<Desk>;
  readonly metrics: Metrics;
  /** Null: no traces. */
  readonly tracing: Tracing | null;
  /** Keeps the bodies of uploads while they are examined. */
  readonly uploads: UploadRoom;
  /** The thread that reads whole ledgers. */
  readonly books: BooksThread;
  /** The thread that makes statements. */
  readonly statements: StatementThread;
  /** Seals secrets that have to be read again. */
  readonly seal: Seal;
  /** Aborted when the bank begins to close, to end tasks that never end by themselves. */
  readonly closing: AbortSignal;
  /**
   * Age in milliseconds of what this process reads; the writer reads what is current, as every
   * process does where it is left out.
   */
  readonly readAgeMs?: () => number | 'current' | 'unknown';
  /** Null or left out: this process is the only one, and has every commit. */
  readonly seen?: SeenCommits | null;
  /** Whether a transfer would work now. */
  readonly readiness: ReadinessCheck;
  readonly failPoint: (name: string) => void;
  /** The additions of this bank's subjects to operations of the core. */
  readonly extensions: readonly BankExtension[];
}

/** The additions of one subject to operations of the core. */
export type BankExtension = Extension<BankDeps>;

/** The dependencies that are known before the served subjects are. */
export type GivenDeps = Omit<BankDeps, 'extensions'>;

export interface Deps extends BankDeps {
  readonly tokens: Tokens;
}

export interface AppEnv {
  Variables: {
    requestId: string;
    caller: Caller | null;
    /** The path as it is declared, or null without an operation or without authentication. */
    route: string | null;
    operationId: string | null;
    /**
     * The object that a GET answers as JSON, as its handler gave it; undefined when there is none.
     */
    answered: unknown;
    /** The first number of the body that no double holds, if there is one: body.ts. */
    inexact: FieldError | null | undefined;
    /** The rest of the rate limit that the request counted towards. */
    rate: RateState | null;
  };
}
