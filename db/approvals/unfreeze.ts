// Ending a freeze that the law asked for takes two operators: one asks, another one agrees, and the
// agreement ends the freeze in the same database transaction.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import type { AccountWriter } from '../accounts/acts.ts';
import type { AccountRow } from '../accounts/view.ts';
import type { Cause } from '../kernel/cause.ts';
import type { BusinessClock } from '../kernel/clock.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mint } from '../kernel/mint.ts';
import { accounts } from '../kernel/tables.ts';
import type { TxParts } from '../kernel/tx.ts';
import { accountApprovals } from './account-tables.ts';
import { ownRequest } from './acts.ts';
import { type AccountApprovalRow, accountApprovalView } from './view.ts';

export interface UnfreezeOrder {
  readonly accountId: string;
  /** The operator. */
  readonly by: string;
  readonly reason: string;
  readonly cause: Cause;
}

export interface UnfreezeDecision extends UnfreezeOrder {
  readonly decision: 'granted' | 'denied';
}

export type UnfreezeOutcome =
  | { readonly kind: 'done' }
  /** A second operator has to agree. */
  | { readonly kind: 'requested'; readonly id: string };

export interface AccountApprovals {
  /** Ends a freeze, or asks for the agreement that it takes. */
  unfreeze(order: UnfreezeOrder): UnfreezeOutcome;
  decide(order: UnfreezeDecision): void;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly accounts: Pick<AccountWriter, 'move'>;
  readonly livemode: boolean;
  readonly clock: BusinessClock;
}

/** Call its functions inside `database.write` only. */
export function accountApprovalWriter(deps: Deps): AccountApprovals {
  const { raw } = deps.database;
  const account = raw.prepare<[string], AccountRow>(
    `SELECT ${columnsOf(accounts)} FROM accounts WHERE id = ? AND kind = 'customer'`,
  );
  const open = raw.prepare<[string], AccountApprovalRow>(
    `SELECT ${columnsOf(accountApprovals)} FROM account_approvals
     WHERE account_id = ? AND status = 'requested'`,
  );
  const last = raw.prepare<[string], AccountApprovalRow>(
    `SELECT ${columnsOf(accountApprovals)} FROM account_approvals
     WHERE account_id = ? ORDER BY id DESC LIMIT 1`,
  );
  const insert = raw.prepare(`INSERT INTO account_approvals ${insertOf(accountApprovals)}`);
  const update = raw.prepare(
    `UPDATE account_approvals SET status = @status, decided_by = @decidedBy, reason = @reason,
     decided_at = @decidedAt WHERE id = @id`,
  );

  function emitEvent(row: AccountApprovalRow, on: AccountRow, cause: Cause, at: number): void {
    const object = accountApprovalView(row, on, deps.livemode);
    deps.emit({ tenantId: row.tenantId, type: `approval.${row.status}`, object, cause, at });
  }

  function release(accountId: string, cause: Cause): void {
    const plain = { freezeReason: null, creditsBlocked: false, message: null, ifVersion: null };
    deps.accounts.move({ ...plain, tenantId: null, accountId, to: 'active', cause });
  }

  return {
    unfreeze({ accountId, by, reason, cause }) {
      const on = account.get(accountId);
      if (!on) throw new Refusal('account_not_found');
      if (on.status === 'active') return { kind: 'done' };
      if (on.status !== 'frozen') throw invalidState(`The account is ${on.status}.`);
      if (!takesTwo(on)) {
        release(accountId, cause);
        return { kind: 'done' };
      }
      const asked = open.get(accountId);
      if (asked) return { kind: 'requested', id: asked.id };
      const { tenantId } = on;
      const at = deps.clock(tenantId);
      const undecided = { decidedBy: null, reason: null, decidedAt: null };
      const asks = { status: 'requested' as const, requestedBy: by, requestReason: reason };
      const row = {
        id: mint('approval'),
        accountId,
        tenantId,
        ...asks,
        ...undecided,
        createdAt: at,
      };
      insert.run(row);
      emitEvent(row, on, cause, at);
      return { kind: 'requested', id: row.id };
    },
    decide({ accountId, decision, by, reason, cause }) {
      const row = open.get(accountId);
      const on = account.get(accountId);
      if (!row || !on) {
        requireSame(last.get(accountId), decision, by);
        return;
      }
      if (row.requestedBy === by) throw ownRequest();
      if (decision === 'granted' && !(on.status === 'frozen' && takesTwo(on))) {
        throw invalidState(`The request is already ${on.status}.`);
      }
      const decidedAt = deps.clock(row.tenantId);
      const next: AccountApprovalRow = {
        ...row,
        status: decision,
        decidedBy: by,
        reason,
        decidedAt,
      };
      update.run(next);
      if (decision === 'granted') release(accountId, cause);
      emitEvent(next, account.get(accountId) ?? on, cause, decidedAt);
    },
  };
}

/** What a court or the law asked for, no single operator ends. */
function takesTwo({ freezeReason }: AccountRow): boolean {
  return freezeReason === 'aml' || freezeReason === 'court_order';
}

/** @throws Refusal unless the operator has decided the same before */
function requireSame(
  row: AccountApprovalRow | undefined,
  decision: 'granted' | 'denied',
  by: string,
): void {
  if (!row) throw new Refusal('account_not_found');
  const isSame = row.status === decision && row.decidedBy === by;
  if (!isSame) throw invalidState(`The request is already ${row.status}.`);
}
