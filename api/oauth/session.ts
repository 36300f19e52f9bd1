// Finds the customer of a browser session.

import type { Context } from 'hono';
import { findCustomer } from '../../db/customers/reads.ts';
import { developerOfTenant, tenantOf } from '../../db/kernel/tenant.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { SignIn } from '../../db/platform/oauth.ts';
import type { AppEnv } from '../kit/context.ts';
import { answerPage } from './forms.ts';
import { renderMessagePage } from './pages.ts';
import type { OAuthDeps } from './provider.ts';
import type { OAuthServer } from './server.ts';

export interface SignedInCustomer {
  readonly ledger: Ledger;
  readonly tenantId: string;
  readonly customerId: string;
  readonly customerName: string;
  readonly sessionUid: string;
  /** The subject to which the keys of the page's forms are bound. */
  readonly formSubject: string;
}

export interface PageContext {
  readonly deps: OAuthDeps;
  readonly server: OAuthServer;
}

/** Returns the customer of the browser's session, or null when nobody is signed in. */
export async function findSignedInCustomer(
  c: Context<AppEnv>,
  { deps, server }: PageContext,
): Promise<SignedInCustomer | null> {
  const provider = await server.provider(c);
  const { incoming, outgoing } = server.streamsOf(c);
  const session = await provider.Session.get(provider.createContext(incoming, outgoing));
  const signIn = session.accountId ? deps.platform.access.signInOf(session.accountId) : null;
  if (!signIn) return null;
  const customer = await findCustomerWithLedger(deps, signIn);
  return customer && { ...customer, sessionUid: session.uid, formSubject: `me/${session.uid}` };
}

/** Returns the customer of a sign-in, with the customer's ledger. */
export async function findCustomerWithLedger(
  { environments, platform }: OAuthDeps,
  { tenantId, customerId }: SignIn,
) {
  const developer = await platform.findDeveloper(developerOfTenant(tenantId));
  if (!developer) return null;
  for (const environment of ['sandbox', 'production'] as const) {
    const { id, sandboxEpoch } = developer;
    if (tenantOf(id, environment, sandboxEpoch) !== tenantId) continue;
    const { ledger } = environments[environment];
    const customer = await findCustomer(ledger, tenantId, customerId);
    if (customer) return { ledger, tenantId, customerId, customerName: customer.name };
  }
  return null;
}

/** Answers a browser without a session. */
export async function answerSignedOut(c: Context<AppEnv>) {
  const message = 'You are not signed in. Open an app that uses your bank, and sign in from there.';
  return answerPage(c, await renderMessagePage('Sign in first', message), 403);
}
