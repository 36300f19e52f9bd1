// The keys that a development chain gives money to at its start. They are in the manual of every
// such node: each client of the chain can sign with them, so they are worth nothing anywhere else.

import { type Hex, toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

const MNEMONIC = 'test test test test test test test test test test test junk';

/** The private key of the account with that index, from 0 to 9. */
export function devKey(addressIndex: number): Hex {
  const { privateKey } = mnemonicToAccount(MNEMONIC, { addressIndex }).getHdKey();
  if (!privateKey) throw new Error('the development keys cannot be derived');
  return toHex(privateKey);
}
