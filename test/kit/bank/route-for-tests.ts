// Writes that tests make outside of acts with the database handle of the bank. On SQLite they need
// no support. On PostgreSQL a bank only reads outside of acts, so this module sends such a write to
// the connection of the acts, which records it, and it reaches PostgreSQL with the next group.
// vitest.config.ts replaces db/postgres/route.ts with this module; a write of the bank outside of
// an act fails here as in production.

import type BetterSqlite3 from 'better-sqlite3';
import { route as really, type Sides } from '../../../db/postgres/route.ts';

type Connection = BetterSqlite3.Database;

const READS = /^\s*(SELECT|WITH|PRAGMA|EXPLAIN|VALUES)\b/i;
/** Statements that count the writes of the connection of the acts. */
const ACT_WRITE_COUNT = /total_changes\(\)/;
/** A stack frame of a test, and frames between it and the handle. */
const TEST_FRAME = /\/test\/(?!kit\/bank\/route-for-tests)/;
const INNER_FRAME = /route-for-tests|db\/postgres\/route\.|better-sqlite3|drizzle-orm|node:/;

export function route(sides: Sides): Connection {
  const routed = really(sides);
  const beside = really({ ...sides, isActing: () => true });
  const isBeside = () => !sides.isActing() && isCalledByTest();
  const connection: Partial<Connection> = {
    exec: (source) => (isBeside() ? beside.exec(source) : routed.exec(source)),
    pragma: (source, options) => (isBeside() ? beside : routed).pragma(source, options),
    prepare: ((source: string) => {
      if (ACT_WRITE_COUNT.test(source)) return beside.prepare(source);
      if (READS.test(source)) return routed.prepare(source);
      // The statement may name a table that exists only on the connection of the acts.
      if (isCalledByTest()) return beside.prepare(source);
      return statementOn(routed.prepare(source), beside.prepare(source), isBeside);
    }) as Connection['prepare'],
    transaction: ((work: () => unknown) => {
      const [inside, outside] = [routed.transaction(work), beside.transaction(work)];
      const run = (...args: []) => (isBeside() ? outside : inside)(...args);
      return Object.assign(run, { deferred: run, immediate: run, exclusive: run });
    }) as unknown as Connection['transaction'],
  };
  return Object.assign(Object.create(routed), connection);
}

type Statement = ReturnType<Connection['prepare']>;
const RUN_METHODS = ['run', 'get', 'all', 'iterate'];

function statementOn(statement: Statement, beside: Statement, isBeside: () => boolean): Statement {
  const proxiedStatement: Statement = new Proxy(statement, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const other = Reflect.get(beside, name) as typeof value;
      if (RUN_METHODS.includes(String(name))) {
        return (...args: unknown[]) => (isBeside() ? other : value)(...args);
      }
      return (...args: unknown[]) => {
        other(...args);
        value(...args);
        return proxiedStatement;
      };
    },
  });
  return proxiedStatement;
}

function isCalledByTest(): boolean {
  const frames = (new Error().stack ?? '').split('\n').slice(1);
  const first = frames.find((frame) => !INNER_FRAME.test(frame));
  return first !== undefined && TEST_FRAME.test(first);
}
