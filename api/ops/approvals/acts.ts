// Carries out acts that two operators have agreed on.

import { previewReversal } from '../../../db/money/calls.ts';
import { LOG_KEY_ROTATION, PRODUCTION_ACCESS } from '../../../identity/operator-approvals.ts';
import type { Scope } from '../../../identity/scopes.ts';
import type { LimitsBody } from '../../accounts/limits-schema.ts';
import type { BankDeps } from '../../kit/context.ts';
import { Problem } from '../../kit/errors.ts';
import type { ApprovedAct } from '../../kit/extension.ts';
import { decideProductionAccess } from '../applications/production-access.ts';
import { beginErasure, CUSTOMER_ERASURE, checkErasure } from '../customers/erasure.ts';
import { ADMIN, type AdminTerms, carryOutAdmin } from '../operators/admins.ts';
import { type AdjustmentTerms, bookEntry, checkAdjustment } from '../transactions/entries.ts';
import {
  ENTRY_REVERSAL,
  type ReversalTerms,
  reversalOrderOf,
  reverseApproved,
} from '../transactions/entry-reversal.ts';
import { type SettlementTerms, setLimits, writeSettlement } from './terms.ts';

const NO_ACTION = async () => {};

const adjustment: ApprovedAct<BankDeps> = {
  check({ environments }, { environment, terms }) {
    const storedTerms = JSON.parse(terms) as AdjustmentTerms;
    return checkAdjustment(environments[environment].ledger, storedTerms);
  },
  async carryOut(deps, { row, terms, by, cause }) {
    await bookEntry(deps, {
      environment: row.environment,
      terms: terms as unknown as AdjustmentTerms,
      reason: row.requestReason,
      key: row.id,
      initiator: row.requestedBy,
      secondOperator: by,
      cause,
    });
  },
};

const ACTS: Readonly<Record<string, ApprovedAct<BankDeps>>> = {
  adjustment,
  write_off: adjustment,
  [LOG_KEY_ROTATION]: { check: NO_ACTION, carryOut: NO_ACTION, waitsForStart: true },
  [ENTRY_REVERSAL]: {
    async check({ environments }, { environment, objectId, terms, id }) {
      const cause = { actor: '', requestId: id, idempotencyKey: null };
      const order = reversalOrderOf(objectId, JSON.parse(terms) as ReversalTerms, cause);
      await environments[environment].ledger.run(previewReversal, order);
    },
    carryOut: (deps, { row, terms, cause }) =>
      reverseApproved(deps, {
        environment: row.environment,
        transactionId: row.objectId,
        terms: terms as unknown as ReversalTerms,
        key: row.id,
        initiator: row.requestedBy,
        cause,
      }),
  },
  [CUSTOMER_ERASURE]: {
    check: async (deps, row) => checkErasure(deps, row),
    carryOut: beginErasure,
  },
  [ADMIN]: {
    check: NO_ACTION,
    carryOut: (deps, { row, terms }) =>
      carryOutAdmin(deps, {
        terms: terms as unknown as AdminTerms,
        objectId: row.objectId,
        initiator: row.requestedBy,
        reason: row.requestReason,
      }),
  },
  limits: {
    check: NO_ACTION,
    carryOut: (deps, { row, terms, cause }) =>
      setLimits(
        deps,
        {
          environment: row.environment,
          accountId: row.objectId,
          body: terms as unknown as LimitsBody,
        },
        cause,
      ),
  },
  settlement: {
    check: NO_ACTION,
    carryOut: (deps, { row, terms, by }) =>
      writeSettlement(deps, {
        developerId: row.objectId,
        terms: terms as unknown as SettlementTerms,
        reason: row.requestReason,
        by,
      }),
  },
  [PRODUCTION_ACCESS]: {
    async check({ platform }, { objectId }) {
      const application = await platform.findApplication(objectId);
      if (application?.applicationStatus === 'rejected') {
        throw new Problem('invalid_state_transition', 'The application was rejected meanwhile.');
      }
    },
    carryOut: (deps, { row, terms, by, cause }) =>
      decideProductionAccess(
        deps,
        {
          applicationId: row.objectId,
          status: 'approved',
          reason: row.requestReason || row.reason,
          ...(terms.scopes ? { scopes: terms.scopes as readonly Scope[] } : {}),
          operatorId: by,
        },
        cause,
      ),
  },
};

/**
 * Returns the implementation of an act, of the core or of a subject, or undefined when the bank has
 * no such act.
 */
export function findAct({ extensions }: Pick<BankDeps, 'extensions'>, name: string) {
  const added = extensions.map(({ agreedActs }) => agreedActs?.[name]).find(Boolean);
  return added ?? ACTS[name];
}
