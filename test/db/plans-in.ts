// What SQLite says that it does for a read.

import { vi } from 'vitest';
import type { Ledger } from '../../db/ledger.ts';

const PARAMETERS = /\?|@\w+/g;

/** What SQLite does for each statement that the read prepares. */
export async function plansIn(
  { database: { raw } }: Ledger,
  read: () => Promise<unknown>,
): Promise<string[]> {
  const prepare = raw.prepare.bind(raw);
  const statements = new Set<string>();
  const spy = vi.spyOn(raw, 'prepare').mockImplementation((sql: string) => {
    statements.add(sql);
    return prepare(sql);
  });
  await read();
  spy.mockRestore();
  return [...statements].flatMap((sql) =>
    prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replace(PARAMETERS, "'x'")}`)
      .all()
      .map(({ detail }) => detail),
  );
}
