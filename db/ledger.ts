// The SQLite implementation of the store: wires the acts together and runs each one inside the
// group commit. Everything it writes goes through here.

import type { KeyObject } from 'node:crypto';
import { type LogSigner, logOrigin, logSigner as signerBy } from '../chain/checkpoint.ts';
import type { SignedLog } from '../chain/log-key-rotation.ts';
import { NETWORK_RAILS } from '../ledger/rail.ts';
import { taskQueueOf } from '../ledger/task-queue.ts';
import { dormancy } from './accounts/dormancy.ts';
import { SUBJECT_TABLES } from './all-subject-tables.ts';
import { customerBusiness } from './customers/erasure-obstacles.ts';
import { eventWriter } from './events/acts.ts';
import { registerListener } from './events/relay.ts';
import {
  ledgerMarket,
  type Market,
  type MarketTerms,
  marketOf,
  NO_MARKET,
} from './exchange/market.ts';
import { actRunner, type RunsActs } from './kernel/act.ts';
import { claimForBank } from './kernel/bank-name.ts';
import { type BusinessClock, businessClock } from './kernel/clock.ts';
import { type CodeCheck, codeCheck } from './kernel/code-check.ts';
import {
  type Database,
  type DevelopmentChain,
  openDatabase,
  type WritableDatabase,
} from './kernel/connect.ts';
import { mergeDueWork } from './kernel/due.ts';
import type { EnvironmentName } from './kernel/environment.ts';
import { type RiskScorer, riskScorer } from './kernel/judge.ts';
import { createKeyStore } from './kernel/keys.ts';
import type { LedgerReads, ReadLedger } from './kernel/ledger-reads.ts';
import { threadProcessorTime, workClock } from './kernel/slice-sizes.ts';
import { type LedgerTerms, ledgerTerms, USUAL_TERMS } from './kernel/terms.ts';
import { openTx, type Tx } from './kernel/tx.ts';
import { ledgerName } from './ledgers.ts';
import { logSigner } from './log/checkpoints.ts';
import { decisionProver, type FindDecision } from './log/decision-leaves.ts';
import { connectParts } from './money/acts.ts';
import { arrearsDue } from './overdrafts/arrears.ts';
import { dailyDueWork } from './schedules/advance.ts';
import { type ReferencedFiles, referencedFiles } from './storage/referenced-files.ts';
import type { LedgerSubject } from './subject.ts';
import type { SubjectTables } from './subject-tables.ts';
import { EVERY_SUBJECT } from './subjects.ts';
import {
  type TransactionsAtRest,
  transactionsAtRest,
} from './transactions/transactions-at-rest.ts';

/** A ledger of one environment: runs acts, and gives reads its database. */
export interface Ledger {
  /**
   * Runs an act in a commit.
   * @throws Refusal when the act refuses; nothing is written
   */
  readonly run: RunsActs['run'];
  readonly environment: EnvironmentName;
  /** The environment, and from the second on the number: `sandbox-2`. */
  readonly name: string;
  readonly livemode: boolean;
  /** Temporal task queue of this ledger's workflows, the same in every process that opens it. */
  readonly taskQueue: string;
  /** The database for reads and for notices of commits; only acts write. */
  readonly database: Database;
  /** The bank's clock: milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** The business time of a developer, which decides what is due and what has expired. */
  readonly clock: BusinessClock;
  /** Calls back after each commit with every transaction that came to rest in it. */
  readonly onAtRest: TransactionsAtRest['onAtRest'];
  close(): void;
}

/** A ledger with its own database, as tests and commands open it. */
export interface OpenedLedger extends Ledger {
  readonly database: WritableDatabase;
}

/** The parts of a risk scorer. */
interface RiskParts extends LedgerReads {
  readonly market: Market;
  readonly now: () => number;
  readonly clock: BusinessClock;
}

export interface LedgerOptions extends Partial<LedgerTerms> {
  readonly environment: EnvironmentName;
  /** Path of the database file, or `:memory:`. */
  readonly file: string;
  /** Used in place of the database file; omitted: the file is opened. */
  readonly database?: WritableDatabase;
  /** Name of the bank that the ledger must belong to; omitted: not checked. */
  readonly bank?: string;
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
  /** Left out: this ledger exchanges nothing. */
  readonly market?: MarketTerms;
  /**
   * The subjects that the ledger has; omitted: every one. A new file has no tables of other
   * subjects; an existing file keeps its tables and gets the tables of subjects that are new to it.
   */
  readonly subjects?: readonly LedgerSubject[];
  /** Creates the scorer of payments; omitted when payments are not judged. */
  readonly risk?: (parts: RiskParts) => RiskScorer;
  /** Finds the decisions that the log proves; omitted: the log proves only bookings. */
  readonly decisionOf?: FindDecision;
  /** Left out: no code of an app can be checked. */
  readonly codes?: CodeCheck;
  /** Storage of the files that rows name; omitted: no act may remove such a name. */
  readonly files?: ReferencedFiles;
  readonly failPoint?: (name: string) => void;
  /**
   * Clock by which the ledger measures its own work, in milliseconds; omitted: the processor time
   * of the thread.
   */
  readonly workClock?: () => number;
  /**
   * Ed25519 private key that the log signs with; without it nothing is signed. A function is given
   * the keys that the log was signed with before, and throws when it has none of them.
   */
  readonly logKey?: KeyObject | ((log: SignedLog) => KeyObject | null);
  /** How anchors on a development chain are shown; omitted: like those on any chain. */
  readonly developmentChain?: DevelopmentChain;
}

/** Opens (creates, migrates) a ledger of one environment. */
export function openLedger(options: LedgerOptions): OpenedLedger {
  const { now = Date.now, failPoint = () => {} } = options;
  const livemode = options.environment === 'production';
  const database = databaseOf(options);
  const terms = termsOf(options);
  const id = claimName(database, options);
  const signer = signerOf(database, logOrigin(options.environment, id), options.logKey);
  signer();
  const taskQueue = taskQueueOf(id);
  const clock = businessClock(database, options.environment, now);
  const emit = emitter(options, { database, clock, now, livemode });
  const keys = createKeyStore(database);
  const tx = openTx({ database, terms, emit, keys, livemode, now, clock, failPoint });
  const market = marketOf(options.market ?? NO_MARKET, now);
  ledgerMarket.set(database, market);
  ledgerTerms.set(database, terms);
  workClock.set(tx, options.workClock ?? threadProcessorTime);
  riskScorer.set(tx, options.risk?.({ database, market, now, clock }) ?? null);
  logSigner.set(tx, signer);
  joinSubjects(tx, options.subjects ?? EVERY_SUBJECT);
  if (options.files) referencedFiles.set(tx, options.files);
  if (options.codes) codeCheck.set(tx, options.codes);
  return {
    ...identityOf(options),
    livemode,
    taskQueue,
    clock,
    database,
    run: actRunner(tx),
    onAtRest: transactionsAtRest(tx).onAtRest,
    now,
    close: () => database.close(),
  };
}

/** Returns the function that writes events, and the decisions that they report to the signed log. */
function emitter(
  options: LedgerOptions,
  parts: Pick<ReadLedger, 'clock' | 'now' | 'livemode'> & { readonly database: WritableDatabase },
): Tx['emit'] {
  const write = eventWriter(parts.database, parts.clock);
  if (!options.decisionOf) return write;
  const prove = decisionProver({ ...parts, ...identityOf(options) }, options.decisionOf);
  return (event) => {
    const id = write(event);
    prove(event, id);
    return id;
  };
}

/** Connects the parts of the core with each other and with the subjects. */
function joinSubjects(tx: Tx, subjects: readonly LedgerSubject[]): void {
  connectParts(
    tx,
    subjects.flatMap(({ followBooking }) => followBooking ?? []),
  );
  for (const { connect, listener } of subjects) {
    connect?.(tx);
    if (listener) registerListener(tx.database, listener);
  }
  customerBusiness.set(
    tx.database,
    subjects.flatMap(({ business }) => business ?? []),
  );
  const waits = subjects.flatMap((subject) => subject.dueWork ?? []);
  dailyDueWork.set(tx, mergeDueWork(dormancy, arrearsDue, ...waits));
}

function identityOf({ environment, number = 1 }: LedgerOptions) {
  return { environment, name: ledgerName(environment, number) };
}

function termsOf(options: LedgerOptions): LedgerTerms {
  const connectedRails = options.environment === 'production' ? [] : NETWORK_RAILS;
  const usualTerms = Object.entries({ ...USUAL_TERMS, connectedRails });
  return Object.fromEntries(
    usualTerms.map(([name, value]) => [name, options[name as keyof LedgerTerms] ?? value]),
  ) as unknown as LedgerTerms;
}

function databaseOf({
  file,
  developmentChain,
  database: openedDatabase,
  subjects,
}: LedgerOptions): WritableDatabase {
  const database =
    openedDatabase ?? openDatabase(file, 'ledger', absentTables(subjects ?? EVERY_SUBJECT));
  return developmentChain ? { ...database, developmentChain } : database;
}

/** Returns the tables of the subjects that a ledger is opened without. */
export function absentTables(subjects: readonly LedgerSubject[]): readonly SubjectTables[] {
  const present = new Set(subjects.map(({ tables }) => tables));
  return SUBJECT_TABLES.filter((subject) => !present.has(subject));
}

/** Returns the signer, chosen on first use, or null when this process has no key. */
function signerOf(
  database: Database,
  origin: string,
  given: LedgerOptions['logKey'],
): () => LogSigner | null {
  let signer: LogSigner | null | undefined;
  return () => {
    if (signer !== undefined) return signer;
    const logKey = keyOf(database, origin, given);
    signer = logKey ? signerBy(origin, logKey) : null;
    return signer;
  };
}

/** Returns the key that signs. Closes the database when a signed log has no key to continue with. */
function keyOf(
  database: Database,
  origin: string,
  logKey: LedgerOptions['logKey'],
): KeyObject | null | undefined {
  if (typeof logKey !== 'function') return logKey;
  const knownKeys = database.raw.prepare<[], string>('SELECT key_id FROM log_keys').pluck().all();
  const isKnownKey = (key: KeyObject) => knownKeys.includes(signerBy(origin, key).keyId);
  try {
    return logKey({ wasSigned: knownKeys.length > 0, knows: isKnownKey });
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * The permanent random name of a ledger. It belongs to the bank and to the environment that opened
 * it first, and to no other.
 */
function claimName({ raw }: Database, { environment, number = 1, bank }: LedgerOptions): string {
  if (bank !== undefined) claimForBank(raw, ledgerName(environment, number), bank);
  raw.prepare('INSERT INTO environment VALUES (1, ?) ON CONFLICT DO NOTHING').run(environment);
  const owner = raw.prepare<[], string>('SELECT name FROM environment').pluck().get();
  if (owner !== environment)
    throw new Error(`the database is the ledger of ${owner}, not of ${environment}`);
  return raw.prepare<[], string>('SELECT name FROM ledger').pluck().get() ?? '';
}
