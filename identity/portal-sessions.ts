// Browser sessions of developers, each with the rights of the key that opened it.

import type { PlatformRows } from '../db/platform/rows.ts';
import { type BrowserSessions, browserSessionsOf, type LiveSession } from './browser-sessions.ts';
import { authenticateKey, type DeveloperCaller } from './caller.ts';

/** Maximum number of open sessions of a developer. */
const MAX_OPEN = 20;

export type PortalSessions = BrowserSessions<DeveloperCaller>;
export type PortalSession = LiveSession<DeveloperCaller>;

/**
 * @param now milliseconds since 1970 UTC
 * @param onUse called for every key whose session is used
 */
export function portalSessionsOf(
  rows: PlatformRows,
  now: () => number,
  onUse: (keyId: string, time: number) => void,
): PortalSessions {
  return browserSessionsOf(rows, now, {
    kind: 'portal',
    maxOpen: MAX_OPEN,
    holderOf(keyId, time, address) {
      const key = rows.keyWithDeveloper(keyId);
      const caller = key && authenticateKey(key, address, time);
      if (caller === null || typeof caller === 'string') return null;
      onUse(keyId, time);
      const { developerId: ownerId, expiresAt: keyExpiresAt } = caller;
      return { caller, ownerId, actor: keyId, keyExpiresAt };
    },
  });
}
