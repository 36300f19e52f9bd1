// Finds objects by the metadata that clients keep with them. Triggers keep the terms of each object
// (the texts, numbers and booleans at the top level of its metadata), so that no act can forget to.

import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { metadataTerms } from './tables.ts';

/** Kinds of objects that have metadata and a list that can be narrowed by it. */
export type MetadataKind =
  | 'customer'
  | 'account'
  | 'transaction'
  | 'wallet'
  | 'schedule'
  | 'batch'
  | 'alert'
  | 'webhook_endpoint'
  | 'model_deployment'
  | 'credit_assessment'
  | 'kyc_assessment';

/** A filter of a list: the key has that value, as a text, a number or a boolean. */
export interface MetadataTerm {
  readonly key: string;
  readonly value: string;
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The forms in which a value may be stored: a number may be written in several ways. */
function formsOf(value: string): SQL {
  if (!NUMBER.test(value)) return sql`${value}`;
  const number = Number(value);
  if (Number.isSafeInteger(number)) return sql`${value}, ${String(number)}`;
  return sql`${value}, CAST(${number} AS TEXT)`;
}

/**
 * Returns the condition that narrows a list by the index of the terms, or undefined without terms.
 * @param id column with the id of the object that the terms belong to
 */
export function hasMetadata(
  kind: MetadataKind,
  tenantId: string,
  id: Column,
  terms: readonly MetadataTerm[] = [],
): SQL | undefined {
  if (terms.length === 0) return undefined;
  const { objectId, ...termColumns } = getTableColumns(metadataTerms);
  const conditions = terms.map(
    ({ key, value }) => sql`${id} IN (SELECT ${objectId} FROM ${metadataTerms}
      WHERE ${termColumns.tenantId} = ${tenantId} AND ${termColumns.kind} = ${kind} AND ${termColumns.key} = ${key}
      AND ${termColumns.value} IN (${formsOf(value)}))`,
  );
  return sql.join(conditions, sql` AND `);
}
