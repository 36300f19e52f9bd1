// The database transaction as an act uses it. Statements are compiled once and kept by their text,
// so an act states each statement where the statement is used.

import type BetterSqlite3 from 'better-sqlite3';
import type { EventType } from '../../ledger/event.ts';
import type { VersionedObject } from '../../ledger/revision.ts';
import type { Cause } from './cause.ts';
import type { BusinessClock } from './clock.ts';
import type { WritableDatabase } from './connect.ts';
import type { KeyStore } from './keys.ts';
import { type PartOf, partOf } from './part.ts';
import type { LedgerTerms } from './terms.ts';

export interface NewEvent {
  readonly tenantId: string;
  readonly type: EventType;
  /** The object after the change, in its wire form. */
  readonly object: { readonly id: string } & VersionedObject;
  /**
   * Stored instead of the object when the object can be rendered again from other rows. `keyed`:
   * the idempotency key can be read from another row too, so the event does not store it.
   */
  readonly facts?: { readonly keyed?: true };
  /** Fields that changed, with their earlier values. */
  readonly previous?: Readonly<Record<string, unknown>> | undefined;
  readonly cause: Cause;
  /** By the developer's clock, milliseconds since 1970 UTC; omitted: the current time. */
  readonly at?: number;
}

/** The parts that a ledger gives to its acts, the same for every act. */
export interface TxParts {
  readonly database: WritableDatabase;
  /** Appends to the event log and returns the id of the event. */
  readonly emit: (event: NewEvent) => string;
  readonly keys: KeyStore;
  readonly livemode: boolean;
  readonly terms: LedgerTerms;
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number;
  /** The business time of the developer, for due times and expiries. */
  readonly clock: BusinessClock;
  /** A point at which a crash test may end the process; nothing must remain of the write. */
  readonly failPoint: (name: string) => void;
}

/** The database transaction that an act runs in. Texts of statements must be constants. */
export interface Tx extends TxParts {
  /** Returns the first row, or undefined. */
  get<Row>(sql: string, ...values: readonly unknown[]): Row | undefined;
  all<Row>(sql: string, ...values: readonly unknown[]): Row[];
  /** The first row, with its integers as bigints. */
  bigints<Row>(sql: string, ...values: readonly unknown[]): Row | undefined;
  /** The first column of the first row. */
  value<Value>(sql: string, ...values: readonly unknown[]): Value | undefined;
  /** The first column of every row. */
  values<Value>(sql: string, ...values: readonly unknown[]): Value[];
  /** Returns how many rows it changed. */
  run(sql: string, ...values: readonly unknown[]): number;
}

/**
 * Declares a part that a ledger is opened with; its acts ask for it by their transaction.
 * @param name the part's name in the error when a ledger was opened without it
 * @param absent the part of a ledger without the subject; omitted: every ledger has the part
 */
export const ledgerPart = <Part>(name: string, absent?: Part): PartOf<Tx, Part> =>
  partOf(name, absent);

type Statement = BetterSqlite3.Statement<unknown[]>;

/** Gives a ledger's acts their transaction; it may be used inside `database.write` only. */
export function openTx(parts: TxParts): Tx {
  const { raw } = parts.database;
  const rows = cacheByText((sql) => raw.prepare<unknown[]>(sql));
  const values = cacheByText((sql) => raw.prepare<unknown[]>(sql).pluck());
  const exactStatements = cacheByText((sql) => raw.prepare<unknown[]>(sql).safeIntegers());
  return {
    ...parts,
    bigints: <Row>(sql: string, ...parameters: readonly unknown[]) =>
      exactStatements(sql).get(...parameters) as Row,
    get: <Row>(sql: string, ...parameters: readonly unknown[]) =>
      rows(sql).get(...parameters) as Row,
    all: <Row>(sql: string, ...parameters: readonly unknown[]) =>
      rows(sql).all(...parameters) as Row[],
    value: <Value>(sql: string, ...parameters: readonly unknown[]) =>
      values(sql).get(...parameters) as Value | undefined,
    values: <Value>(sql: string, ...parameters: readonly unknown[]) =>
      values(sql).all(...parameters) as Value[],
    run: (sql, ...parameters) => rows(sql).run(...parameters).changes,
  };
}

function cacheByText(prepare: (sql: string) => Statement): (sql: string) => Statement {
  const cache = new Map<string, Statement>();
  return (sql) => {
    const cachedResult = cache.get(sql);
    if (cachedResult) return cachedResult;
    const statement = prepare(sql);
    cache.set(sql, statement);
    return statement;
  };
}
