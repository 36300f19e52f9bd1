// A clearance of an external name for all customers, as an act that two operators agree on.

import type { Cause } from '../../../db/kernel/cause.ts';
import type { PlatformApproval } from '../../../db/platform/operators.ts';
import { clearParty } from '../../../db/screening/acts.ts';
import type { ClearanceOrder } from '../../../db/screening/agreements.ts';
import { findScreeningHit } from '../../../db/screening/reads.ts';
import { invalidState, Refusal } from '../../../ledger/refusal.ts';
import type { BankDeps } from '../../kit/context.ts';
import { type ApprovedAct, agreementOf } from './agreement.ts';

/** The name of the act. */
export const CLEARANCE = 'screening_clearance';

/** The terms that the two operators agree on; the approval's `objectId` is the hit. */
export type ClearanceTerms = Pick<
  ClearanceOrder,
  'name' | 'list' | 'entityId' | 'entryVersion' | 'validForDays'
>;

type Deps = Pick<BankDeps, 'environments' | 'screening'>;

/**
 * Returns the terms of a requested clearance, with the current version of the list's entry.
 * @throws Refusal when the hit cannot be cleared for all customers
 */
export async function readClearanceTerms(
  { environments, screening }: Deps,
  environment: PlatformApproval['environment'],
  { hitId, validForDays }: { readonly hitId: string; readonly validForDays: number },
): Promise<ClearanceTerms> {
  const hit = findScreeningHit(environments[environment].ledger, hitId);
  if (!hit) throw new Refusal('screening_hit_not_found');
  const { subject, status, screenedName: name, list, entityId } = hit;
  if (subject !== 'external_party') {
    throw invalidState('The hit is about a customer: its decision holds for that customer alone.');
  }
  if (status === 'confirmed_hit') throw invalidState('The hit is already confirmed.');
  const entryVersion = (await screening.screener()).versionOf(list, entityId);
  if (entryVersion === null) throw invalidState('The list does not have the entry any more.');
  return { name, list, entityId, entryVersion, validForDays };
}

/** @throws Refusal when the entry of the list has changed since the request */
export async function checkClearance(deps: Deps, row: PlatformApproval): Promise<void> {
  const terms = JSON.parse(row.terms) as ClearanceTerms;
  const { validForDays } = terms;
  const current = await readClearanceTerms(deps, row.environment, {
    hitId: row.objectId,
    validForDays,
  });
  if (current.entryVersion !== terms.entryVersion) {
    throw invalidState('The entry of the list has changed since the request.');
  }
}

/** Writes the clearance; a repeated call writes nothing more. */
export async function writeClearance(
  { environments }: Pick<BankDeps, 'environments'>,
  { cause, ...agreement }: ApprovedAct & { readonly cause: Cause },
): Promise<void> {
  const order: ClearanceOrder = {
    ...(agreement.terms as unknown as ClearanceTerms),
    ...agreementOf(agreement),
    hitId: agreement.row.objectId,
  };
  await environments[agreement.row.environment].ledger.run(clearParty, { ...order, cause });
}
