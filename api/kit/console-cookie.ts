// The cookie of an operator who is signed in at /console, and what it opens. A cookie alone is no
// credential: a browser adds it to requests of any page. What counts is the cookie together with
// the token that only the console's own pages know.

import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { isPageToken, type LiveSession } from '../../identity/console-sessions.ts';
import type { AppEnv, Deps } from './context.ts';
import { Problem } from './errors.ts';

/** Header of the token. */
export const PAGE_TOKEN = 'x-console-token';
const NAME = 'kontor_console';

type Door = Pick<Deps, 'config' | 'platform'>;

/** True where the browser has come by TLS; then the cookie is bound to this very host. */
function isSecure(c: Context<AppEnv>, { config }: Pick<Deps, 'config'>): boolean {
  if (config.tls !== null || config.publicUrl?.startsWith('https:')) return true;
  return c.req.header('x-forwarded-proto') === 'https';
}

const nameOf = (secure: boolean) => (secure ? `__Host-${NAME}` : NAME);

const termsOf = (secure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'Strict', secure }) as const;

/** The cookie as the browser sent it. */
export function consoleCookie(c: Context<AppEnv>, deps: Pick<Deps, 'config'>): string | null {
  return getCookie(c, nameOf(isSecure(c, deps))) ?? null;
}

export function putConsoleCookie(
  c: Context<AppEnv>,
  deps: Pick<Deps, 'config'>,
  { cookie, maxAge }: { readonly cookie: string; readonly maxAge: number },
): void {
  const secure = isSecure(c, deps);
  setCookie(c, nameOf(secure), cookie, { ...termsOf(secure), maxAge });
}

export function dropConsoleCookie(c: Context<AppEnv>, deps: Pick<Deps, 'config'>): void {
  const secure = isSecure(c, deps);
  deleteCookie(c, nameOf(secure), termsOf(secure));
}

/** True for a request that a page of this very origin sent, as far as the browser says. */
export function isOwnPage(c: Context<AppEnv>): boolean {
  const site = c.req.header('sec-fetch-site');
  return site === undefined || site === 'same-origin';
}

/**
 * The session of a request; null when the request has none to show.
 * @throws Problem when the session has ended, or when no page of the session sent the request
 */
export function consoleSession(c: Context<AppEnv>, deps: Door, isUse = true): LiveSession | null {
  const token = c.req.header(PAGE_TOKEN);
  const cookie = consoleCookie(c, deps);
  if (token === undefined || cookie === null) return null;
  const session = deps.platform.consoles.find(cookie, isUse);
  if (!session || !isPageToken(cookie, token) || !isOwnPage(c))
    throw new Problem('invalid_session');
  return session;
}
