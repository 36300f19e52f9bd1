// What every operation can reach, and what a request carries on its way.

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
   * @param mostMs how long it may wait for its turn; left out: as long as that takes
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

/** One ledger of an environment as the API sees it. Subjects add what they have of it. */
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
  /** Where workflows of the ledger are started; null as `client` is. */
  place(): Place | null;
}

/** Finds who a token of OAuth belongs to. */
export interface Tokens {
  /** @throws Problem when the token is not good, or not shown by whom it is bound to */
  callerOf(
    c: Context<AppEnv>,
    shown: { readonly scheme: 'bearer' | 'dpop'; readonly token: string },
  ): Promise<Caller>;
}

/** What the bank gives its API. Subjects add what their handlers are given, in their operations. */
export interface BankDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly platform: Platform;
  readonly desks: PerEnvironment<Desk>;
  readonly metrics: Metrics;
  /** Null: no traces. */
  readonly tracing: Tracing | null;
  /** Where the bodies of uploads lie while they are looked at. */
  readonly uploads: UploadRoom;
  /** Where whole ledgers are read. */
  readonly books: BooksThread;
  /** Where statements are made. */
  readonly statements: StatementThread;
  /** Seals secrets that have to be read again. */
  readonly seal: Seal;
  /** Aborted when the bank begins to close: what never ends by itself ends then. */
  readonly closing: AbortSignal;
  /** Whether a transfer would work now. */
  readonly readiness: ReadinessCheck;
  readonly failPoint: (name: string) => void;
  /** What the subjects of this bank add to operations of the core. */
  readonly extensions: readonly BankExtension[];
}

/** What a subject adds to operations of the core. */
export type BankExtension = Extension<BankDeps>;

/** What the bank gives before it is known what it serves. */
export type GivenDeps = Omit<BankDeps, 'extensions'>;

export interface Deps extends BankDeps {
  readonly tokens: Tokens;
}

export interface AppEnv {
  Variables: {
    requestId: string;
    caller: Caller | null;
    /** The path as it is declared; null: no operation, or one without authentication. */
    route: string | null;
    operationId: string | null;
    /** What a GET answers as JSON, as its handler gave it; undefined: no such answer. */
    answered: unknown;
    /** The first number of the body that no double holds, if there is one: body.ts. */
    inexact: FieldError | null | undefined;
    /** What is left of the limit that the request counted towards. */
    rate: RateState | null;
  };
}
