// Selects the books from which a question is answered: the customer must belong to the developer,
// and the accounts to the customer.

import type { Context } from 'hono';
import type { Beside } from '../../ai/answers/ask.ts';
import type { Answered } from '../../ai/answers/ask-help.ts';
import { accountsOf, type BooksOrder } from '../../ai/answers/open-books.ts';
import { findCustomer } from '../../db/customers/reads.ts';
import type { AppEnv, Deps, Services } from '../kit/context.ts';
import { fieldProblem, Problem } from '../kit/errors.ts';
import { servicesOf } from '../kit/operation.ts';

interface BooksBody {
  readonly customerId: string;
  readonly accountIds?: readonly string[] | undefined;
}

/**
 * @param accountPointer pointer of the body's one account; when left out, the accounts are in
 * `accountIds`
 * @returns all accounts of the customer, or null when the request names none and none was looked up
 * @throws Problem customer_not_found, account_not_found
 */
export async function requireBooks(
  { ledger }: Services,
  tenantId: string,
  body: BooksBody,
  accountPointer?: string,
) {
  const { customerId, accountIds = [] } = body;
  if (!(await findCustomer(ledger, tenantId, customerId))) {
    const message = 'No customer has this id.';
    const code = 'customer_not_found';
    throw fieldProblem(code, '/customerId', message);
  }
  if (accountIds.length === 0) return null;
  const accounts = await accountsOf(ledger, { tenantId, customerId, accountIds: [] });
  for (const [index, accountId] of accountIds.entries()) {
    if (accounts.some(({ id }) => id === accountId)) continue;
    const message = 'The customer has no account of this id.';
    const code = 'account_not_found';
    const pointer = accountPointer ?? `/accountIds/${index}`;
    throw fieldProblem(code, pointer, message);
  }
  return accounts;
}

/**
 * Answers a question from the books of a customer, off the thread that answers HTTP.
 * @throws Problem concurrency_limited
 */
export async function askBooks(
  c: Context<AppEnv>,
  deps: Deps,
  order: BooksOrder,
  question: string,
  beside: Beside = {},
): Promise<Answered> {
  const answered = await deps.answers.ask(servicesOf(c, deps).ledger, order, question, beside);
  if (answered !== null) return answered;
  throw new Problem('concurrency_limited', 'Too many questions wait: try again in some seconds.');
}
