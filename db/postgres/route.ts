// One connection in the eyes of acts and reads, which are written once: while an act runs it is the
// one that writes, otherwise one that sees what was committed. Acts never wait, so a flag suffices.

import type BetterSqlite3 from 'better-sqlite3';

type Connection = BetterSqlite3.Database;
type Statement = BetterSqlite3.Statement<unknown[]>;

export interface Sides {
  readonly acts: Connection;
  readonly reads: Connection;
  /** True while an act runs. */
  readonly isActing: () => boolean;
}

/** The part of a connection that acts and reads use. */
export function route({ acts, reads, isActing }: Sides): Connection {
  const side = () => (isActing() ? acts : reads);
  const one = {
    get name() {
      return reads.name;
    },
    get open() {
      return acts.open;
    },
    get inTransaction() {
      return side().inTransaction;
    },
    memory: false,
    prepare: (source: string) => statementOn({ acts, reads, isActing }, source),
    pragma: (source: string, options?: BetterSqlite3.PragmaOptions) =>
      side().pragma(source, options),
    exec: (source: string) => side().exec(source),
    transaction(work: (...args: unknown[]) => unknown) {
      const [acting, reading] = [acts.transaction(work), reads.transaction(work)];
      const run = (...args: unknown[]) => (isActing() ? acting : reading)(...args);
      // Acts are in a transaction already, so how one begins makes no difference.
      return Object.assign(run, { deferred: run, immediate: run, exclusive: run });
    },
  };
  return one as unknown as Connection;
}

function statementOn({ acts, reads, isActing }: Sides, source: string) {
  const shaped: ((statement: Statement) => void)[] = [];
  let [acting, reading]: (Statement | null)[] = [null, null];

  function makeStatement(connection: Connection): Statement {
    const statement = connection.prepare<unknown[]>(source);
    for (const shape of shaped) shape(statement);
    return statement;
  }
  function now(): Statement {
    if (isActing()) {
      acting ??= makeStatement(acts);
      return acting;
    }
    reading ??= makeStatement(reads);
    return reading;
  }
  function shape(how: (statement: Statement) => void) {
    shaped.push(how);
    if (acting) how(acting);
    if (reading) how(reading);
    return one;
  }

  const one = {
    source,
    run: (...values: unknown[]) => now().run(...values),
    get: (...values: unknown[]) => now().get(...values),
    all: (...values: unknown[]) => now().all(...values),
    iterate: (...values: unknown[]) => now().iterate(...values),
    columns: () => now().columns(),
    pluck: (is = true) => shape((statement) => void statement.pluck(is)),
    raw: (is = true) => shape((statement) => void statement.raw(is)),
    expand: (is = true) => shape((statement) => void statement.expand(is)),
    safeIntegers: (is = true) => shape((statement) => void statement.safeIntegers(is)),
    get reader() {
      return now().reader;
    },
  };
  // What is wrong with a statement is said where it is prepared.
  now();
  return one;
}
