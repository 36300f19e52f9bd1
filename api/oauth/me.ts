// /oauth/me: a signed-in customer lists and revokes apps and factors.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findAccount } from '../../db/accounts/reads.ts';
import { factorsOf } from '../../db/passkeys/reads.ts';
import type { PasskeyRow } from '../../db/passkeys/view.ts';
import type { Consent } from '../../db/platform/oauth.ts';
import { isCustomerScope } from '../../identity/scopes.ts';
import type { AppEnv } from '../kit/context.ts';
import { hasPasskeys } from '../passkeys/ceremonies.ts';
import { csrfOf, isOwnForm, pageAnswer, readForm } from './forms.ts';
import { type ConsentShown, type DeviceShown, mePage } from './me-pages.ts';
import { messagePage } from './pages.ts';
import { registerMyPasskeys } from './passkeys.ts';
import type { OAuthDeps } from './provider.ts';
import type { OAuthServer } from './server.ts';
import { answerSignedOut, findMe, type SignedInCustomer, type Work } from './session.ts';
import { labelOf } from './sign-in.ts';

/** Adds the page and its forms. */
export function registerMe(app: OpenAPIHono<AppEnv>, deps: OAuthDeps, server: OAuthServer): void {
  const work = { deps, server };
  registerMyPasskeys(app, work);
  app.get('/oauth/me', async (c) => {
    const me = await findMe(c, work);
    return me ? showMePage(c, work, me) : answerSignedOut(c);
  });
  app.post('/oauth/me/consents/:consentId/withdraw', async (c) => {
    const me = await findMe(c, work);
    if (!me) return answerSignedOut(c);
    const form = await readForm(c);
    if (!isOwnForm(c, work, { form, about: me.about })) return answerSignedOut(c);
    const { tenantId, customerId } = me;
    const consentId = c.req.param('consentId');
    await deps.platform.access.withdrawConsent({ tenantId, customerId, consentId });
    return c.redirect('/oauth/me', 303);
  });
  app.post('/oauth/me/sign-out-elsewhere', async (c) => {
    const me = await findMe(c, work);
    if (!me) return answerSignedOut(c);
    const form = await readForm(c);
    if (!isOwnForm(c, work, { form, about: me.about })) return answerSignedOut(c);
    await deps.platform.access.endOtherSessions(me.customerId, me.sessionUid);
    const message = 'Every other browser is signed out. This one stays.';
    return pageAnswer(c, await messagePage('Signed out elsewhere', message));
  });
}

async function showMePage(c: Context<AppEnv>, { deps }: Work, me: SignedInCustomer) {
  const { tenantId, customerId, customerName } = me;
  const storedConsents = deps.platform.access.listConsents(tenantId, customerId);
  const consents = await Promise.all(
    storedConsents.map(({ consent, clientName }) => showConsent(me, consent, clientName)),
  );
  const { hasCodes, passkeys } = factorsOf(me.ledger, tenantId, customerId);
  const page = await mePage({
    customerName,
    consents,
    devices: passkeys.map(deviceOf),
    hasCodes,
    canAdd: hasPasskeys(deps),
    csrf: csrfOf(deps, me.about),
  });
  return pageAnswer(c, page);
}

async function showConsent(
  me: SignedInCustomer,
  consent: Consent,
  appName: string,
): Promise<ConsentShown> {
  const ids = consent.accountIds.split(' ').filter(Boolean);
  const accounts = await Promise.all(ids.map((id) => findAccount(me.ledger, me.tenantId, id)));
  const isOver = consent.expiresAt <= Date.now();
  return {
    id: consent.id,
    appName,
    scopes: consent.scopes.split(' ').filter(isCustomerScope),
    accounts: accounts.flatMap((account) => (account ? [labelOf(account)] : [])),
    since: dayOf(consent.createdAt),
    until: dayOf(consent.expiresAt),
    state: consent.withdrawnAt !== null ? 'withdrawn' : isOver ? 'expired' : 'active',
  };
}

function deviceOf({ id, name, createdAt, lastUsedAt, synced }: PasskeyRow): DeviceShown {
  const lastUsed = lastUsedAt === null ? null : dayOf(lastUsedAt);
  return { id, name, since: dayOf(createdAt), lastUsed, isSynced: synced === 1 };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
