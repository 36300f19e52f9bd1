// /oauth/me/codes: a customer sets up codes of an authenticator app with a QR code, renews the
// recovery codes, or disables the codes. The secret and the recovery codes are shown only once.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { toString as qrOf } from 'qrcode';
import {
  activateFactor,
  type CodeOrder,
  disableFactor,
  enableFactor,
  type MfaOutcome,
  renewRecovery,
} from '../../db/mfa/acts.ts';
import { type CodeProof, mfaContext, type NewRecoveryCodes } from '../../db/mfa/proof.ts';
import { authenticate } from '../../db/passkeys/acts.ts';
import { factorsOf } from '../../db/passkeys/reads.ts';
import {
  createRecoveryCodes,
  formatOtpauthUri,
  hashRecoveryCode,
  readCode,
} from '../../identity/totp.ts';
import type { AppEnv } from '../kit/context.ts';
import { createFactor, proofOf } from '../mfa/mfa.ts';
import {
  createSignOptions,
  requireRelyingParty,
  verifySignedCredential,
} from '../passkeys/ceremonies.ts';
import { answerPage, csrfOf } from './forms.ts';
import { type Fragment, renderFault, renderForm, renderPage, renderPasskeyForm } from './pages.ts';
import {
  answerStep,
  createCause,
  messageOf,
  type OwnForm,
  readOwnForm,
  readSignature,
  requirePassword,
  textOf,
} from './passkeys.ts';
import {
  answerSignedOut,
  findSignedInCustomer,
  type PageContext,
  type SignedInCustomer,
} from './session.ts';

const PATH = '/oauth/me/codes';
/** The subject of passkey signatures on this page, which are valid nowhere else. */
const CODES_SUBJECT = 'codes';
const WRONG_CODE = 'The code is wrong or was used before.';

/** Adds the page and its forms. */
export function registerMyCodes(app: OpenAPIHono<AppEnv>, context: PageContext): void {
  app.get(PATH, async (c) => {
    const customer = await findSignedInCustomer(c, context);
    return customer ? showCodesPage(c, context, customer, null) : answerSignedOut(c);
  });
  app.post(`${PATH}/options`, async (c) => {
    const form = await readOwnForm(c, context);
    if (!form) return c.json({ message: 'This page has expired. Load it again.' }, 403);
    return answerStep(c, async () => {
      const owner = { customerId: form.customer.customerId, about: CODES_SUBJECT };
      const { id, publicKey } = await createSignOptions(
        requireRelyingParty(context.deps),
        form.customer,
        owner,
      );
      return { id, ask: 'sign', next: 'send', publicKey };
    });
  });
  const acts = { begin, verify, renew, disable };
  for (const [name, act] of Object.entries(acts)) {
    app.post(name === 'begin' ? PATH : `${PATH}/${name}`, async (c) => {
      const form = await readOwnForm(c, context);
      if (!form) return answerSignedOut(c);
      try {
        return await act(c, context, form);
      } catch (error) {
        const message = messageOf(error);
        if (message === null) throw error;
        return showCodesPage(c, context, form.customer, message);
      }
    });
  }
}

const CODE = html`<label for="code">Code of your app, or a recovery code</label>
<input id="code" name="code" type="text" autocapitalize="none" spellcheck="false"
  autocomplete="one-time-code" maxlength="40" required>`;

async function showCodesPage(
  c: Context<AppEnv>,
  { deps }: PageContext,
  customer: SignedInCustomer,
  message: string | null,
) {
  const { hasCodes, passkeys } = factorsOf(customer.ledger, customer.tenantId, customer.customerId);
  const csrf = csrfOf(deps, customer.formSubject);
  const body = hasCodes ? renderChange(csrf) : renderSetUp(csrf, passkeys.length > 0);
  const backLink = html`<p><a href="/oauth/me">My apps and devices</a></p>`;
  const page = await renderPage(
    'Codes of an app',
    html`${renderFault(message)}${body}${backLink}`,
    'passkey.mjs',
  );
  return answerPage(c, page, message === null ? 200 : 422);
}

function renderSetUp(csrf: string, hasPasskeys: boolean): Fragment {
  const key = { action: PATH, csrf };
  const intro = html`<p>An app on your phone shows six digits, with which you confirm payments.</p>`;
  if (hasPasskeys) {
    const button = html`<p>You confirm this with one of your passkeys first.</p>
<button type="submit">Set up an app</button>`;
    return html`${intro}${renderPasskeyForm(key, `${PATH}/options`, button)}`;
  }
  return html`${intro}${renderForm(
    key,
    html`<label for="password">Your password</label>
<input id="password" name="password" type="password" autocomplete="current-password"
  maxlength="512" required><button type="submit">Set up an app</button>`,
  )}`;
}

function renderChange(csrf: string): Fragment {
  return html`<p>An app on your phone shows codes for you.</p>
${renderForm(
  { action: `${PATH}/renew`, csrf },
  html`${CODE}<div class="row"><button type="submit">New recovery codes</button>
<button class="second" type="submit" formaction="${PATH}/disable">Remove the app</button></div>`,
)}`;
}

/**
 * Begins the set-up. Requires an existing factor or the password, so that a person at an open
 * browser of the customer cannot add a factor.
 */
async function begin(c: Context<AppEnv>, context: PageContext, { customer, form }: OwnForm) {
  const { deps } = context;
  const { ledger, tenantId, customerId } = customer;
  const { hasCodes, passkeys } = factorsOf(ledger, tenantId, customerId);
  if (hasCodes) return showCodesPage(c, context, customer, null);
  if (passkeys.length > 0) {
    const proof = await verifySignedCredential(
      requireRelyingParty(deps),
      customer,
      readSignature(form),
    );
    await ledger.run(authenticate, { tenantId, customerId, subject: CODES_SUBJECT, proof });
  } else await requirePassword(c, context, { customer, password: textOf(form, 'password') });
  const cause = createCause(c, customerId);
  const factor = await ledger.run(enableFactor, {
    tenantId,
    customerId,
    cause,
    ...createFactor(deps),
  });
  return factor.kind === 'done'
    ? showNewSecret(c, context, customer, factor)
    : showCodesPage(c, context, customer, WRONG_CODE);
}

type CreatedFactor = Extract<MfaOutcome, { kind: 'done' }>;

async function showNewSecret(
  c: Context<AppEnv>,
  { deps }: PageContext,
  customer: SignedInCustomer,
  factor: CreatedFactor,
) {
  const secret = deps.seal.open(factor.sealed ?? '', mfaContext(factor.factor.id));
  const { name } = deps.platform.access.signInOf(customer.customerId) ?? {
    name: customer.customerId,
  };
  const svg = await qrOf(formatOtpauthUri(secret, name), { type: 'svg', margin: 4 });
  const spacedSecret = secret.replaceAll(/(.{4})/g, '$1 ').trim();
  const fields = html`<label for="code">The six digits that the app shows</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code"
  maxlength="12" required autofocus><button type="submit">Confirm</button>`;
  const body = html`<p>Scan this with an authenticator app. It is shown only once.</p>
<div class="qr" role="img" aria-label="QR code of the secret below">${raw(svg)}</div>
<p>Or type: <code>${spacedSecret}</code></p>
${renderForm({ action: `${PATH}/verify`, csrf: csrfOf(deps, customer.formSubject) }, fields)}`;
  return answerPage(c, await renderPage('Set up an app', body));
}

/** Returns the code in a form, or null. */
function readCodeProof({ form }: OwnForm): CodeProof | null {
  const code = readCode(textOf(form, 'code'));
  return code === null ? null : proofOf(code);
}

async function verify(c: Context<AppEnv>, context: PageContext, form: OwnForm) {
  return showNewCodes(c, context, form, (order) => form.customer.ledger.run(activateFactor, order));
}

async function renew(c: Context<AppEnv>, context: PageContext, form: OwnForm) {
  return showNewCodes(c, context, form, (order) => form.customer.ledger.run(renewRecovery, order));
}

type Order = CodeOrder & NewRecoveryCodes;

async function showNewCodes(
  c: Context<AppEnv>,
  context: PageContext,
  form: OwnForm,
  act: (order: Order) => Promise<MfaOutcome>,
) {
  const proof = readCodeProof(form);
  if (!proof) return showCodesPage(c, context, form.customer, 'Enter the six digits of your app.');
  const { tenantId, customerId } = form.customer;
  const codes = createRecoveryCodes();
  const recoveryHashes = codes.map(hashRecoveryCode);
  const cause = createCause(c, customerId);
  const outcome = await act({ tenantId, customerId, cause, proof, recoveryHashes });
  if (outcome.kind === 'wrong_code') return showCodesPage(c, context, form.customer, WRONG_CODE);
  const body = html`<p>Use one of these codes when the app is lost. Each code works once. They are
shown only now: keep them in a safe place.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a href="/oauth/me">My apps and devices</a></p>`;
  return answerPage(c, await renderPage('Your recovery codes', body));
}

async function disable(c: Context<AppEnv>, context: PageContext, form: OwnForm) {
  const proof = readCodeProof(form);
  if (!proof) return showCodesPage(c, context, form.customer, 'Enter the six digits of your app.');
  const { ledger, tenantId, customerId } = form.customer;
  const cause = createCause(c, customerId);
  const outcome = await ledger.run(disableFactor, { tenantId, customerId, cause, proof });
  return showCodesPage(
    c,
    context,
    form.customer,
    outcome.kind === 'wrong_code' ? WRONG_CODE : null,
  );
}
