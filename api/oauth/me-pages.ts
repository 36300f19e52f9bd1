// The page of a signed-in customer: apps, passkeys, codes.

import { html } from 'hono/html';
import { CUSTOMER_SCOPES, type CustomerScope } from '../../identity/scopes.ts';
import { form, passkeyForm, renderPage } from './pages.ts';

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

export interface MePage {
  readonly customerName: string;
  readonly consents: readonly ConsentShown[];
  readonly devices: readonly DeviceShown[];
  readonly hasCodes: boolean;
  /** False when this bank has no passkeys. */
  readonly canAdd: boolean;
  readonly csrf: string;
}

/**
 * Returns the page with the customer's apps and factors, on which the customer revokes and removes
 * them.
 */
export function mePage(page: MePage) {
  const { customerName, canAdd, hasCodes, csrf } = page;
  const body = html`<p>You are signed in as <strong>${customerName}</strong>.</p>
<h2>Apps</h2>${renderApps(page)}
<h2>Passkeys</h2>${renderDevices(page)}${canAdd ? renderAddPasskey(page) : ''}
<h2>Codes of an app</h2>
<p>${hasCodes ? 'An app on your phone shows codes for you.' : 'No app shows codes for you.'}
<a href="/oauth/me/codes">${hasCodes ? 'Change this' : 'Set one up'}</a></p>
<h2>Browsers</h2>
${form(
  { action: '/oauth/me/sign-out-elsewhere', csrf },
  html`<button class="second" type="submit">Sign out everywhere else</button>`,
)}
<p><a href="/oauth/logout">Sign out here</a></p>`;
  return renderPage('My apps and devices', body, canAdd ? 'passkey.mjs' : undefined);
}

function renderApps({ consents, csrf }: MePage) {
  const activeConsents = consents.filter(({ state }) => state === 'active');
  const past = consents.filter(({ state }) => state !== 'active');
  const items = activeConsents.map(
    (consent) => html`<div class="item"><h3>${consent.appName}</h3>
<ul>${consent.scopes.map((scope) => html`<li>${CUSTOMER_SCOPES[scope]}</li>`)}</ul>
<p>Accounts: ${consent.accounts.length > 0 ? consent.accounts.join(', ') : 'none'}.<br>
<span class="quiet">Since ${consent.since}, until ${consent.until}.</span></p>
${form(
  { action: `/oauth/me/consents/${consent.id}/withdraw`, csrf },
  html`<button class="second" type="submit">Take back from ${consent.appName}</button>`,
)}</div>`,
  );
  const pastItems = past.map(
    ({ appName, since, state }) => html`<li>${appName}, since ${since}: ${state}</li>`,
  );
  return html`${activeConsents.length > 0 ? items : html`<p>No app may act for you.</p>`}
${past.length > 0 ? html`<h3>Before</h3><ul class="quiet">${pastItems}</ul>` : ''}`;
}

function renderDevices({ devices: all, csrf }: MePage) {
  if (all.length === 0) return html`<p>You have no passkey.</p>`;
  return all.map(
    ({ id, name, since, lastUsed, isSynced }) => html`<div class="item"><h3>${name}</h3>
<p class="quiet">Since ${since}, ${lastUsed === null ? 'never used' : `last used ${lastUsed}`}${
      isSynced ? ', on all devices of its account' : ''
    }.</p>
${form(
  { action: `/oauth/me/passkeys/${id}/remove`, csrf },
  html`<button class="second" type="submit">Remove ${name}</button>`,
)}</div>`,
  );
}

function renderAddPasskey({ devices: all, hasCodes, csrf }: MePage) {
  const code = html`<label for="proof">Code of your app, or a recovery code</label>
<input id="proof" name="proof" type="text" autocapitalize="none" spellcheck="false"
  autocomplete="one-time-code" maxlength="40" required>`;
  const password = html`<label for="proof">Your password</label>
<input id="proof" name="proof" type="password" autocomplete="current-password" maxlength="512"
  required>`;
  const passkey = html`<p>You show one of your passkeys first.</p>`;
  const proof = hasCodes ? code : all.length > 0 ? passkey : password;
  const fields = html`<h3>Add a passkey</h3>
<label for="device">What you call the device</label>
<input id="device" name="name" type="text" maxlength="64" required value="This device">
${proof}<button type="submit">Add a passkey</button>`;
  return passkeyForm({ action: '/oauth/me/passkeys', csrf }, '/oauth/me/passkeys/options', fields);
}
