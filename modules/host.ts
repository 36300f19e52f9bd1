// The parts that modules get from the host in order to open their own.

import type { AppDeps } from '../api/kit/context.ts';
import type { booksThread } from '../bank/books/reads.ts';
import type { Config } from '../bank/config/settings.ts';
import type { StoredFiles } from '../bank/opening/models.ts';
import type { BankScreening } from '../bank/screening.ts';
import type { CodeCheck } from '../db/kernel/code-check.ts';
import type { EnvironmentName } from '../db/kernel/environment.ts';
import type { Ledger, LedgerOptions } from '../db/ledger.ts';
import type { PerEnvironment } from '../db/ledgers.ts';
import type { FileStore } from '../models/artifact-store.ts';
import type { Explainers } from '../models/explain/explainers.ts';
import type { LatencyStore } from '../models/latency-store.ts';
import type { SessionPool } from '../models/session-pool.ts';

/** The parts of the host for opening a ledger. */
export interface LedgerHost extends Omit<BankScreening, 'screening'> {
  readonly environment: EnvironmentName;
  readonly config: Config;
  readonly sessions: PerEnvironment<SessionPool>;
  readonly reasons: Explainers;
  readonly latency: PerEnvironment<LatencyStore>;
  readonly storedFiles: StoredFiles;
  readonly codes: CodeCheck;
}

/** Opens the parts of a module for a ledger. */
export type OpensForLedger = (host: LedgerHost) => Partial<LedgerOptions>;

/** The parts of the host for the start of a bank. */
export interface StartHost extends Pick<LedgerHost, 'config' | 'parties' | 'reasons' | 'sessions'> {
  readonly ledgers: readonly Ledger[];
  /** Files of models. */
  readonly artifacts: FileStore;
}

/** The steps of a module at the start of a bank. */
export interface ModuleStart {
  /** Runs in each process when the ledgers are open. */
  readonly prepare?: (host: StartHost) => void;
  /** Runs in the writer before it answers requests. */
  readonly register?: (host: StartHost) => Promise<void>;
  /** Runs in each process with an API before it answers requests. */
  readonly warm?: (host: StartHost) => Promise<void>;
}

/** The parts of the host for the operations of modules. */
export interface ApiHost {
  readonly config: Config;
  /** The thread that reads whole ledgers. */
  readonly books: ReturnType<typeof booksThread>;
  /** Aborted when the bank closes, which ends threads. */
  readonly closing: AbortSignal;
}

/** The parts of operations that their module opens; absent without the module. */
export type OpenedForApi = Pick<
  AppDeps,
  'answers' | 'archives' | 'insight' | 'intents' | 'languageModel' | 'modelHistories' | 'words'
>;

/** Opens the parts of a module for its operations. */
export type OpensForApi = (host: ApiHost) => Partial<OpenedForApi>;
