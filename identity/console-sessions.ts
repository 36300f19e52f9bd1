// Browser sessions of operators.

import type { PlatformRows } from '../db/platform/rows.ts';
import { type BrowserSessions, browserSessionsOf, type LiveSession } from './browser-sessions.ts';
import type { Caller } from './caller.ts';
import { rolesIn } from './operators.ts';

/** Maximum number of open sessions of an operator. */
const MAX_OPEN = 5;

type Operator = Omit<Extract<Caller, { kind: 'operator' }>, 'sessionId'>;

export type ConsoleSessions = BrowserSessions<Operator>;
export type ConsoleSession = LiveSession<Operator>;

/** @param now milliseconds since 1970 UTC */
export function consoleSessionsOf(rows: PlatformRows, now: () => number): ConsoleSessions {
  return browserSessionsOf(rows, now, {
    kind: 'console',
    maxOpen: MAX_OPEN,
    holderOf(keyId, now) {
      const operator = rows.operators.byKeyId(keyId);
      if (operator?.status !== 'active') return null;
      if (operator.expiresAt !== null && operator.expiresAt <= now) return null;
      const { id: operatorId, name, expiresAt: keyExpiresAt } = operator;
      const caller = { kind: 'operator', operatorId, name, roles: new Set(rolesIn(operator)) };
      return { caller: caller as Operator, ownerId: operatorId, actor: operatorId, keyExpiresAt };
    },
  });
}
