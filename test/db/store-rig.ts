// The facilities that the contract of the store needs of an implementation: the port itself, plain
// reads, a clock that only tests move, and direct access to rows, to read and to falsify them.

import type { BalanceReading } from '../../db/accounts/reads.ts';
import type { AccountView } from '../../db/accounts/view.ts';
import type { CustomerView } from '../../db/customers/view.ts';
import type { EventView } from '../../db/events/reads.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { TimelineStep, TransactionView } from '../../db/transactions/view.ts';

/** A clock that only moves when the test moves it. Milliseconds since 1970 UTC. */
export interface Clock {
  readonly now: () => number;
  move(byMs: number): void;
}

/** Tables whose rows show the writes of an act. */
export const TABLES = [
  'accounts',
  'counters',
  'customers',
  'entries',
  'events',
  'hold_movements',
  'holds',
  'idempotency_keys',
  'leaf_salts',
  'leaves',
  'log_head',
  'timeline',
  'transactions',
] as const;
export type Table = (typeof TABLES)[number];

/** Everything that is money: a refusal leaves these rows as they are. */
export const MONEY: readonly Table[] = [
  'accounts',
  'entries',
  'hold_movements',
  'holds',
  'leaf_salts',
  'leaves',
  'log_head',
];

/** Rows by table, as text that is equal only when every byte of them is. */
export type Dump = Readonly<Partial<Record<Table, readonly string[]>>>;

export interface StoreRig {
  readonly store: Pick<Ledger, 'run' | 'onAtRest'>;
  readonly people: Pick<Ledger, 'run'>;
  readonly clock: Clock;
  transaction(tenantId: string, id: string): Promise<TransactionView | null>;
  timeline(id: string): Promise<TimelineStep[]>;
  account(tenantId: string, id: string): Promise<AccountView | null>;
  customer(id: string): Promise<CustomerView | null>;
  balance(tenantId: string, id: string): Promise<BalanceReading | null>;
  balanceAsOf(tenantId: string, id: string, time: number): Promise<BalanceReading | null>;
  /** All events of a tenant, oldest first. */
  events(tenantId: string): Promise<readonly EventView[]>;
  dump(tables?: readonly Table[]): Promise<Dump>;
  /** Runs a statement outside the port, e.g. to set values that no act can set yet. */
  execute(sql: string): Promise<void>;
  /** Makes the last write of that transaction's next step fail until the result is called. */
  failNextStep(transactionId: string): Promise<() => Promise<void>>;
  /** Names of the invariants that do not hold now. */
  violations(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type OpenRig = (environment?: EnvironmentName) => Promise<StoreRig>;
