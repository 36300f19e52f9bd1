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
import { csrfOf, pageAnswer } from './forms.ts';
import { type Fragment, fault, form as formWith, passkeyForm, renderPage } from './pages.ts';
import {
  causeFor,
  messageOf,
  type OwnForm,
  ownForm,
  readSignature,
  requirePassword,
  stepAnswer,
  textOf,
} from './passkeys.ts';
import { answerSignedOut, findMe, type SignedInCustomer, type Work } from './session.ts';

const PATH = '/oauth/me/codes';
/** The subject of passkey signatures on this page, which are valid nowhere else. */
const CODES_SUBJECT = 'codes';
const WRONG_CODE = 'The code is wrong or was used before.';

/** Adds the page and its forms. */
export function registerMyCodes(app: OpenAPIHono<AppEnv>, work: Work): void {
  app.get(PATH, async (c) => {
    const me = await findMe(c, work);
    return me ? showCodesPage(c, work, me, null) : answerSignedOut(c);
  });
  app.post(`${PATH}/options`, async (c) => {
    const form = await ownForm(c, work);
    if (!form) return c.json({ message: 'This page has expired. Load it again.' }, 403);
    return stepAnswer(c, async () => {
      const owner = { customerId: form.me.customerId, about: CODES_SUBJECT };
      const { id, publicKey } = await createSignOptions(
        requireRelyingParty(work.deps),
        form.me,
        owner,
      );
      return { id, ask: 'sign', next: 'send', publicKey };
    });
  });
  const acts = { begin, verify, renew, disable };
  for (const [name, act] of Object.entries(acts)) {
    app.post(name === 'begin' ? PATH : `${PATH}/${name}`, async (c) => {
      const form = await ownForm(c, work);
      if (!form) return answerSignedOut(c);
      try {
        return await act(c, work, form);
      } catch (error) {
        const message = messageOf(error);
        if (message === null) throw error;
        return showCodesPage(c, work, form.me, message);
      }
    });
  }
}

const CODE = html`<label for="code">Code of your app, or a recovery code</label>
<input id="code" name="code" type="text" autocapitalize="none" spellcheck="false"
  autocomplete="one-time-code" maxlength="40" required>`;

async function showCodesPage(
  c: Context<AppEnv>,
  { deps }: Work,
  me: SignedInCustomer,
  message: string | null,
) {
  const { hasCodes, passkeys } = factorsOf(me.ledger, me.tenantId, me.customerId);
  const csrf = csrfOf(deps, me.about);
  const body = hasCodes ? renderChange(csrf) : renderSetUp(csrf, passkeys.length > 0);
  const backLink = html`<p><a href="/oauth/me">My apps and devices</a></p>`;
  const page = await renderPage(
    'Codes of an app',
    html`${fault(message)}${body}${backLink}`,
    'passkey.mjs',
  );
  return pageAnswer(c, page, message === null ? 200 : 422);
}

function renderSetUp(csrf: string, hasPasskeys: boolean): Fragment {
  const key = { action: PATH, csrf };
  const intro = html`<p>An app on your phone shows six digits, by which you confirm payments.</p>`;
  if (hasPasskeys) {
    const button = html`<p>You show one of your passkeys first.</p>
<button type="submit">Set up an app</button>`;
    return html`${intro}${passkeyForm(key, `${PATH}/options`, button)}`;
  }
  return html`${intro}${formWith(
    key,
    html`<label for="password">Your password</label>
<input id="password" name="password" type="password" autocomplete="current-password"
  maxlength="512" required><button type="submit">Set up an app</button>`,
  )}`;
}

function renderChange(csrf: string): Fragment {
  return html`<p>An app on your phone shows codes for you.</p>
${formWith(
  { action: `${PATH}/renew`, csrf },
  html`${CODE}<div class="row"><button type="submit">New recovery codes</button>
<button class="second" type="submit" formaction="${PATH}/disable">Take the app away</button></div>`,
)}`;
}

/**
 * Begins the set-up. Requires an existing factor or the password, so that a person at an open
 * browser of the customer cannot add a factor.
 */
async function begin(c: Context<AppEnv>, work: Work, { me, form }: OwnForm) {
  const { deps } = work;
  const { ledger, tenantId, customerId } = me;
  const { hasCodes, passkeys } = factorsOf(ledger, tenantId, customerId);
  if (hasCodes) return showCodesPage(c, work, me, null);
  if (passkeys.length > 0) {
    const proof = await verifySignedCredential(requireRelyingParty(deps), me, readSignature(form));
    await ledger.run(authenticate, { tenantId, customerId, subject: CODES_SUBJECT, proof });
  } else await requirePassword(c, work, { me, password: textOf(form, 'password') });
  const cause = causeFor(c, customerId);
  const factor = await ledger.run(enableFactor, {
    tenantId,
    customerId,
    cause,
    ...createFactor(deps),
  });
  return factor.kind === 'done'
    ? showSecret(c, work, me, factor)
    : showCodesPage(c, work, me, WRONG_CODE);
}

type CreatedFactor = Extract<MfaOutcome, { kind: 'done' }>;

async function showSecret(
  c: Context<AppEnv>,
  { deps }: Work,
  me: SignedInCustomer,
  factor: CreatedFactor,
) {
  const secret = deps.seal.open(factor.sealed ?? '', mfaContext(factor.factor.id));
  const { name } = deps.platform.access.signInOf(me.customerId) ?? { name: me.customerId };
  const svg = await qrOf(formatOtpauthUri(secret, name), { type: 'svg', margin: 4 });
  const spacedSecret = secret.replaceAll(/(.{4})/g, '$1 ').trim();
  const fields = html`<label for="code">The six digits that it shows</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code"
  maxlength="12" required autofocus><button type="submit">Confirm</button>`;
  const body = html`<p>Read this with an app for codes. It is shown this once.</p>
<div class="qr" role="img" aria-label="QR code of the secret below">${raw(svg)}</div>
<p>Or type: <code>${spacedSecret}</code></p>
${formWith({ action: `${PATH}/verify`, csrf: csrfOf(deps, me.about) }, fields)}`;
  return pageAnswer(c, await renderPage('Set up an app', body));
}

/** Returns the code in a form, or null. */
function codeIn({ form }: OwnForm): CodeProof | null {
  const code = readCode(textOf(form, 'code'));
  return code === null ? null : proofOf(code);
}

async function verify(c: Context<AppEnv>, work: Work, form: OwnForm) {
  return withNewCodes(c, work, form, (order) => form.me.ledger.run(activateFactor, order));
}

async function renew(c: Context<AppEnv>, work: Work, form: OwnForm) {
  return withNewCodes(c, work, form, (order) => form.me.ledger.run(renewRecovery, order));
}

type Order = CodeOrder & NewRecoveryCodes;

async function withNewCodes(
  c: Context<AppEnv>,
  work: Work,
  form: OwnForm,
  act: (order: Order) => Promise<MfaOutcome>,
) {
  const proof = codeIn(form);
  if (!proof) return showCodesPage(c, work, form.me, 'Enter the six digits of your app.');
  const { tenantId, customerId } = form.me;
  const codes = createRecoveryCodes();
  const recoveryHashes = codes.map(hashRecoveryCode);
  const cause = causeFor(c, customerId);
  const outcome = await act({ tenantId, customerId, cause, proof, recoveryHashes });
  if (outcome.kind === 'wrong_code') return showCodesPage(c, work, form.me, WRONG_CODE);
  const body = html`<p>For the day on which the app is lost: each of these codes counts once. They
are shown this once; keep them where you keep papers.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<p><a href="/oauth/me">My apps and devices</a></p>`;
  return pageAnswer(c, await renderPage('Your recovery codes', body));
}

async function disable(c: Context<AppEnv>, work: Work, form: OwnForm) {
  const proof = codeIn(form);
  if (!proof) return showCodesPage(c, work, form.me, 'Enter the six digits of your app.');
  const { ledger, tenantId, customerId } = form.me;
  const cause = causeFor(c, customerId);
  const outcome = await ledger.run(disableFactor, { tenantId, customerId, cause, proof });
  return showCodesPage(c, work, form.me, outcome.kind === 'wrong_code' ? WRONG_CODE : null);
}
