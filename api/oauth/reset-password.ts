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
import { addressOf } from '../kit/address.ts';
import type { AppEnv } from '../kit/context.ts';
import { csrfOf, isOwnForm, pageAnswer, readForm } from './forms.ts';
import { fault, form as formWith, messagePage, renderPage } from './pages.ts';
import { textOf } from './passkeys.ts';
import { customerOf, type Work } from './session.ts';
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
const SAME_FOR_ALL_MS = 250;

/** Adds the pages and their forms. */
export function registerForgot(app: OpenAPIHono<AppEnv>, work: Work): void {
  const { deps } = work;
  app.get(REQUEST_PATH, async (c) => {
    const request = await findSignInRequest(c, work);
    return request && deps.config.mail ? showForgotForm(c, work, request) : answerExpired(c);
  });
  app.post(REQUEST_PATH, async (c) => {
    const request = await findSignInRequest(c, work);
    if (!request || !deps.config.mail) return answerExpired(c);
    const form = await readForm(c);
    if (!isOwnForm(c, work, { form, about: request.interaction.uid })) return answerForeignForm(c);
    const name = textOf(form, 'name').slice(0, 128);
    await Promise.all([mailCode(c, work, request, name), delay(SAME_FOR_ALL_MS)]);
    const message =
      'If somebody has that sign-in name, and the bank knows an e-mail address of that customer, ' +
      'a mail is on its way. Its link is good for half an hour.';
    return pageAnswer(c, await messagePage('Look into your mail', message));
  });
  app.get(RESET_PATH, async (c) => {
    const code = c.req.param('code');
    return deps.platform.access.resetOf(code)
      ? showPasswordForm(c, work, code, null)
      : answerUsedLink(c);
  });
  app.post(RESET_PATH, async (c) => {
    const code = c.req.param('code');
    const form = await readForm(c);
    if (!isOwnForm(c, work, { form, about: `reset/${code}` })) return answerForeignForm(c);
    return setPassword(c, work, { code, form });
  });
}

async function showForgotForm(c: Context<AppEnv>, { deps }: Work, { interaction }: SignInRequest) {
  const { uid } = interaction;
  const fields = html`<label for="name">Sign-in name</label>
<input id="name" name="name" type="text" autocomplete="username" autocapitalize="none"
  spellcheck="false" maxlength="128" required autofocus>
<button type="submit">Send me a mail</button>`;
  const action = `/oauth/sign-in/${uid}/forgot`;
  const body = html`<p>The bank mails you a link, with which you set another password.</p>
${formWith({ action, csrf: csrfOf(deps, uid) }, fields)}
<p><a href="/oauth/sign-in/${uid}">Back to the sign-in</a></p>`;
  return pageAnswer(c, await renderPage('Forgot your password?', body));
}

async function mailCode(c: Context<AppEnv>, work: Work, request: SignInRequest, name: string) {
  const { deps, server } = work;
  const { tenantId, ledger } = request;
  const address = addressOf(c, deps.config);
  const reset = await deps.platform.access.beginReset({ tenantId, name, address });
  if (!reset) return;
  const link = `${server.issuerOf(c)}/oauth/reset/${reset.code}`;
  await mailTo(work, ledger, {
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
  { deps }: Work,
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
  { deps }: Work,
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
  const body = html`<p>At least 10 characters, and none that is known from breaches.</p>
${fault(message)}${formWith(key, fields)}`;
  return pageAnswer(
    c,
    await renderPage('Set another password', body),
    message === null ? 200 : 422,
  );
}

interface NewPassword {
  readonly code: string;
  readonly form: FormData;
}

async function setPassword(c: Context<AppEnv>, work: Work, { code, form }: NewPassword) {
  const { deps } = work;
  const password = textOf(form, 'password');
  if (password !== textOf(form, 'again')) {
    return showPasswordForm(c, work, code, 'Both passwords have to be the same.');
  }
  const outcome = await deps.platform.access.finishReset({ code, password });
  if (outcome === 'invalid_code') return answerUsedLink(c);
  if (typeof outcome === 'string') return showPasswordForm(c, work, code, PASSWORD_FAULTS[outcome]);
  const customer = await customerOf(deps, outcome);
  if (customer) {
    await mailTo(work, customer.ledger, {
      signIn: outcome,
      kind: 'password_changed',
      subject: 'Your password was changed',
      text: 'Your password was changed. If it was not you, call your bank.\n',
    });
  }
  const message =
    'Your password is set; every browser and every app is signed out. Go back to the app.';
  return pageAnswer(c, await messagePage('Done', message));
}

async function answerUsedLink(c: Context<AppEnv>) {
  const message = 'This link was already used, or is older than half an hour. Request a new one.';
  return pageAnswer(c, await messagePage('Link not valid', message), 400);
}
