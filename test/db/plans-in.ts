// What SQLite says that it does for a read.

import type { Statement as SqliteStatement } from 'better-sqlite3';
import { vi } from 'vitest';
import type { Ledger } from '../../db/ledger.ts';

type Statement = SqliteStatement<unknown[]>;

const PARAMETERS = /\?|@\w+/g;

/** What SQLite does for each statement that the read prepares, or runs as prepared before. */
export async function plansIn(
  { database: { raw } }: Ledger,
  read: () => Promise<unknown>,
): Promise<string[]> {
  const statements = new Set<string>();
  const prototype = Object.getPrototypeOf(raw.prepare('SELECT 1')) as Statement;
  const spies = (['get', 'all', 'run', 'iterate'] as const).map((name) => {
    const run = prototype[name] as (this: Statement, ...values: unknown[]) => unknown;
    return vi.spyOn(prototype, name).mockImplementation(function ran(this: Statement, ...values) {
      statements.add(this.source);
      return run.apply(this, values) as never;
    });
  });
  const prepare = raw.prepare.bind(raw);
  const preparing = vi.spyOn(raw, 'prepare').mockImplementation((sql: string) => {
    statements.add(sql);
    return prepare(sql);
  });
  await read();
  preparing.mockRestore();
  for (const spy of spies) spy.mockRestore();
  return [...statements]
    .filter((sql) => /^\s*(select|with|insert|update|delete)\b/i.test(sql))
    .flatMap((sql) =>
      raw
        .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replace(PARAMETERS, "'x'")}`)
        .all()
        .map(({ detail }) => detail),
    );
}
