// Which developer is signed in, and with which key.

import { computed } from '@preact/signals';
import { type SessionCore, sessionAt } from '../../console/kit/session.ts';

export interface Session extends SessionCore {
  readonly developer: { readonly id: string; readonly company: string };
  readonly keyId: string;
  readonly environment: 'sandbox' | 'production';
  readonly scopes: readonly string[];
  /** Where programs find the bank; null: where the page came from. */
  readonly address: string | null;
}

const place = sessionAt<Session>('/portal/session', 'x-portal-token');

export const { session, own, farewell, headers, resume, signIn, signOut, end } = place;

export const isSandbox = computed(() => own.value?.environment === 'sandbox');

const scopes = computed(() => new Set(own.value?.scopes ?? []));

/** True when the key of the session has the scope: what it has not is not shown. */
export function may(scope: string): boolean {
  return scopes.value.has(scope);
}
