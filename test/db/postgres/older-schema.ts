// Makes a ledger in PostgreSQL as a release before has left it: without the last migrations, with a
// customer in it. Prints its version, then the migrations that it lacks. A process of its own,
// because vitest puts a quicker migrator in the place of the real one.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import pg from 'pg';
import { journalOf } from '../../../db/kernel/migrate-file.ts';
import { versionOf } from '../../../db/postgres/copy.ts';
import { firstSteps } from '../../../db/postgres/migrate.ts';
import { fillSchema } from '../../../db/postgres/replica.ts';

const behind = Number(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), 'kontor-older-'));
const { entries } = journalOf('ledger');
const steps = firstSteps('ledger', folder);
steps.keep(entries.length - behind);
const raw = new BetterSqlite3(':memory:');
migrate(drizzle(raw), { migrationsFolder: steps.folder });
const columns = raw
  .prepare<[], { name: string; type: string; notnull: number; dflt_value: unknown }>(
    'SELECT name, type, "notnull", dflt_value FROM pragma_table_info(\'customers\')',
  )
  .all();
const given: Readonly<Record<string, string | number>> = {
  id: 'cus_of_before',
  name: 'Ada Lovelace',
  type: 'individual',
  status: 'active',
  kyc_status: 'unverified',
};
const needed = columns.filter(
  ({ name, notnull, dflt_value }) => name in given || (notnull === 1 && dflt_value === null),
);
const values = needed.map(({ name, type }) => given[name] ?? (type === 'TEXT' ? '{}' : 1));
raw.pragma('foreign_keys = OFF');
raw
  .prepare(
    `INSERT INTO customers (${needed.map(({ name }) => name).join(', ')})
     VALUES (${needed.map(() => '?').join(', ')})`,
  )
  .run(...values);
const version = versionOf(raw);
const client = new pg.Client({ connectionString: process.env.KONTOR_DATABASE_URL ?? '' });
await client.connect();
await client.query('BEGIN');
await fillSchema(client, raw, { name: 'ledger_sandbox', version, number: 7 });
await client.query('COMMIT');
await client.end();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${[version, ...entries.slice(-behind).map(({ tag }) => tag)].join('\n')}\n`);
