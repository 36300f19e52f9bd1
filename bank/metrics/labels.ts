// Labels of a metric that name its ledger.

import type { Ledger } from '../../db/ledger.ts';

/** Names of the labels that `labelsOf` gives. */
export const LEDGER_LABELS = ['environment', 'ledger'] as const;

export type LedgerLabels = Partial<Record<(typeof LEDGER_LABELS)[number], string>>;

/** The first ledger of an environment has no label of its own: most banks have no other one. */
export function labelsOf({ environment, name }: Ledger): LedgerLabels {
  return name === environment ? { environment } : { environment, ledger: name };
}
