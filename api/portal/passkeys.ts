// /portal/passkeys: passkeys of a developer. A passkey replaces the key of the session in which it
// was set up.

import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { mailContext, queueMail } from '../../db/mails/acts.ts';
import type { PortalPasskey } from '../../db/platform/portal-sign-ins.ts';
import { creationOptions, verifyNewPasskey } from '../../identity/passkeys.ts';
import type { PortalSession } from '../../identity/portal-sessions.ts';
import {
  deleteSessionCookie,
  readCookie,
  readSessionOfKind,
  setSessionCookie,
} from '../kit/browser-cookie.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { textSchema } from '../kit/schemas.ts';
import { readPageJson, signedBody, smallBody } from '../kit/session-routes.ts';
import { parseNewPasskey, requireRelyingParty, toWireJson } from '../passkeys/ceremonies.ts';
import { createdCredentialSchema } from '../passkeys/passkey-schema.ts';

const PATH = '/portal/passkeys';
const emptyBody = z.strictObject({});
const newPasskeyBody = z.strictObject({
  credential: createdCredentialSchema,
  name: textSchema(64).min(1).default('Passkey'),
});

/** Adds the routes that list, set up and remove passkeys. */
export function registerPortalPasskeys(app: OpenAPIHono<AppEnv>, deps: Deps): void {
  const { platform } = deps;
  for (const path of [PATH, `${PATH}/*`]) {
    app.use(path, async (c, next) => {
      await next();
      c.header('Cache-Control', 'no-store');
    });
  }
  app.get(PATH, (c) => {
    const { caller } = requireSession(c, deps, 'developer:read');
    const data = platform.portalSignIns.passkeysOf(caller).map(viewOf);
    return c.json({ object: 'list', data, hasMore: false });
  });
  app.post(`${PATH}/options`, smallBody, async (c) => {
    const { id, caller } = requireSession(c, deps, 'developer:write');
    await readPageJson(c, 'portal', emptyBody);
    const party = requireRelyingParty(deps);
    const company = (await platform.findDeveloper(caller.developerId))?.company ?? '';
    const challenge = await platform.portalSignIns.askForPasskey('set_up', id);
    // A device keeps one passkey per owner, so each key is a separate owner.
    const owner = { id: caller.keyId, name: `${company} (${caller.environment})` };
    const passkeys = platform.portalSignIns.passkeysOf(caller);
    const options = await creationOptions(party, challenge.challenge, { ...owner, passkeys });
    const maxAge = Math.floor((challenge.expiresAt - Date.now()) / 1000);
    setSessionCookie(c, deps, 'portal_ask', { cookie: challenge.browser, maxAge });
    return c.json({ object: 'portal_challenge', publicKey: toWireJson(options) }, 201);
  });
  app.post(PATH, signedBody, async (c) => {
    const session = requireSession(c, deps, 'developer:write');
    const body = await readPageJson(c, 'portal', newPasskeyBody);
    const row = await addPasskey(c, deps, { session, body });
    deleteSessionCookie(c, deps, 'portal_ask');
    return c.json(viewOf(row), 201);
  });
  app.delete(`${PATH}/:passkeyId`, async (c) => {
    const { id: sessionId, caller } = requireSession(c, deps, 'developer:write');
    const id = c.req.param('passkeyId');
    const isRemoved = await platform.portalSignIns.removePasskey({ ...caller, sessionId }, id);
    if (!isRemoved) throw new Problem('not_found', 'No passkey of this environment has this id.');
    return c.body(null, 204);
  });
}

/** @throws Problem unless the request belongs to a session whose key has the scope */
function requireSession(c: Context<AppEnv>, deps: Deps, scope: string): PortalSession {
  const session = readSessionOfKind(c, deps, 'portal');
  if (session?.caller.kind !== 'developer') {
    throw new Problem('missing_credentials', 'This browser is not signed in.');
  }
  if (!session.caller.scopes.has(scope)) {
    throw new Problem('insufficient_scope', `The key of the session lacks ${scope}.`);
  }
  return session as PortalSession;
}

interface PasskeyRequest {
  readonly session: PortalSession;
  readonly body: z.infer<typeof newPasskeyBody>;
}

async function addPasskey(c: Context<AppEnv>, deps: Deps, { session, body }: PasskeyRequest) {
  const { portalSignIns } = deps.platform;
  const party = requireRelyingParty(deps);
  const { id: sessionId, caller } = session;
  const browser = readCookie(c, deps, 'portal_ask') ?? '';
  const challenge = portalSignIns.challengeOf(browser, 'set_up', sessionId);
  const passkey = await verifyNewPasskey(party, { challenge }, parseNewPasskey(body.credential));
  const { developerId, environment, keyId } = caller;
  const owner = { developerId, environment };
  const { name } = body;
  const row = await portalSignIns.addPasskey({
    browser,
    sessionId,
    keyId,
    owner,
    name,
    ...passkey,
  });
  await notifyOwner(deps, { developerId, name });
  return row;
}

/** Mails the owner, who may not have set up the passkey. */
async function notifyOwner(
  deps: Deps,
  { developerId, name }: { readonly developerId: string; readonly name: string },
): Promise<void> {
  const developer = await deps.platform.findDeveloper(developerId);
  if (developer === null) return;
  const mailFields = {
    tenantId: developerId,
    kind: 'portal_passkey',
    subjectId: developerId,
  } as const;
  const text =
    `A passkey named “${name}” was set up for the developer portal.\n\n` +
    'If it was not you: sign in at the portal, remove it, and revoke the key that it replaces.\n';
  const { ledger } = deps.environments.sandbox;
  await ledger.run(queueMail, {
    ...mailFields,
    recipient: developer.email,
    subject: 'A passkey was set up',
    body: deps.seal.seal(text, mailContext(mailFields)),
    isSealed: true,
  });
}

function viewOf(row: PortalPasskey) {
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    id: row.id,
    object: 'portal_passkey',
    name: row.name,
    keyId: row.keyId,
    synced: row.synced === 1,
    createdAt: time(row.createdAt),
    lastUsedAt: row.lastUsedAt === null ? null : time(row.lastUsedAt),
  };
}
