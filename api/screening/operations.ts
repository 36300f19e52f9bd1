// The operations about names and sanctions lists, for developers and operators.

import type { Screening } from '../../ai/screening/open.ts';
import type { PartyScreen } from '../../ai/screening/parties.ts';
import type { EnvironmentName } from '../../db/kernel/environment.ts';
import type { Operation } from '../kit/operation.ts';
import { clearForAll, listAllClearances, withdrawClearance } from '../ops/screening/clearances.ts';
import { decideHit, listHits } from '../ops/screening/hits.ts';
import { listReliedLists, relyOnList, withdrawReliedList } from '../ops/screening/relied-lists.ts';
import { getScreeningLists } from './lists.ts';
import { searchScreeningLists } from './search.ts';
import { simulateScreeningDecision } from './simulate-decision.ts';

declare module '../kit/context.ts' {
  interface BankDeps {
    /** The sanctions lists. */
    readonly screening: Screening;
    /** Screening of external parties, with the earlier look-ups. */
    readonly parties: Readonly<Record<EnvironmentName, PartyScreen>>;
  }
}

export const SCREENING_OPERATIONS: readonly Operation[] = [
  simulateScreeningDecision,
  searchScreeningLists,
  getScreeningLists,
  listHits,
  decideHit,
  listAllClearances,
  clearForAll,
  withdrawClearance,
  listReliedLists,
  relyOnList,
  withdrawReliedList,
];
