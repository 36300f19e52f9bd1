import { OAUTH_CLIENT_OPERATIONS } from '../../api/developer/oauth-clients.ts';
import { MFA_OPERATIONS } from '../../api/mfa/operations.ts';
import { createOAuthIssuer } from '../../api/oauth/routes.ts';
import { PASSKEY_OPERATIONS } from '../../api/passkeys/operations.ts';
import { ACCESS_SUBJECT } from '../../db/passkeys/subject.ts';
import type { Module } from '../module.ts';

export const access: Module = {
  name: 'access',
  purpose: 'Second factors, passkeys, and apps that act for a customer.',
  requires: ['core'],
  ledger: ACCESS_SUBJECT,
  opensForLedger: ({ codes }) => ({ codes }),
  operations: [...MFA_OPERATIONS, ...PASSKEY_OPERATIONS, ...OAUTH_CLIENT_OPERATIONS],
  issuer: createOAuthIssuer,
};
