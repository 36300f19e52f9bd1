// Marks a scoring as failed after a permanent fault.

import { activityInfo } from '@temporalio/activity';
import type { Ledger } from '../db/ledger.ts';
import { failScoring } from '../db/scorings/acts.ts';
import type { ScoringStatus } from '../ledger/models/scoring.ts';
import { limitAttempts } from './failure.ts';

export interface ScoringEndActivities {
  /** Fails the scoring unless it has ended. Returns its final status. */
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
