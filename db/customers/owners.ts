// Reads the names of the customers who own accounts.

import type { Database } from '../kernel/connect.ts';
import type { AnyThreadLedger } from '../kernel/ledger-reads.ts';
import { IN_GIVEN_LIST } from '../kernel/sets.ts';
import { prepareOnce } from '../kernel/statements.ts';

/** The customer of an account. */
export interface Owner {
  readonly accountId: string;
  readonly tenantId: string;
  readonly customerId: string;
  /** Null when the data of the customer was erased. */
  readonly name: string | null;
  readonly country: string | null;
}

const owners = prepareOnce(({ raw }: Pick<Database, 'raw'>) =>
  raw.prepare<[string], Owner>(
    `SELECT a.id AS accountId, a.tenant_id AS tenantId, c.id AS customerId,
       CASE WHEN e.customer_id IS NULL THEN c.name END AS name, c.country
     FROM accounts a JOIN customers c ON c.id = a.customer_id
     LEFT JOIN customer_erasures e ON e.customer_id = c.id
     WHERE a.kind = 'customer' AND a.id IN ${IN_GIVEN_LIST}`,
  ),
);

/** Returns the owners of accounts of any tenant, by the id of the account. */
export function ownersOfAccounts(
  { database }: Pick<AnyThreadLedger, 'database'>,
  accountIds: readonly string[],
): ReadonlyMap<string, Owner> {
  const rows = owners(database).all(JSON.stringify(accountIds));
  return new Map(rows.map((row) => [row.accountId, row]));
}
