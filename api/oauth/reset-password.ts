// Password reset: the customer requests a mail on the sign-in page of an app, opens its link, and
// sets a new password. The page shows the same text for every name, known or not.

import { setTimeout as delay } from 'node:timers/promises';
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { findCustomer } from '../../db/customers/reads.ts';
import type { Ledger } from '../../db/ledger.ts';
import { mailContext, queueMail } from '../../db/mails/acts.ts';
import type { SignIn } from '../../db/platform/oauth.ts';
import { PASSWORD_FAULTS } from '../customers/credentials.ts';
import { readClientAddress } from '../kit/address.ts';
import type { AppEnv } from '../kit/context.ts';
import { answerPage, csrfOf, isOwnForm, readForm } from './forms.ts';
import { renderFault, renderForm, renderMessagePage, renderPage } from './pages.ts';
import { textOf } from './passkeys.ts';
import { findCustomerWithLedger, type PageContext } from './session.ts';
import {
  answerExpired,
  answerForeignForm,
  findSignInRequest,
  type SignInRequest,
} from './sign-in.ts';

const REQUEST_PATH = '/oauth/sign-in/:uid/forgot';
const RESET_PATH = '/oauth/reset/:code';
/**
 * Minimum time of the answer, longer than queueing a mail, so that it does not reveal known names.
 */
const MIN_ANSWER_MS = 250;

/** Adds the pages and their forms. */
export function registerPasswordReset(app: OpenAPIHono<AppEnv>, context: PageContext): void {
  const { deps } = context;
  app.get(REQUEST_PATH, async (c) => {
    const request = await findSignInRequest(c, context);
    return request && deps.config.mail ? showRequestForm(c, context, request) : answerExpired(c);
  });
  app.post(REQUEST_PATH, async (c) => {
    const request = await findSignInRequest(c, context);
    if (!request || !deps.config.mail) return answerExpired(c);
    const form = await readForm(c);
    if (!isOwnForm(c, context, { form, formSubject: request.interaction.uid }))
      return answerForeignForm(c);
    const name = textOf(form, 'name').slice(0, 128);
    await Promise.all([mailCode(c, context, request, name), delay(MIN_ANSWER_MS)]);
    const message =
      'If somebody has that sign-in name, and the bank knows an e-mail address of that customer, ' +
      'a mail is on its way. Its link is valid for half an hour.';
    return answerPage(c, await renderMessagePage('Check your mail', message));
  });
  app.get(RESET_PATH, async (c) => {
    const code = c.req.param('code');
    return deps.platform.access.resetOf(code)
      ? showPasswordForm(c, context, code, null)
      : answerUsedLink(c);
  });
  app.post(RESET_PATH, async (c) => {
    const code = c.req.param('code');
    const form = await readForm(c);
    if (!isOwnForm(c, context, { form, formSubject: `reset/${code}` })) return answerForeignForm(c);
    return setPassword(c, context, { code, form });
  });
}

async function showRequestForm(
  c: Context<AppEnv>,
  { deps }: PageContext,
  { interaction }: SignInRequest,
) {
  const { uid } = interaction;
  const fields = html`<label for="name">Sign-in name</label>
<input id="name" name="name" type="text" autocomplete="username" autocapitalize="none"
  spellcheck="false" maxlength="128" required autofocus>
<button type="submit">Send me a mail</button>`;
  const action = `/oauth/sign-in/${uid}/forgot`;
  const body = html`<p>The bank mails you a link, with which you set another password.</p>
${renderForm({ action, csrf: csrfOf(deps, uid) }, fields)}
<p><a href="/oauth/sign-in/${uid}">Back to the sign-in</a></p>`;
  return answerPage(c, await renderPage('Forgot your password?', body));
}

async function mailCode(
  c: Context<AppEnv>,
  context: PageContext,
  request: SignInRequest,
  name: string,
) {
  const { deps, server } = context;
  const { tenantId, ledger } = request;
  const address = readClientAddress(c, deps.config);
  const reset = await deps.platform.access.beginReset({ tenantId, name, address });
  if (!reset) return;
  const link = `${server.issuerOf(c)}/oauth/reset/${reset.code}`;
  await mailTo(context, ledger, {
    signIn: { tenantId, customerId: reset.customerId },
    kind: 'password_reset',
    subject: 'Set another password',
    text:
      `Set another password here, within half an hour:\n\n${link}\n\n` +
      'If you did not ask for this, ignore this mail: your password stays.\n',
  });
}

interface CustomerMail {
  readonly signIn: Pick<SignIn, 'tenantId' | 'customerId'>;
  readonly kind: 'password_reset' | 'password_changed';
  readonly subject: string;
  readonly text: string;
}

/** Queues a mail to the stored address of the customer; without an address, nothing is sent. */
async function mailTo(
  { deps }: PageContext,
  ledger: Ledger,
  { signIn, kind, subject, text }: CustomerMail,
) {
  const { tenantId, customerId } = signIn;
  const customer = await findCustomer(ledger, tenantId, customerId);
  if (!customer?.email) return;
  await ledger.run(queueMail, {
    tenantId,
    kind,
    subjectId: customerId,
    recipient: customer.email,
    subject,
    body: deps.seal.seal(text, mailContext({ subjectId: customerId })),
    isSealed: true,
  });
}

async function showPasswordForm(
  c: Context<AppEnv>,
  { deps }: PageContext,
  code: string,
  message: string | null,
) {
  const fields = html`<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password"
  minlength="10" maxlength="128" required autofocus>
<label for="again">Once more</label>
<input id="again" name="again" type="password" autocomplete="new-password" maxlength="128" required>
<button type="submit">Set the password</button>`;
  const key = { action: `/oauth/reset/${code}`, csrf: csrfOf(deps, `reset/${code}`) };
  const body = html`<p>At least 10 characters, and not a password that is known from a breach.</p>
${renderFault(message)}${renderForm(key, fields)}`;
  return answerPage(
    c,
    await renderPage('Set another password', body),
    message === null ? 200 : 422,
  );
}

interface NewPassword {
  readonly code: string;
  readonly form: FormData;
}

async function setPassword(c: Context<AppEnv>, context: PageContext, { code, form }: NewPassword) {
  const { deps } = context;
  const password = textOf(form, 'password');
  if (password !== textOf(form, 'again')) {
    return showPasswordForm(c, context, code, 'Both passwords have to be the same.');
  }
  const outcome = await deps.platform.access.finishReset({ code, password });
  if (outcome === 'invalid_code') return answerUsedLink(c);
  if (typeof outcome === 'string')
    return showPasswordForm(c, context, code, PASSWORD_FAULTS[outcome]);
  const customer = await findCustomerWithLedger(deps, outcome);
  if (customer) {
    await mailTo(context, customer.ledger, {
      signIn: outcome,
      kind: 'password_changed',
      subject: 'Your password was changed',
      text: 'Your password was changed. If it was not you, call your bank.\n',
    });
  }
  const message =
    'Your password is set; every browser and every app is signed out. Go back to the app.';
  return answerPage(c, await renderMessagePage('Done', message));
}

async function answerUsedLink(c: Context<AppEnv>) {
  const message = 'This link was already used, or is older than half an hour. Request a new one.';
  return answerPage(c, await renderMessagePage('Link not valid', message), 400);
}
