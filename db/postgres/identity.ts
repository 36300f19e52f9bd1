// Checks that a server is the bank's: it accepts writes, has the schema, and the schema belongs to
// this bank. A connection to another server, by a proxy, a DNS name or a failover, is refused.

import type pg from 'pg';
import { WrongBank } from '../kernel/bank-name.ts';

/** Thrown when a schema that should exist does not. */
export class SchemaGone extends Error {}

/** Thrown when the server is unreachable, starting or stopping. */
export class ServerUnavailable extends Error {}

/** Thrown when the server answers and accepts no writes: a standby, or a read-only server. */
export class ServerReadOnly extends ServerUnavailable {}

/** The errors of a server with another bank, without the schema, or without writes. */
const FOREIGN_ERRORS = [WrongBank, SchemaGone, ServerReadOnly];

/**
 * Returns true for the error of a server that answers and is not the bank's, or accepts no writes.
 */
export const isForeign = (cause: unknown) => FOREIGN_ERRORS.some((kind) => cause instanceof kind);

interface ExpectedSchema {
  readonly schema: string;
  /** Null for any bank. */
  readonly bank: string | null;
}

/** @throws ServerReadOnly, SchemaGone, WrongBank */
export async function requireWriter(
  client: pg.Client,
  { schema, bank }: ExpectedSchema,
): Promise<void> {
  await requireWritable(client);
  const { rows } = await client.query<{ head: string | null; named: string | null }>(
    `SELECT to_regclass('${schema}.commit_head')::text AS head,
       to_regclass('${schema}.bank')::text AS named`,
  );
  if (rows[0]?.head === null) throw new SchemaGone(`there is no schema ${schema} in PostgreSQL`);
  if (bank === null) return;
  const bankName = rows[0]?.named === null ? null : await bankNameOn(client, schema);
  if (bankName === bank) return;
  const text = `schema ${schema} in PostgreSQL is of ${bankName === null ? 'no bank' : `bank ${bankName}`}`;
  throw new WrongBank(`${text}, and this is bank ${bank}`);
}

/** @throws ServerReadOnly */
export async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ standby: boolean; closed: boolean }>(
    `SELECT pg_is_in_recovery() AS standby,
       current_setting('default_transaction_read_only') = 'on' AS closed`,
  );
  if (rows[0]?.standby) throw new ServerReadOnly('the PostgreSQL server is a standby: read-only');
  if (rows[0]?.closed) throw new ServerReadOnly('the PostgreSQL server is set to be read-only');
}

/**
 * Returns the bank's name from a schema that has the table for it, or null when the bank has no
 * name yet.
 */
export async function bankNameOn(client: pg.Client, schema: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${schema}.bank`);
  return rows[0]?.name ?? null;
}
