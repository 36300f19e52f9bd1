// The operations about passkeys of customers.

import type { Operation } from '../kit/operation.ts';
import { passkeyOptions, verifyPasskey } from './authenticate.ts';
import { listPasskeys, removePasskey } from './list.ts';
import { passkeySetupOptions, verifyPasskeySetup } from './setup.ts';

export const PASSKEY_OPERATIONS: readonly Operation[] = [
  passkeySetupOptions,
  verifyPasskeySetup,
  passkeyOptions,
  verifyPasskey,
  listPasskeys,
  removePasskey,
];
