// The fields of an approval that every agreement of two operators about names and lists shows.

import type { PlatformApproval } from '../../../db/platform/operators.ts';

/** An approval that is carried out, with its terms. */
export interface ApprovedAct {
  readonly row: PlatformApproval;
  readonly terms: Readonly<Record<string, unknown>>;
  /** The operator who agreed. */
  readonly by: string;
}

/** Returns the two operators of an agreement, and its reason. */
export const agreementOf = ({ row, by }: ApprovedAct) => ({
  approvalId: row.id,
  requestedBy: row.requestedBy,
  agreedBy: by,
  reason: row.requestReason,
});
