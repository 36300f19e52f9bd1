// A customer with a passkey, set up through the API.

import { expect } from 'vitest';
import type { Answer, TestBank } from '../bank/bank.ts';
import {
  type Authenticator,
  type AuthenticatorFaults,
  createAuthenticator,
} from './authenticator.ts';

/** Settings of a bank with a public URL, at which nothing has to answer. */
export const PUBLIC_SETTINGS = { publicUrl: 'https://bank.example' } as const;
export const RP_ID = 'bank.example';

const AUTH = '/v1/auth/biometric';

export interface CustomerHandle {
  readonly bank: TestBank;
  readonly key: string;
  readonly customerId: string;
}

/** Begins the registration of a passkey. */
export function setupOptions({ bank, key, customerId }: CustomerHandle, overrides: object = {}) {
  return bank.call(`${AUTH}/setup/options`, { key, body: { customerId, ...overrides } });
}

/** Submits the credential that an authenticator has made. */
export function setupVerify(
  { bank, key, customerId }: CustomerHandle,
  challenge: Answer['body'],
  credential: unknown,
) {
  const body = { customerId, challengeId: challenge.id, credential, name: 'Phone' };
  return bank.call(`${AUTH}/setup/verify`, { key, body });
}

/** Begins a signature. */
export function signOptions({ bank, key, customerId }: CustomerHandle, overrides: object = {}) {
  return bank.call(`${AUTH}/authenticate/options`, { key, body: { customerId, ...overrides } });
}

/** Submits a signature that is not about a transaction. */
export function signVerify(
  { bank, key, customerId }: CustomerHandle,
  challenge: Answer['body'],
  credential: unknown,
) {
  const body = { customerId, challengeId: challenge.id, credential };
  return bank.call(`${AUTH}/authenticate/verify`, { key, body });
}

/**
 * Adds another passkey of a customer.
 * @param overrides further fields, such as the proof of the customer that the bank requires
 */
export async function addPasskey(owned: CustomerHandle, overrides: object = {}) {
  const device = createAuthenticator(PUBLIC_SETTINGS.publicUrl);
  const options = await setupOptions(owned, overrides);
  expect(options.status, JSON.stringify(options.body)).toBe(201);
  const verified = await setupVerify(owned, options.body, device.make(options.body.publicKey));
  expect(verified.status, JSON.stringify(verified.body)).toBe(201);
  return { device, passkey: verified.body };
}

/** Presents a passkey, and returns the bank's answer. */
export async function presentPasskey(
  owned: CustomerHandle,
  device: Authenticator,
  faults: AuthenticatorFaults = {},
) {
  const options = await signOptions(owned);
  expect(options.status, JSON.stringify(options.body)).toBe(201);
  return signVerify(owned, options.body, device.sign(options.body.publicKey, faults));
}
