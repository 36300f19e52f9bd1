// What every operation can reach, and what a request carries on its way.

import type { Client } from '@temporalio/client';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { AnswerThread } from '../../ai/answers/thread.ts';
import type { InsightThread } from '../../ai/insight/analyses.ts';
import type { IntentReader } from '../../ai/intents/reader.ts';
import type { WordThread } from '../../ai/intents/word-thread.ts';
import type { LanguageModel } from '../../ai/phrasing/model.ts';
import type { Screening } from '../../ai/screening/open.ts';
import type { PartyScreen } from '../../ai/screening/parties.ts';
import type { Spreads } from '../../ai/serving/performance/spread.ts';
import type { Dispatcher } from '../../bank/dispatcher.ts';
import type { Metrics } from '../../bank/metrics/metrics.ts';
import type { Settlements } from '../../bank/settlements.ts';
import type { Tracing } from '../../bank/tracing/port.ts';
import type { Config } from '../../config/settings.ts';
import type { ArchiveThread } from '../../db/archives/thread.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import type { Seal } from '../../db/kernel/seal.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { PerEnvironment } from '../../db/ledgers.ts';
import type { Booked, LaneAct, LaneOrders } from '../../db/transactions/port.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Platform } from '../../identity/platform.ts';
import type { FileStore } from '../../models/artifact-store.ts';
import type { Explainers } from '../../models/explain/explainers.ts';
import type { LatencyBook } from '../../models/latency-book.ts';
import type { ServingDesk } from '../../models/serving.ts';
import type { SessionPool } from '../../models/session-pool.ts';
import type { Place } from '../../workflows/carried.ts';
import type { ContractDesk } from '../blockchain/contract-desk.ts';
import type { BooksThread } from '../ops/books/reads.ts';
import type { ReadinessCheck } from '../readiness.ts';
import type { StatementThread } from '../statements/statement-reads.ts';
import type { FieldError } from './errors.ts';
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

/** One ledger of an environment as the API sees it. */
export interface Desk {
  readonly ledger: Ledger;
  /** Null: workflows settle. */
  readonly lane: LaneDoor | null;
  readonly dispatcher: Dispatcher;
  readonly settlements: Settlements;
  /** Null when no chain is configured. */
  readonly contracts: ContractDesk | null;
  /** The models that decide. */
  readonly serving: ServingDesk;
  /** Transactions that are accepted and not yet settled. */
  backlog(): number;
  /** How long models that judge payments took in this process. */
  readonly latency: LatencyBook;
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

/** What the bank gives its API. */
export interface BankDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly platform: Platform;
  readonly desks: PerEnvironment<Desk>;
  readonly metrics: Metrics;
  /** Null: no traces. */
  readonly tracing: Tracing | null;
  /** Models in memory. */
  readonly sessions: PerEnvironment<SessionPool>;
  readonly reasons: Explainers;
  /** Files of models, in the data directory. */
  readonly artifacts: FileStore;
  /** Where the bodies of uploads lie while they are looked at. */
  readonly uploads: UploadRoom;
  /** What models learnt from, for a look at drift. */
  readonly spreads: Spreads;
  /** Rows that models are trained on, by environment. */
  readonly datasets: Readonly<Record<EnvironmentName, FileStore>>;
  /** Sealed images of documents, by environment. */
  readonly documents: Readonly<Record<EnvironmentName, FileStore>>;
  /** Results of batches of scores. */
  readonly results: Readonly<Record<EnvironmentName, FileStore>>;
  /** Where the words of messages are read. */
  readonly words: WordThread;
  /** Where questions about money are answered. */
  readonly answers: AnswerThread;
  /** Where analyses that read much run. */
  readonly insight: InsightThread;
  /** Where whole ledgers are read. */
  readonly books: BooksThread;
  /** Where statements are made. */
  readonly statements: StatementThread;
  /** Where files of archives are read. */
  readonly archives: ArchiveThread;
  /** The model that reads messages. */
  readonly intents: IntentReader;
  /** Puts answers into words; null: none is configured. */
  readonly languageModel: LanguageModel | null;
  /** The sanctions lists. */
  readonly screening: Screening;
  /** The same for parties outside, with what was looked up before. */
  readonly parties: Readonly<Record<EnvironmentName, PartyScreen>>;
  /** Seals secrets that have to be read again. */
  readonly seal: Seal;
  /** Aborted when the bank begins to close: what never ends by itself ends then. */
  readonly closing: AbortSignal;
  /** Whether a transfer would work now. */
  readonly readiness: ReadinessCheck;
  readonly failPoint: (name: string) => void;
}

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
