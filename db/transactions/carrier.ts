// Chooses the workflow of a transaction: its own where operators may search for it, otherwise the
// workflow that its settler names, which many transactions may share.

import { exponentOf } from '../../ledger/currency.ts';
import { midRate, type RateTable } from '../../ledger/rates.ts';
import { transferWorkflowId, type WorkflowRef } from '../../ledger/workflow-id.ts';
import { ledgerMarket, type Market } from '../exchange/market.ts';
import type { TransactionRow } from '../kernel/rows.ts';
import { prepareOnce } from '../kernel/statements.ts';
import type { Tx } from '../kernel/tx.ts';

const REFERENCE = 'EUR';

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
export function soughtTransactions(
  market: Pick<Market, 'latest'>,
  above: number,
): (row: TransactionRow) => boolean {
  let table: RateTable | null = null;
  const bars = new Map<string, number>();

  function barIn(currency: string): number {
    const latest = market.latest();
    if (latest !== table) {
      table = latest;
      bars.clear();
    }
    const cached = bars.get(currency);
    if (cached !== undefined) return cached;
    const bar = barOf(currency, above, latest);
    bars.set(currency, bar);
    return bar;
  }

  return ({ externalParty, reversalOf, amount, currency }) =>
    externalParty !== null || reversalOf !== null || amount > barIn(currency);
}

const soughtIn = prepareOnce((tx: Tx) =>
  soughtTransactions(ledgerMarket(tx.database), tx.terms.workflowAbove),
);

/** Returns true when operators may search for the transaction even though it simply posted. */
export function isSearchable(tx: Tx, row: TransactionRow): boolean {
  return soughtIn(tx)(row);
}

/** Minor units of a currency. */
function barOf(currency: string, above: number, table: RateTable | null): number {
  const unit = 10n ** BigInt(exponentOf(currency));
  if (currency === REFERENCE) return Number(BigInt(above) * unit);
  const rate = table && midRate(table, REFERENCE, currency);
  return rate ? Number((BigInt(above) * unit * rate.top) / rate.bottom) : 0;
}
