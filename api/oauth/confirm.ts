// /oauth/confirm/{transactionId}: a customer confirms a payment on a page of the bank, which shows
// the amount, the parties and the remaining balance. The form is bound to amount and parties, so it
// is not valid for a changed payment (dynamic linking). The app never sees the code.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { confirmTransaction } from '../../db/mfa/step-ups.ts';
import { factorsOf } from '../../db/passkeys/reads.ts';
import { findTransaction } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { readCode } from '../../identity/totp.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { AppEnv } from '../kit/context.ts';
import { runInTurn } from '../kit/turns.ts';
import { messageConfirmed } from '../mfa/confirm-transaction.ts';
import { proofOf } from '../mfa/mfa.ts';
import {
  amountOf,
  describeSide,
  type PaymentDescription,
  showTransaction,
  termsOfShown,
} from '../mfa/shown-payment.ts';
import {
  createSignOptions,
  hasPasskeys,
  requireRelyingParty,
  verifySignedCredential,
} from '../passkeys/ceremonies.ts';
import { answerPage, csrfOf, isOwnForm, readForm } from './forms.ts';
import { renderConfirmPage, renderMessagePage } from './pages.ts';
import { answerStep, createCause, messageOf, readSignature, textOf } from './passkeys.ts';
import type { OAuthDeps } from './provider.ts';
import type { OAuthServer } from './server.ts';
import {
  answerSignedOut,
  findSignedInCustomer,
  type PageContext,
  type SignedInCustomer,
} from './session.ts';

/** Refusals after which the payment still waits. */
const RETRYABLE_REFUSALS: ReadonlySet<string> = new Set(['mfa_locked', 'passkey_invalid']);

const PATH = '/oauth/confirm/:transactionId';

/** A payment with the terms that its payer confirms. */
interface LinkedPayment {
  readonly transaction: TransactionView;
  readonly payment: PaymentDescription;
  /** The subject to which the key of the form is bound. */
  readonly formSubject: string;
}

/** Adds the page and its form. */
export function registerConfirm(
  app: OpenAPIHono<AppEnv>,
  deps: OAuthDeps,
  server: OAuthServer,
): void {
  const context = { deps, server };
  app.get(PATH, async (c) => {
    const customer = await findSignedInCustomer(c, context);
    if (!customer) return answerSignedOut(c);
    const linkedPayment = await findLinkedPayment(c, customer);
    return linkedPayment
      ? showConfirmPage(c, context, { customer, linkedPayment }, null)
      : answerNothingToConfirm(c);
  });
  app.post(PATH, async (c) => {
    const customer = await findSignedInCustomer(c, context);
    if (!customer) return answerSignedOut(c);
    const linkedPayment = await findLinkedPayment(c, customer);
    if (!linkedPayment) return answerNothingToConfirm(c);
    const form = await readForm(c);
    if (!isOwnForm(c, context, { form, formSubject: linkedPayment.formSubject })) {
      const message = 'The form does not belong to this payment. Nothing was changed.';
      return answerPage(c, await renderMessagePage('Not accepted', message), 403);
    }
    return confirm(c, context, { customer, linkedPayment, form });
  });
  app.post(`${PATH}/options`, async (c) => {
    const customer = await findSignedInCustomer(c, context);
    const linkedPayment = customer && (await findLinkedPayment(c, customer));
    const form = await readForm(c);
    if (
      !customer ||
      !linkedPayment ||
      !isOwnForm(c, context, { form, formSubject: linkedPayment.formSubject })
    ) {
      return c.json({ message: 'This page has expired. Load it again.' }, 403);
    }
    return answerStep(c, async () => {
      const owner = { customerId: customer.customerId, about: linkedPayment.transaction.id };
      const { id, publicKey } = await createSignOptions(requireRelyingParty(deps), customer, owner);
      return { id, ask: 'sign', next: 'send', publicKey };
    });
  });
}

/**
 * Returns the payment if it belongs to the customer and waits for a confirmation; otherwise null.
 */
async function findLinkedPayment(
  c: Context<AppEnv>,
  customer: SignedInCustomer,
): Promise<LinkedPayment | null> {
  const { ledger, tenantId, customerId } = customer;
  const id = c.req.param('transactionId') ?? '';
  const transaction = await findTransaction(ledger, tenantId, id);
  if (transaction?.customerId !== customerId) return null;
  if (transaction.status !== 'requires_confirmation') return null;
  const view = showTransaction(ledger, tenantId, transaction);
  return {
    transaction,
    payment: view,
    formSubject: `${customer.formSubject}/${id}/${termsOfShown(view)}`,
  };
}

interface ConfirmPage {
  readonly customer: SignedInCustomer;
  readonly linkedPayment: LinkedPayment;
}

async function showConfirmPage(
  c: Context<AppEnv>,
  { deps }: PageContext,
  { customer, linkedPayment }: ConfirmPage,
  message: string | null,
) {
  const { hasCodes, passkeys } = factorsOf(customer.ledger, customer.tenantId, customer.customerId);
  const { transaction, payment, formSubject } = linkedPayment;
  const page = await renderConfirmPage({
    payment,
    description: transaction.description,
    form: { action: `/oauth/confirm/${transaction.id}`, csrf: csrfOf(deps, formSubject) },
    hasCodes,
    hasPasskeys: passkeys.length > 0 && hasPasskeys(deps),
    message,
  });
  return answerPage(c, page, message === null ? 200 : 422);
}

interface Confirmation extends ConfirmPage {
  readonly form: FormData;
}

async function confirm(
  c: Context<AppEnv>,
  context: PageContext,
  { customer, linkedPayment, form }: Confirmation,
) {
  const { deps } = context;
  const { ledger, tenantId, customerId } = customer;
  const transactionId = linkedPayment.transaction.id;
  const showAgain = (message: string) =>
    showConfirmPage(c, context, { customer, linkedPayment }, message);
  const code = readCode(textOf(form, 'code')) ?? '';
  const isSigned = textOf(form, 'credential') !== '';
  if (!isSigned && code === '') {
    return showAgain('Enter the six digits of your app, or a recovery code.');
  }
  try {
    const proof = isSigned
      ? await verifySignedCredential(requireRelyingParty(deps), customer, readSignature(form))
      : proofOf(code);
    const cause = createCause(c, customerId);
    const { kind } = await ledger.run(confirmTransaction, {
      tenantId,
      transactionId,
      proof,
      cause,
    });
    if (kind === 'wrong_code') return showAgain('The code is wrong or was used before.');
  } catch (error) {
    const message = messageOf(error);
    if (message === null) throw error;
    const isOver = error instanceof Refusal && !RETRYABLE_REFUSALS.has(error.code);
    return isOver ? answerNothingToConfirm(c) : showAgain(message);
  }
  const services = deps.environments[ledger.environment];
  await runInTurn(`${tenantId} ${transactionId}`, () =>
    messageConfirmed(services, tenantId, transactionId),
  );
  const { payment } = linkedPayment;
  const to = describeSide(payment.payee, 'you');
  const message = `You confirmed ${amountOf(payment)} to ${to}. Go back to the app.`;
  return answerPage(c, await renderMessagePage('Confirmed', message));
}

async function answerNothingToConfirm(c: Context<AppEnv>) {
  const message = 'No payment of yours waits here: it is done, or its five minutes are over.';
  return answerPage(c, await renderMessagePage('Nothing to confirm', message), 400);
}
