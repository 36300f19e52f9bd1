// A freeze that the law requires takes two operators to end: the first requests the end, a second
// one approves it. The approval ends the freeze in the same database transaction.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { moveAccount } from '../accounts/acts.ts';
import type { AccountRow } from '../accounts/view.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { mint } from '../kernel/mint.ts';
import { accounts } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { accountApprovals } from './account-tables.ts';
import { ownRequest } from './acts.ts';
import { type AccountApprovalRow, accountApprovalView } from './view.ts';

export interface UnfreezeOrder {
  readonly accountId: string;
  readonly operatorId: string;
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

const ACCOUNT = `SELECT ${columnsOf(accounts)} FROM accounts WHERE id = ? AND kind = 'customer'`;
const OPEN_APPROVAL = `SELECT ${columnsOf(accountApprovals)} FROM account_approvals
  WHERE account_id = ? AND status = 'requested'`;
const LAST_REQUEST = `SELECT ${columnsOf(accountApprovals)} FROM account_approvals
  WHERE account_id = ? ORDER BY id DESC LIMIT 1`;
const INSERT = `INSERT INTO account_approvals ${insertOf(accountApprovals)}`;
const UPDATE = `UPDATE account_approvals SET status = @status, decided_by = @decidedBy, reason = @reason,
  decided_at = @decidedAt WHERE id = @id`;

/** Ends a freeze, or requests the approval of a second operator when the freeze needs it. */
export const unfreezeAccount = act(
  'approval.unfreeze',
  (tx, { accountId, operatorId, reason, cause }: UnfreezeOrder): UnfreezeOutcome => {
    const account = tx.get<AccountRow>(ACCOUNT, accountId);
    if (!account) throw new Refusal('account_not_found');
    if (account.status === 'active') return { kind: 'done' };
    if (account.status !== 'frozen') throw invalidState(`The account is ${account.status}.`);
    if (!needsTwoOperators(account)) {
      endFreeze(tx, accountId, cause);
      return { kind: 'done' };
    }
    const open = tx.get<AccountApprovalRow>(OPEN_APPROVAL, accountId);
    if (open?.requestedBy === operatorId) {
      throw invalidState('You have already requested it: another operator has to decide.');
    }
    if (open) return { kind: 'requested', id: open.id };
    const { tenantId } = account;
    const now = tx.clock(tenantId);
    const undecided = { decidedBy: null, reason: null, decidedAt: null };
    const request = {
      status: 'requested' as const,
      requestedBy: operatorId,
      requestReason: reason,
    };
    const row = {
      id: mint('approval'),
      accountId,
      tenantId,
      ...request,
      ...undecided,
      createdAt: now,
    };
    tx.run(INSERT, row);
    emitEvent(tx, row, account, cause, now);
    return { kind: 'requested', id: row.id };
  },
);

/**
 * Writes the decision of a second operator about the end of a freeze, and ends it when granted.
 * @throws Refusal when the operator made the request, or it was already decided
 */
export const decideUnfreeze = act(
  'approval.decide_unfreeze',
  (tx, { accountId, decision, operatorId, reason, cause }: UnfreezeDecision): void => {
    const row = tx.get<AccountApprovalRow>(OPEN_APPROVAL, accountId);
    const account = tx.get<AccountRow>(ACCOUNT, accountId);
    if (!row || !account) {
      requireSame(tx.get<AccountApprovalRow>(LAST_REQUEST, accountId), decision, operatorId);
      return;
    }
    if (row.requestedBy === operatorId) throw ownRequest();
    if (decision === 'granted' && !(account.status === 'frozen' && needsTwoOperators(account))) {
      throw invalidState(`The request is already ${account.status}.`);
    }
    const decidedAt = tx.clock(row.tenantId);
    const next: AccountApprovalRow = {
      ...row,
      status: decision,
      decidedBy: operatorId,
      reason,
      decidedAt,
    };
    tx.run(UPDATE, next);
    if (decision === 'granted') endFreeze(tx, accountId, cause);
    emitEvent(tx, next, tx.get<AccountRow>(ACCOUNT, accountId) ?? account, cause, decidedAt);
  },
);

function emitEvent(
  tx: Tx,
  row: AccountApprovalRow,
  account: AccountRow,
  cause: Cause,
  now: number,
): void {
  const object = accountApprovalView(row, account, tx.livemode);
  tx.emit({ tenantId: row.tenantId, type: `approval.${row.status}`, object, cause, at: now });
}

function endFreeze(tx: Tx, accountId: string, cause: Cause): void {
  const noFreeze = { freezeReason: null, creditsBlocked: false, message: null, ifVersion: null };
  moveAccount(tx, { ...noFreeze, tenantId: null, accountId, to: 'active', cause });
}

/** A freeze for money laundering or by a court order needs two operators to end it. */
function needsTwoOperators({ freezeReason }: AccountRow): boolean {
  return freezeReason === 'aml' || freezeReason === 'court_order';
}

/** @throws Refusal unless the operator has already made the same decision */
function requireSame(
  row: AccountApprovalRow | undefined,
  decision: 'granted' | 'denied',
  operatorId: string,
): void {
  if (!row) throw new Refusal('account_not_found');
  const isSame = row.status === decision && row.decidedBy === operatorId;
  if (!isSame) throw invalidState(`The request is already ${row.status}.`);
}
