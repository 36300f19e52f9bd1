// Screens a customer with the subjects of the bank before the customer is written.

import type { BankDeps } from '../kit/context.ts';
import type { CustomerScreened, Listed } from '../kit/extension.ts';

/** Holds a customer against the lists; a bank without screening finds nothing. */
export async function screenCustomer(deps: BankDeps, person: Listed): Promise<CustomerScreened> {
  const screens = deps.extensions.find((one) => one.screenCustomer !== undefined);
  const found = await screens?.screenCustomer?.(deps, person);
  return found ?? { hits: [], notCompared: null };
}
