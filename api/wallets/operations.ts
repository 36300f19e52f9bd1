// The operations about wallets.

import type { Operation } from '../kit/operation.ts';
import { addWalletCurrency } from './add-currency.ts';
import { createWallet } from './create.ts';
import { getWallet, listWallets } from './get.ts';

export const WALLET_OPERATIONS: readonly Operation[] = [
  createWallet,
  listWallets,
  getWallet,
  addWalletCurrency,
];
