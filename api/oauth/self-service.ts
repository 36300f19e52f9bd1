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
import { answerPage, csrfOf, isOwnForm, readForm } from './forms.ts';
import { renderMessagePage } from './pages.ts';
import { registerMyPasskeys } from './passkeys.ts';
import type { OAuthDeps } from './provider.ts';
import { type ConsentShown, type DeviceShown, renderSelfServicePage } from './self-service-page.ts';
import type { OAuthServer } from './server.ts';
import {
  answerSignedOut,
  findSignedInCustomer,
  type PageContext,
  type SignedInCustomer,
} from './session.ts';
import { labelOf } from './sign-in.ts';

/** Adds the page and its forms. */
export function registerSelfService(
  app: OpenAPIHono<AppEnv>,
  deps: OAuthDeps,
  server: OAuthServer,
): void {
  const context = { deps, server };
  registerMyPasskeys(app, context);
  app.get('/oauth/me', async (c) => {
    const customer = await findSignedInCustomer(c, context);
    return customer ? showSelfServicePage(c, context, customer) : answerSignedOut(c);
  });
  app.post('/oauth/me/consents/:consentId/withdraw', async (c) => {
    const customer = await findSignedInCustomer(c, context);
    if (!customer) return answerSignedOut(c);
    const form = await readForm(c);
    if (!isOwnForm(c, context, { form, formSubject: customer.formSubject }))
      return answerSignedOut(c);
    const { tenantId, customerId } = customer;
    const consentId = c.req.param('consentId');
    await deps.platform.access.withdrawConsent({ tenantId, customerId, consentId });
    return c.redirect('/oauth/me', 303);
  });
  app.post('/oauth/me/sign-out-elsewhere', async (c) => {
    const customer = await findSignedInCustomer(c, context);
    if (!customer) return answerSignedOut(c);
    const form = await readForm(c);
    if (!isOwnForm(c, context, { form, formSubject: customer.formSubject }))
      return answerSignedOut(c);
    await deps.platform.access.endOtherSessions(customer.customerId, customer.sessionUid);
    const message = 'Every other browser is signed out. This one stays.';
    return answerPage(c, await renderMessagePage('Signed out elsewhere', message));
  });
}

async function showSelfServicePage(
  c: Context<AppEnv>,
  { deps }: PageContext,
  customer: SignedInCustomer,
) {
  const { tenantId, customerId, customerName } = customer;
  const storedConsents = deps.platform.access.listConsents(tenantId, customerId);
  const consents = await Promise.all(
    storedConsents.map(({ consent, clientName }) => showConsent(customer, consent, clientName)),
  );
  const { hasCodes, passkeys } = factorsOf(customer.ledger, tenantId, customerId);
  const page = await renderSelfServicePage({
    customerName,
    consents,
    devices: passkeys.map(deviceOf),
    hasCodes,
    canAddPasskey: hasPasskeys(deps),
    csrf: csrfOf(deps, customer.formSubject),
  });
  return answerPage(c, page);
}

async function showConsent(
  customer: SignedInCustomer,
  consent: Consent,
  appName: string,
): Promise<ConsentShown> {
  const ids = consent.accountIds.split(' ').filter(Boolean);
  const accounts = await Promise.all(
    ids.map((id) => findAccount(customer.ledger, customer.tenantId, id)),
  );
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
