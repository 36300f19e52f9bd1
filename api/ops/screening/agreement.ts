// What an approval says of each thing about names and lists that two operators have agreed on.

import type { PlatformApproval } from '../../../db/platform/operators.ts';

/** An approval that is carried out, with what was agreed on. */
export interface Agreed {
  readonly row: PlatformApproval;
  readonly terms: Readonly<Record<string, unknown>>;
  /** The person who agreed. */
  readonly by: string;
}

/** Who agreed on it, and why. */
export const agreementOf = ({ row, by }: Agreed) => ({
  approvalId: row.id,
  requestedBy: row.requestedBy,
  agreedBy: by,
  reason: row.requestReason,
});
