// The form of a source of work that waits for a person, and the parts that sources share.

import type { WorkQueue } from '../../ledger/decisions/work.ts';
import type { Noun } from '../../ledger/id.ts';

export interface WorkSource {
  readonly queue: WorkQueue;
  readonly noun: Noun;
  /** The table of the items. */
  readonly table: string;
  /** Query for the items; `@id` selects one. */
  readonly select: string;
  /** SQL condition for the waiting items. */
  readonly waits: string;
  /** Query for the reasons of items, by a JSON list of their ids: codes, or JSON with codes. */
  readonly cause: string;
}

/** Queries for the people in items, by a JSON list of the ids of the items. */
export interface PartyQueries {
  /** The customer that an item is about. */
  readonly about?: readonly string[];
  /** The payment of an item. */
  readonly payment?: readonly string[];
  /** Two names that were compared. */
  readonly compared?: readonly string[];
  /** The customer of an item, and its payments as JSON. */
  readonly payments?: readonly string[];
}

/** The parts of a subject in the work of operators. */
export interface WorkTables {
  readonly sources?: readonly WorkSource[];
  readonly parties?: PartyQueries;
  /** Notes on items in a table of the subject: the table, and its column with the id of an item. */
  readonly notes?: { readonly table: string; readonly column: string };
  /** SQL of values that change with the work and have no event. */
  readonly marks?: readonly string[];
}

/**
 * Amount that raises the priority of an item, in minor units of any currency (10,000 units of
 * most). This is a policy of the bank, not a measured value.
 */
export const LARGE_AMOUNT = 1_000_000;

export const IN_LIST = 'IN (SELECT value FROM json_each(?))';

const NO_AMOUNT = 'CAST(NULL AS BIGINT)';

/** Query for items about a customer, which have the same columns in every table. */
export const customerItems = (
  table: string,
  {
    accountId = 'NULL',
    transactionId = 'NULL',
    usual = "'normal'",
    score = '0',
    amount = NO_AMOUNT,
    currency = 'CAST(NULL AS TEXT)',
  } = {},
) =>
  `SELECT id, tenant_id AS tenantId, customer_id AS customerId, ${accountId} AS accountId,
     ${transactionId} AS transactionId, created_at AS openedAt, ${usual} AS usual,
     ${score} AS score, ${amount} AS amount, ${currency} AS currency
   FROM ${table} WHERE true`;

/** SQL for the name of the customer of a row `o`; null when the customer was erased. */
export const NAME = 'CASE WHEN e.customer_id IS NULL THEN c.name END AS name';
export const JOIN_CUSTOMER = `JOIN customers c ON c.id = o.customer_id
  LEFT JOIN customer_erasures e ON e.customer_id = c.id`;

/** Query for the customer that items in a table are about. */
export const aboutCustomer = (table: string) =>
  `SELECT o.id, o.customer_id AS customerId, ${NAME} FROM ${table} o ${JOIN_CUSTOMER}
   WHERE o.id ${IN_LIST}`;
