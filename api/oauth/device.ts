// Recognises browsers in which a customer has signed in before. Wrong passwords of others for the
// same name or from the same address do not delay such a browser. Its cookie grants no access.

import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { thisCell } from '../../db/kernel/cell.ts';
import { normalizeName } from '../../identity/sign-ins.ts';
import { isOverTls } from '../kit/address.ts';
import type { AppEnv } from '../kit/context.ts';
import type { OAuthDeps } from './provider.ts';

const COOKIE = 'kontor_known';
const KEPT_SECONDS = 365 * 24 * 60 * 60;

interface CustomerReference {
  readonly tenantId: string;
  readonly name: string;
}

type SealDeps = Pick<OAuthDeps, 'seal' | 'config'>;

/**
 * Returns the id of a browser in which the customer of that name has signed in before, or null for
 * an unknown browser.
 */
export function findKnownDevice(
  c: Context<AppEnv>,
  deps: SealDeps,
  customer: CustomerReference,
): string | null {
  const [id = '', mark = ''] = (getCookie(c, COOKIE) ?? '').split('.');
  return id !== '' && mark === signDevice(deps, customer, id) ? id : null;
}

/** Remembers a browser after its customer has signed in. */
export function rememberDevice(
  c: Context<AppEnv>,
  deps: SealDeps,
  customer: CustomerReference,
): void {
  if (findKnownDevice(c, deps, customer) !== null) return;
  const id = thisCell() + randomBytes(16).toString('base64url');
  setCookie(c, COOKIE, `${id}.${signDevice(deps, customer, id)}`, {
    path: '/oauth',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isOverTls(c, deps.config),
    maxAge: KEPT_SECONDS,
  });
}

function signDevice({ seal }: SealDeps, { tenantId, name }: CustomerReference, id: string): string {
  return seal.fingerprint(`${tenantId} ${normalizeName(name)} ${id}`, 'sign-in/device');
}

/** Returns the message for a customer who has to wait. */
export function tooManyAttemptsMessage(delayMs: number): string {
  return `Too many attempts: try again in ${Math.ceil(delayMs / 1000)} seconds.`;
}
