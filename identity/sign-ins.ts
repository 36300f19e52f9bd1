// Sign-in of customers with a password: Argon2id, a minimum length, no password known from a
// breach, and growing delays for a guesser.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import type { SignIn } from '../db/platform/oauth.ts';
import type { PlatformRows } from '../db/platform/rows.ts';
import { isBreached } from './breached-passwords.ts';
import { endAccess } from './consents.ts';

export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 128;

/** OWASP's second choice for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Wrong passwords without a delay, and the longest delay after more of them. A person who knows a
 * name, or shares an address with a guesser, is slowed and never locked out.
 */
const PACE = {
  /**
   * Attempts at a name from one address, or in a browser where the customer has signed in before.
   */
  ofName: { free: 5, mostMs: 60_000 },
  /** Attempts at a name from all addresses together. */
  ofNameAnywhere: { free: 20, mostMs: 10_000 },
  /** Attempts from an address, which many customers may share. */
  ofAddress: { free: 30, mostMs: 1_000 },
} as const;
const FIRST_WAIT_MS = 1_000;
/**
 * Longest time that an attempt waits here for its turn; a longer wait is answered at once with its
 * length.
 */
const WAITS_HERE_MS = 3_000;
/** So many at a time: each keeps its request open. */
const MOST_WAITING = 8;
const MOST_COUNTED = 1_000_000;
const FORGOTTEN_MS = 24 * 60 * 60 * 1000;

export interface SignInOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly name: string;
  readonly password: string;
  readonly actor: string;
}

/** Something that is paced by account and by address. */
export interface PacedAttempt {
  readonly tenantId: string;
  readonly name: string;
  /** Address of the attempt, or null when the connection is gone. */
  readonly address: string | null;
}

export interface PasswordAttempt extends PacedAttempt {
  readonly password: string;
  /** A browser or session known to be the customer's, or null for an unknown one. */
  readonly device: string | null;
}

export type PasswordFault = 'too_short' | 'too_long' | 'breached' | 'contains_name';

export type AttemptOutcome =
  | { readonly kind: 'good'; readonly customerId: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly forMs: number };

/** The fault of a password, or null when it is acceptable. */
export function faultOf(password: string, name: string): PasswordFault | null {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length < SHORTEST_PASSWORD) return 'too_short';
  if (length > LONGEST_PASSWORD) return 'too_long';
  if (isBreached(text)) return 'breached';
  return text.toLowerCase().includes(nameKeyOf(name)) ? 'contains_name' : null;
}

/** As a password is kept. */
export function passwordHashOf(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST);
}

/** Sets name and password of a customer; `name_taken` when another one has that name. */
export async function setSignIn(
  rows: PlatformRows,
  order: SignInOrder,
  now: () => number,
): Promise<SignIn | 'name_taken'> {
  const passwordHash = await passwordHashOf(order.password);
  const { tenantId, customerId, name } = order;
  const nameKey = nameKeyOf(name);
  return rows.write(() => {
    const other = rows.oauth.signInByName(tenantId, nameKey);
    if (other && other.customerId !== customerId) return 'name_taken';
    const at = now();
    const known = rows.oauth.signInOf(customerId);
    const row: SignIn = {
      customerId,
      tenantId,
      name,
      nameKey,
      passwordHash,
      createdAt: known?.createdAt ?? at,
      updatedAt: at,
      version: (known?.version ?? 0) + 1,
    };
    rows.oauth.saveSignIn(row);
    rows.oauth.forgetAttempts(ofName(tenantId, nameKey));
    if (known) endAccess(rows, row, at);
    const detail = JSON.stringify({ tenantId });
    const action = known ? 'sign_in.changed' : 'sign_in.created';
    const { actor } = order;
    rows.insertAudit({ at, actor, action, objectId: customerId, environment: null, detail });
    return row;
  });
}

/**
 * Checks a name and a password. An unknown name takes as long as a wrong password and is locked
 * like a known one: the answer does not reveal who is a customer.
 */
export async function tryPassword(
  rows: PlatformRows,
  attempt: PasswordAttempt,
  now: () => number,
): Promise<AttemptOutcome> {
  const nameKey = nameKeyOf(attempt.name);
  const counters = countersOf(attempt, nameKey);
  const forMs = await waitForTurn(rows, counters, now);
  if (forMs > 0) return { kind: 'locked', forMs };
  const known = rows.oauth.signInByName(attempt.tenantId, nameKey);
  const stored = known?.passwordHash ?? (await decoy());
  const isGood = await verify(stored, attempt.password.normalize('NFKC'));
  if (!isGood || !known) return { kind: 'wrong' };
  await rows.write(() => {
    const [own, ...shared] = counters;
    if (own) rows.oauth.forgetAttempts(own.key);
    for (const { key } of shared) forgive(rows, key, now());
  });
  return { kind: 'good', customerId: known.customerId };
}

/** As names are compared: Unicode in one form, without case. */
export function nameKeyOf(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** Attempts without a delay, and the longest delay after more of them. */
interface Pace {
  readonly free: number;
  readonly mostMs: number;
}

interface PacedCounter {
  readonly key: Buffer;
  readonly pace: Pace;
}

/** The first one is the customer's own; the others are shared with strangers. */
function countersOf(
  { tenantId, address, device }: PasswordAttempt,
  nameKey: string,
): PacedCounter[] {
  if (device !== null) {
    return [{ key: keyOf(['device', tenantId, nameKey, device]), pace: PACE.ofName }];
  }
  return [
    { key: keyOf(['name at', tenantId, nameKey, address ?? '']), pace: PACE.ofName },
    { key: ofName(tenantId, nameKey), pace: PACE.ofNameAnywhere },
    { key: keyOf(['address', address ?? '']), pace: PACE.ofAddress },
  ];
}

let waiting = 0;

/**
 * Takes the next turn of an attempt, and waits for it if it comes soon.
 * @returns milliseconds until the next turn; 0 when this attempt has one
 */
async function waitForTurn(
  rows: PlatformRows,
  counters: readonly PacedCounter[],
  now: () => number,
): Promise<number> {
  // Counted before the password is looked at: of many attempts at once none is free.
  const take = () => rows.write(() => takeTurn(rows, counters, now()));
  const forMs = await take();
  if (forMs === 0 || forMs > WAITS_HERE_MS || waiting >= MOST_WAITING) return forMs;
  waiting += 1;
  try {
    await sleep(forMs);
    return await take();
  } finally {
    waiting -= 1;
  }
}

/** Counts an attempt whose turn it is; otherwise returns the milliseconds until its turn. */
function takeTurn(rows: PlatformRows, counters: readonly PacedCounter[], now: number): number {
  const forMs = Math.max(0, ...counters.map(({ key }) => lockOf(rows, key, now)));
  if (forMs === 0) for (const counter of counters) pace(rows, counter, now);
  return forMs;
}

/** Counts an attempt: the next one comes later and later. */
function pace(rows: PlatformRows, { key, pace: terms }: PacedCounter, now: number): void {
  const { free, mostMs } = terms;
  const found = rows.oauth.attemptsOf(key);
  const isOld = found.lockedUntil > 0 && found.lockedUntil + FORGOTTEN_MS < now;
  const failed = Math.min(MOST_COUNTED, (isOld ? 0 : found.failed) + 1);
  const beyond = failed - free;
  const waits = beyond < 0 ? 0 : Math.min(mostMs, FIRST_WAIT_MS * 2 ** Math.min(beyond, 16));
  rows.oauth.saveAttempts(key, { failed, lockedUntil: waits === 0 ? 0 : now + waits }, now);
}

/**
 * Paces of letters that anybody can ask for by the name of somebody else: who asks is slowed, so
 * that neither a name nor an address is shut, and a mailbox gets at most one each five minutes.
 */
const LETTER_PACE = {
  ofName: { free: 3, mostMs: 15 * 60_000 },
  ofNameAnywhere: { free: 12, mostMs: 5 * 60_000 },
  ofAddress: { free: 20, mostMs: 10_000 },
} as const;

/** Counts a letter that is asked for, by name and by address. Call it inside a write. */
export function isTurnOfLetter(
  rows: PlatformRows,
  { tenantId, name, address, purpose }: PacedAttempt & { readonly purpose: string },
  now: number,
): boolean {
  const [nameKey, at] = [nameKeyOf(name), address ?? ''];
  const counters = [
    { key: keyOf([purpose, 'name at', tenantId, nameKey, at]), pace: LETTER_PACE.ofName },
    { key: keyOf([purpose, 'name', tenantId, nameKey]), pace: LETTER_PACE.ofNameAnywhere },
    { key: keyOf([purpose, 'address', at]), pace: LETTER_PACE.ofAddress },
  ];
  return takeTurn(rows, counters, now) === 0;
}

function lockOf(rows: PlatformRows, key: Buffer, now: number): number {
  return Math.max(0, rows.oauth.attemptsOf(key).lockedUntil - now);
}

/** Many customers may share an address: a correct password does not count towards its limit. */
function forgive(rows: PlatformRows, key: Buffer, now: number): void {
  const { failed, lockedUntil } = rows.oauth.attemptsOf(key);
  rows.oauth.saveAttempts(key, { failed: Math.max(0, failed - 1), lockedUntil }, now);
}

function ofName(tenantId: string, nameKey: string): Buffer {
  return keyOf(['name', tenantId, nameKey]);
}

function keyOf(parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

let made: Promise<string> | null = null;

/** A hash that nothing fits, of the same cost. */
function decoy(): Promise<string> {
  made ??= hash(`${Math.random()} ${process.hrtime.bigint()}`, COST);
  return made;
}
