// Chooses the workflow of a transaction: its own where operators may search for it, otherwise the
// workflow that its settler names, which many transactions may share.

import { exponentOf } from '../../ledger/currency.ts';
import { midRate, type RateTable } from '../../ledger/rates.ts';
import { transferWorkflowId, type WorkflowRef } from '../../ledger/workflow-id.ts';
import { ledgerMarket, type Market } from '../exchange/market.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';

const REFERENCE_CURRENCY = 'EUR';

/**
 * Returns the transaction's own workflow, without a run when another workflow or the lane settled
 * it: the own workflow is then started from the row.
 */
export function ownWorkflow({ id }: TransactionRow, workflow: WorkflowRef): WorkflowRef {
  const ownWorkflowId = transferWorkflowId(id);
  return workflow.runId !== null && workflow.id === ownWorkflowId
    ? workflow
    : { id: ownWorkflowId, runId: null };
}

/**
 * Returns the function that is true for money from or to an external party, for reversals, and for
 * large amounts.
 * @param above whole euros; other currencies by the latest rates, without one each amount is large
 */
export function searchableTest(
  market: Pick<Market, 'latest'>,
  above: number,
): (row: TransactionRow) => boolean {
  let table: RateTable | null = null;
  const thresholds = new Map<string, number>();

  function thresholdIn(currency: string): number {
    const latest = market.latest();
    if (latest !== table) {
      table = latest;
      thresholds.clear();
    }
    const cached = thresholds.get(currency);
    if (cached !== undefined) return cached;
    const threshold = thresholdOf(currency, above, latest);
    thresholds.set(currency, threshold);
    return threshold;
  }

  return ({ externalParty, reversalOf, amount, currency }) =>
    externalParty !== null || reversalOf !== null || amount > thresholdIn(currency);
}

const searchableTestOf = prepareOnce((tx: Tx) =>
  searchableTest(ledgerMarket(tx.database), tx.terms.workflowAbove),
);

/** Returns true when operators may search for the transaction even though it simply posted. */
export function isSearchable(tx: Tx, row: TransactionRow): boolean {
  return searchableTestOf(tx)(row);
}

/** Returns the amount above which a transaction is large, in minor units of its currency. */
function thresholdOf(currency: string, above: number, table: RateTable | null): number {
  const unit = 10n ** BigInt(exponentOf(currency));
  if (currency === REFERENCE_CURRENCY) return Number(BigInt(above) * unit);
  const rate = table && midRate(table, REFERENCE_CURRENCY, currency);
  return rate ? Number((BigInt(above) * unit * rate.top) / rate.bottom) : 0;
}
