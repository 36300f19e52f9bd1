// The signed-in developer and the key of the session.

import { computed } from '@preact/signals';
import { createSession, type SessionCore } from '../../console/kit/session.ts';

export interface Session extends SessionCore {
  readonly developer: { readonly id: string; readonly company: string };
  readonly keyId: string;
  readonly environment: 'sandbox' | 'production';
  readonly scopes: readonly string[];
  /** Address of the bank for programs, or null for the origin of the page. */
  readonly address: string | null;
}

const portalSession = createSession<Session>('/portal/session', 'x-portal-token');

export const { session, signedIn, endMessage, headers, resume, signIn, signOut, end } =
  portalSession;

export const isSandbox = computed(() => signedIn.value?.environment === 'sandbox');

const scopes = computed(() => new Set(signedIn.value?.scopes ?? []));

/** True when the session's key has the scope. Pages hide the parts whose scope is missing. */
export function may(scope: string): boolean {
  return scopes.value.has(scope);
}
