// Caches the movements that were read last, so that several questions about the same accounts read
// them once. Entries never change, and each entry changes the version of its account in its commit.
// The names and erasures of the customers on the other side can change, so they are read each time
// and compared.

import { prepareOnce } from '../kernel/statements.ts';
import {
  type BookedMovement,
  type BookReader,
  MAX_MOVEMENTS,
  type MovementRange,
  readFirstBooking,
  readWithCustomers,
} from './reads.ts';

/** The movements of one customer's accounts from a time on. */
export interface CachedRange extends Pick<MovementRange, 'tenantId' | 'customerId' | 'from'> {
  /** The accounts of the customer with their versions in the snapshot that is read. */
  readonly accounts: readonly { readonly id: string; readonly version: number }[];
}

export interface CachedMovements {
  /** From the time of the range on, account by account, each oldest first. */
  readonly movements: readonly BookedMovement[];
  /** True when no entry of these accounts was booked before that time. */
  readonly isAll: boolean;
}

interface CacheEntry {
  readonly versions: string;
  readonly from: number;
  /** Ids of the customers on the other side, as JSON. */
  readonly others: string;
  readonly othersState: string;
  readonly movements: readonly BookedMovement[];
  readonly first: number | null;
}

/** Movements kept for each database, of all customers together: some 15 MB. */
const MAX_CACHED = MAX_MOVEMENTS;

const cacheOf = prepareOnce(({ raw }: BookReader['database']) => ({
  byAccounts: new Map<string, CacheEntry>(),
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
export function readCachedMovements(
  reader: BookReader,
  order: CachedRange,
): CachedMovements | null {
  const { tenantId, customerId, accounts, from } = order;
  const { byAccounts, state } = cacheOf(reader.database);
  const stateOf = (others: string) => state.get(others) ?? '';
  const accountIds = accounts.map(({ id }) => id);
  const key = [tenantId, customerId, ...accountIds].join(' ');
  const versions = accounts.map(({ version }) => version).join(' ');
  const cached = byAccounts.get(key);
  byAccounts.delete(key);
  if (
    cached !== undefined &&
    cached.versions === versions &&
    cached.from <= from &&
    cached.othersState === stateOf(cached.others)
  ) {
    byAccounts.set(key, cached);
    return {
      movements: movementsSince(from, cached.movements),
      isAll: startsWithin(from, cached.first),
    };
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

/** Returns the movements from a time on; the list itself when none of them is older. */
function movementsSince(
  from: number,
  movements: readonly BookedMovement[],
): readonly BookedMovement[] {
  return movements.every(({ postedAt }) => postedAt >= from)
    ? movements
    : movements.filter(({ postedAt }) => postedAt >= from);
}

function dropOldest(byAccounts: Map<string, CacheEntry>): void {
  let total = 0;
  for (const { movements } of byAccounts.values()) total += movements.length + 1;
  for (const [key, { movements }] of byAccounts) {
    if (total <= MAX_CACHED || byAccounts.size === 1) return;
    byAccounts.delete(key);
    total -= movements.length + 1;
  }
}
