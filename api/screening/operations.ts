// The operations about names and sanctions lists, of all who may call them.

import type { Operation } from '../kit/operation.ts';
import { clearForAll, listAllClearances, withdrawClearance } from '../ops/screening/clearances.ts';
import { decideHit, listHits } from '../ops/screening/hits.ts';
import { listReliedLists, relyOnList, withdrawReliedList } from '../ops/screening/relied-lists.ts';
import { simulateScreeningDecision } from '../sandbox/decisions.ts';
import { getScreeningLists } from './lists.ts';
import { searchScreeningLists } from './search.ts';

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
