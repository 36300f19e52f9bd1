// Signing in without a key in hand: by a link of a mail, or with a passkey of this device.

import { go } from '../../console/kit/address.ts';
import { KontorError } from '../../packages/client/src/errors.ts';
import { pathTo } from './router.ts';
import { farewell, headers, type Session, session } from './session.ts';

/** Available sign-in methods; `not_configured` when the bank has no mail server, or no name. */
export interface Ways {
  readonly email: 'ready' | 'not_configured';
  readonly passkeys: 'ready' | 'not_configured';
}

/** True where this browser has passkeys. */
export const knowsPasskeys =
  typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

/**
 * Sends JSON to an endpoint of the portal.
 * @param method defaults to POST with a body and to GET without one
 * @throws KontorError with the bank's error
 */
export async function ask<T>(path: string, given?: object, method?: string): Promise<T> {
  const answer = await fetch(path, {
    method: method ?? (given === undefined ? 'GET' : 'POST'),
    headers: {
      ...headers(),
      ...(given === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(given === undefined ? {} : { body: JSON.stringify(given) }),
  });
  const body = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) throw new KontorError(body);
  return body;
}

/** The message shown to people for an error of a request. */
function wordsIn(error: unknown): string {
  if (error instanceof KontorError) {
    return error.fields[0]?.message ?? error.problem.detail ?? error.problem.title;
  }
  const isDevice = error instanceof DOMException && /NotAllowed|Abort|Invalid/.test(error.name);
  return isDevice ? DECLINED : 'The bank does not answer. Try again.';
}

const DECLINED = 'The device gave no passkey, or has one already. Try again.';

/** Returns null when the work succeeds, otherwise the message for people. */
async function faultOf(work: () => Promise<void>): Promise<string | null> {
  return work().then(
    () => null,
    (error: unknown) => wordsIn(error),
  );
}

/** The available sign-in methods, or null when the bank does not answer. */
export function askWays(): Promise<Ways | null> {
  return ask<Ways>('/portal/sign-in').catch(() => null);
}

function take(opened: Session): void {
  farewell.value = null;
  session.value = opened;
}

/** The code of a link that the page was opened with; it leaves the address at once. */
export function takeLink(): string | null {
  if (location.pathname !== '/portal/link' || location.hash.length < 2) return null;
  const code = location.hash.slice(1);
  go(pathTo(''), 'replace');
  return code;
}

/** Returns null on success, otherwise the bank's error message. */
export function signInByLink(code: string): Promise<string | null> {
  return faultOf(async () => take(await ask<Session>('/portal/session/link', { code })));
}

interface Challenge<Options> {
  readonly publicKey: Options;
}

/** Signs in with a passkey of this device. Returns null on success, otherwise the bank's error message. */
export function signInByPasskey(): Promise<string | null> {
  return faultOf(async () => {
    const asked = await ask<Challenge<PublicKeyCredentialRequestOptionsJSON>>(
      '/portal/sign-in/passkey',
      {},
    );
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.publicKey);
    const credential = await navigator.credentials.get({ publicKey });
    take(await ask<Session>('/portal/session/passkey', { credential }));
  });
}

/** Makes a passkey for the session; null when it worked. */
export function makePasskey(name: string): Promise<string | null> {
  return faultOf(async () => {
    const asked = await ask<Challenge<PublicKeyCredentialCreationOptionsJSON>>(
      '/portal/passkeys/options',
      {},
    );
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked.publicKey);
    const credential = await navigator.credentials.create({ publicKey });
    await ask('/portal/passkeys', { credential, name });
  });
}
