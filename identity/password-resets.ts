// Password resets with a code by mail. The answer does not reveal who is a customer. The code is
// valid once, for half an hour; using it ends every session and withdraws every consent.

import type { SignIn } from '../db/platform/oauth.ts';
import type { PlatformRows } from '../db/platform/rows.ts';
import { createKey, hashKey } from './api-key.ts';
import { endAccess } from './consents.ts';
import {
  checkPassword,
  hashPassword,
  mayMail,
  normalizeName,
  type PacedAttempt,
  type PasswordFault,
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

/**
 * A reset code for a customer's name; null when the name is unknown or a mail was sent recently.
 */
export async function beginReset(
  rows: PlatformRows,
  attempt: PacedAttempt,
  now: () => number,
): Promise<ResetCode | null> {
  // Known and unknown names are counted alike.
  const { key: code, hash: codeHash } = createKey('reset_');
  return rows.write(() => {
    if (!mayMail(rows, { ...attempt, purpose: 'reset' }, now())) return null;
    const { tenantId, name } = attempt;
    const signIn = rows.oauth.signInByName(tenantId, normalizeName(name));
    rows.oauth.pruneResets(now());
    if (!signIn) return null;
    const { customerId } = signIn;
    rows.oauth.insertReset({ codeHash, customerId, expiresAt: now() + RESET_MS, usedAt: null });
    return { customerId, code };
  });
}

/** The sign-in to which a valid code belongs; null otherwise. */
export function resetOf(rows: PlatformRows, code: string, now: number): SignIn | null {
  const reset = rows.oauth.findReset(hashKey(code));
  if (!reset || reset.usedAt !== null || reset.expiresAt <= now) return null;
  return rows.oauth.signInOf(reset.customerId);
}

/** Sets a new password with a code, and ends every session, consent and other code. */
export async function finishReset(
  rows: PlatformRows,
  { code, password }: ResetOrder,
  now: () => number,
): Promise<ResetOutcome> {
  const reset = resetOf(rows, code, now());
  if (!reset) return 'invalid_code';
  const fault = checkPassword(password, reset.name);
  if (fault) return fault;
  const passwordHash = await hashPassword(password);
  return rows.write(() => {
    const row = resetOf(rows, code, now());
    if (!row) return 'invalid_code';
    const { customerId } = row;
    const time = now();
    rows.oauth.useResets(customerId, time);
    const next: SignIn = { ...row, passwordHash, updatedAt: time, version: row.version + 1 };
    rows.oauth.saveSignIn(next);
    endAccess(rows, row, time);
    const detail = JSON.stringify({ tenantId: row.tenantId });
    const action = 'sign_in.reset';
    const objectId = customerId;
    rows.insertAudit({ at: time, actor: customerId, action, objectId, environment: null, detail });
    return next;
  });
}
