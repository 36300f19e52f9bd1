// The decision of a person about the identity of a customer, outside of an assessment. The accounts
// that waited for it are activated or rejected in the same transaction.

import { changeCustomer, type KycDecision } from '../../db/customers/acts.ts';
import type { Cause } from '../../db/kernel/cause.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { BankDeps } from '../kit/context.ts';

interface IdentityDecision {
  readonly customerId: string;
  /** Null for a customer of any developer. */
  readonly tenantId: string | null;
  readonly kycStatus: KycDecision;
  readonly reason?: string;
  readonly cause: Cause;
}

/** Decides, and notifies the modules that follow the identity of the customer. */
export async function decideIdentity(
  deps: BankDeps,
  ledger: Ledger,
  decision: IdentityDecision,
): Promise<void> {
  const { customerId } = decision;
  const followers = deps.extensions.flatMap(
    ({ followIdentity }) => followIdentity?.(deps, ledger, customerId) ?? [],
  );
  await ledger.run(changeCustomer, { ...decision, fields: {}, ifVersion: null });
  for (const notify of followers) notify();
}
