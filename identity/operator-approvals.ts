// Requests of operators that another operator has to approve, except payments and freezes, which
// are rows of their ledger (db/approvals). A request is stored, then decided, then carried out; a
// database trigger refuses a decision by the requester.

import { mint } from '../db/kernel/mint.ts';
import type { PlatformApproval, PlatformApprovalFilter } from '../db/platform/operators.ts';
import type { PlatformRows } from '../db/platform/rows.ts';
import { invalidState, Refusal } from '../ledger/refusal.ts';

/** The act of approving a developer for production. */
export const PRODUCTION_ACCESS = 'production_access';
/** The act of rotating the key of a log, which the next start carries out. */
export const LOG_KEY_ROTATION = 'log_key_rotation';

export interface PlatformApprovalOrder {
  readonly act: string;
  readonly objectId: string;
  readonly environment: PlatformApproval['environment'];
  readonly terms: Readonly<Record<string, unknown>>;
  readonly reason: string;
  /** The requesting operator. */
  readonly by: string;
}

export interface Verdict {
  readonly approvalId: string;
  readonly decision: 'granted' | 'denied';
  readonly reason: string;
  /** Reduced terms; absent to grant the requested ones. */
  readonly grantedTerms?: Readonly<Record<string, unknown>> | undefined;
  /** The deciding operator, never the requester. */
  readonly by: string;
}

export interface OperatorApprovals {
  /**
   * Stores a request. While it waits, an equal request of another operator returns the same one.
   * @throws Refusal for a further request of the same operator or with other terms
   */
  ask(ask: PlatformApprovalOrder): Promise<PlatformApproval>;
  /** Decides a request. Idempotent. */
  decide(verdict: Verdict): Promise<PlatformApproval>;
  noteCarriedOut(approvalId: string): Promise<void>;
  find(approvalId: string): PlatformApproval | null;
  /** The latest request about an object; null without one. */
  about(objectId: string, act?: string): PlatformApproval | null;
  /** Granted requests that are not recorded as carried out, for the start after a crash. */
  toCarryOut(): readonly PlatformApproval[];
  /** Newest first; returns one more than the limit. */
  list(filter: PlatformApprovalFilter): readonly PlatformApproval[];
  /** Number of waiting requests of an environment. */
  count(environment: PlatformApproval['environment']): number;
  /** A number that changes with every request and decision. */
  mark(): number;
}

/** The approvals of a platform database. */
export function createOperatorApprovals(rows: PlatformRows, now: () => number): OperatorApprovals {
  const { operators: store } = rows;
  return {
    ask: (ask) => rows.write(() => addRequest(rows, ask, now())),
    decide: (verdict) => rows.write(() => decide(rows, verdict, now())),
    noteCarriedOut: (id) =>
      rows.write(() => {
        const row = store.findApproval(id);
        if (row && row.carriedOutAt === null) store.updateApproval({ ...row, carriedOutAt: now() });
      }),
    find: store.findApproval,
    about: store.approvalAbout,
    toCarryOut: store.approvalsToCarryOut,
    list: store.listApprovals,
    count: store.countApprovals,
    mark: store.approvalMark,
  };
}

function addRequest(rows: PlatformRows, ask: PlatformApprovalOrder, now: number): PlatformApproval {
  const { act, objectId, environment, reason, by } = ask;
  const terms = JSON.stringify(ask.terms);
  const open = rows.operators.approvalAbout(objectId, act);
  if (open?.status === 'requested' && open.environment === environment) {
    if (open.terms === terms && open.requestedBy !== by) return open;
    const detail =
      open.requestedBy === by
        ? 'You have asked for it already: another operator has to decide about that request.'
        : 'An equal request with other terms is open: decide about it first.';
    throw new Refusal('invalid_state_transition', { detail, existingId: open.id });
  }
  const row: PlatformApproval = {
    id: mint('approval'),
    act,
    objectId,
    environment,
    terms,
    status: 'requested',
    requestedBy: by,
    requestReason: reason,
    decidedBy: null,
    reason: null,
    decidedAt: null,
    carriedOutAt: null,
    createdAt: now,
    grantedTerms: null,
  };
  rows.operators.insertApproval(row);
  recordAudit(
    rows,
    { row, action: 'approval.requested', actor: by, detail: { ...ask.terms, reason } },
    now,
  );
  return row;
}

function decide(rows: PlatformRows, verdict: Verdict, now: number): PlatformApproval {
  const { approvalId, decision, reason, by } = verdict;
  const row = rows.operators.findApproval(approvalId);
  if (!row) throw new Refusal('approval_not_found');
  const grantedTerms = verdict.grantedTerms ? JSON.stringify(verdict.grantedTerms) : null;
  if (row.status === decision && row.decidedBy === by) {
    if (row.grantedTerms === grantedTerms) return row;
    throw invalidState('You have granted it already, with other terms.');
  }
  if (row.status !== 'requested') throw invalidState(`The request is already ${row.status}.`);
  if (row.requestedBy === by) {
    throw invalidState(
      'The initiator of the request cannot decide about it: another person has to.',
    );
  }
  // A denial does not need an independent person.
  if (decision === 'granted') refuseInvited(rows, by, row.requestedBy);
  const next: PlatformApproval = {
    ...row,
    status: decision,
    decidedBy: by,
    reason,
    decidedAt: now,
    grantedTerms,
  };
  rows.operators.updateApproval(next);
  const terms = JSON.parse(row.terms) as object;
  const detail = grantedTerms
    ? { reason, asked: terms, granted: verdict.grantedTerms }
    : { reason };
  recordAudit(rows, { row, action: `approval.${decision}`, actor: by, detail }, now);
  return next;
}

/** @throws Refusal when one of the two invited the other */
function refuseInvited({ operators }: PlatformRows, approver: string, initiator: string): void {
  const [operator, other] = [operators.find(approver), operators.find(initiator)];
  if (operator?.invitedBy === initiator || other?.invitedBy === approver) throw notIndependent();
}

/** The refusal for two operators of whom one invited the other: they count as one person. */
export function notIndependent(): Refusal {
  return invalidState(
    'One of you has invited the other: a third operator has to decide about this request.',
  );
}

interface AuditNote {
  readonly row: PlatformApproval;
  readonly action: string;
  readonly actor: string;
  readonly detail: object;
}

function recordAudit(
  rows: PlatformRows,
  { row, action, actor, detail }: AuditNote,
  time: number,
): void {
  const { id: approvalId, act, objectId, environment } = row;
  const text = JSON.stringify({ approvalId, act, ...detail });
  rows.insertAudit({ at: time, actor, action, objectId, environment, detail: text });
}
