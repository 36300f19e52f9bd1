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
import { csrfOf, isOwnForm, pageAnswer, readForm } from './forms.ts';
import { confirmPage, messagePage } from './pages.ts';
import { causeFor, messageOf, readSignature, stepAnswer, textOf } from './passkeys.ts';
import type { OAuthDeps } from './provider.ts';
import type { OAuthServer } from './server.ts';
import { answerSignedOut, findMe, type SignedInCustomer } from './session.ts';

/** Refusals after which the payment still waits. */
const STILL_WAITS: ReadonlySet<string> = new Set(['mfa_locked', 'passkey_invalid']);

const PATH = '/oauth/confirm/:transactionId';

/** A payment with the terms that its payer confirms. */
interface LinkedPayment {
  readonly transaction: TransactionView;
  readonly payment: PaymentDescription;
  /** The subject to which the key of the form is bound. */
  readonly about: string;
}

interface Work {
  readonly deps: OAuthDeps;
  readonly server: OAuthServer;
}

/** Adds the page and its form. */
export function registerConfirm(
  app: OpenAPIHono<AppEnv>,
  deps: OAuthDeps,
  server: OAuthServer,
): void {
  const work = { deps, server };
  app.get(PATH, async (c) => {
    const me = await findMe(c, work);
    if (!me) return answerSignedOut(c);
    const linked = await findLinked(c, me);
    return linked ? showConfirmPage(c, work, { me, linked }, null) : answerNothingToConfirm(c);
  });
  app.post(PATH, async (c) => {
    const me = await findMe(c, work);
    if (!me) return answerSignedOut(c);
    const linked = await findLinked(c, me);
    if (!linked) return answerNothingToConfirm(c);
    const form = await readForm(c);
    if (!isOwnForm(c, work, { form, about: linked.about })) {
      const message = 'The form does not belong to this payment. Nothing was changed.';
      return pageAnswer(c, await messagePage('Not accepted', message), 403);
    }
    return confirm(c, work, { me, linked, form });
  });
  app.post(`${PATH}/options`, async (c) => {
    const me = await findMe(c, work);
    const linked = me && (await findLinked(c, me));
    const form = await readForm(c);
    if (!me || !linked || !isOwnForm(c, work, { form, about: linked.about })) {
      return c.json({ message: 'This page has expired. Load it again.' }, 403);
    }
    return stepAnswer(c, async () => {
      const owner = { customerId: me.customerId, about: linked.transaction.id };
      const { id, publicKey } = await createSignOptions(requireRelyingParty(deps), me, owner);
      return { id, ask: 'sign', next: 'send', publicKey };
    });
  });
}

/**
 * Returns the payment if it belongs to the customer and waits for a confirmation; otherwise null.
 */
async function findLinked(c: Context<AppEnv>, me: SignedInCustomer): Promise<LinkedPayment | null> {
  const { ledger, tenantId, customerId } = me;
  const id = c.req.param('transactionId') ?? '';
  const transaction = await findTransaction(ledger, tenantId, id);
  if (transaction?.customerId !== customerId) return null;
  if (transaction.status !== 'requires_confirmation') return null;
  const view = showTransaction(ledger, tenantId, transaction);
  return { transaction, payment: view, about: `${me.about}/${id}/${termsOfShown(view)}` };
}

interface ConfirmPage {
  readonly me: SignedInCustomer;
  readonly linked: LinkedPayment;
}

async function showConfirmPage(
  c: Context<AppEnv>,
  { deps }: Work,
  { me, linked }: ConfirmPage,
  message: string | null,
) {
  const { hasCodes, passkeys } = factorsOf(me.ledger, me.tenantId, me.customerId);
  const { transaction, payment, about } = linked;
  const page = await confirmPage({
    payment,
    description: transaction.description,
    form: { action: `/oauth/confirm/${transaction.id}`, csrf: csrfOf(deps, about) },
    hasCodes,
    hasPasskeys: passkeys.length > 0 && hasPasskeys(deps),
    message,
  });
  return pageAnswer(c, page, message === null ? 200 : 422);
}

interface Confirmation extends ConfirmPage {
  readonly form: FormData;
}

async function confirm(c: Context<AppEnv>, work: Work, { me, linked, form }: Confirmation) {
  const { deps } = work;
  const { ledger, tenantId, customerId } = me;
  const transactionId = linked.transaction.id;
  const showAgain = (message: string) => showConfirmPage(c, work, { me, linked }, message);
  const code = readCode(textOf(form, 'code')) ?? '';
  const isSigned = textOf(form, 'credential') !== '';
  if (!isSigned && code === '') {
    return showAgain('Enter the six digits of your app, or a recovery code.');
  }
  try {
    const proof = isSigned
      ? await verifySignedCredential(requireRelyingParty(deps), me, readSignature(form))
      : proofOf(code);
    const cause = causeFor(c, customerId);
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
    const isOver = error instanceof Refusal && !STILL_WAITS.has(error.code);
    return isOver ? answerNothingToConfirm(c) : showAgain(message);
  }
  const server = deps.environments[ledger.environment];
  await runInTurn(`${tenantId} ${transactionId}`, () =>
    messageConfirmed(server, tenantId, transactionId),
  );
  const { payment } = linked;
  const to = describeSide(payment.payee, 'you');
  const message = `You confirmed ${amountOf(payment)} to ${to}. Go back to the app.`;
  return pageAnswer(c, await messagePage('Confirmed', message));
}

async function answerNothingToConfirm(c: Context<AppEnv>) {
  const message = 'No payment of yours waits here: it is done, or its five minutes are over.';
  return pageAnswer(c, await messagePage('Nothing to confirm', message), 400);
}
