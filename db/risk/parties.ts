// The key of the other side of a payment: an account, or the external party behind the bank's
// account.

import { createHash } from 'node:crypto';
import { isInternal } from '../../ledger/internal-account.ts';
import type { TransactionRow } from '../kernel/rows.ts';

/** Returns the account, or the external party behind the bank's account. */
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
 * Keys of a party in the habits of an account. They have a fixed maximum length and contain no
 * name.
 */
export interface PartyKeys {
  readonly key: string;
  /** Key of the name, when `key` is derived from the account number. */
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

/** Returns the keys of an external party, by the account number and by the name. */
export function outsideKeysOf({ name, accountNumber }: OutsideParty): PartyKeys {
  if (accountNumber === undefined) return { key: keyOf('n', foldName(name ?? '')), nameKey: null };
  const key = keyOf('a', accountNumber.replaceAll(' ', '').toUpperCase());
  return { key, nameKey: name === undefined ? null : keyOf('n', foldName(name)) };
}

const foldName = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

function keyOf(kind: 'a' | 'n', text: string): string {
  return `${kind}/${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
}

/** Hashes a text to a number of 48 bits. */
export function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}
