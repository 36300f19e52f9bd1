// The steps of a customer between an app's authorisation request and its answer: sign in, then
// decide about the access of the app. A cookie identifies the request of a page. A form is accepted
// only with the key of its page, and only from a page of the bank.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import Provider, { errors, type InteractionResults } from 'oidc-provider';
import { listAccounts } from '../../db/accounts/reads.ts';
import type { AccountView } from '../../db/accounts/view.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import { tenantOf } from '../../db/kernel/tenant.ts';
import type { Ledger } from '../../db/ledger.ts';
import { authenticate } from '../../db/passkeys/acts.ts';
import { CONSENT_MS } from '../../identity/consents.ts';
import type { UsableClient } from '../../identity/oauth-clients.ts';
import { isCustomerScope } from '../../identity/scopes.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { readClientAddress } from '../kit/address.ts';
import type { AppEnv } from '../kit/context.ts';
import {
  createSignOptions,
  hasPasskeys,
  requireRelyingParty,
  verifySignedCredential,
} from '../passkeys/ceremonies.ts';
import { findKnownDevice, rememberDevice, tooManyAttemptsMessage } from './device.ts';
import { answerPage, csrfOf, isOwnForm, readForm, redirectSource } from './forms.ts';
import { renderConsentPage, renderMessagePage, renderSignInPage } from './pages.ts';
import { answerStep, messageOf, readSignature, textOf } from './passkeys.ts';
import type { OAuthDeps } from './provider.ts';
import type { OAuthServer } from './server.ts';
import type { PageContext } from './session.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const MAX_ACCOUNTS = 100;
const PATH = '/oauth/sign-in/:uid';

/** An app's authorisation request, with its client and developer. */
export interface SignInRequest extends UsableClient {
  readonly provider: Provider;
  readonly interaction: Interaction;
  readonly tenantId: string;
  /** The ledger with the developer's rows. */
  readonly ledger: Ledger;
}

/** Adds the pages of a sign-in. */
export function registerSignIn(
  app: OpenAPIHono<AppEnv>,
  deps: OAuthDeps,
  server: OAuthServer,
): void {
  const context = { deps, server };
  app.get(PATH, async (c) => {
    const request = await findSignInRequest(c, context);
    if (!request) return answerExpired(c);
    if (request.interaction.prompt.name === 'login') return showSignIn(c, context, request, {});
    return showConsent(c, context, request, null);
  });
  app.post(`${PATH}/password`, async (c) => {
    const request = await findSignInRequest(c, context);
    if (request?.interaction.prompt.name !== 'login') return answerExpired(c);
    const form = await readForm(c);
    if (!isOwnForm(c, context, { form, formSubject: request.interaction.uid }))
      return answerForeignForm(c);
    return tryPassword(c, context, request, form);
  });
  app.post(`${PATH}/passkey/options`, async (c) => {
    const login = await readLoginForm(c, context);
    if (!login) return c.json({ message: 'This sign-in is over. Start again from the app.' }, 403);
    return answerStep(c, () => createDeviceStep(context, login.request));
  });
  app.post(`${PATH}/passkey`, async (c) => {
    const login = await readLoginForm(c, context);
    return login ? tryPasskey(c, context, login) : answerForeignForm(c);
  });
  app.post(`${PATH}/consent`, async (c) => {
    const request = await findSignInRequest(c, context);
    if (request?.interaction.prompt.name !== 'consent') return answerExpired(c);
    const form = await readForm(c);
    if (!isOwnForm(c, context, { form, formSubject: request.interaction.uid }))
      return answerForeignForm(c);
    return giveConsent(c, context, request, form.getAll('account'));
  });
  app.post(`${PATH}/abort`, async (c) => {
    const request = await findSignInRequest(c, context);
    if (!request) return answerExpired(c);
    const form = await readForm(c);
    if (!isOwnForm(c, context, { form, formSubject: request.interaction.uid }))
      return answerForeignForm(c);
    const error_description = 'The customer did not agree.';
    return finish(c, context, request, { error: 'access_denied', error_description });
  });
}

/** Returns the request of the cookie; null when it has ended or differs from the address. */
export async function findSignInRequest(
  c: Context<AppEnv>,
  { deps, server }: PageContext,
): Promise<SignInRequest | null> {
  const provider = await server.provider(c);
  const { incoming, outgoing } = server.streamsOf(c);
  const interaction = await provider.interactionDetails(incoming, outgoing).catch((error) => {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  });
  if (!interaction || interaction.uid !== c.req.param('uid')) return null;
  const usable = deps.platform.access.usableClient(String(interaction.params.client_id));
  if (!usable) return null;
  const { client, developer } = usable;
  const tenantId = tenantOf(developer.id, client.environment, developer.sandboxEpoch);
  const { ledger } = deps.environments[client.environment];
  return { ...usable, provider, interaction, tenantId, ledger };
}

async function showSignIn(
  c: Context<AppEnv>,
  { deps }: PageContext,
  { client, developer, interaction }: SignInRequest,
  { name = '', message = null }: { name?: string; message?: string | null },
) {
  const { uid, params } = interaction;
  const csrf = csrfOf(deps, uid);
  const page = await renderSignInPage({
    appName: client.name,
    company: developer.company,
    form: { action: `/oauth/sign-in/${uid}/password`, csrf },
    abort: { action: `/oauth/sign-in/${uid}/abort`, csrf },
    resetPath: deps.config.mail === null ? null : `/oauth/sign-in/${uid}/forgot`,
    passkey: hasPasskeys(deps) ? { action: `/oauth/sign-in/${uid}/passkey`, csrf } : null,
    name,
    message,
  });
  return answerPage(c, page, message === null ? 200 : 422, redirectSource(params.redirect_uri));
}

async function tryPassword(
  c: Context<AppEnv>,
  context: PageContext,
  request: SignInRequest,
  form: FormData,
) {
  const { deps } = context;
  const name = textOf(form, 'name');
  const password = textOf(form, 'password');
  if (name === '' || password === '' || name.length > 128 || password.length > 512) {
    const message = 'Enter your sign-in name and your password.';
    return showSignIn(c, context, request, { name: name.slice(0, 128), message });
  }
  const { tenantId } = request;
  const address = readClientAddress(c, deps.config);
  const device = findKnownDevice(c, deps, { tenantId, name });
  const attempt = { tenantId, name, password, address, device };
  const outcome = await deps.platform.access.tryPassword(attempt);
  if (outcome.kind === 'locked') {
    return showSignIn(c, context, request, {
      name,
      message: tooManyAttemptsMessage(outcome.delayMs),
    });
  }
  if (outcome.kind === 'wrong') {
    const message = 'The name or the password is wrong.';
    return showSignIn(c, context, request, { name, message });
  }
  rememberDevice(c, deps, { tenantId, name });
  const login = { accountId: outcome.customerId, amr: ['pwd'], remember: false };
  return finish(c, context, request, { login });
}

interface LoginForm {
  readonly request: SignInRequest;
  readonly form: FormData;
}

/** Returns the form of a sign-in step that waits for it; otherwise null. */
async function readLoginForm(c: Context<AppEnv>, context: PageContext): Promise<LoginForm | null> {
  const request = await findSignInRequest(c, context);
  if (request?.interaction.prompt.name !== 'login') return null;
  const form = await readForm(c);
  return isOwnForm(c, context, { form, formSubject: request.interaction.uid })
    ? { request, form }
    : null;
}

async function createDeviceStep(
  { deps }: PageContext,
  { ledger, tenantId, interaction }: SignInRequest,
) {
  const formSubject = passkeySubjectOf(interaction);
  const owner = { customerId: null, about: formSubject };
  const { id, publicKey } = await createSignOptions(
    requireRelyingParty(deps),
    { ledger, tenantId },
    owner,
  );
  return { id, ask: 'sign', next: 'send', publicKey } as const;
}

/** Returns the subject of passkey signatures, which are valid for one sign-in. */
function passkeySubjectOf({ uid }: Interaction): string {
  return `sign-in/${uid}`;
}

async function tryPasskey(c: Context<AppEnv>, context: PageContext, { request, form }: LoginForm) {
  const { ledger, tenantId, interaction } = request;
  const subject = passkeySubjectOf(interaction);
  try {
    const signature = readSignature(form);
    const proof = await verifySignedCredential(
      requireRelyingParty(context.deps),
      { ledger, tenantId },
      signature,
    );
    const order = { tenantId, customerId: null, subject, proof };
    const { customerId } = await ledger.run(authenticate, order);
    if (context.deps.platform.access.signInOf(customerId)?.tenantId !== tenantId) {
      return showSignIn(c, context, request, {
        message: 'This passkey can confirm payments, but it cannot sign in.',
      });
    }
    // Possession of the device and its verification of the user: two factors.
    const login = { accountId: customerId, amr: ['pop', 'user', 'mfa'], remember: false };
    return finish(c, context, request, { login });
  } catch (error) {
    const message = messageOf(error);
    if (message === null) throw error;
    return showSignIn(c, context, request, { message });
  }
}

async function showConsent(
  c: Context<AppEnv>,
  context: PageContext,
  request: SignInRequest,
  message: string | null,
) {
  const { client, developer, ledger, interaction } = request;
  const { uid, params } = interaction;
  const customerId = interaction.session?.accountId ?? '';
  const customer = await findCustomer(ledger, request.tenantId, customerId);
  if (!customer) return answerExpired(c);
  const { scopes, stays: isLasting } = readRequestedScopes(interaction);
  const accounts = await listOpenAccounts(request, customerId);
  const csrf = csrfOf(context.deps, uid);
  const page = await renderConsentPage({
    appName: client.name,
    company: developer.company,
    customerName: customer.name,
    scopes,
    isLasting,
    accounts: accounts.map((account) => ({ id: account.id, label: labelOf(account) })),
    days: CONSENT_MS / DAY_MS,
    form: { action: `/oauth/sign-in/${uid}/consent`, csrf },
    abort: { action: `/oauth/sign-in/${uid}/abort`, csrf },
    message,
  });
  return answerPage(c, page, message === null ? 200 : 422, redirectSource(params.redirect_uri));
}

async function giveConsent(
  c: Context<AppEnv>,
  context: PageContext,
  request: SignInRequest,
  requestedIds: readonly unknown[],
) {
  const { interaction, provider, client, tenantId } = request;
  const customerId = interaction.session?.accountId;
  if (!customerId) return answerExpired(c);
  const ownIds = new Set((await listOpenAccounts(request, customerId)).map(({ id }) => id));
  const accountIds = [...new Set(requestedIds.map(String))];
  if (accountIds.some((id) => !ownIds.has(id))) return answerForeignForm(c);
  const { scopes } = readRequestedScopes(interaction);
  if (ownIds.size > 0 && accountIds.length === 0 && scopes.some(isAboutAccounts)) {
    return showConsent(c, context, request, 'Choose at least one account, or do not allow it.');
  }
  const requested = String(interaction.params.scope ?? '').split(' ');
  const grant = new provider.Grant({ accountId: customerId, clientId: client.id });
  const granted = ['openid', 'offline_access', ...scopes];
  grant.addOIDCScope(requested.filter((scope) => granted.includes(scope)).join(' '));
  // Scopes that the page does not show are rejected, so that the app does not get them too.
  grant.rejectOIDCScope(requested.filter((scope) => !granted.includes(scope)).join(' '));
  const grantId = await grant.save();
  const { access } = context.deps.platform;
  await access.giveConsent({
    grantId,
    tenantId,
    clientId: client.id,
    customerId,
    scopes,
    accountIds,
  });
  return finish(c, context, request, { consent: { grantId } });
}

/** Redirects the customer to the next step or back to the app. */
async function finish(
  c: Context<AppEnv>,
  { server }: PageContext,
  { provider }: SignInRequest,
  result: InteractionResults,
) {
  const { incoming, outgoing } = server.streamsOf(c);
  const to = await provider.interactionResult(incoming, outgoing, result);
  c.header('Cache-Control', 'no-store');
  return c.redirect(to, 303);
}

function readRequestedScopes({ params }: Interaction) {
  const requested = String(params.scope ?? '').split(' ');
  return {
    scopes: requested.filter(isCustomerScope),
    stays: requested.includes('offline_access'),
  };
}

function isAboutAccounts(scope: string): boolean {
  return scope.startsWith('accounts:') || scope.startsWith('transactions:');
}

async function listOpenAccounts({ ledger, tenantId }: SignInRequest, customerId: string) {
  const page = { limit: MAX_ACCOUNTS, startingAfter: null };
  const accounts = await listAccounts(ledger, { tenantId, customerId, ...page });
  return accounts.data.filter(({ status }) => status !== 'closed' && status !== 'rejected');
}

/** Returns the label of an account: name, type, currency and the end of its number. */
export function labelOf({ name, type, currency, accountNumber }: AccountView): string {
  const nameText = name ? `${name}: ` : '';
  return `${nameText}${type} account in ${currency}, …${accountNumber.slice(-4)}`;
}

/** Answers a browser whose sign-in has ended. */
export async function answerExpired(c: Context<AppEnv>) {
  const message = 'This sign-in is over, or belongs to another window. Start again from the app.';
  return answerPage(c, await renderMessagePage('Start again', message), 400);
}

/** Answers a form that another page has sent. */
export async function answerForeignForm(c: Context<AppEnv>) {
  const message =
    'The form did not come from this page. Nothing was changed; go back and try again.';
  return answerPage(c, await renderMessagePage('Not accepted', message), 403);
}
