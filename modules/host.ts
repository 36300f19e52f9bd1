// The parts that the host hands to modules, with which they open their own.

import type { GivenDeps } from '../api/kit/context.ts';
import type { booksThread } from '../bank/books/reads.ts';
import type { Kept } from '../bank/opening/models.ts';
import type { BankScreening } from '../bank/screening.ts';
import type { Config } from '../config/settings.ts';
import type { CodeCheck } from '../db/kernel/code-check.ts';
import type { EnvironmentName } from '../db/kernel/environment.ts';
import type { Ledger, LedgerOptions } from '../db/ledger.ts';
import type { PerEnvironment } from '../db/ledgers.ts';
import type { FileStore } from '../models/artifact-store.ts';
import type { Explainers } from '../models/explain/explainers.ts';
import type { LatencyBook } from '../models/latency-book.ts';
import type { SessionPool } from '../models/session-pool.ts';

export interface LedgerHost extends Omit<BankScreening, 'screening'> {
  readonly environment: EnvironmentName;
  readonly config: Config;
  readonly sessions: PerEnvironment<SessionPool>;
  readonly reasons: Explainers;
  readonly latency: PerEnvironment<LatencyBook>;
  readonly brought: Kept;
  readonly codes: CodeCheck;
}

/** Opens the parts of a module that a ledger is opened with. */
export type OpensForLedger = (host: LedgerHost) => Partial<LedgerOptions>;

export interface StartHost extends Pick<LedgerHost, 'config' | 'parties' | 'reasons' | 'sessions'> {
  readonly ledgers: readonly Ledger[];
  /** Files of models. */
  readonly artifacts: FileStore;
}

/** The steps of a module when a bank starts. */
export interface ModuleStart {
  /** In each process, once the ledgers are open. */
  readonly prepare?: (host: StartHost) => void;
  /** In the process that writes, before it answers. */
  readonly register?: (host: StartHost) => Promise<void>;
  /** In each process that answers, before it does. */
  readonly warm?: (host: StartHost) => Promise<void>;
}

export interface ApiHost {
  readonly config: Config;
  /** The thread that reads whole ledgers. */
  readonly books: ReturnType<typeof booksThread>;
  /** Aborted when the bank closes, which ends threads. */
  readonly closing: AbortSignal;
}

/** Parts of operations that no one opens but their module; absent where it is left out. */
export type OpenedForApi = Pick<
  GivenDeps,
  'answers' | 'archives' | 'insight' | 'intents' | 'languageModel' | 'modelBooks' | 'words'
>;

/** Opens the parts of a module that its operations ask for. */
export type OpensForApi = (host: ApiHost) => Partial<OpenedForApi>;
