// Sign-in with a browser: the holder of a key presents it once and gets a session in a cookie that
// scripts cannot read. The answers contain the token that pages send together with the cookie.

import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  type BrowserSessions,
  IDLE_MS,
  type LiveSession,
  type OpenedSession,
  pageTokenOf,
} from '../../identity/browser-sessions.ts';
import { readClientAddress } from './address.ts';
import {
  deleteSessionCookie,
  isOwnPage,
  readCookie,
  readSessionOfKind,
  type SessionKind,
  setSessionCookie,
} from './browser-cookie.ts';
import type { AppEnv, Deps } from './context.ts';
import { Problem } from './errors.ts';
import { createBuckets, networkOf } from './rate-limit.ts';
import { problemOfIssues } from './validation.ts';

const MAX_BYTES = 4_096;
/** Maximum body with the answer of an authenticator. */
const MAX_SIGNED_BYTES = 64 * 1024;
/** Refused keys per second from one address, with bursts of twice as many. */
const REFUSED_PER_SECOND = 2;

const bodySchema = z.strictObject({ key: z.string().trim().min(1).max(256) });

/** The address that opens a session, and the cookie that the session replaces. */
export interface SessionOpening {
  readonly before: string | null;
  readonly address: string | null;
}

/** Opens sessions by other means than a key. */
export interface SessionOpener {
  /**
   * Answers with the opened session.
   * @param open opens the session, or returns null to refuse it
   * @param refusal returns the problem of a refusal
   */
  open(
    c: Context<AppEnv>,
    open: (opening: SessionOpening) => Promise<OpenedSession | null>,
    refusal: () => Problem,
  ): Promise<Response>;
}

const limitBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new Problem('payload_too_large', `The body exceeds ${maxSize} bytes.`);
    },
  });
/** Refuses bodies that are larger than those of sign-in pages. */
export const smallBody = limitBody(MAX_BYTES);
/** Refuses bodies that are larger than any answer of an authenticator. */
export const signedBody = limitBody(MAX_SIGNED_BYTES);

/** The differences between the kinds of sessions. */
export interface SessionRoutes<Who> {
  readonly kind: SessionKind;
  sessions(): BrowserSessions<Who>;
  /** Message about a key that opens no session. */
  readonly refusalMessage: string;
  /** Returns the fields for the pages of the session, without the token. */
  view(session: LiveSession<Who>): object | Promise<object>;
}

/** Adds the routes to sign in, read the session and sign out, below `/<kind>/session`. */
export function registerSession<Who>(
  app: OpenAPIHono<AppEnv>,
  deps: Deps,
  routes: SessionRoutes<Who>,
): SessionOpener {
  const { kind } = routes;
  const path = `/${kind}/session`;
  const notSignedIn = `This browser is not signed in: sign in at /${kind}.`;
  const attempts = createBuckets(REFUSED_PER_SECOND);
  const viewOf = async (c: Context<AppEnv>, cookie: string) => {
    const address = readClientAddress(c, deps.config);
    const session = await deps.platform.findAfterCatchUp(() =>
      routes.sessions().find(cookie, { address }),
    );
    if (session === null) throw new Problem('invalid_session');
    return {
      object: `${kind}_session`,
      id: session.id,
      ...(await routes.view(session)),
      pageToken: pageTokenOf(cookie),
      idleSeconds: IDLE_MS / 1000,
      expiresAt: new Date(session.expiresAt).toISOString(),
    };
  };

  const open: SessionOpener['open'] = async (c, openSession, refusal) => {
    const from = readClientAddress(c, deps.config);
    const address = networkOf(from);
    if (attempts.take(address) < 0) {
      throw new Problem('rate_limited', 'Too many sign-ins were refused: wait a second.', {
        retryAfterSeconds: 1,
      });
    }
    const openedSession = await openSession({ before: readCookie(c, deps, kind), address: from });
    if (openedSession === null) {
      deps.log.warn({ address }, `${kind}: a sign-in was refused`);
      throw refusal();
    }
    attempts.giveBack(address);
    const maxAge = Math.floor((openedSession.expiresAt - Date.now()) / 1000);
    setSessionCookie(c, deps, kind, { cookie: openedSession.cookie, maxAge });
    return c.json(await viewOf(c, openedSession.cookie), 201);
  };

  app.use(path, async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  app.post(path, smallBody, async (c) => {
    const { key } = await readPageJson(c, kind, bodySchema);
    const refuse = () => new Problem('invalid_api_key', routes.refusalMessage);
    return open(c, (opening) => routes.sessions().open({ key, ...opening }), refuse);
  });
  app.get(path, async (c) => {
    const cookie = readCookie(c, deps, kind);
    if (cookie === null || !isOwnPage(c)) throw new Problem('missing_credentials', notSignedIn);
    return c.json(await viewOf(c, cookie));
  });
  app.delete(path, async (c) => {
    const cookie = readCookie(c, deps, kind);
    if (readSessionOfKind(c, deps, kind) === null || cookie === null) {
      throw new Problem('missing_credentials', notSignedIn);
    }
    await routes.sessions().end(cookie);
    deleteSessionCookie(c, deps, kind);
    return c.body(null, 204);
  });
  return { open };
}

/**
 * Returns the JSON body of a request from a page of the session. Only scripts of these pages can
 * send JSON here; a form of another site cannot.
 * @throws Problem when another page sent the request, or the body does not match the schema
 */
export async function readPageJson<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  kind: SessionKind,
  schema: Schema,
): Promise<z.infer<Schema>> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new Problem('unsupported_media_type');
  }
  if (!isOwnPage(c)) {
    throw new Problem('invalid_session', `Sign in on the page /${kind} itself.`);
  }
  const parsed = schema.safeParse(await c.req.json().catch(() => null));
  if (parsed.success) return parsed.data;
  throw problemOfIssues(parsed.error.issues);
}
