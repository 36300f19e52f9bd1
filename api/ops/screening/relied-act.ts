// The act by which two operators agree to use a stale sanctions list until a given day.

import type { PlatformApproval } from '../../../db/platform/operators.ts';
import { type ReliedOrder, relyOnList } from '../../../db/screening/agreements.ts';
import { invalidState } from '../../../ledger/refusal.ts';
import type { BankDeps } from '../../kit/context.ts';
import { type ApprovedAct, agreementOf } from './agreement.ts';

/** The name of the act. */
export const RELIED_LIST_ACT = 'stale_list';

/** The terms that the two operators agree on. */
export interface ReliedTerms {
  readonly list: string;
  readonly listAsOf: string | null;
  readonly until: string;
}

type Deps = Pick<BankDeps, 'screening'>;

/**
 * Returns the requested terms, with the date of the list that the bank has.
 * @throws Refusal when the bank has no such list
 */
export async function completeTerms(
  { screening }: Deps,
  { list, until }: Pick<ReliedTerms, 'list' | 'until'>,
): Promise<ReliedTerms> {
  const { lists } = await screening.screener();
  const listState = lists.find(({ code }) => code === list);
  if (!listState) {
    const codes = lists.map(({ code }) => code).join(', ');
    throw invalidState(`The bank has no list ${list}, but ${codes}.`);
  }
  return { list, listAsOf: listState.asOf, until };
}

/** @throws Refusal when the bank has a newer list, or the day has passed */
export async function checkReliedTerms(deps: Deps, row: PlatformApproval): Promise<void> {
  const terms = JSON.parse(row.terms) as ReliedTerms;
  const current = await completeTerms(deps, terms);
  if (current.listAsOf !== terms.listAsOf)
    throw invalidState('The bank has had another list since the request.');
  if (Date.parse(terms.until) <= Date.now())
    throw invalidState('The end of the approval has passed.');
}

/** Writes the agreement; a repeated call writes nothing more. */
export async function writeReliedList(
  { environments }: Pick<BankDeps, 'environments'>,
  agreement: ApprovedAct,
): Promise<void> {
  const { list, listAsOf, until } = agreement.terms as unknown as ReliedTerms;
  const order: ReliedOrder = {
    list,
    listAsOf,
    until: Date.parse(until),
    ...agreementOf(agreement),
  };
  await environments[agreement.row.environment].ledger.run(relyOnList, order);
}
