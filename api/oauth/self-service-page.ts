// The page of a signed-in customer: apps, passkeys, codes.

import { html } from 'hono/html';
import { CUSTOMER_SCOPES, type CustomerScope } from '../../identity/scopes.ts';
import { renderForm, renderPage, renderPasskeyForm } from './pages.ts';

export interface ConsentShown {
  readonly id: string;
  readonly appName: string;
  readonly scopes: readonly CustomerScope[];
  readonly accounts: readonly string[];
  readonly since: string;
  readonly until: string;
  readonly state: 'active' | 'withdrawn' | 'expired';
}

/** A passkey in the list of its owner. */
export interface DeviceShown {
  readonly id: string;
  readonly name: string;
  readonly since: string;
  readonly lastUsed: string | null;
  readonly isSynced: boolean;
}

export interface SelfServicePage {
  readonly customerName: string;
  readonly consents: readonly ConsentShown[];
  readonly devices: readonly DeviceShown[];
  readonly hasCodes: boolean;
  /** False when this bank has no passkeys. */
  readonly canAddPasskey: boolean;
  readonly csrf: string;
}

/**
 * Returns the page with the customer's apps and factors, on which the customer revokes and removes
 * them.
 */
export function renderSelfServicePage(page: SelfServicePage) {
  const { customerName, canAddPasskey, hasCodes, csrf } = page;
  const body = html`<p>You are signed in as <strong>${customerName}</strong>.</p>
<h2>Apps</h2>${renderApps(page)}
<h2>Passkeys</h2>${renderDevices(page)}${canAddPasskey ? renderAddPasskey(page) : ''}
<h2>Codes of an app</h2>
<p>${hasCodes ? 'An app on your phone shows codes for you.' : 'No app shows codes for you.'}
<a href="/oauth/me/codes">${hasCodes ? 'Change this' : 'Set one up'}</a></p>
<h2>Browsers</h2>
${renderForm(
  { action: '/oauth/me/sign-out-elsewhere', csrf },
  html`<button class="second" type="submit">Sign out everywhere else</button>`,
)}
<p><a href="/oauth/logout">Sign out here</a></p>`;
  return renderPage('My apps and devices', body, canAddPasskey ? 'passkey.mjs' : undefined);
}

function renderApps({ consents, csrf }: SelfServicePage) {
  const activeConsents = consents.filter(({ state }) => state === 'active');
  const pastConsents = consents.filter(({ state }) => state !== 'active');
  const items = activeConsents.map(
    (consent) => html`<div class="item"><h3>${consent.appName}</h3>
<ul>${consent.scopes.map((scope) => html`<li>${CUSTOMER_SCOPES[scope]}</li>`)}</ul>
<p>Accounts: ${consent.accounts.length > 0 ? consent.accounts.join(', ') : 'none'}.<br>
<span class="quiet">Since ${consent.since}, until ${consent.until}.</span></p>
${renderForm(
  { action: `/oauth/me/consents/${consent.id}/withdraw`, csrf },
  html`<button class="second" type="submit">Withdraw the access of ${consent.appName}</button>`,
)}</div>`,
  );
  const pastItems = pastConsents.map(
    ({ appName, since, state }) => html`<li>${appName}, since ${since}: ${state}</li>`,
  );
  return html`${activeConsents.length > 0 ? items : html`<p>No app may act for you.</p>`}
${pastConsents.length > 0 ? html`<h3>Earlier apps</h3><ul class="quiet">${pastItems}</ul>` : ''}`;
}

function renderDevices({ devices: passkeys, csrf }: SelfServicePage) {
  if (passkeys.length === 0) return html`<p>You have no passkey.</p>`;
  return passkeys.map(
    ({ id, name, since, lastUsed, isSynced }) => html`<div class="item"><h3>${name}</h3>
<p class="quiet">Since ${since}, ${lastUsed === null ? 'never used' : `last used ${lastUsed}`}${
      isSynced ? ', on all devices of its account' : ''
    }.</p>
${renderForm(
  { action: `/oauth/me/passkeys/${id}/remove`, csrf },
  html`<button class="second" type="submit">Remove ${name}</button>`,
)}</div>`,
  );
}

function renderAddPasskey({ devices: passkeys, hasCodes, csrf }: SelfServicePage) {
  const code = html`<label for="proof">Code of your app, or a recovery code</label>
<input id="proof" name="proof" type="text" autocapitalize="none" spellcheck="false"
  autocomplete="one-time-code" maxlength="40" required>`;
  const password = html`<label for="proof">Your password</label>
<input id="proof" name="proof" type="password" autocomplete="current-password" maxlength="512"
  required>`;
  const passkey = html`<p>You confirm this with one of your passkeys first.</p>`;
  const proof = hasCodes ? code : passkeys.length > 0 ? passkey : password;
  const fields = html`<h3>Add a passkey</h3>
<label for="device">Name of the device</label>
<input id="device" name="name" type="text" maxlength="64" required value="This device">
${proof}<button type="submit">Add a passkey</button>`;
  return renderPasskeyForm(
    { action: '/oauth/me/passkeys', csrf },
    '/oauth/me/passkeys/options',
    fields,
  );
}
