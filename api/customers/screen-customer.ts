// Screens a customer against the sanctions lists before the customer is written.

import type { BankDeps } from '../kit/context.ts';
import type { CustomerScreening, ScreenedPerson } from '../kit/extension.ts';

/** Screens a customer. A bank without the subject of screening returns no hits. */
export async function screenCustomer(
  deps: BankDeps,
  person: ScreenedPerson,
): Promise<CustomerScreening> {
  const screens = deps.extensions.find((extension) => extension.screenCustomer !== undefined);
  const screened = await screens?.screenCustomer?.(deps, person);
  return screened ?? { hits: [], notCompared: null };
}
