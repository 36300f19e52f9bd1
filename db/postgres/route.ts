// Presents one connection to acts and reads, which share code: while an act runs it is the writing
// connection, otherwise a connection that sees committed rows. Acts never wait, so a flag suffices.
// Between two groups reads use the connection of the acts, which sees the same rows and has the
// newest pages in its cache, while another connection drops its cache at each commit.

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
export function route(sides: Sides): Connection {
  const { acts, reads, isActing } = sides;
  const side = () => (isActing() ? acts : reads);
  /** Number of open snapshots on the connection of the acts. */
  let snapshots = 0;
  /** True while a group's transaction is open: only its acts may see its rows. */
  const isHeld = () => acts.inTransaction && snapshots === 0;
  const routed = {
    get name() {
      return reads.name;
    },
    get open() {
      return acts.open;
    },
    get inTransaction() {
      return isActing() || !isHeld() ? acts.inTransaction : reads.inTransaction;
    },
    memory: false,
    prepare: (source: string) => statementOn({ ...sides, isHeld }, source),
    pragma: (source: string, options?: BetterSqlite3.PragmaOptions) =>
      side().pragma(source, options),
    exec: (source: string) => side().exec(source),
    transaction(work: (...args: unknown[]) => unknown) {
      const [acting, reading] = [acts.transaction(work), reads.transaction(work)];
      function run(...args: unknown[]): unknown {
        if (isActing()) return acting(...args);
        if (isHeld()) return reading(...args);
        snapshots += 1;
        try {
          return acting(...args);
        } finally {
          snapshots -= 1;
        }
      }
      // Acts already run in a transaction, so the kind of its start makes no difference.
      return Object.assign(run, { deferred: run, immediate: run, exclusive: run });
    },
  };
  return routed as unknown as Connection;
}

function statementOn(sides: Sides & { readonly isHeld: () => boolean }, source: string) {
  const { acts, reads, isActing, isHeld } = sides;
  const shaped: ((statement: Statement) => void)[] = [];
  let [acting, reading]: (Statement | null)[] = [null, null];

  function makeStatement(connection: Connection): Statement {
    const statement = connection.prepare<unknown[]>(source);
    for (const shape of shaped) shape(statement);
    return statement;
  }
  function onActs(): Statement {
    acting ??= makeStatement(acts);
    return acting;
  }
  function currentStatement(): Statement {
    if (isActing()) return onActs();
    reading ??= makeStatement(reads);
    return reading;
  }
  function statementToRun(): Statement {
    const statement = currentStatement();
    return statement.readonly && !isHeld() ? onActs() : statement;
  }
  /**
   * Other work may run between the steps of an iterator, and an act cannot run on a connection with
   * an open iterator.
   */
  function iterateRows(...values: unknown[]) {
    return currentStatement().iterate(...values);
  }
  function applyToBoth(shape: (statement: Statement) => void) {
    shaped.push(shape);
    if (acting) shape(acting);
    if (reading) shape(reading);
    return routed;
  }

  const routed = {
    source,
    run: (...values: unknown[]) => statementToRun().run(...values),
    get: (...values: unknown[]) => statementToRun().get(...values),
    all: (...values: unknown[]) => statementToRun().all(...values),
    iterate: iterateRows,
    columns: () => currentStatement().columns(),
    pluck: (is = true) => applyToBoth((statement) => void statement.pluck(is)),
    raw: (is = true) => applyToBoth((statement) => void statement.raw(is)),
    expand: (is = true) => applyToBoth((statement) => void statement.expand(is)),
    safeIntegers: (is = true) => applyToBoth((statement) => void statement.safeIntegers(is)),
    get reader() {
      return currentStatement().reader;
    },
  };
  // Prepared at once, so that an error in a statement is thrown here.
  currentStatement();
  return routed;
}
