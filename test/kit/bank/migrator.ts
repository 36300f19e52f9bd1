// Drizzle's migrator, quicker where a database is new: it gets at once what all migrations together
// make of it. The migrations themselves run once in a process; each of the hundreds of ledgers that
// the suite opens paid a third of a second for them. vitest.config.ts puts this module in the place
// of the migrator; processes that a test starts have the migrator itself.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';

type Raw = BetterSqlite3.Database;
type Migrate = (
  db: BetterSQLite3Database & { readonly $client: Raw },
  config: { readonly migrationsFolder: string },
) => void;

/** Drizzle's own. `import` would find this file again. */
export const migrateEach: Migrate = createRequire(import.meta.url)(
  'drizzle-orm/better-sqlite3/migrator',
).migrate;

/** Migrations of other folders are what a test is about. */
const OURS = fileURLToPath(new URL('../../../db/migrations/sqlite/', import.meta.url));
const images = new Map<string, string>();

export const migrate: Migrate = (db, config) => {
  const { migrationsFolder: folder } = config;
  if (folder.startsWith(OURS) && isNew(db.$client)) {
    db.$client
      .transaction(() => {
        // Another process may have been quicker.
        if (isNew(db.$client)) db.$client.exec(imageOf(folder));
      })
      .immediate();
  }
  migrateEach(db, config);
};

function isNew(raw: Raw): boolean {
  return raw.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
}

/** What the migrations make of a new database, as one text of SQL. */
function imageOf(folder: string): string {
  const known = images.get(folder);
  if (known !== undefined) return known;
  const raw = new BetterSqlite3(':memory:');
  migrateEach(drizzle(raw), { migrationsFolder: folder });
  const made = `${[...statementsOf(raw)].join(';\n')};`;
  raw.close();
  images.set(folder, made);
  return made;
}

interface Part {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** The rows come before the triggers, which guard them. */
function* statementsOf(raw: Raw): Iterable<string> {
  const parts = raw
    .prepare<[], Part>(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid`,
    )
    .all();
  const tables = parts.filter(({ type }) => type === 'table');
  for (const { sql } of tables) yield sql;
  for (const { name } of tables) yield* rowsOf(raw, name);
  // Two ledgers of one name would share their workflows.
  if (tables.some(({ name }) => name === 'ledger')) {
    yield 'UPDATE ledger SET name = lower(hex(randomblob(6)))';
  }
  for (const { type, sql } of parts) if (type !== 'table') yield sql;
}

function rowsOf(raw: Raw, table: string): string[] {
  const columns = raw
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table)
    .map((name) => `"${name}"`);
  const values = columns.map((name) => `quote(${name})`).join(` || ',' || `);
  return raw
    .prepare<[], string>(`SELECT ${values} FROM "${table}"`)
    .pluck()
    .all()
    .map((row) => `INSERT INTO "${table}" (${columns.join(',')}) VALUES (${row})`);
}
