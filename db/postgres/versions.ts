// Lists the bank schemas in a database, and the version of each.

import { connectTo } from './hosts.ts';

/** Versions of the schemas of a database, by their names. */
export async function schemaVersions(url: string): Promise<ReadonlyMap<string, string>> {
  const client = await connectTo(url);
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT n.nspname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relname = 'commit_head' AND n.nspname ~ '^(platform|ledger_[a-z0-9_]+)$'
       ORDER BY 1`,
    );
    const versions = new Map<string, string>();
    for (const { name } of rows) {
      const head = await client.query<{ version: string }>(
        `SELECT version FROM ${name}.commit_head`,
      );
      versions.set(name, head.rows[0]?.version ?? '');
    }
    return versions;
  } finally {
    await client.end();
  }
}
