// A second person of the bank, for what takes two.

import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { hashKey } from '../../identity/api-key.ts';
import type { TestBank } from './bank.ts';

/** Adds an operator and returns the key. */
export function secondOperator({ dataDir }: TestBank): string {
  const key = `op_second_${'0'.repeat(24)}`;
  const platform = new BetterSqlite3(join(dataDir, 'platform.db'));
  const id = 'opr_06ayx0rw7mf5w0h1y6k2v3c4d5';
  platform
    .prepare(
      `INSERT OR IGNORE INTO operators (id, name, key_hash, status, created_at, updated_at)
       VALUES (?, 'Second', ?, 'active', 1, 1)`,
    )
    .run(id, hashKey(key));
  platform.close();
  return key;
}
