// Two admins create an operator: one requests it, another one approves, so that no admin can act as
// two persons. Until a second admin is active, only the admin of the first start can be created.

import type { Operator } from '../../../db/platform/operators.ts';
import type { OperatorRole } from '../../../identity/operator-roles.ts';
import type { BankDeps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import { deliverInvitation } from './invitation-delivery.ts';

/** The act in `approvals` on which two admins must agree. */
export const ADMIN = 'admin';

export type AdminTerms =
  | {
      readonly kind: 'invite';
      readonly name: string;
      readonly email: string;
      readonly roles: readonly OperatorRole[];
    }
  | { readonly kind: 'roles'; readonly roles: readonly OperatorRole[] }
  | { readonly kind: 'invitation' }
  | { readonly kind: 'enable' };

/** @throws Problem while there is only one admin, because nobody else could approve */
export function requireSecondAdmin({ platform }: Pick<BankDeps, 'platform'>): void {
  if (platform.operators.countAdmins() > 1) return;
  const detail =
    'A person is invited by two admins: first a second one claims the code of the first start ' +
    '(/docs/guides/operators#people).';
  throw new Problem('invalid_state_transition', detail);
}

interface AgreedAdminAct {
  readonly terms: AdminTerms;
  /** The operator, or the e-mail address of the invited person. */
  readonly objectId: string;
  readonly initiator: string;
  readonly reason: string;
}

/** Carries out an act that two admins have agreed on. Repeating it has no further effect. */
export async function carryOutAdmin(deps: BankDeps, agreedAct: AgreedAdminAct): Promise<void> {
  const { operators } = deps.platform;
  const { terms, objectId, initiator, reason } = agreedAct;
  if (terms.kind === 'roles') {
    await operators.changeRoles({
      operatorId: objectId,
      roles: terms.roles,
      reason,
      by: initiator,
    });
    return;
  }
  if (terms.kind === 'enable') {
    await operators.enable({ operatorId: objectId, reason, by: initiator });
    return;
  }
  const operator: Operator | null =
    terms.kind === 'invite' ? operators.findByEmail(objectId) : operators.find(objectId);
  const { kind: _, ...person } = terms;
  const invited =
    operator === null && 'email' in person
      ? await operators.invite({ ...person, reason, by: initiator })
      : await operators.renewInvitation({ operatorId: operator?.id ?? '', reason, by: initiator });
  await deliverInvitation(deps, invited);
}
