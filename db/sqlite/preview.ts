// The dry run: what would become of a request, by the same checks, loaders and decision as those of
// a real one, on one snapshot. Writes nothing and binds no key.

import { maximumOf, PERIODS } from '../../ledger/limits.ts';
import type { Decision } from '../../ledger/transfer.ts';
import { type AccountRow, type BalanceFigures, balanceView, figuresOf } from '../account-view.ts';
import type { Database } from '../connect.ts';
import { RAN_OUT, type RanOut } from '../ran-out.ts';
import { accounts } from '../schema.ts';
import type { Preview } from '../store.ts';
import { isInternal, type TransactionRow } from '../transaction-view.ts';
import { columnsOf } from './columns.ts';
import { type Case, type DecisionDeps, decided } from './decision.ts';

interface Deps extends DecisionDeps {
  readonly database: Database;
  readonly now: () => number;
}

/** Returns the function that looks ahead; `row` is what would be accepted. */
export function previewer(deps: Deps): (row: TransactionRow) => Preview {
  const { raw } = deps.database;
  const byId = raw.prepare<[string], AccountRow>(
    `SELECT ${columnsOf(accounts)} FROM accounts WHERE id = ?`,
  );
  const ranOut = raw.prepare<[object], RanOut>(RAN_OUT);
  const idOfLimits = raw
    .prepare<[string], string>('SELECT id FROM limit_terms WHERE account_id = ? LIMIT 1')
    .pluck();

  function figures(id: string, now: number): BalanceFigures | null {
    const row = byId.get(id);
    return row ? figuresOf(row, ranOut.get({ id, now }) as RanOut) : null;
  }

  return (row) => {
    const at = deps.now();
    const { decision, limits } = decided(deps, row, at);
    const projected = [row.sourceAccountId, row.destinationAccountId].flatMap((accountId) => {
      const current = isInternal(accountId) ? null : figures(accountId, deps.clock(row.tenantId));
      if (!current) return [];
      const resulting = afterwards(current, row, accountId, decision);
      return { accountId, current: balanceView(current), resulting: balanceView(resulting) };
    });
    const rejection = decision.kind === 'decline' ? decision.rejection : null;
    return {
      status: STATUS_AFTER[decision.kind],
      rejection,
      projected,
      limits: left(
        limits,
        idOfLimits.get(row.sourceAccountId),
        rejection ? 0n : BigInt(row.amount),
      ),
    };
  };
}

const STATUS_AFTER = {
  post: 'posted',
  hold: 'pending',
  approval: 'pending_approval',
  decline: null,
} as const satisfies Record<Decision['kind'], Preview['status']>;

function afterwards(
  figures: BalanceFigures,
  { amount, sourceAccountId }: TransactionRow,
  accountId: string,
  { kind }: Decision,
): BalanceFigures {
  if (kind === 'decline') return figures;
  const pays = accountId === sourceAccountId;
  if (kind === 'post') return { ...figures, posted: figures.posted + (pays ? -amount : amount) };
  if (!pays) return { ...figures, pendingIn: figures.pendingIn + amount };
  const held = figures.held + amount;
  return { ...figures, held, pendingOut: held };
}

/** What is left of each limit of the payer afterwards, or as it is when the answer is no. */
function left(limits: Case['limits'], id: string | undefined, amount: bigint): Preview['limits'] {
  if (!limits || id === undefined) return [];
  const { terms, usage } = limits;
  return PERIODS.flatMap((period) => {
    const maximum = maximumOf(terms, period);
    if (maximum === null) return [];
    const rest = maximum - usage.amount[period] - amount;
    return { limitId: `${id}:${period}`, period, remainingAfter: Number(rest > 0n ? rest : 0n) };
  });
}
