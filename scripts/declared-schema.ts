// Collects the declared tables of a schema from the tables.ts files of db/.

import { readdirSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { INVENTORY_VIEWS } from '../db/inventory/tables.ts';
import { schemaSql } from '../db/kernel/declare.ts';

const DB = new URL('../db/', import.meta.url);

/** Returns the tables of a schema, by folder; those of the platform are in db/platform. */
export async function declaredTables(schema: 'ledger' | 'platform'): Promise<SQLiteTable[]> {
  const files = readdirSync(DB, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('tables.ts'))
    .filter((file) => file.startsWith('platform/') === (schema === 'platform'))
    .sort();
  const tables: SQLiteTable[] = [];
  for (const file of files) {
    const exported: unknown[] = Object.values(await import(new URL(file, DB).href));
    for (const value of exported) if (is(value, SQLiteTable)) tables.push(value);
  }
  return tables;
}

/** Returns the first migration of a schema: the statements that make a new database. */
export async function writeBaseline(schema: 'ledger' | 'platform'): Promise<string> {
  const views = schema === 'ledger' ? INVENTORY_VIEWS : [];
  const statements = schemaSql(await declaredTables(schema), views);
  const head = '-- Written by `npm run docs` from the tables.ts files of db/: change those.\n';
  return `${head}${statements.map((statement) => `${statement};\n`).join('')}`;
}
