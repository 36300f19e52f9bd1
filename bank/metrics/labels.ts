// The labels of a metric that identify its ledger.

import type { Ledger } from '../../db/ledger.ts';

/** Names of the labels of {@link labelsOf}. */
export const LEDGER_LABELS = ['environment', 'ledger'] as const;

export type LedgerLabels = Partial<Record<(typeof LEDGER_LABELS)[number], string>>;

/** Labels of a ledger. The first ledger of an environment has no `ledger` label. */
export function labelsOf({ environment, name }: Ledger): LedgerLabels {
  return name === environment ? { environment } : { environment, ledger: name };
}
