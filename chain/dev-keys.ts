// The keys of the accounts that development chains fund at their start. They are public and must
// not be used on any other chain.

import { type Hex, toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';

const MNEMONIC = 'test test test test test test test test test test test junk';

/**
 * The private key of an account.
 * @param addressIndex 0 to 9
 */
export function devKey(addressIndex: number): Hex {
  const { privateKey } = mnemonicToAccount(MNEMONIC, { addressIndex }).getHdKey();
  if (!privateKey) throw new Error('the development keys cannot be derived');
  return toHex(privateKey);
}
