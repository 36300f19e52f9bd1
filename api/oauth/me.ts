// /oauth/me: what a signed-in customer has agreed to, and where he takes it back.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findAccount } from '../../db/accounts/reads.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { developerOfTenant, tenantOf } from '../../db/kernel/tenant.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { Consent, SignIn } from '../../db/platform/oauth.ts';
import { isCustomerScope } from '../../identity/scopes.ts';
import type { AppEnv } from '../kit/context.ts';
import type { OAuthDesk } from './desk.ts';
import { csrfOf, formOf, isOwnForm, pageAnswer } from './forms.ts';
import { type ConsentShown, mePage, messagePage } from './pages.ts';
import type { OAuthDeps } from './provider.ts';
import { labelOf } from './sign-in.ts';

interface Me {
  readonly ledger: Ledger;
  readonly tenantId: string;
  readonly customerId: string;
  readonly customerName: string;
  /** What the keys of the page's forms are about. */
  readonly about: string;
}

interface Work {
  readonly deps: OAuthDeps;
  readonly desk: OAuthDesk;
}

/** Adds the page and its forms. */
export function registerMe(app: OpenAPIHono<AppEnv>, deps: OAuthDeps, desk: OAuthDesk): void {
  const work = { deps, desk };
  app.get('/oauth/me', async (c) => {
    const me = await meOf(c, work);
    return me ? show(c, work, me) : unknown(c);
  });
  app.post('/oauth/me/consents/:consentId/withdraw', async (c) => {
    const me = await meOf(c, work);
    if (!me) return unknown(c);
    const form = await formOf(c);
    if (!isOwnForm(c, work, { form, about: me.about })) return unknown(c);
    const { tenantId, customerId } = me;
    const consentId = c.req.param('consentId');
    await deps.platform.access.withdrawConsent({ tenantId, customerId, consentId });
    return c.redirect('/oauth/me', 303);
  });
}

/** The customer of the browser's session; null when nobody is signed in. */
async function meOf(c: Context<AppEnv>, { deps, desk }: Work): Promise<Me | null> {
  const provider = await desk.provider(c);
  const { incoming, outgoing } = desk.streamsOf(c);
  const session = await provider.Session.get(provider.createContext(incoming, outgoing));
  const signIn = session.accountId ? deps.platform.access.signInOf(session.accountId) : null;
  if (!signIn) return null;
  const found = await customerOf(deps, signIn);
  return found && { ...found, about: `me/${session.uid}` };
}

async function customerOf({ desks, platform }: OAuthDeps, { tenantId, customerId }: SignIn) {
  const developer = await platform.findDeveloper(developerOfTenant(tenantId));
  if (!developer) return null;
  for (const { ledger } of [desks.sandbox, desks.production]) {
    const { id, sandboxEpoch } = developer;
    if (tenantOf(id, ledger.environment, sandboxEpoch) !== tenantId) continue;
    const customer = await findCustomer(ledger, tenantId, customerId);
    if (customer) return { ledger, tenantId, customerId, customerName: customer.name };
  }
  return null;
}

async function show(c: Context<AppEnv>, { deps }: Work, me: Me) {
  const { tenantId, customerId, customerName } = me;
  const found = deps.platform.access.listConsents(tenantId, customerId);
  const consents = await Promise.all(
    found.map(({ consent, clientName }) => shownOf(me, consent, clientName)),
  );
  const page = await mePage({ customerName, consents, csrf: csrfOf(deps, me.about) });
  return pageAnswer(c, page);
}

async function shownOf(me: Me, consent: Consent, appName: string): Promise<ConsentShown> {
  const ids = consent.accountIds.split(' ').filter(Boolean);
  const accounts = await Promise.all(ids.map((id) => findAccount(me.ledger, me.tenantId, id)));
  const isOver = consent.expiresAt <= Date.now();
  return {
    id: consent.id,
    appName,
    scopes: consent.scopes.split(' ').filter(isCustomerScope),
    accounts: accounts.flatMap((one) => (one ? [labelOf(one)] : [])),
    since: dayOf(consent.createdAt),
    until: dayOf(consent.expiresAt),
    state: consent.withdrawnAt !== null ? 'withdrawn' : isOver ? 'expired' : 'standing',
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

async function unknown(c: Context<AppEnv>) {
  const message = 'You are not signed in. Open an app that uses your bank, and sign in from there.';
  return pageAnswer(c, await messagePage('Sign in first', message), 403);
}
