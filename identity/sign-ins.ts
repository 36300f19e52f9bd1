// Sign-in of customers with a password: Argon2id, a minimum length, no password known from a
// breach, and growing delays after wrong passwords.

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import type { SignIn } from '../db/platform/oauth.ts';
import type { PlatformRows } from '../db/platform/rows.ts';
import { isBreached } from './breached-passwords.ts';
import { endAccess } from './consents.ts';

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

/** A setting that OWASP recommends for Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Number of attempts without a delay, and the longest delay after more of them. A customer whose
 * name or address a guesser uses is slowed, never locked out.
 */
const PACE = {
  /** Attempts for a name from one address, or in a browser where the customer signed in before. */
  ofName: { free: 5, maxMs: 60_000 },
  /** Attempts for a name from all addresses. */
  ofNameAnywhere: { free: 20, maxMs: 10_000 },
  /** Attempts from an address, which many customers may share. */
  ofAddress: { free: 30, maxMs: 1_000 },
} as const;
const FIRST_WAIT_MS = 1_000;
/** Longest delay for which a request is kept open; a longer delay is returned to the caller. */
const MAX_WAIT_MS = 3_000;
/** Maximum number of requests that are kept open. */
const MAX_WAITING = 8;
const MAX_COUNTED = 1_000_000;
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

export interface SignInOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly name: string;
  readonly password: string;
  readonly actor: string;
}

/** An attempt that is delayed by name and by address. */
export interface PacedAttempt {
  readonly tenantId: string;
  readonly name: string;
  /** IP address of the attempt; null when the connection is closed. */
  readonly address: string | null;
}

export interface PasswordAttempt extends PacedAttempt {
  readonly password: string;
  /** A browser or session known to be the customer's; null for an unknown one. */
  readonly device: string | null;
}

export type PasswordFault = 'too_short' | 'too_long' | 'breached' | 'contains_name';

export type AttemptOutcome =
  | { readonly kind: 'good'; readonly customerId: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'locked'; readonly delayMs: number };

/** The fault of a password; null when it is acceptable. */
export function checkPassword(password: string, name: string): PasswordFault | null {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length < MIN_PASSWORD_LENGTH) return 'too_short';
  if (length > MAX_PASSWORD_LENGTH) return 'too_long';
  if (isBreached(text)) return 'breached';
  return text.toLowerCase().includes(normalizeName(name)) ? 'contains_name' : null;
}

/** The stored hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST);
}

/** Sets name and password of a customer; `name_taken` when another customer has the name. */
export async function setSignIn(
  rows: PlatformRows,
  order: SignInOrder,
  now: () => number,
): Promise<SignIn | 'name_taken'> {
  const passwordHash = await hashPassword(order.password);
  const { tenantId, customerId, name } = order;
  const nameKey = normalizeName(name);
  return rows.write(() => {
    const namedSignIn = rows.oauth.signInByName(tenantId, nameKey);
    if (namedSignIn && namedSignIn.customerId !== customerId) return 'name_taken';
    const time = now();
    const signIn = rows.oauth.signInOf(customerId);
    const row: SignIn = {
      customerId,
      tenantId,
      name,
      nameKey,
      passwordHash,
      createdAt: signIn?.createdAt ?? time,
      updatedAt: time,
      version: (signIn?.version ?? 0) + 1,
    };
    rows.oauth.saveSignIn(row);
    rows.oauth.forgetAttempts(nameCounterKey(tenantId, nameKey));
    if (signIn) endAccess(rows, row, time);
    const detail = JSON.stringify({ tenantId });
    const action = signIn ? 'sign_in.changed' : 'sign_in.created';
    const { actor } = order;
    rows.insertAudit({ at: time, actor, action, objectId: customerId, environment: null, detail });
    return row;
  });
}

/**
 * Checks a name and a password. An unknown name takes as long as a wrong password and is delayed in
 * the same way, so that the answer does not reveal who is a customer.
 */
export async function tryPassword(
  rows: PlatformRows,
  attempt: PasswordAttempt,
  now: () => number,
): Promise<AttemptOutcome> {
  const nameKey = normalizeName(attempt.name);
  const counters = countersOf(attempt, nameKey);
  const delayMs = await waitForTurn(rows, counters, now);
  if (delayMs > 0) return { kind: 'locked', delayMs };
  const signIn = rows.oauth.signInByName(attempt.tenantId, nameKey);
  const storedHash = signIn?.passwordHash ?? (await decoyHash());
  const isCorrect = await verify(storedHash, attempt.password.normalize('NFKC'));
  if (!isCorrect || !signIn) return { kind: 'wrong' };
  await rows.write(() => {
    const [counter, ...shared] = counters;
    if (counter) rows.oauth.forgetAttempts(counter.key);
    for (const { key } of shared) uncountAttempt(rows, key, now());
  });
  return { kind: 'good', customerId: signIn.customerId };
}

/** A name for comparison: NFKC, trimmed, in lower case. */
export function normalizeName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** Number of attempts without a delay, and the longest delay after more of them. */
interface Pace {
  readonly free: number;
  readonly maxMs: number;
}

interface PacedCounter {
  readonly key: Buffer;
  readonly pace: Pace;
}

/** The counters of an attempt. The first is the customer's own; the others are shared. */
function countersOf(
  { tenantId, address, device }: PasswordAttempt,
  nameKey: string,
): PacedCounter[] {
  if (device !== null) {
    return [{ key: keyOf(['device', tenantId, nameKey, device]), pace: PACE.ofName }];
  }
  return [
    { key: keyOf(['name at', tenantId, nameKey, address ?? '']), pace: PACE.ofName },
    { key: nameCounterKey(tenantId, nameKey), pace: PACE.ofNameAnywhere },
    { key: keyOf(['address', address ?? '']), pace: PACE.ofAddress },
  ];
}

let waitingCount = 0;

/**
 * Counts an attempt, after waiting when its delay is short.
 * @returns 0 when the attempt may proceed; otherwise its delay in milliseconds
 */
async function waitForTurn(
  rows: PlatformRows,
  counters: readonly PacedCounter[],
  now: () => number,
): Promise<number> {
  // Counted before the password is checked, so that simultaneous attempts count too.
  const takeNext = () => rows.write(() => takeTurn(rows, counters, now()));
  let delayMs = await takeNext();
  if (delayMs === 0 || delayMs > MAX_WAIT_MS || waitingCount >= MAX_WAITING) return delayMs;
  waitingCount += 1;
  try {
    // More than once: a timer may end a millisecond before the clock says so, and a simultaneous
    // attempt may have taken the turn.
    for (let waitedMs = 0; delayMs > 0 && waitedMs + delayMs <= MAX_WAIT_MS; ) {
      await sleep(delayMs);
      waitedMs += delayMs;
      delayMs = await takeNext();
    }
    return delayMs;
  } finally {
    waitingCount -= 1;
  }
}

/** Counts an attempt and returns 0; or returns its delay in milliseconds without counting it. */
function takeTurn(rows: PlatformRows, counters: readonly PacedCounter[], now: number): number {
  const delayMs = Math.max(0, ...counters.map(({ key }) => remainingDelay(rows, key, now)));
  if (delayMs === 0) for (const counter of counters) countAttempt(rows, counter, now);
  return delayMs;
}

/** Counts an attempt, which increases the delay of the next one. */
function countAttempt(rows: PlatformRows, { key, pace }: PacedCounter, now: number): void {
  const { free, maxMs } = pace;
  const attempts = rows.oauth.attemptsOf(key);
  const isForgotten = attempts.lockedUntil > 0 && attempts.lockedUntil + FORGOTTEN_AFTER_MS < now;
  const failed = Math.min(MAX_COUNTED, (isForgotten ? 0 : attempts.failed) + 1);
  const beyond = failed - free;
  const waitMs = beyond < 0 ? 0 : Math.min(maxMs, FIRST_WAIT_MS * 2 ** Math.min(beyond, 16));
  rows.oauth.saveAttempts(key, { failed, lockedUntil: waitMs === 0 ? 0 : now + waitMs }, now);
}

/**
 * Delays of mails, which strangers can request for a name. A stranger's requests are delayed
 * without blocking the name or the address, and a mailbox gets at most one mail in five minutes.
 */
const MAIL_PACE = {
  ofName: { free: 3, maxMs: 15 * 60_000 },
  ofNameAnywhere: { free: 12, maxMs: 5 * 60_000 },
  ofAddress: { free: 20, maxMs: 10_000 },
} as const;

/** Counts a requested mail; false when it comes too early. Call it inside a write. */
export function mayMail(
  rows: PlatformRows,
  { tenantId, name, address, purpose }: PacedAttempt & { readonly purpose: string },
  now: number,
): boolean {
  const [nameKey, addressKey] = [normalizeName(name), address ?? ''];
  const counters = [
    { key: keyOf([purpose, 'name at', tenantId, nameKey, addressKey]), pace: MAIL_PACE.ofName },
    { key: keyOf([purpose, 'name', tenantId, nameKey]), pace: MAIL_PACE.ofNameAnywhere },
    { key: keyOf([purpose, 'address', addressKey]), pace: MAIL_PACE.ofAddress },
  ];
  return takeTurn(rows, counters, now) === 0;
}

function remainingDelay(rows: PlatformRows, key: Buffer, now: number): number {
  return Math.max(0, rows.oauth.attemptsOf(key).lockedUntil - now);
}

/** Takes an attempt back: a correct password does not count for an address that many share. */
function uncountAttempt(rows: PlatformRows, key: Buffer, now: number): void {
  const { failed, lockedUntil } = rows.oauth.attemptsOf(key);
  rows.oauth.saveAttempts(key, { failed: Math.max(0, failed - 1), lockedUntil }, now);
}

function nameCounterKey(tenantId: string, nameKey: string): Buffer {
  return keyOf(['name', tenantId, nameKey]);
}

function keyOf(parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

let decoy: Promise<string> | null = null;

/** A hash of the same cost that no password matches. */
function decoyHash(): Promise<string> {
  decoy ??= hash(`${Math.random()} ${process.hrtime.bigint()}`, COST);
  return decoy;
}
