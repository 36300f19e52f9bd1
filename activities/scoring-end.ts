// The step of a scoring that is tried when scoring itself cannot be done: it ends the row.

import { activityInfo } from '@temporalio/activity';
import type { Ledger } from '../db/ledger.ts';
import { failScoring } from '../db/scorings/acts.ts';
import type { ScoringStatus } from '../ledger/models/scoring.ts';
import { limitAttempts } from './failure.ts';

export interface ScoringEndActivities {
  /** A fault that does not heal; says how the scoring ended, which may have been before. */
  giveUpScoring(input: { readonly scoringId: string }): Promise<ScoringStatus>;
}

const FAULT = { code: 'scoring_failed', message: 'A technical fault.', errors: [] };

export function scoringEndActivities(ledger: Pick<Ledger, 'run'>): ScoringEndActivities {
  return {
    giveUpScoring: ({ scoringId }) =>
      limitAttempts(activityInfo().attempt, () =>
        ledger.run(failScoring, { scoringId, error: FAULT }),
      ),
  };
}
