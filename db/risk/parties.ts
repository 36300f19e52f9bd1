// Keys of the counterparty of a payment: an account, or the external party behind the bank's
// account.

import { createHash } from 'node:crypto';
import { spellingKey } from '../../ai/names/spellings.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import type { TransactionRow } from '../kernel/rows.ts';

/** Returns the account, or the external party behind the bank's account. */
export function partyOf(
  accountId: string,
  { externalParty }: Pick<TransactionRow, 'externalParty'>,
): string {
  if (!isInternal(accountId)) return accountId;
  if (externalParty === null) return OUTSIDE_KEY;
  const party = JSON.parse(externalParty) as OutsideParty;
  return `outside/${party.accountNumber ?? party.name ?? ''}`;
}

const OUTSIDE_KEY = 'outside';

interface OutsideParty {
  readonly name?: string;
  readonly accountNumber?: string;
}

/**
 * Keys of a party in the habits of an account. They have a fixed maximum length and contain no
 * name.
 */
export interface PartyKeys {
  /**
   * The account ID, or a hash of the account number, or of the name as it is written: another
   * spelling of the name gives another key.
   */
  readonly key: string;
  /** A hash that all spellings of the name share; null without a name. */
  readonly spelling: string | null;
  /** The same hash, when `key` is derived from the account number; null otherwise. */
  readonly nameKey: string | null;
}

export function partyKeysOf(
  accountId: string,
  { externalParty }: Pick<TransactionRow, 'externalParty'>,
): PartyKeys {
  if (!isInternal(accountId)) return keysWithoutName(accountId);
  if (externalParty === null) return keysWithoutName(OUTSIDE_KEY);
  return outsideKeysOf(JSON.parse(externalParty) as OutsideParty);
}

/** Returns the keys of a party that is known without its name. */
export const keysWithoutName = (key: string): PartyKeys => ({ key, spelling: null, nameKey: null });

/** Returns the keys of an external party, by the account number and by the name. */
export function outsideKeysOf({ name, accountNumber }: OutsideParty): PartyKeys {
  const spelling = name === undefined ? null : keyOf('s', spellingKey(name));
  if (accountNumber === undefined) {
    return { key: keyOf('n', foldCase(name ?? '')), spelling, nameKey: null };
  }
  const key = keyOf('a', accountNumber.replaceAll(' ', '').toUpperCase());
  return { key, spelling, nameKey: spelling };
}

const foldCase = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

function keyOf(kind: 'a' | 'n' | 's', text: string): string {
  return `${kind}/${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
}

/** Hashes a text to a number of 48 bits. */
export function hashTo48Bits(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}
