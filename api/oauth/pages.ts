// The pages for customers of developers: server-rendered, without inline scripts or styles and
// without requests to other hosts. They work without scripts, except for passkeys.

import { html } from 'hono/html';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { CUSTOMER_SCOPES, type CustomerScope } from '../../identity/scopes.ts';
import { markInvisible } from '../../ledger/invisible-characters.ts';
import {
  amountOf,
  describeAccount,
  describeAmount,
  describeBalance,
  describeNumber,
  describePayee,
  NAMELESS_PARTY,
  OUTSIDE_NOTE,
  type PaymentDescription,
} from '../mfa/shown-payment.ts';

export type Fragment = ReturnType<typeof html>;

/**
 * Returns the content security policy.
 * @param formTargets CSP sources to which forms may be redirected
 */
export function createPolicy(formTargets: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
  ].join('; ');
}

/** Renders a whole page. */
export async function renderPage(title: string, body: Fragment, script?: string): Promise<string> {
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Kontor</title>
<link rel="stylesheet" href="/page.css">
${script === undefined ? '' : html`<script type="module" src="/oauth/files/${script}"></script>`}
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>
`;
  return String(text);
}

/** Address and CSRF key of a form. The key prevents that a foreign page sends the form. */
export interface FormKey {
  readonly action: string;
  readonly csrf: string;
}

/** Renders a form with its CSRF key. */
export function renderForm({ action, csrf }: FormKey, fields: Fragment): Fragment {
  return html`<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">${fields}</form>`;
}

/**
 * Renders a form that the script fills with the answer of the device.
 * @param options the address that returns the options
 */
export function renderPasskeyForm(key: FormKey, options: string, fields: Fragment): Fragment {
  return html`<form method="post" action="${key.action}" data-options="${options}" hidden>
<input type="hidden" name="csrf" value="${key.csrf}">
<input type="hidden" name="challengeId"><input type="hidden" name="credential">
<p class="bad" role="alert" hidden></p>${fields}</form>`;
}

/** Renders an error message; nothing for null. */
export function renderFault(message: string | null): Fragment | '' {
  return message === null ? '' : html`<p class="bad" role="alert">${message}</p>`;
}

export interface SignInPage {
  readonly appName: string;
  /** The company behind the app. */
  readonly company: string;
  readonly form: FormKey;
  readonly abort: FormKey;
  /** The address of the password reset; null when this bank sends no mail. */
  readonly resetPath: string | null;
  /** Null when this bank has no passkeys. */
  readonly passkey: FormKey | null;
  readonly name: string;
  readonly message: string | null;
}

/** Returns the page on which a customer signs in. */
export function renderSignInPage(page: SignInPage) {
  const { appName, company, form: key, abort, resetPath, passkey, name, message } = page;
  const help = html`<p><a href="${resetPath}">Forgot your password?</a></p>`;
  const button = html`<button type="submit">Sign in with a passkey</button>`;
  const withPasskey =
    passkey === null ? '' : renderPasskeyForm(passkey, `${passkey.action}/options`, button);
  const fields = html`
<label for="name">Sign-in name</label>
<input id="name" name="name" type="text" autocomplete="username" autocapitalize="none"
  spellcheck="false" maxlength="128" required autofocus value="${name}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password"
  maxlength="512" required>
<button type="submit">Sign in</button>`;
  const body = html`<p>You are on the page of your bank. <strong>${appName}</strong>, an app of ${company}, does
not see what you enter here.</p>${renderFault(message)}${withPasskey}${renderForm(key, fields)}
${resetPath === null ? '' : help}<h2>Not you?</h2>
${renderForm(abort, html`<button class="second" type="submit">Back to ${appName}</button>`)}`;
  return renderPage('Sign in', body, passkey === null ? undefined : 'passkey.mjs');
}

export interface AccountChoice {
  readonly id: string;
  readonly label: string;
}

export interface ConsentPage {
  readonly appName: string;
  readonly company: string;
  readonly customerName: string;
  readonly scopes: readonly CustomerScope[];
  readonly isLasting: boolean;
  readonly accounts: readonly AccountChoice[];
  readonly days: number;
  readonly form: FormKey;
  readonly abort: FormKey;
  readonly message: string | null;
}

/** Renders the consent page, which lists the rights of the app and the accounts in words. */
export function renderConsentPage(page: ConsentPage) {
  const { appName, company, customerName, scopes, isLasting, accounts, days, message } = page;
  const rights = scopes.map((scope) => html`<li>${CUSTOMER_SCOPES[scope]}</li>`);
  const choices = accounts.map(
    ({ id, label }) => html`<label class="choice"><input type="checkbox" name="account"
  value="${id}"><span>${label}</span></label>`,
  );
  const accountChoice =
    accounts.length === 0
      ? html`<p class="quiet">You have no account that the app could see.</p>`
      : html`<fieldset><legend>For these accounts</legend>${choices}</fieldset>`;
  const fields = html`${accountChoice}
<div class="row"><button type="submit">Allow</button></div>`;
  const sameCustomer = html`<li>Know that you are the same customer as before.</li>`;
  const lastingConsent = isLasting
    ? html`<p>It may do so for ${days} days, also while you are away.</p>`
    : html`<p>It may do so while you are signed in, for at most an hour.</p>`;
  const body = html`<p>You are signed in as <strong>${customerName}</strong>.
<strong>${appName}</strong>, an app of ${company} and not of the bank, asks to:</p>
<ul>${rights.length > 0 ? rights : sameCustomer}</ul>
${lastingConsent}<p class="quiet">You can take this back at any time on the page
<a href="/oauth/me">My apps and devices</a>.</p>${renderFault(message)}${renderForm(page.form, fields)}
${renderForm(page.abort, html`<button class="second" type="submit">Do not allow</button>`)}`;
  return renderPage(`Allow ${appName}?`, body);
}

export interface ConfirmPage {
  readonly payment: PaymentDescription;
  readonly description: string | null;
  readonly form: FormKey;
  /** The factors with which the customer can confirm. */
  readonly hasCodes: boolean;
  readonly hasPasskeys: boolean;
  readonly message: string | null;
}

/** Renders the payer or payee. A right-to-left name does not change the order of other words. */
function renderParty(side: PaymentDescription['payee']): Fragment {
  const { kind, name, accountName, isOwn } = side;
  if (kind === 'cash') return html`${NAMELESS_PARTY.cash}`;
  const shownName = name === null ? NAMELESS_PARTY[kind] : html`<bdi>${markInvisible(name)}</bdi>`;
  const accountText = accountName === null ? '' : html`, <bdi>${markInvisible(accountName)}</bdi>`;
  const note = isOwn ? ' (you)' : kind === 'outside' ? ` (${OUTSIDE_NOTE})` : '';
  return html`<strong>${shownName}</strong>${note}<br>
<span class="quiet"><bdi>${describeNumber(side)}</bdi>${accountText}</span>`;
}

function renderTerms({ payment, description }: ConfirmPage): Fragment {
  const { payer, payee, payeeStanding, balances } = payment;
  const payeeText = payeeStanding.status === 'own' ? null : describePayee(payment);
  const isAlert = payeeStanding.status === 'new' || payeeStanding.status === 'unknown';
  return html`<dl class="terms">
<dt>Payment</dt><dd><strong>${describeAmount(payment)}</strong></dd>
<dt>From</dt><dd>${renderParty(payer)}</dd>
<dt>To</dt><dd>${renderParty(payee)}</dd>
${payeeText === null ? '' : html`<dt>Payee</dt><dd${isAlert ? html` class="bad"` : ''}>${payeeText}</dd>`}
${balances.map(
  (
    balance,
  ) => html`<dt>Available after it<br><span class="quiet"><bdi>${describeAccount(balance)}</bdi></span></dt>
<dd>${describeBalance(balance)}</dd>`,
)}
${description === null ? '' : html`<dt>Description</dt><dd><bdi>${markInvisible(description)}</bdi></dd>`}
</dl>`;
}

/**
 * Returns the page that confirms a payment. Code and passkey are valid for the shown amount and
 * parties.
 */
export function renderConfirmPage(page: ConfirmPage) {
  const { payment, form: key, hasCodes, hasPasskeys, message } = page;
  const pay = `Pay ${amountOf(payment)}`;
  const button = html`<button type="submit">${pay} with a passkey</button>`;
  const withPasskey = hasPasskeys ? renderPasskeyForm(key, `${key.action}/options`, button) : '';
  const fields = html`
<label for="code">Code of your app, or a recovery code</label>
<input id="code" name="code" type="text" autocapitalize="none" spellcheck="false"
  autocomplete="one-time-code" maxlength="40" required autofocus>
<button type="submit">${pay}</button>`;
  const body = html`${renderTerms(page)}
<p>Confirm it only if all of this is right. Otherwise close this page: nothing is paid.</p>
${renderFault(message)}${withPasskey}${hasCodes ? renderForm(key, fields) : ''}`;
  return renderPage('Confirm a payment', body, hasPasskeys ? 'passkey.mjs' : undefined);
}

/** Renders a page with a message and without a form. */
export function renderMessagePage(title: string, message: string) {
  return renderPage(title, html`<p>${message}</p>`);
}

/** Shows an error of the library when the browser cannot be redirected to an app. */
export async function showErrorPage(ctx: KoaContextWithOIDC, error: ErrorOut): Promise<void> {
  ctx.type = 'html';
  const body = html`<p>The app that sent you here asked for something that the bank does not do.
You can close this page, or go back and try again.</p>
<p class="quiet">For the makers of the app: <code>${error.error}</code>
${error.error_description ?? ''}</p>`;
  ctx.body = await renderPage('This did not work', body);
}

/**
 * Asks whether the customer wants to sign out.
 * @param formHtml the library's own hidden form
 */
export async function showSignOutPage(ctx: KoaContextWithOIDC, formHtml: string): Promise<void> {
  const [, action = '', xsrf = ''] =
    /action="([^"]*)".*name="xsrf" value="([^"]*)"/.exec(formHtml) ?? [];
  ctx.type = 'html';
  const body = html`<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${xsrf}">
<div class="row"><button name="logout" value="yes" type="submit">Sign out</button>
<button class="second" type="submit">Stay signed in</button></div></form>`;
  ctx.body = await renderPage('Sign out?', body);
}

/** Shows that the customer is signed out. */
export async function showSignedOutPage(ctx: KoaContextWithOIDC): Promise<void> {
  ctx.type = 'html';
  ctx.body = await renderMessagePage('Signed out', 'You can close this page.');
}
