// Passkeys on the pages of the bank: the script of a page requests the options for the device here,
// and submits the form with the answer of the device to the address of the page.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { z } from 'zod';
import { authenticate, removePasskey } from '../../db/passkeys/acts.ts';
import { factorsOf } from '../../db/passkeys/reads.ts';
import { readCode } from '../../identity/totp.ts';
import { Refusal } from '../../ledger/refusal.ts';
import { readClientAddress } from '../kit/address.ts';
import type { AppEnv } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { proofOf } from '../mfa/mfa.ts';
import {
  addCreatedPasskey,
  createSetupOptions,
  createSignOptions,
  requireRelyingParty,
  verifySignedCredential,
} from '../passkeys/ceremonies.ts';
import { createdCredentialSchema, signedCredentialSchema } from '../passkeys/passkey-schema.ts';
import { tooManyAttemptsMessage } from './device.ts';
import { answerPage, isOwnForm, readForm } from './forms.ts';

import { renderMessagePage } from './pages.ts';
import { findSignedInCustomer, type PageContext, type SignedInCustomer } from './session.ts';

/**
 * A step for the script of a page: it calls the device, then submits the form or requests the next
 * step.
 */
interface Step {
  readonly id: string;
  readonly ask: 'make' | 'sign';
  readonly next: 'send' | 'ask';
  readonly publicKey: object;
}

const OWN_PAGE_SUBJECT = 'me';

/** Answers the page's script with the next step, or with a message. */
export async function answerStep(c: Context<AppEnv>, createStep: () => Promise<Step>) {
  const headers = { 'cache-control': 'no-store' };
  try {
    return c.json(await createStep(), 200, headers);
  } catch (error) {
    const message = messageOf(error);
    if (message === null) throw error;
    return c.json({ message }, 422, headers);
  }
}

/**
 * Returns the message for the customer about a refusal, or null for any other error.
 */
export function messageOf(error: unknown): string | null {
  if (error instanceof PageFault) return error.message;
  if (error instanceof Refusal) {
    if (error.code === 'mfa_locked') return LOCKED_MESSAGE;
    return error.fields.message ?? error.fields.detail ?? 'That did not work. Try again.';
  }
  if (error instanceof Problem) return error.message;
  return null;
}

export const LOCKED_MESSAGE = 'Too many wrong codes: try again in a quarter of an hour.';

/** A mistake that the customer can correct on the page. */
class PageFault extends Error {}

/** Adds the passkey routes of the customer's own page. */
export function registerMyPasskeys(app: OpenAPIHono<AppEnv>, context: PageContext): void {
  app.post('/oauth/me/passkeys/options', async (c) => {
    const form = await readOwnForm(c, context);
    if (!form) return c.json({ message: 'This page has expired. Load it again.' }, 403);
    return answerStep(c, () => createNextStep(c, context, form));
  });
  app.post('/oauth/me/passkeys', async (c) => {
    const form = await readOwnForm(c, context);
    if (!form) return answerForeignForm(c);
    try {
      await addPasskey(c, context, form);
    } catch (error) {
      const message = messageOf(error);
      if (message === null) throw error;
      return answerPage(c, await renderMessagePage('No passkey was added', message), 422);
    }
    return c.redirect('/oauth/me', 303);
  });
  app.post('/oauth/me/passkeys/:passkeyId/remove', async (c) => {
    const form = await readOwnForm(c, context);
    if (!form) return answerForeignForm(c);
    const { ledger, tenantId, customerId } = form.customer;
    const cause = createCause(c, customerId);
    const passkeyId = c.req.param('passkeyId');
    await ledger.run(removePasskey, { tenantId, customerId, passkeyId, cause }).catch((error) => {
      // Not a passkey of the customer: the page is shown unchanged.
      if (!(error instanceof Refusal)) throw error;
    });
    return c.redirect('/oauth/me', 303);
  });
}

export interface OwnForm {
  readonly customer: SignedInCustomer;
  readonly form: FormData;
}

/** Returns the form of a signed-in customer; null unless it comes from the customer's own page. */
export async function readOwnForm(
  c: Context<AppEnv>,
  context: PageContext,
): Promise<OwnForm | null> {
  const customer = await findSignedInCustomer(c, context);
  if (!customer) return null;
  const form = await readForm(c);
  return isOwnForm(c, context, { form, formSubject: customer.formSubject })
    ? { customer, form }
    : null;
}

/** Returns the cause of a change that a customer makes on a page. */
export function createCause(c: Context<AppEnv>, customerId: string) {
  return { actor: customerId, requestId: c.get('requestId'), idempotencyKey: null };
}

/** Requires an existing factor, or the password of a customer without one, before the next step. */
async function createNextStep(
  c: Context<AppEnv>,
  context: PageContext,
  { customer, form }: OwnForm,
): Promise<Step> {
  const party = requireRelyingParty(context.deps);
  const { ledger, tenantId, customerId } = customer;
  const factor = await readPresentedFactor(c, context, { customer, form });
  if (factor === null) {
    const signOptions = await createSignOptions(
      party,
      { ledger, tenantId },
      { customerId, about: null },
    );
    return { id: signOptions.id, ask: 'sign', next: 'ask', publicKey: signOptions.publicKey };
  }
  const setupOptions = await createSetupOptions(party, customer, {
    factor,
    about: OWN_PAGE_SUBJECT,
  });
  if (setupOptions.kind === 'wrong_code')
    throw new PageFault('The code is wrong or was used before.');
  return { id: setupOptions.id, ask: 'make', next: 'send', publicKey: setupOptions.publicKey };
}

/** Returns the factor that was presented, or null when a passkey is required. */
async function readPresentedFactor(
  c: Context<AppEnv>,
  context: PageContext,
  { customer, form }: OwnForm,
) {
  const { ledger, tenantId, customerId } = customer;
  const { hasCodes, passkeys } = factorsOf(ledger, tenantId, customerId);
  const proof = textOf(form, 'proof').trim();
  if (hasCodes) {
    const code = readCode(proof);
    if (code === null) {
      throw new PageFault('Enter the six digits of your app, or a recovery code.');
    }
    return { kind: 'code', proof: proofOf(code) } as const;
  }
  if (passkeys.length === 0) {
    await requirePassword(c, context, { customer, password: textOf(form, 'proof') });
    return { kind: 'nothing' } as const;
  }
  if (textOf(form, 'credential') === '') return null;
  const signed = await verifySignedCredential(
    requireRelyingParty(context.deps),
    { ledger, tenantId },
    readSignature(form),
  );
  await ledger.run(authenticate, { tenantId, customerId, subject: null, proof: signed });
  return { kind: 'authentication', authenticationId: signed.challengeId } as const;
}

/** @throws PageFault when the password of the signed-in customer is wrong */
export async function requirePassword(
  c: Context<AppEnv>,
  { deps }: PageContext,
  { customer, password }: { readonly customer: SignedInCustomer; readonly password: string },
): Promise<void> {
  const { access } = deps.platform;
  const name = access.signInOf(customer.customerId)?.name ?? '';
  if (password === '' || password.length > 512) throw new PageFault('Enter your password.');
  const address = readClientAddress(c, deps.config);
  const { tenantId } = customer;
  // A signed-in session counts as a known device.
  const device = `session of ${customer.customerId}`;
  const outcome = await access.tryPassword({ tenantId, name, password, address, device });
  if (outcome.kind === 'good' && outcome.customerId === customer.customerId) return;
  if (outcome.kind === 'locked') throw new PageFault(tooManyAttemptsMessage(outcome.delayMs));
  throw new PageFault('The password is wrong.');
}

async function addPasskey(
  c: Context<AppEnv>,
  { deps }: PageContext,
  { customer, form }: OwnForm,
): Promise<void> {
  const name = textOf(form, 'name').trim().slice(0, 64) || 'Passkey';
  await addCreatedPasskey(requireRelyingParty(deps), customer, {
    challengeId: textOf(form, 'challengeId'),
    subject: OWN_PAGE_SUBJECT,
    credential: parseAs(createdCredentialSchema, textOf(form, 'credential')),
    name,
    cause: createCause(c, customer.customerId),
  });
}

/**
 * Returns the signature in a form.
 * @throws PageFault when it cannot be read
 */
export function readSignature(form: FormData) {
  const challengeId = textOf(form, 'challengeId');
  return { challengeId, credential: parseAs(signedCredentialSchema, textOf(form, 'credential')) };
}

function parseAs<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Refused below, like every other invalid answer of a device.
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new PageFault('The answer of the device could not be read. Try again.');
}

/** Returns a field of a form as text; empty when it is missing or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

async function answerForeignForm(c: Context<AppEnv>) {
  const message =
    'The form did not come from your page, or you are signed out. Nothing was changed.';
  return answerPage(c, await renderMessagePage('Not accepted', message), 403);
}
