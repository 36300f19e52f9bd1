// Whether a developer has left a ledger.

import { prepareOnce } from '../kernel/statements.ts';
import type { LedgerReads } from '../ledger.ts';

const leftOf = prepareOnce(({ raw }: LedgerReads['database']) =>
  raw.prepare<[string], unknown>(
    "SELECT 1 FROM tenant_moves WHERE tenant_id = ? AND stage = 'left'",
  ),
);

/** True when the rows of the developer are in another ledger: what is not here may be there. */
export function hasLeft({ database }: LedgerReads, tenantId: string): boolean {
  return leftOf(database).get(tenantId) !== undefined;
}
