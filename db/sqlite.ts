// The SQLite implementation of the store: wires the acts together and runs each one inside the
// group commit. Everything it writes goes through here.

import type { KeyObject } from 'node:crypto';
import { logSigner, originOf } from '../chain/checkpoint.ts';
import type { ReadNodes } from '../chain/merkle.ts';
import type { Rail } from '../ledger/transaction.ts';
import { type CheckpointView, checkpointView } from './checkpoint-view.ts';
import { type Database, openDatabase } from './connect.ts';
import { isOutage } from './group-commit.ts';
import { type Market, type MarketTerms, marketOf, NO_MARKET } from './market.ts';
import { acceptance } from './sqlite/accept.ts';
import { type AccountChange, accountWriter } from './sqlite/accounts.ts';
import { chainTransactionWriter } from './sqlite/chain-transactions.ts';
import { checkpointWriter } from './sqlite/checkpoints.ts';
import {
  type CustomerChange,
  type CustomerOrder,
  type CustomerOutcome,
  customerWriter,
} from './sqlite/customers.ts';
import { eventLog } from './sqlite/events.ts';
import { captureHold, holdWriter, releaseHold } from './sqlite/holds.ts';
import { keyBook } from './sqlite/idempotency.ts';
import { journal } from './sqlite/journal.ts';
import { treeReader } from './sqlite/log-tree.ts';
import { type QuoteActs, quoteActs, quoteWriter } from './sqlite/quotes.ts';
import { settlement } from './sqlite/settle.ts';
import { type ChainBook, chainBook } from './sqlite/signing.ts';
import { transactionWriter } from './sqlite/transactions.ts';
import { endpointWriter } from './sqlite/webhook-endpoints.ts';
import type { AccountOutcome, EnvironmentName, Settled, Settlement, Store } from './store.ts';
import type { EndpointActs } from './webhook-endpoint-acts.ts';

/** One environment's ledger: the money port, the plain writes, and the handle for reads. */
export interface Ledger {
  readonly environment: EnvironmentName;
  readonly livemode: boolean;
  /** Temporal task queue of this ledger's workflows, the same in every process that opens it. */
  readonly taskQueue: string;
  readonly database: Database;
  /** The bank's clock: milliseconds since 1970 UTC. */
  readonly now: () => number;
  readonly store: Store;
  /** What is to be sent to the chain, and what became of it. */
  readonly chain: ChainBook;
  createCustomer(order: CustomerOrder): Promise<CustomerOutcome>;
  changeCustomer(change: CustomerChange): Promise<CustomerOutcome>;
  changeAccount(change: AccountChange): Promise<AccountOutcome>;
  /** Reads the stored nodes of the log's tree. */
  readonly tree: ReadNodes;
  /**
   * Signs what was appended to the log since the last checkpoint, at most 8,192 leaves at a time,
   * and returns the newest checkpoint; null while the log is empty. Repeating it is safe.
   * @throws Error when the ledger was opened without a key, or the log lost what was signed
   */
  signCheckpoint(): Promise<CheckpointView | null>;
  readonly endpoints: EndpointActs;
  /** The exchange rates in force and the bank's terms. */
  readonly market: Market;
  readonly quotes: QuoteActs;
  close(): void;
}

export interface LedgerOptions {
  readonly environment: EnvironmentName;
  /** Path of the database file, or `:memory:`. */
  readonly file: string;
  /** Milliseconds since 1970 UTC. */
  readonly now?: () => number;
  /** Left out: this ledger exchanges nothing. */
  readonly market?: MarketTerms;
  readonly failPoint?: (name: string) => void;
  /** Ed25519 private key that the log signs with; without it nothing is signed. */
  readonly logKey?: KeyObject;
}

// No network is connected: the sandbox settles them by simulation, production refuses them.
const NOT_CONNECTED: readonly Rail[] = ['ach', 'wire', 'card'];

/** Opens (creates, migrates) the ledger of one environment. */
export function openLedger(options: LedgerOptions): Ledger {
  const { now = Date.now, failPoint = () => {} } = options;
  const livemode = options.environment === 'production';
  const database = openDatabase(options.file, 'ledger');
  const name = nameOf(database);
  const origin = originOf(options.environment, name);
  const signer = options.logKey ? logSigner(origin, options.logKey) : null;
  const emit = eventLog(database);
  const keys = keyBook(database);
  const book = journal(database);
  const holds = holdWriter(database, book);
  const writer = transactionWriter(database, emit, livemode);
  const accounts = accountWriter({ database, emit, keys, livemode, now });
  const customers = customerWriter({ database, emit, keys, accounts, livemode, now });
  const endpoints = endpointWriter({ database, emit, keys, livemode, now });
  const market = marketOf(options.market ?? NO_MARKET, now);
  const quotes = quoteWriter({ database, emit, keys, market, livemode, now });
  const acceptOne = acceptance(database, writer, now);
  const settleOne = settlement({
    database,
    writer,
    journal: book,
    holds,
    closedRails: livemode ? NOT_CONNECTED : [],
    now,
    failPoint,
  });
  const tree = treeReader(database);
  const sign = checkpointWriter({ database, emit, tree, signer, livemode, now });
  const acts = { writer, journal: book, holds, now };
  const { announcing, listen } = announcer(database);

  const store: Store = {
    accept: (draft) => database.write(() => acceptOne(draft)),
    settle: (ids, workflow) =>
      announcing((settled) =>
        ids.map((id): Settlement => {
          const before = settled.length;
          try {
            return database.part(() => settleOne(id, workflow, settled));
          } catch (error) {
            // Alone, or when the database itself is in trouble, the caller has to know.
            if (ids.length === 1 || isOutage(error) || !database.raw.inTransaction) throw error;
            settled.length = before;
            return { id, state: 'fault', status: null, expiresInMs: null };
          }
        }),
      ),
    capture: (order) => announcing((settled) => captureHold(acts, order, settled)),
    release: (order) => announcing((settled) => releaseHold(acts, order, settled)),
    openAccount: (order) => database.write(() => accounts.open(order)),
    moveAccount: (move) => database.write(() => accounts.move(move)),
    onSettled: listen,
  };

  return {
    environment: options.environment,
    livemode,
    taskQueue: `bank-${name}`,
    database,
    now,
    store,
    chain: chainBook(database, chainTransactionWriter(database, now), now),
    createCustomer: (order) => database.write(() => customers.create(order)),
    changeCustomer: (change) => database.write(() => customers.change(change)),
    changeAccount: (change) => database.write(() => accounts.rename(change)),
    tree,
    async signCheckpoint() {
      const row = await database.write(sign);
      return row && checkpointView(row, livemode);
    },
    endpoints: {
      create: (order) => database.write(() => endpoints.create(order)),
      change: (change) => database.write(() => endpoints.change(change)),
      rotateSecret: (rotation) => database.write(() => endpoints.rotateSecret(rotation)),
      remove: (act) => database.write(() => endpoints.remove(act)),
      ping: (act) => database.write(() => endpoints.ping(act)),
      stop: (stop) => database.write(() => endpoints.stop(stop)),
    },
    market,
    quotes: quoteActs(database, quotes),
    close: () => database.close(),
  };
}

/** The random name that a ledger keeps for life. */
function nameOf({ raw }: Database): string {
  return raw.prepare<[], string>('SELECT name FROM ledger').pluck().get() ?? '';
}

type Listener = (settled: Settled) => void;

/** Runs acts and tells of what came to rest in them once it is on disk. */
function announcer(database: Database) {
  const listeners: Listener[] = [];
  return {
    listen: (listener: Listener) => void listeners.push(listener),
    async announcing<T>(act: (settled: Settled[]) => T): Promise<T> {
      const settled: Settled[] = [];
      const result = await database.write(() => {
        settled.length = 0;
        return act(settled);
      });
      for (const one of settled) for (const listener of listeners) listener(one);
      return result;
    },
  };
}
