// Which ledger of an environment has the rows of a developer: written as the developer registers,
// and read with the key.

import type { Placed } from '../ledgers.ts';
import type { EnvironmentName } from '../transactions/port.ts';

/** As rows of developers say it. */
export interface Placement {
  readonly sandboxLedger: number;
  readonly productionLedger: number;
}

/** Where a developer's rows of that environment are. */
export function placeOf(environment: EnvironmentName, row: Placement): Placed {
  return { ledger: environment === 'sandbox' ? row.sandboxLedger : row.productionLedger };
}
