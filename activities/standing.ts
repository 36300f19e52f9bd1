// The standing workflows of a ledger: the long-lived ones that read its logs. The sweeper keeps
// them running.

import type { Ledger } from '../db/sqlite.ts';
import type { StandingWorkflow } from '../workflows/start.ts';

/** Every workflow of which exactly one runs beside a ledger. */
export function standingWorkflows(_ledger: Ledger): readonly StandingWorkflow[] {
  return [];
}
