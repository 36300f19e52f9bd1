// The additions of screening to the core: the check of customers against the lists, acts of two
// operators, and hits among the work of the bank's people.

import { findHitsFor, findUnread } from '../../ai/screening/screen-subject.ts';
import { decideHit } from '../../db/screening/acts.ts';
import type { BankExtension } from '../kit/context.ts';
import { CLEARANCE, checkClearance, writeClearance } from '../ops/screening/clearance-act.ts';
import { checkReliedTerms, RELIED_LIST_ACT, writeReliedList } from '../ops/screening/relied-act.ts';

export const screeningExtension: BankExtension = {
  async screenCustomer({ screening }, person) {
    const hits = await findHitsFor(screening, person);
    return { hits, notCompared: await findUnread(screening, person.name) };
  },
  closesWork: {
    screening_hits: {
      false_positive: (ledger, { id: hitId, ...parts }) =>
        ledger.run(decideHit, { hitId, decision: 'no_hit', ...parts }),
    },
  },
  agreedActs: {
    [CLEARANCE]: { check: checkClearance, carryOut: writeClearance },
    [RELIED_LIST_ACT]: { check: checkReliedTerms, carryOut: writeReliedList },
  },
};
