// The erasure of a customer as an act that two operators agree on.

import { customerErasureView, tenantOfCustomer } from '../../../db/customers/erasure-reads.ts';
import { beginErasure as begin } from '../../../db/customers/erasures.ts';
import type { Cause } from '../../../db/kernel/cause.ts';
import type { PlatformApproval } from '../../../db/platform/operators.ts';
import { Refusal } from '../../../ledger/refusal.ts';
import type { BankDeps } from '../../kit/context.ts';

/** The name of the act. */
export const CUSTOMER_ERASURE = 'customer_erasure';

interface ApprovedErasure {
  readonly row: PlatformApproval;
  /** The operator who agreed. */
  readonly by: string;
  readonly cause: Cause;
}

/**
 * Checks an erasure when it is requested and when it is approved.
 * @throws Refusal while there is an obstacle
 */
export function checkErasure(
  { environments }: Pick<BankDeps, 'environments'>,
  { environment, objectId }: Pick<PlatformApproval, 'environment' | 'objectId'>,
): void {
  const erasure = customerErasureView(environments[environment].ledger, objectId);
  if (!erasure) throw new Refusal('customer_not_found');
  const [first] = erasure.obstacles;
  if (!first) return;
  const detail = erasure.obstacles.map(({ message }) => message).join(' ');
  const existing = first.objectId === null ? {} : { existingId: first.objectId };
  throw new Refusal('erasure_not_due', { detail, ...existing });
}

/** Begins an approved erasure. Called twice, it begins once. */
export async function beginErasure(
  deps: BankDeps,
  { row, by, cause }: ApprovedErasure,
): Promise<void> {
  const { ledger } = deps.environments[row.environment];
  const customerId = row.objectId;
  const tenantId = tenantOfCustomer(ledger, customerId);
  if (tenantId === null) throw new Refusal('customer_not_found');
  const order = { customerId, requestedBy: row.requestedBy, approvedBy: by, cause };
  await ledger.run(begin, { ...order, reason: row.requestReason });
  deps.failPoint('before-sign-in-forgotten');
  await deps.platform.access.forgetCustomer({ tenantId, customerId });
}
