// Keeps the movements that were read last, so that several questions about the same books read them
// once. Entries never change, and each of them changes the version of its account in its commit.
// What a movement takes from elsewhere, the name and the erasure of the customer on its other side,
// is read each time and compared.

import { prepareOnce } from '../kernel/statements.ts';
import {
  type BookedMovement,
  type BookReader,
  MAX_MOVEMENTS,
  type MovementRange,
  readFirstBooking,
  readWithCustomers,
} from './reads.ts';

/** The books of one customer from a time on. */
export interface KeptOrder extends Pick<MovementRange, 'tenantId' | 'customerId' | 'from'> {
  /** As they are in the snapshot that is read. */
  readonly accounts: readonly { readonly id: string; readonly version: number }[];
}

export interface KeptMovements {
  /** From the time of the order on, account by account, each oldest first. */
  readonly movements: readonly BookedMovement[];
  /** True when no entry of these accounts was booked before. */
  readonly isAll: boolean;
}

interface Kept {
  readonly versions: string;
  readonly from: number;
  /** Ids of the customers on the other side, as JSON. */
  readonly others: string;
  readonly othersState: string;
  readonly movements: readonly BookedMovement[];
  readonly first: number | null;
}

/** Movements kept for each database, of all customers together: some 15 MB. */
const MAX_KEPT = MAX_MOVEMENTS;

const keptOf = prepareOnce(({ raw }: BookReader['database']) => ({
  byAccounts: new Map<string, Kept>(),
  /** Each step of an erasure that clears a row counts the row. */
  state: raw
    .prepare<[string], string>(
      `SELECT json_group_array(json_array(c.name, e.rows, e.status)) FROM json_each(?) o
       JOIN customers c ON c.id = o.value LEFT JOIN customer_erasures e ON e.customer_id = c.id`,
    )
    .pluck(),
}));

/**
 * Returns the movements of accounts, from memory where nothing has changed since they were read.
 * Call it in one snapshot with the read of the accounts. Null when there are more than
 * `MAX_MOVEMENTS`.
 */
export function readKeptMovements(reader: BookReader, order: KeptOrder): KeptMovements | null {
  const { tenantId, customerId, accounts, from } = order;
  const { byAccounts, state } = keptOf(reader.database);
  const stateOf = (others: string) => state.get(others) ?? '';
  const accountIds = accounts.map(({ id }) => id);
  const key = [tenantId, customerId, ...accountIds].join(' ');
  const versions = accounts.map(({ version }) => version).join(' ');
  const known = byAccounts.get(key);
  byAccounts.delete(key);
  if (
    known !== undefined &&
    known.versions === versions &&
    known.from <= from &&
    known.othersState === stateOf(known.others)
  ) {
    byAccounts.set(key, known);
    return { movements: since(from, known.movements), isAll: startsWithin(from, known.first) };
  }
  const range = { tenantId, customerId, accountIds, from, to: Number.MAX_SAFE_INTEGER };
  const read = readWithCustomers(reader, range);
  if (read === null) return null;
  const { movements } = read;
  const others = JSON.stringify([customerId, ...read.otherCustomers]);
  const first = readFirstBooking(reader, accountIds);
  byAccounts.set(key, { versions, from, others, othersState: stateOf(others), movements, first });
  dropOldest(byAccounts);
  return { movements, isAll: startsWithin(from, first) };
}

const startsWithin = (from: number, first: number | null) => first === null || first >= from;

/** The same list where none of its movements is older. */
function since(from: number, movements: readonly BookedMovement[]): readonly BookedMovement[] {
  return movements.every(({ postedAt }) => postedAt >= from)
    ? movements
    : movements.filter(({ postedAt }) => postedAt >= from);
}

function dropOldest(byAccounts: Map<string, Kept>): void {
  let total = 0;
  for (const { movements } of byAccounts.values()) total += movements.length + 1;
  for (const [key, { movements }] of byAccounts) {
    if (total <= MAX_KEPT || byAccounts.size === 1) return;
    byAccounts.delete(key);
    total -= movements.length + 1;
  }
}
