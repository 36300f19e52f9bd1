// The rows of a world, and the diary in which a household writes them.
import { createRandomFor, type Random } from '../random.ts';

export interface Context {
  readonly ipAddress?: string;
  readonly deviceId?: string;
  readonly channel?: string;
  readonly location?: { readonly country: string; readonly lat: number; readonly lon: number };
}

export interface ExternalParty {
  readonly name: string;
  readonly method: 'card' | 'sepa' | 'ach' | 'wire' | 'cash';
  readonly mcc?: string;
  readonly country?: string;
  readonly accountNumber?: string;
  readonly bankCode?: string;
}

/** The true label of a payment; the bank never sees it. */
export type Label = 'honest' | 'fraud' | 'laundering';

/** One payment: the request to the bank and the true label. */
export interface Row {
  readonly kind: 'payment';
  readonly id: string;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly customer: string;
  readonly type: 'withdrawal' | 'deposit' | 'transfer';
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly sourceAccount?: string;
  readonly destinationAccount?: string;
  /** True when both accounts of a transfer belong to the customer. */
  readonly isOwn?: boolean;
  readonly category?: string;
  readonly description?: string;
  readonly externalParty?: ExternalParty;
  readonly context?: Context;
  readonly label: Label;
  /** The ordinary or planted reason: `groceries`, `takeover`, `layering`. */
  readonly act: string;
  /** Id that all rows of one planted fraud or one honest trap share. */
  readonly scenario?: string;
  /** The number of the payment inside its scenario, from 1. */
  readonly step?: number;
}

export interface AccountProfile {
  readonly id: string;
  readonly type: 'checking' | 'savings';
  readonly currency: string;
  readonly name: string;
  /** Balance on the day of opening, before the first row. */
  readonly opening: number;
}

export interface CustomerProfile {
  readonly id: string;
  readonly type: 'individual' | 'business';
  readonly name: string;
  readonly dateOfBirth: string;
  readonly country: string;
  /** The day on which the customer joined. */
  readonly joined: string;
  /** Description of the household in words. */
  readonly life: string;
  readonly accounts: readonly AccountProfile[];
}

export interface ScenarioProfile {
  readonly id: string;
  readonly kind: string;
  readonly label: Label;
  readonly customer: string;
  readonly accounts: readonly string[];
}

/** A world, and the drafts that an account could not pay. */
export interface World {
  readonly header: {
    readonly kind: 'header';
    readonly world: 'households' | 'aml';
    readonly seed: number;
    readonly start: string;
    readonly days: number;
    readonly customers: readonly CustomerProfile[];
    readonly scenarios: readonly ScenarioProfile[];
  };
  readonly rows: readonly Row[];
  readonly left: readonly Draft[];
}

export const WORLD_START = Date.UTC(2026, 0, 5);
export const DAY = 86_400_000;
export const MINUTE = 60_000;

export const isoDate = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A row without its id; `time` in milliseconds. */
export type Draft = Omit<Row, 'kind' | 'id' | 'at' | 'label'> & {
  readonly time: number;
  readonly label?: Label;
};

export interface Diary {
  readonly drafts: Draft[];
  /** Writes a payment. */
  write(draft: Draft): void;
}

export function openDiary(): Diary {
  const drafts: Draft[] = [];
  return { drafts, write: (draft) => drafts.push(draft) };
}

/** Converts to minor units, at least 1. */
export const toMinorUnits = (amount: number) => Math.max(1, Math.round(amount * 100));

/** Draws a price as shops have it: many end in 9, some are round. */
export function drawPrice(random: Random, low: number, high: number): number {
  const amount = low * (high / low) ** random.next();
  if (amount > 20 && random.chance(0.25)) return Math.round(amount) * 100;
  return toMinorUnits(random.chance(0.4) ? Math.floor(amount) + 0.99 : amount);
}

/**
 * Returns the rows in the order of time, without the payments for which an account lacks the money.
 */
export function settle(
  drafts: readonly Draft[],
  customers: readonly CustomerProfile[],
  seed: number,
): { rows: Row[]; left: Draft[] } {
  const balances = new Map(
    customers.flatMap(({ accounts }) => accounts.map(({ id, opening }) => [id, opening] as const)),
  );
  const rows: Row[] = [];
  const remaining: Draft[] = [];
  const tie = createRandomFor(seed, 'settle');
  const ordered = drafts.map((draft) => ({ draft, tie: tie.next() }));
  ordered.sort((a, other) => a.draft.time - other.draft.time || a.tie - other.tie);
  for (const { draft } of ordered) {
    const { time, label = 'honest', ...rest } = draft;
    const { sourceAccount: from, destinationAccount: to, amount } = rest;
    const balance = from === undefined ? amount : (balances.get(from) ?? 0);
    if (balance < amount) {
      remaining.push(draft);
      continue;
    }
    if (from !== undefined) balances.set(from, balance - amount);
    if (to !== undefined) balances.set(to, (balances.get(to) ?? 0) + amount);
    const id = `p${seed}_${String(rows.length + 1).padStart(6, '0')}`;
    rows.push({ kind: 'payment', id, at: new Date(time).toISOString(), ...rest, label });
  }
  return { rows, left: remaining };
}
