// Sessions of developers in a browser, each with the rights of the key that opened it.

import type { PlatformRows } from '../db/platform/rows.ts';
import { type BrowserSessions, browserSessionsOf, type LiveSession } from './browser-sessions.ts';
import { type DeveloperCaller, developerBehind } from './caller.ts';

/** Open sessions of all people of a developer. */
const MOST_OPEN = 20;

export type PortalSessions = BrowserSessions<DeveloperCaller>;
export type PortalSession = LiveSession<DeveloperCaller>;

/**
 * @param now milliseconds since 1970 UTC
 * @param onUse hears of every key whose session was used
 */
export function portalSessionsOf(
  rows: PlatformRows,
  now: () => number,
  onUse: (keyId: string, at: number) => void,
): PortalSessions {
  return browserSessionsOf(rows, now, {
    kind: 'portal',
    mostOpen: MOST_OPEN,
    holderOf(keyId, at, address) {
      const key = rows.keyWithDeveloper(keyId);
      const caller = key && developerBehind(key, address, at);
      if (caller === null || typeof caller === 'string') return null;
      onUse(keyId, at);
      const { developerId: ownerId, expiresAt: keyEnds } = caller;
      return { caller, ownerId, actor: keyId, keyEnds };
    },
  });
}
