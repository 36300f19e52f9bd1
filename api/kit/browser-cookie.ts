// The cookie of a browser session: of an operator at /console or a developer at /portal. The cookie
// alone grants no access, because a browser adds it to requests of any page. The credential is the
// cookie together with a token that only the pages of the session know.

import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { isPageToken, type LiveSession } from '../../identity/browser-sessions.ts';
import type { ConsoleSession } from '../../identity/console-sessions.ts';
import type { PortalSession } from '../../identity/portal-sessions.ts';
import { isOverTls, readClientAddress } from './address.ts';
import type { AppEnv, Deps } from './context.ts';
import { Problem } from './errors.ts';

export type SessionKind = 'console' | 'portal';
/** `portal_ask` is the cookie of a browser that has no session yet. */
type CookieKind = SessionKind | 'portal_ask';
/** Names of the header with the token. */
export const PAGE_TOKENS = { console: 'x-console-token', portal: 'x-portal-token' } as const;
/** Header of requests that a page sends without a person, which do not extend the session. */
const IDLE_HEADER = 'x-console-idle';

type SessionDeps = Pick<Deps, 'config' | 'platform'>;

/** True when the browser uses TLS, so that the cookie can be bound to this host. */
function isSecure(c: Context<AppEnv>, { config }: Pick<Deps, 'config'>): boolean {
  return isOverTls(c, config);
}

const cookieName = (kind: CookieKind, isTls: boolean) => `${isTls ? '__Host-' : ''}kontor_${kind}`;

const cookieOptions = (isTls: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'Strict', secure: isTls }) as const;

/** Returns the cookie of the request, or null. */
export function readCookie(
  c: Context<AppEnv>,
  deps: Pick<Deps, 'config'>,
  kind: CookieKind,
): string | null {
  return getCookie(c, cookieName(kind, isSecure(c, deps))) ?? null;
}

/** Sets the cookie of a session. */
export function setSessionCookie(
  c: Context<AppEnv>,
  deps: Pick<Deps, 'config'>,
  kind: CookieKind,
  { cookie, maxAge }: { readonly cookie: string; readonly maxAge: number },
): void {
  const isTls = isSecure(c, deps);
  setCookie(c, cookieName(kind, isTls), cookie, { ...cookieOptions(isTls), maxAge });
}

/** Deletes the cookie of a session. */
export function deleteSessionCookie(
  c: Context<AppEnv>,
  deps: Pick<Deps, 'config'>,
  kind: CookieKind,
): void {
  const isTls = isSecure(c, deps);
  deleteCookie(c, cookieName(kind, isTls), cookieOptions(isTls));
}

/** True when the browser states that a page of the same origin sent the request. */
export function isOwnPage(c: Context<AppEnv>): boolean {
  const site = c.req.header('sec-fetch-site');
  return site === undefined || site === 'same-origin';
}

/**
 * Returns the session of a request; null when the request has none.
 * @throws Problem when the session has ended, or no page of the session sent the request
 */
export function readSession(
  c: Context<AppEnv>,
  deps: SessionDeps,
): ConsoleSession | PortalSession | null {
  return readSessionOfKind(c, deps, 'console') ?? readSessionOfKind(c, deps, 'portal');
}

/**
 * Returns the session of one kind.
 * @param isUse false when the request must not extend the session
 */
export function readSessionOfKind(
  c: Context<AppEnv>,
  deps: SessionDeps,
  kind: SessionKind,
  isUse = c.req.header(IDLE_HEADER) === undefined,
): ConsoleSession | PortalSession | null {
  const token = c.req.header(PAGE_TOKENS[kind]);
  const cookie = readCookie(c, deps, kind);
  if (token === undefined || cookie === null) return null;
  const session = findSession(c, deps, kind, { cookie, isUse });
  if (!session || !isPageToken(cookie, token) || !isOwnPage(c)) {
    throw new Problem('invalid_session');
  }
  return session;
}

function findSession(
  c: Context<AppEnv>,
  { platform, config }: SessionDeps,
  kind: SessionKind,
  { cookie, isUse }: { readonly cookie: string; readonly isUse: boolean },
) {
  const sessionUse = { isUse, address: readClientAddress(c, config) };
  const sessions = { console: platform.consoles, portal: platform.portals };
  return sessions[kind].find(cookie, sessionUse) as LiveSession<never> | null;
}

/** True when the request has the token header of a session's page. */
export function isFromPage(c: Context<AppEnv>): boolean {
  return Object.values(PAGE_TOKENS).some((name) => c.req.header(name) !== undefined);
}
