// /console/session: an operator shows the key once and gets a session in a cookie that no script
// reads. The answers give the console's pages the token that they send beside the cookie.

import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CONSOLE_IDLE_MS, pageTokenOf } from '../../identity/console-sessions.ts';
import { addressOf } from '../kit/address.ts';
import {
  consoleCookie,
  consoleSession,
  dropConsoleCookie,
  isOwnPage,
  putConsoleCookie,
} from '../kit/console-cookie.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { bucketsOf, networkOf } from '../kit/rate-limit.ts';

const PATH = '/console/session';
const MOST_BYTES = 4_096;
/** Refused keys a second from one address; twice as many at once. */
const REFUSED_PER_SECOND = 2;

const bodySchema = z.strictObject({ key: z.string().trim().min(1).max(256) });

/** Adds signing in, the look at the session, and signing out. */
export function registerConsoleSession(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  const attempts = bucketsOf(REFUSED_PER_SECOND);
  const limited = bodyLimit({
    maxSize: MOST_BYTES,
    onError: () => {
      throw new Problem('payload_too_large', `The body exceeds ${MOST_BYTES} bytes.`);
    },
  });

  app.use(PATH, async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  app.post(PATH, limited, async (c) => {
    const key = await keyIn(c);
    const address = networkOf(addressOf(c, deps.config));
    if (attempts.take(address) < 0) {
      throw new Problem('rate_limited', 'Too many keys were refused: wait a second.', {
        retryAfterSeconds: 1,
      });
    }
    const opened = await deps.platform.consoles.open({ key, before: consoleCookie(c, deps) });
    if (opened === null) {
      deps.log.warn({ address }, 'console: a key was refused');
      throw new Problem('invalid_api_key', 'This is not the key of an active operator.');
    }
    attempts.giveBack(address);
    const maxAge = Math.floor((opened.expiresAt - Date.now()) / 1000);
    putConsoleCookie(c, deps, { cookie: opened.cookie, maxAge });
    return c.json(viewOf(deps, opened.cookie), 201);
  });
  app.get(PATH, (c) => {
    const cookie = consoleCookie(c, deps);
    if (cookie === null || !isOwnPage(c)) throw new Problem('missing_credentials', SIGN_IN);
    return c.json(viewOf(deps, cookie));
  });
  app.delete(PATH, async (c) => {
    const cookie = consoleCookie(c, deps);
    if (consoleSession(c, deps) === null || cookie === null) {
      throw new Problem('missing_credentials', SIGN_IN);
    }
    await deps.platform.consoles.end(cookie);
    dropConsoleCookie(c, deps);
    return c.body(null, 204);
  });
}

const SIGN_IN = 'Nobody is signed in with this browser: sign in at /console.';

/** Only a script of the console's own pages sends JSON here: a form of another site cannot. */
async function keyIn(c: Context<AppEnv>): Promise<string> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new Problem('unsupported_media_type');
  }
  if (!isOwnPage(c)) throw new Problem('invalid_session', 'Sign in on the page /console itself.');
  const given = bodySchema.safeParse(await c.req.json().catch(() => null));
  if (given.success) return given.data.key;
  const errors = [{ pointer: '/key', code: 'invalid', message: 'Expected the operator key.' }];
  throw new Problem('validation_failed', undefined, { errors });
}

function viewOf({ platform, config }: Deps, cookie: string) {
  const session = platform.consoles.find(cookie);
  if (session === null) throw new Problem('invalid_session');
  const { operatorId, name, roles } = session.caller;
  return {
    object: 'console_session' as const,
    id: session.id,
    operator: { id: operatorId, name, roles: [...roles] },
    pageToken: pageTokenOf(cookie),
    idleSeconds: CONSOLE_IDLE_MS / 1000,
    expiresAt: new Date(session.expiresAt).toISOString(),
    // It answers on this machine only (scripts/host-guard.mjs).
    temporalUi: config.temporalExternal ? null : `http://127.0.0.1:${config.temporalUiPort}`,
  };
}
