// Statements that are compiled once. SQLite takes longer to compile the select list of a wide table
// than to find a row, and the same few statements are used all the time.

import type BetterSqlite3 from 'better-sqlite3';

/** Most statements kept; the least recently used are dropped and compiled again when needed. */
const MAX_KEPT = 256;

/**
 * Returns the connection for Drizzle, which compiles no statement twice. Rows as arrays come from a
 * separate statement, because asking for them changes a statement permanently.
 */
export function withStatementCache(raw: BetterSqlite3.Database): BetterSqlite3.Database {
  const cache = new Map<string, DrizzleStatement>();
  const prepare = (source: string): DrizzleStatement => {
    const statement = cache.get(source) ?? cachedStatement(raw, source);
    cache.delete(source);
    cache.set(source, statement);
    if (cache.size > MAX_KEPT) cache.delete(cache.keys().next().value ?? '');
    return statement;
  };
  return Object.create(raw, { prepare: { value: prepare } }) as BetterSqlite3.Database;
}

type Statement = BetterSqlite3.Statement<unknown[]>;

/** The part of a statement that Drizzle uses. */
interface DrizzleStatement extends Pick<Statement, 'run' | 'get' | 'all'> {
  raw(): Statement;
}

function cachedStatement(raw: BetterSqlite3.Database, source: string): DrizzleStatement {
  let objects: Statement | null = null;
  let arrays: Statement | null = null;
  const asObjects = () => {
    objects ??= raw.prepare<unknown[]>(source);
    return objects;
  };
  // Prepares at once, so that `prepare` reports an error in the statement.
  if (/^\s*select\b/i.test(source)) arrays = raw.prepare<unknown[]>(source).raw();
  else asObjects();
  return {
    run: (...values) => asObjects().run(...values),
    get: (...values) => asObjects().get(...values),
    all: (...values) => asObjects().all(...values),
    raw() {
      arrays ??= raw.prepare<unknown[]>(source).raw();
      return arrays;
    },
  };
}

/**
 * Returns a function that prepares the statements of a read once for each database, on first use.
 */
export function prepareOnce<Key extends object, Prepared>(
  prepare: (database: Key) => Prepared,
): (database: Key) => Prepared {
  const byDatabase = new WeakMap<Key, Prepared>();
  return (database) => {
    const existing = byDatabase.get(database);
    if (existing !== undefined) return existing;
    const prepared = prepare(database);
    byDatabase.set(database, prepared);
    return prepared;
  };
}

/**
 * Keeps prepared statements by their text: for statements that are assembled from a few parts. They
 * support only `run`, `get` and `all`.
 */
export const keptStatements = prepareOnce(
  ({ raw }: { readonly raw: BetterSqlite3.Database }): Pick<BetterSqlite3.Database, 'prepare'> =>
    withStatementCache(raw),
);
