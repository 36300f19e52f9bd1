// The answer to a request about a payment: the payment as its transaction stands now.

import type { Context } from 'hono';
import { findPayment } from '../../db/payments/reads.ts';
import type { PaymentView } from '../../db/payments/view.ts';
import type { AppEnv, Deps } from '../kit/context.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';
import { developerOf, servicesOf } from '../kit/operation.ts';

/** @throws Problem `payment_not_found` */
export async function readPayment(
  c: Context<AppEnv>,
  deps: Deps,
  paymentId: string,
): Promise<PaymentView> {
  const { ledger } = servicesOf(c, deps);
  const payment = await findPayment(ledger, developerOf(c).tenantId, paymentId);
  if (!payment) throw new Problem('payment_not_found');
  return payment;
}

/** Reads a payment and sets its ETag. */
export async function readPaymentView(
  c: Context<AppEnv>,
  deps: Deps,
  paymentId: string,
): Promise<PaymentView> {
  const payment = await readPayment(c, deps, paymentId);
  setEtag(c, payment);
  return payment;
}

/**
 * Runs an act on a payment. A problem of the underlying transaction then names the payment too.
 * @param pointerIn maps the pointer of a faulty field to its pointer in the request
 */
export function answerForPayment<T>(
  paymentId: string,
  act: () => Promise<T>,
  pointerIn: (pointer: string) => string = (pointer) => pointer,
): Promise<T> {
  return act().catch((error: unknown) => {
    if (!(error instanceof Problem) || error.fields.transactionId === undefined) throw error;
    const { errors, ...fields } = error.fields;
    const renamed = errors?.map((error) => ({ ...error, pointer: pointerIn(error.pointer) }));
    const failure = renamed ? { errors: renamed } : {};
    throw new Problem(error.code, error.message, { ...fields, ...failure, paymentId });
  });
}
