// Acts that take two operators and are neither a payment nor the end of a freeze: one operator
// requests the act, another approves it, then it is carried out. The decision is written first.
// Carrying out is idempotent, so a process that ended between the two steps repeats the second one
// at its next start.

import type { Cause } from '../../../db/kernel/cause.ts';
import type { PlatformApproval } from '../../../db/platform/operators.ts';
import {
  type PlatformApprovalOrder,
  PRODUCTION_ACCESS,
} from '../../../identity/operator-approvals.ts';
import { approvingRoles, mayApprove } from '../../../identity/operator-roles.ts';
import { ALL_SCOPES, type Scope } from '../../../identity/scopes.ts';
import type { BankDeps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { roleRequired } from '../../kit/operation.ts';
import { findAct } from './acts.ts';

interface ApprovalRequest {
  readonly approvalOrder: PlatformApprovalOrder;
  readonly roles: ReadonlySet<string>;
  readonly cause: Cause;
}

/**
 * Requests a second operator's approval. A request for an act that another operator has requested
 * already approves it.
 * @returns the waiting approval, or null when the act was carried out
 */
export async function requestOrApprove(
  deps: BankDeps,
  request: ApprovalRequest,
): Promise<PlatformApproval | null> {
  const { approvalOrder, roles, cause } = request;
  const { approvals } = deps.platform;
  const row = await approvals.ask(approvalOrder);
  if (row.requestedBy === approvalOrder.by) return row;
  const { environment, reason, by } = approvalOrder;
  const verdict = { subjectId: row.id, environment, decision: 'granted' as const, reason, by };
  await decideRequest(deps, { verdict, roles, cause });
  return null;
}

interface Decision {
  readonly verdict: {
    /** The id of the approval or of its subject. */
    readonly subjectId: string;
    readonly environment: PlatformApproval['environment'];
    readonly decision: 'granted' | 'denied';
    readonly reason: string;
    readonly by: string;
    /** Scopes of live keys; the requested ones when omitted. */
    readonly scopes?: readonly Scope[] | undefined;
  };
  readonly roles: ReadonlySet<string>;
  readonly cause: Cause;
}

/** Records the decision of the second operator, and carries it out. */
export async function decideRequest(deps: BankDeps, decision: Decision): Promise<PlatformApproval> {
  const { verdict, roles, cause } = decision;
  const { approvals } = deps.platform;
  const { subjectId, environment, scopes } = verdict;
  const approval = approvals.find(subjectId) ?? approvals.about(subjectId);
  if (approval?.environment !== environment) throw new Problem('approval_not_found');
  requireApprovingRole(roles, approval.act);
  // An approved act may be booked already, so it is not checked again.
  const isOpen = approval.status === 'requested';
  if (isOpen && verdict.decision === 'granted')
    await findAct(deps, approval.act)?.check(deps, approval);
  const grantedTerms = scopes && narrowTerms(approval, scopes);
  const row = await approvals.decide({ ...verdict, grantedTerms, approvalId: approval.id });
  await carryOut(deps, row, cause);
  return approvals.find(row.id) ?? row;
}

/**
 * Returns the terms with the scopes that both operators agree to: the second one may approve fewer
 * than the first one requested.
 * @returns undefined when all requested scopes are approved
 * @throws Problem when a scope was not requested
 */
function narrowTerms(approval: PlatformApproval, scopes: readonly Scope[]) {
  if (approval.act !== PRODUCTION_ACCESS) {
    throw createScopesProblem('Only the approval of an application has scopes.');
  }
  const terms = JSON.parse(approval.terms) as { readonly scopes?: readonly Scope[] };
  const requestedScopes = new Set<Scope>(terms.scopes ?? ALL_SCOPES);
  const addedScopes = scopes.filter((scope) => !requestedScopes.has(scope));
  if (addedScopes.length > 0)
    throw createScopesProblem(`The first operator did not ask for ${addedScopes.join(', ')}.`);
  const granted = [...new Set(scopes)].sort();
  return granted.length === requestedScopes.size ? undefined : { ...terms, scopes: granted };
}

/** A refusal of the scopes of a decision. */
export function createScopesProblem(message: string): Problem {
  const errors = [{ pointer: '/scopes', code: 'invalid', message }];
  return new Problem('validation_failed', message, { errors });
}

/** @throws Problem when no operator with these roles may agree to the act */
export function requireApprovingRole(roles: ReadonlySet<string>, act: string): void {
  if (!mayApprove(roles, act)) throw roleRequired(`Agreeing to ${act}`, approvingRoles(act));
}

/** Carries out acts that were approved before this process started. */
export async function carryOutApprovedActs(deps: BankDeps): Promise<void> {
  for (const row of deps.platform.approvals.toCarryOut()) {
    const cause = { actor: row.decidedBy ?? '', requestId: row.id, idempotencyKey: null };
    await carryOut(deps, row, cause).catch((error: unknown) => {
      deps.log.error({ err: error, approvalId: row.id }, 'an approved act was not carried out');
    });
  }
}

async function carryOut(deps: BankDeps, row: PlatformApproval, cause: Cause): Promise<void> {
  if (row.status !== 'granted' || row.carriedOutAt !== null || row.decidedBy === null) return;
  const act = findAct(deps, row.act);
  if (!act) throw new Error(`the act ${row.act} is unknown`);
  if (act.waitsForStart) return;
  deps.failPoint('before-carrying-out');
  const terms = JSON.parse(row.grantedTerms ?? row.terms) as Record<string, unknown>;
  await act.carryOut(deps, { row, terms, by: row.decidedBy, cause });
  await deps.platform.approvals.noteCarriedOut(row.id);
}
