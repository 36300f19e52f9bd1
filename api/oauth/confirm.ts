// /oauth/confirm/{transactionId}: a customer confirms a payment on a page of the bank, which shows
// amount and payee. The form is bound to both: of a payment that became another one it counts no
// more (dynamic linking). The app never sees the code.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { findTransaction } from '../../db/transactions/reads.ts';
import type { TransactionView } from '../../db/transactions/view.ts';
import { CODE_PATTERN } from '../../identity/totp.ts';
import { formatMinor } from '../../ledger/money.ts';
import { Refusal } from '../../ledger/refusal.ts';
import type { AppEnv } from '../kit/context.ts';
import { inTurn } from '../kit/turns.ts';
import { proofOf } from '../mfa/mfa.ts';
import { goOn } from '../transactions/confirm.ts';
import type { OAuthDesk } from './desk.ts';
import { csrfOf, formOf, isOwnForm, pageAnswer } from './forms.ts';
import { type Me, meOf, unknown } from './me.ts';
import { confirmPage, messagePage } from './pages.ts';
import { payeeOf } from './payee.ts';
import type { OAuthDeps } from './provider.ts';

const PATH = '/oauth/confirm/:transactionId';

/** A payment as its payer confirms it. */
interface Linked {
  readonly transaction: TransactionView;
  readonly amount: string;
  readonly payee: string;
  /** What the form's key is about. */
  readonly about: string;
}

interface Work {
  readonly deps: OAuthDeps;
  readonly desk: OAuthDesk;
}

/** Adds the page and its form. */
export function registerConfirm(app: OpenAPIHono<AppEnv>, deps: OAuthDeps, desk: OAuthDesk): void {
  const work = { deps, desk };
  app.get(PATH, async (c) => {
    const me = await meOf(c, work);
    if (!me) return unknown(c);
    const linked = await linkedOf(c, me);
    return linked ? show(c, work, linked, null) : nothing(c);
  });
  app.post(PATH, async (c) => {
    const me = await meOf(c, work);
    if (!me) return unknown(c);
    const linked = await linkedOf(c, me);
    if (!linked) return nothing(c);
    const form = await formOf(c);
    if (!isOwnForm(c, work, { form, about: linked.about })) {
      const message = 'The form does not belong to this payment. Nothing was done.';
      return pageAnswer(c, await messagePage('Not accepted', message), 403);
    }
    return confirm(c, work, { me, linked, code: String(form.get('code') ?? '').trim() });
  });
}

/** The payment, if it is the customer's own and waits to be confirmed. */
async function linkedOf(c: Context<AppEnv>, me: Me): Promise<Linked | null> {
  const { ledger, tenantId, customerId } = me;
  const id = c.req.param('transactionId') ?? '';
  const transaction = await findTransaction(ledger, tenantId, id);
  if (transaction?.customerId !== customerId) return null;
  if (transaction.status !== 'requires_confirmation') return null;
  const { currency } = transaction;
  const amount = `${formatMinor(BigInt(transaction.amount), currency)} ${currency}`;
  const payee = await payeeOf(me, transaction);
  return { transaction, amount, payee, about: `${me.about}/${id}/${amount}/${payee}` };
}

async function show(c: Context<AppEnv>, { deps }: Work, linked: Linked, message: string | null) {
  const { transaction, amount, payee, about } = linked;
  const page = await confirmPage({
    amount,
    payee,
    description: transaction.description,
    form: { action: `/oauth/confirm/${transaction.id}`, csrf: csrfOf(deps, about) },
    message,
  });
  return pageAnswer(c, page, message === null ? 200 : 422);
}

interface Confirmation {
  readonly me: Me;
  readonly linked: Linked;
  readonly code: string;
}

async function confirm(c: Context<AppEnv>, work: Work, { me, linked, code }: Confirmation) {
  const { deps } = work;
  const { ledger, tenantId, customerId } = me;
  const transactionId = linked.transaction.id;
  if (!CODE_PATTERN.test(code)) {
    return show(c, work, linked, 'Enter the six digits of your app, or a recovery code.');
  }
  const proof = proofOf(deps, code, ledger.now);
  const cause = { actor: customerId, requestId: c.get('requestId'), idempotencyKey: null };
  try {
    const { kind } = await ledger.mfa.confirm({ tenantId, transactionId, proof, cause });
    if (kind === 'wrong_code') {
      return show(c, work, linked, 'The code is wrong or was used before.');
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code !== 'mfa_locked') return nothing(c);
    return show(c, work, linked, 'Too many wrong codes: try again in a quarter of an hour.');
  }
  const desk = deps.desks[ledger.environment];
  await inTurn(`${tenantId} ${transactionId}`, () => goOn(desk, tenantId, transactionId));
  const message = `You confirmed ${linked.amount} to ${linked.payee}. Go back to the app.`;
  return pageAnswer(c, await messagePage('Confirmed', message));
}

async function nothing(c: Context<AppEnv>) {
  const message = 'No payment of yours waits here: it is done, or its five minutes are over.';
  return pageAnswer(c, await messagePage('Nothing to confirm', message), 400);
}
