// Statements that are compiled once. SQLite takes longer to compile the select list of a wide table
// than to find a row of it, and the same few statements are asked for all the time.

import type BetterSqlite3 from 'better-sqlite3';

/** Of those that were not asked for lately, the oldest are compiled anew. */
const MOST_KEPT = 256;

/**
 * The connection as Drizzle sees it: what it has prepared before is not compiled again. Rows as
 * arrays come from a statement of their own, because asking for them changes a statement for good.
 */
export function withStatementCache(raw: BetterSqlite3.Database): BetterSqlite3.Database {
  const kept = new Map<string, Remembered>();
  const prepare = (source: string): Remembered => {
    const found = kept.get(source) ?? cachedStatement(raw, source);
    kept.delete(source);
    kept.set(source, found);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    return found;
  };
  return Object.create(raw, { prepare: { value: prepare } }) as BetterSqlite3.Database;
}

type Statement = BetterSqlite3.Statement<unknown[]>;

/** What Drizzle asks of a statement. */
interface Remembered extends Pick<Statement, 'run' | 'get' | 'all'> {
  raw(): Statement;
}

function cachedStatement(raw: BetterSqlite3.Database, source: string): Remembered {
  let objects: Statement | null = null;
  let arrays: Statement | null = null;
  const asObjects = () => {
    objects ??= raw.prepare<unknown[]>(source);
    return objects;
  };
  // Now, so that what is wrong with a statement is said where it is prepared.
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

/** Has what a read needs prepared for each database when it is first asked for. */
export function prepareOnce<Key extends object, Prepared>(
  prepare: (database: Key) => Prepared,
): (database: Key) => Prepared {
  const made = new WeakMap<Key, Prepared>();
  return (database) => {
    const found = made.get(database) ?? prepare(database);
    made.set(database, found);
    return found;
  };
}

/**
 * Keeps what it prepares, by its text: for statements that are put together of a few parts. They
 * know `run`, `get` and `all` alone.
 */
export const keptStatements = prepareOnce(
  ({ raw }: { readonly raw: BetterSqlite3.Database }): Pick<BetterSqlite3.Database, 'prepare'> =>
    withStatementCache(raw),
);
