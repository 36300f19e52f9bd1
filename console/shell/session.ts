// Who is signed in. The cookie is out of reach for scripts; what is kept here, in memory alone, is
// the token that requests of the page carry beside it.

import { signal } from '@preact/signals';
import { PAGE_TOKEN } from '../kit/page-token.ts';

const PATH = '/console/session';

export interface Session {
  readonly id: string;
  readonly operator: { readonly id: string; readonly name: string; readonly roles: string[] };
  readonly pageToken: string;
  readonly idleSeconds: number;
  readonly expiresAt: string;
  /** Where the Temporal UI is; null: nowhere that this bank knows of. */
  readonly temporalUi: string | null;
}

/** `unknown` until the server has been asked; null: nobody is signed in. */
export const session = signal<Session | null | 'unknown'>('unknown');
/** Why nobody is signed in any more. */
export const farewell = signal<string | null>(null);

export function pageToken(): string {
  const found = session.value;
  return found === null || found === 'unknown' ? '' : found.pageToken;
}

/** Asks whether the browser has a session. */
export async function resume(): Promise<void> {
  const answer = await fetch(PATH).catch(() => null);
  session.value = answer?.ok ? await answer.json() : null;
}

/** Null when it worked; otherwise what the bank says. */
export async function signIn(key: string): Promise<string | null> {
  const answer = await fetch(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  }).catch(() => null);
  if (answer === null) return 'The bank does not answer. Try again.';
  const body = await answer.json();
  if (!answer.ok) return String(body.detail ?? body.title);
  farewell.value = null;
  session.value = body;
  return null;
}

export async function signOut(): Promise<void> {
  const headers = { [PAGE_TOKEN]: pageToken() };
  await fetch(PATH, { method: 'DELETE', headers }).catch(() => null);
  ended('You have signed out.');
}

/** The server takes the session for none: nothing of it stays on the screen. */
export function ended(why = 'Your session has ended. Sign in again.'): void {
  farewell.value = why;
  session.value = null;
}
