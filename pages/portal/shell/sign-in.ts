// Signing in without a key: with a mailed link, or with a passkey of this device.

import { KontorError } from '../../../packages/client/src/errors.ts';
import { navigate } from '../../console/kit/address.ts';
import { pathTo } from './router.ts';
import { endMessage, headers, type Session, session } from './session.ts';

/**
 * Available sign-in methods; `not_configured` when the bank has no mail server or no domain name.
 */
export interface SignInMethods {
  readonly email: 'ready' | 'not_configured';
  readonly passkeys: 'ready' | 'not_configured';
}

/** True when this browser supports passkeys. */
export const supportsPasskeys =
  typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

/**
 * Sends JSON to an endpoint of the portal.
 * @param method defaults to POST with a body and to GET without one
 * @throws KontorError with the bank's error
 */
export async function sendRequest<T>(path: string, input?: object, method?: string): Promise<T> {
  const answer = await fetch(path, {
    method: method ?? (input === undefined ? 'GET' : 'POST'),
    headers: {
      ...headers(),
      ...(input === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(input === undefined ? {} : { body: JSON.stringify(input) }),
  });
  const body = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) throw new KontorError(body);
  return body;
}

/** The message shown to people for an error of a request. */
function describeError(error: unknown): string {
  if (error instanceof KontorError) {
    return error.fields[0]?.message ?? error.problem.detail ?? error.problem.title;
  }
  const isDevice = error instanceof DOMException && /NotAllowed|Abort|Invalid/.test(error.name);
  return isDevice ? NO_PASSKEY_MESSAGE : 'The bank does not answer. Try again.';
}

const NO_PASSKEY_MESSAGE = 'The device gave no passkey, or has one already. Try again.';

/** Does the work. Returns null on success, otherwise the message for people. */
async function attempt(act: () => Promise<void>): Promise<string | null> {
  return act().then(
    () => null,
    (error: unknown) => describeError(error),
  );
}

/** The available sign-in methods, or null when the bank does not answer. */
export function readSignInMethods(): Promise<SignInMethods | null> {
  return sendRequest<SignInMethods>('/portal/sign-in').catch(() => null);
}

function openSession(openedSession: Session): void {
  endMessage.value = null;
  session.value = openedSession;
}

/**
 * Returns the code of the mailed link that opened the page, or null. Removes it from the address.
 */
export function takeLinkCode(): string | null {
  if (location.pathname !== '/portal/link' || location.hash.length < 2) return null;
  const code = location.hash.slice(1);
  navigate(pathTo(''), 'replace');
  return code;
}

/** Returns null on success, otherwise the bank's error message. */
export function signInByLink(code: string): Promise<string | null> {
  return attempt(async () =>
    openSession(await sendRequest<Session>('/portal/session/link', { code })),
  );
}

interface Challenge<Options> {
  readonly publicKey: Options;
}

/**
 * Signs in with a passkey of this device. Returns null on success, otherwise the bank's error
 * message.
 */
export function signInByPasskey(): Promise<string | null> {
  return attempt(async () => {
    const challenge = await sendRequest<Challenge<PublicKeyCredentialRequestOptionsJSON>>(
      '/portal/sign-in/passkey',
      {},
    );
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(challenge.publicKey);
    const credential = await navigator.credentials.get({ publicKey });
    openSession(await sendRequest<Session>('/portal/session/passkey', { credential }));
  });
}

/**
 * Sets up a passkey for the session's key. Returns null on success, otherwise the bank's error
 * message.
 */
export function addPasskey(name: string): Promise<string | null> {
  return attempt(async () => {
    const challenge = await sendRequest<Challenge<PublicKeyCredentialCreationOptionsJSON>>(
      '/portal/passkeys/options',
      {},
    );
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(challenge.publicKey);
    const credential = await navigator.credentials.create({ publicKey });
    await sendRequest('/portal/passkeys', { credential, name });
  });
}
