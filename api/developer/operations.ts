// The operations of developers: their account, their keys, their requests.

import type { Operation } from '../kit/operation.ts';
import { applyForProduction } from './apply.ts';
import { claimKey, openApplication } from './claim.ts';
import { createKey, getDeveloper, getKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { registerDeveloper, verifyDeveloperEmail } from './register.ts';
import { REQUEST_OPERATIONS } from './requests.ts';

export const DEVELOPER_OPERATIONS: readonly Operation[] = [
  registerDeveloper,
  verifyDeveloperEmail,
  getDeveloper,
  listKeys,
  getKey,
  createKey,
  rotateKey,
  applyForProduction,
  openApplication,
  claimKey,
  revokeKey,
  ...REQUEST_OPERATIONS,
];
