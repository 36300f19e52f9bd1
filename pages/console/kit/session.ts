// The session of a signed-in person. Scripts cannot read its cookie; this module keeps in memory
// only the token that the page sends with the cookie.

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';

/** The fields of every session. */
export interface SessionCore {
  readonly id: string;
  readonly pageToken: string;
  readonly idleSeconds: number;
  readonly expiresAt: string;
}

export interface SessionStore<T extends SessionCore> {
  /** The session; `unknown` until the server has answered, null when signed out. */
  readonly session: Signal<T | null | 'unknown'>;
  /** The session, or null when it is unknown or signed out. */
  readonly signedIn: ReadonlySignal<T | null>;
  /** The reason that the session ended, for the person; null when it did not end. */
  readonly endMessage: Signal<string | null>;
  /** Returns the header with the token, which is sent with the cookie. */
  headers(): Record<string, string>;
  /** Asks the server whether the browser has a session. */
  resume(): Promise<void>;
  /** Returns null on success, otherwise the bank's error message. */
  signIn(key: string): Promise<string | null>;
  signOut(): Promise<void>;
  /** Removes a session that the server has ended, and with it all of its data from the screen. */
  end(message?: string): void;
}

/**
 * @param path the endpoint of sessions
 * @param header the name of the header with the token
 */
export function createSession<T extends SessionCore>(
  path: string,
  header: string,
): SessionStore<T> {
  const session = signal<T | null | 'unknown'>('unknown');
  const ownSession = computed(() => (session.value === 'unknown' ? null : session.value));
  const endMessage = signal<string | null>(null);
  const headers = () => ({ [header]: ownSession.value?.pageToken ?? '' });
  const end = (message = 'Your session has ended. Sign in again.') => {
    endMessage.value = message;
    session.value = null;
  };
  return {
    session,
    signedIn: ownSession,
    endMessage,
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
      endMessage.value = null;
      session.value = body;
      return null;
    },
    async signOut() {
      await fetch(path, { method: 'DELETE', headers: headers() }).catch(() => null);
      end('You have signed out.');
    },
  };
}
