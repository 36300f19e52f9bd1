// Password resets: a customer gets a code by mail. The answer does not reveal who is a customer;
// the code is valid once, for half an hour, and ends every session and every app's access.

import type { SignIn } from '../db/platform/oauth.ts';
import type { PlatformRows } from '../db/platform/rows.ts';
import { hashKey, newKey } from './api-key.ts';
import { endAccess } from './consents.ts';
import {
  faultOf,
  isTurnOfLetter,
  nameKeyOf,
  type PacedAttempt,
  type PasswordFault,
  passwordHashOf,
} from './sign-ins.ts';

const RESET_MS = 30 * 60 * 1000;

export interface ResetCode {
  readonly customerId: string;
  readonly code: string;
}

export interface ResetOrder {
  readonly code: string;
  readonly password: string;
}

export type ResetOutcome = SignIn | 'invalid_code' | PasswordFault;

/** A code for the customer of that name; null when there is none, or the next one is not due yet. */
export async function beginReset(
  rows: PlatformRows,
  attempt: PacedAttempt,
  now: () => number,
): Promise<ResetCode | null> {
  // Known or not, the same is counted and the same is written.
  const { key: code, hash: codeHash } = newKey('reset_');
  return rows.write(() => {
    if (!isTurnOfLetter(rows, { ...attempt, purpose: 'reset' }, now())) return null;
    const { tenantId, name } = attempt;
    const known = rows.oauth.signInByName(tenantId, nameKeyOf(name));
    rows.oauth.pruneResets(now());
    if (!known) return null;
    const { customerId } = known;
    rows.oauth.insertReset({ codeHash, customerId, expiresAt: now() + RESET_MS, usedAt: null });
    return { customerId, code };
  });
}

/** The sign-in that a valid code belongs to; null otherwise. */
export function resetOf(rows: PlatformRows, code: string, now: number): SignIn | null {
  const found = rows.oauth.findReset(hashKey(code));
  if (!found || found.usedAt !== null || found.expiresAt <= now) return null;
  return rows.oauth.signInOf(found.customerId);
}

/** Sets the password that the code is good for, and ends every session and every other code. */
export async function finishReset(
  rows: PlatformRows,
  { code, password }: ResetOrder,
  now: () => number,
): Promise<ResetOutcome> {
  const known = resetOf(rows, code, now());
  if (!known) return 'invalid_code';
  const fault = faultOf(password, known.name);
  if (fault) return fault;
  const passwordHash = await passwordHashOf(password);
  return rows.write(() => {
    const row = resetOf(rows, code, now());
    if (!row) return 'invalid_code';
    const { customerId } = row;
    const at = now();
    rows.oauth.useResets(customerId, at);
    const next: SignIn = { ...row, passwordHash, updatedAt: at, version: row.version + 1 };
    rows.oauth.saveSignIn(next);
    endAccess(rows, row, at);
    const detail = JSON.stringify({ tenantId: row.tenantId });
    const action = 'sign_in.reset';
    const objectId = customerId;
    rows.insertAudit({ at, actor: customerId, action, objectId, environment: null, detail });
    return next;
  });
}
