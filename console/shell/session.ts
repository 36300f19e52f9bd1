// Which operator is signed in.

import { type SessionCore, sessionAt } from '../kit/session.ts';

export interface Session extends SessionCore {
  readonly operator: { readonly id: string; readonly name: string; readonly roles: string[] };
  /** Where the Temporal UI is; null: nowhere that this bank knows of. */
  readonly temporalUi: string | null;
}

export const { session, farewell, headers, resume, signIn, signOut, ended } = sessionAt<Session>(
  '/console/session',
  'x-console-token',
);
