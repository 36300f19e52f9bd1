// The answer to a change of an account: the account as it stands now, or why it did not change.

import type { Context } from 'hono';
import { findAccount } from '../../db/accounts/reads.ts';
import type { AccountView } from '../../db/accounts/view.ts';
import type { Ledger } from '../../db/ledger.ts';
import type { AccountOutcome } from '../../db/transactions/port.ts';
import { Problem } from '../kit/errors.ts';
import { tagged, versionConflict } from '../kit/etag.ts';

/** @throws Problem with the reason for which nothing changed */
export async function answerAccount(
  c: Context,
  ledger: Ledger,
  change: {
    readonly tenantId: string | null;
    readonly accountId: string;
    readonly outcome: AccountOutcome;
  },
): Promise<AccountView> {
  const { outcome } = change;
  if (outcome.kind === 'version_conflict') throw versionConflict(outcome.version);
  if (outcome.kind === 'not_empty') throw new Problem('account_not_empty', leftOn(outcome));
  if (outcome.kind === 'invalid_state') {
    throw new Problem(
      'invalid_state_transition',
      `The account is ${outcome.from}, and this operation does not apply in that status.`,
    );
  }
  const account = await findAccount(ledger, change.tenantId, change.accountId);
  if (outcome.kind !== 'done' || !account) throw new Problem('account_not_found');
  tagged(c, account);
  return account;
}

/** What is in the way of closing an account. */
function leftOn(left: Extract<AccountOutcome, { kind: 'not_empty' }>): string {
  const parts = [
    ...(left.posted === 0 ? [] : [`a balance of ${left.posted} minor units`]),
    ...(left.held === 0 ? [] : [`holds of ${left.held} minor units`]),
    ...(left.isScheduled ? ['a schedule that pays from or to the account'] : []),
  ];
  return `The account still has ${parts.join(', and ')}.`;
}
