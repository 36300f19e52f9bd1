// Sign-in at the portal without a key: by a link in a mail, or with a passkey. The answer and its
// timing are the same for every e-mail address, known or not.

import { setTimeout as delay } from 'node:timers/promises';
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { mailContext, queueMail } from '../../db/mails/acts.ts';
import { requestOptions, verifySignature } from '../../identity/passkeys.ts';
import { LINK_MS, type LinkMail, refuseUnknownPasskey } from '../../identity/portal-sign-ins.ts';
import { readBaseUrl, readClientAddress } from '../kit/address.ts';
import { deleteSessionCookie, readCookie, setSessionCookie } from '../kit/browser-cookie.ts';
import { emailSchema } from '../kit/contact-schemas.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { createBuckets, networkOf } from '../kit/rate-limit.ts';
import { readPageJson, type SessionOpener, signedBody, smallBody } from '../kit/session-routes.ts';
import {
  hasPasskeys,
  parseSignedCredential,
  requireRelyingParty,
  toWireJson,
} from '../passkeys/ceremonies.ts';
import { signedCredentialSchema } from '../passkeys/passkey-schema.ts';

/** Minimum time of the answer, longer than the work for a known address. */
const MIN_ANSWER_MS = 300;
/** Sign-in requests per second of one network address. */
const REQUESTS_PER_SECOND = 5;

const linkSchema = z.strictObject({ email: emailSchema });
const codeSchema = z.strictObject({ code: z.string().min(1).max(128) });
const emptyBody = z.strictObject({});
const passkeySchema = z.strictObject({ credential: signedCredentialSchema });

/** Adds the routes of both kinds of sign-in. */
export function registerPortalSignIn(
  app: OpenAPIHono<AppEnv>,
  deps: Deps,
  session: SessionOpener,
): void {
  const { config, platform } = deps;
  const requestBuckets = createBuckets(REQUESTS_PER_SECOND);
  const limitRequests = (c: Context<AppEnv>) => {
    if (requestBuckets.take(networkOf(readClientAddress(c, config))) >= 0) return;
    const terms = { retryAfterSeconds: 1 };
    throw new Problem('rate_limited', 'Too many sign-ins from this address: wait.', terms);
  };

  for (const path of ['/portal/sign-in', '/portal/sign-in/*', '/portal/session/*']) {
    app.use(path, async (c, next) => {
      await next();
      c.header('Cache-Control', 'no-store');
    });
  }
  app.get('/portal/sign-in', (c) =>
    c.json({
      object: 'portal_sign_in',
      email: config.mail === null ? 'not_configured' : 'ready',
      passkeys: hasPasskeys(deps) ? 'ready' : 'not_configured',
    }),
  );
  app.post('/portal/sign-in/link', smallBody, async (c) => {
    const { email } = await readPageJson(c, 'portal', linkSchema);
    if (config.mail === null) throw new Problem('mail_not_configured');
    limitRequests(c);
    const [{ browser }] = await Promise.all([requestLink(c, deps, email), delay(MIN_ANSWER_MS)]);
    setSessionCookie(c, deps, 'portal_ask', { cookie: browser, maxAge: LINK_MS / 1000 });
    return c.json({ object: 'portal_link', email, minutes: LINK_MS / 60_000 }, 202);
  });
  app.post('/portal/session/link', smallBody, async (c) => {
    const { code } = await readPageJson(c, 'portal', codeSchema);
    const browser = readCookie(c, deps, 'portal_ask');
    const refuse = () => new Problem('invalid_link');
    const answer = await session.open(
      c,
      (opening) => platform.portalSignIns.openByLink({ code, browser }, opening),
      refuse,
    );
    deleteSessionCookie(c, deps, 'portal_ask');
    return answer;
  });
  app.post('/portal/sign-in/passkey', smallBody, async (c) => {
    await readPageJson(c, 'portal', emptyBody);
    const party = requireRelyingParty(deps);
    limitRequests(c);
    const request = await platform.portalSignIns.askForPasskey('passkey', null);
    const publicKey = toWireJson(await requestOptions(party, request.challenge, []));
    const maxAge = Math.floor((request.expiresAt - Date.now()) / 1000);
    setSessionCookie(c, deps, 'portal_ask', { cookie: request.browser, maxAge });
    return c.json({ object: 'portal_challenge', publicKey }, 201);
  });
  app.post('/portal/session/passkey', signedBody, async (c) => {
    const { credential } = await readPageJson(c, 'portal', passkeySchema);
    return session.open(
      c,
      (opening) => openByPasskey(c, deps, { credential, opening }),
      createEndedKeyProblem,
    );
  });
}

const createEndedKeyProblem = () =>
  new Problem('passkey_invalid', 'The key that this passkey replaces has ended.');

async function openByPasskey(
  c: Context<AppEnv>,
  deps: Deps,
  order: {
    readonly credential: z.infer<typeof signedCredentialSchema>;
    readonly opening: Parameters<Deps['platform']['portalSignIns']['openByPasskey']>[1];
  },
) {
  const { portalSignIns } = deps.platform;
  const party = requireRelyingParty(deps);
  const browser = readCookie(c, deps, 'portal_ask') ?? '';
  const challenge = portalSignIns.challengeOf(browser, 'passkey', null);
  const { credential, opening } = order;
  const passkey = portalSignIns.passkeyBy(credential.id);
  if (passkey === null) throw refuseUnknownPasskey();
  const ownedPasskey = { ...passkey, ownerId: passkey.keyId };
  const signIn = { id: browser, challenge };
  const { counter } = await verifySignature(
    party,
    { passkey: ownedPasskey, challenge: signIn },
    parseSignedCredential(credential),
  );
  const openedSession = await portalSignIns.openByPasskey({ passkey, counter, browser }, opening);
  deleteSessionCookie(c, deps, 'portal_ask');
  return openedSession;
}

async function requestLink(c: Context<AppEnv>, deps: Deps, email: string) {
  const address = networkOf(readClientAddress(c, deps.config));
  const browser = await deps.platform.portalSignIns.askForLink({ email, address });
  if (browser.mail !== null) await mailLink(c, deps, browser.mail);
  return browser;
}

/** Mails the link. The code follows a `#`, so no server, log, referrer or link preview uses it. */
async function mailLink(c: Context<AppEnv>, deps: Deps, { developer, code }: LinkMail) {
  const link = `${readBaseUrl(c, deps.config)}/portal/link#${code}`;
  const { id } = developer;
  const mailFields = { tenantId: id, kind: 'portal_link', subjectId: id } as const;
  const text =
    `Sign in to the developer portal:\n\n${link}\n\n` +
    `The link works once, for ${LINK_MS / 60_000} minutes, in the browser that asked for it.\n` +
    'If you did not ask, ignore this mail: without it no sign-in is possible.\n';
  const { ledger } = deps.environments.sandbox;
  await ledger.run(queueMail, {
    ...mailFields,
    recipient: developer.email,
    subject: 'Your sign-in',
    body: deps.seal.seal(text, mailContext(mailFields)),
    isSealed: true,
  });
}
