// The answer to a change of an account: the current account.

import type { Context } from 'hono';
import { findAccount } from '../../db/accounts/reads.ts';
import type { AccountView } from '../../db/accounts/view.ts';
import type { Ledger } from '../../db/ledger.ts';
import { Problem } from '../kit/errors.ts';
import { setEtag } from '../kit/etag.ts';

/** Answers with the account after a change. */
export async function answerAccount(
  c: Context,
  ledger: Ledger,
  change: {
    readonly tenantId: string | null;
    readonly accountId: string;
  },
): Promise<AccountView> {
  const account = await findAccount(ledger, change.tenantId, change.accountId);
  if (!account) throw new Problem('account_not_found');
  setEtag(c, account);
  return account;
}
