// The other side of a payment, as a key: an account, or the external party behind the bank's own
// account.

import { createHash } from 'node:crypto';
import { isInternal } from '../../ledger/internal-account.ts';
import type { TransactionRow } from '../kernel/rows.ts';

/** Returns an account, or the external party behind the bank's own account. */
export function partyOf(
  accountId: string,
  { externalParty }: Pick<TransactionRow, 'externalParty'>,
): string {
  if (!isInternal(accountId)) return accountId;
  if (externalParty === null) return OUTSIDE;
  const party = JSON.parse(externalParty) as OutsideParty;
  return `outside/${party.accountNumber ?? party.name ?? ''}`;
}

const OUTSIDE = 'outside';

interface OutsideParty {
  readonly name?: string;
  readonly accountNumber?: string;
}

/**
 * Keys of a party in the facts kept about an account. They are of bounded length and contain no
 * name.
 */
export interface PartyKeys {
  readonly key: string;
  /** Key of the name alone, where `key` is made of the account number. */
  readonly nameKey: string | null;
}

export function partyKeysOf(
  accountId: string,
  { externalParty }: Pick<TransactionRow, 'externalParty'>,
): PartyKeys {
  if (!isInternal(accountId)) return { key: accountId, nameKey: null };
  if (externalParty === null) return { key: OUTSIDE, nameKey: null };
  return outsideKeysOf(JSON.parse(externalParty) as OutsideParty);
}

/** Keys of somebody outside the bank, by the account number and by the name. */
export function outsideKeysOf({ name, accountNumber }: OutsideParty): PartyKeys {
  if (accountNumber === undefined) return { key: keyOf('n', foldName(name ?? '')), nameKey: null };
  const key = keyOf('a', accountNumber.replaceAll(' ', '').toUpperCase());
  return { key, nameKey: name === undefined ? null : keyOf('n', foldName(name)) };
}

const foldName = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

function keyOf(kind: 'a' | 'n', text: string): string {
  return `${kind}/${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
}

/** A text as a number of 48 bits. */
export function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}
