// The signed-in operator. Scripts cannot read the cookie; only the token that requests of the page
// carry beside it is kept here, in memory.

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** The fields that every session gives its pages. */
export interface SessionCore {
  readonly id: string;
  readonly pageToken: string;
  readonly idleSeconds: number;
  readonly expiresAt: string;
}

export interface SessionPlace<T extends SessionCore> {
  /** The session: `unknown` until the server has been asked, null when signed out. */
  readonly session: Signal<T | null | 'unknown'>;
  /** The session of a page that is shown only with one. */
  readonly own: ReadonlySignal<T | null>;
  /** Why the session has ended. */
  readonly farewell: Signal<string | null>;
  /** The header that goes beside the cookie. */
  headers(): Record<string, string>;
  /** Asks whether the browser has a session. */
  resume(): Promise<void>;
  /** Returns null on success, otherwise the bank's error message. */
  signIn(key: string): Promise<string | null>;
  signOut(): Promise<void>;
  /** The server takes the session for none: nothing of it stays on the screen. */
  end(why?: string): void;
}

/** @param path where sessions are opened @param header that carries the token */
export function sessionAt<T extends SessionCore>(path: string, header: string): SessionPlace<T> {
  const session = signal<T | null | 'unknown'>('unknown');
  const own = computed(() => (session.value === 'unknown' ? null : session.value));
  const farewell = signal<string | null>(null);
  const headers = () => ({ [header]: own.value?.pageToken ?? '' });
  const end = (why = 'Your session has ended. Sign in again.') => {
    farewell.value = why;
    session.value = null;
  };
  return {
    session,
    own,
    farewell,
    headers,
    end,
    async resume() {
      const answer = await fetch(path).catch(() => null);
      session.value = answer?.ok ? await answer.json() : null;
    },
    async signIn(key) {
      const answer = await fetch(path, {
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
    },
    async signOut() {
      await fetch(path, { method: 'DELETE', headers: headers() }).catch(() => null);
      end('You have signed out.');
    },
  };
}
