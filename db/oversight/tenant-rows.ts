// Whether a ledger has any row of a tenant: read from outside of the bank, which may be working.

import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { schemaOf } from '../postgres/databases.ts';
import { clientOf } from '../postgres/link.ts';

interface LedgerPlace {
  /** Null: files. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** Name of the ledger. */
  readonly ledger: string;
}

/** Looks into every table whose rows belong to tenants. */
export function hasRowsOf(place: LedgerPlace, tenantId: string): Promise<boolean> {
  const { databaseUrl, dataDir, ledger } = place;
  if (databaseUrl !== null) return hasRowsInSchema(databaseUrl, schemaOf(ledger), tenantId);
  return Promise.resolve(hasRowsInFile(join(dataDir, `${ledger}.db`), tenantId));
}

function hasRowsInFile(file: string, tenantId: string): boolean {
  const db = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    const tables = db
      .prepare<[], string>(
        `SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) p
         WHERE m.type = 'table' AND p.name = 'tenant_id'`,
      )
      .pluck()
      .all();
    return tables.some(
      (table) =>
        db.prepare(`SELECT 1 FROM "${table}" WHERE tenant_id = ? LIMIT 1`).get(tenantId) !==
        undefined,
    );
  } finally {
    db.close();
  }
}

async function hasRowsInSchema(url: string, schema: string, tenantId: string): Promise<boolean> {
  const client = clientOf(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = $1 AND column_name = 'tenant_id'`,
      [schema],
    );
    for (const { name } of rows) {
      const text = `SELECT 1 FROM ${schema}."${name}" WHERE tenant_id = $1 LIMIT 1`;
      if ((await client.query(text, [tenantId])).rowCount) return true;
    }
    return false;
  } finally {
    await client.end();
  }
}
