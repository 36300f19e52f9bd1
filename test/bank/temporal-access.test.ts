// A bank reaches an external Temporal server with TLS, certificates and an API key, in namespaces
// with configured names.

import { Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readConfig } from '../../bank/config/settings.ts';
import { connectionOptions } from '../../bank/temporal-access.ts';
import { openTestBank, register, type TestBank } from '../kit/bank/bank.ts';
import {
  CERTIFICATES,
  openTemporalFront,
  type TemporalFront,
} from '../kit/outside/temporal-front.ts';

const KEY = 'key-of-a-cloud';
const { authority, cert, key } = CERTIFICATES;
const SECURED_SETTINGS = {
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: authority,
  TEMPORAL_TLS_CLIENT_CERT_PATH: cert,
  TEMPORAL_TLS_CLIENT_KEY_PATH: key,
  TEMPORAL_API_KEY: KEY,
  // The names are swapped, so that a bank that used the names of its environments would fail.
  TEMPORAL_NAMESPACE_SANDBOX: 'production',
  TEMPORAL_NAMESPACE_PRODUCTION: 'sandbox',
};

let temporalFront: TemporalFront;
let bank: TestBank;

const readAccess = (settings: Readonly<Record<string, string>>) =>
  readConfig({ TEMPORAL_ADDRESS: temporalFront.address, ...settings }).temporal;

beforeAll(async () => {
  temporalFront = await openTemporalFront(inject('temporalAddress'), KEY);
  bank = await openTestBank({ temporal: readAccess(SECURED_SETTINGS) });
});

afterAll(async () => {
  await bank?.close();
  temporalFront?.close();
});

test('a bank reaches Temporal by TLS, with its certificate and key, in the configured namespaces', async () => {
  const { key: apiKey } = await register(bank);
  const { body: customer } = await bank.call('/v1/customers', {
    key: apiKey,
    body: { type: 'individual', name: 'Ada Byron' },
  });
  const { body: account } = await bank.call('/v1/accounts', {
    key: apiKey,
    body: { customerId: customer.id, type: 'checking', currency: 'EUR', name: 'Main' },
  });
  const { body: deposit } = await bank.call('/v1/transactions', {
    key: apiKey,
    body: {
      type: 'deposit',
      amount: 2_000_000,
      currency: 'EUR',
      destinationAccountId: account.id,
    },
  });
  expect(deposit.status).toBe('posted');
  const plainConnection = await Connection.connect({ address: inject('temporalAddress') });
  const describeWorkflow = (namespace: string) =>
    plainConnection.workflowService.describeWorkflowExecution({
      namespace,
      execution: { workflowId: `transfer/${deposit.id}` },
    });
  try {
    await expect
      .poll(() =>
        describeWorkflow('production').then(
          () => 'there',
          () => null,
        ),
      )
      .toBe('there');
    await expect(describeWorkflow('sandbox')).rejects.toThrow(/not found/i);
  } finally {
    await plainConnection.close();
  }
  expect(temporalFront.calls).toMatchObject({ refused: 0 });
  expect(temporalFront.calls.admitted).toBeGreaterThan(0);
});

test('an unreadable certificate file is reported with its setting', () => {
  const access = readAccess({
    ...SECURED_SETTINGS,
    TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/nowhere/ca.pem',
  });
  expect(() => connectionOptions(access)).toThrow(
    /TEMPORAL_TLS_SERVER_CA_CERT_PATH cannot be read: .*\/nowhere\/ca\.pem/,
  );
});

test.each([
  ['without an API key', { ...SECURED_SETTINGS, TEMPORAL_API_KEY: '' }],
  ['with another API key', { ...SECURED_SETTINGS, TEMPORAL_API_KEY: 'key-of-nobody' }],
  [
    'without a certificate',
    { ...SECURED_SETTINGS, TEMPORAL_TLS_CLIENT_CERT_PATH: '', TEMPORAL_TLS_CLIENT_KEY_PATH: '' },
  ],
  [
    'without the authority of the server',
    { ...SECURED_SETTINGS, TEMPORAL_TLS_SERVER_CA_CERT_PATH: '' },
  ],
  ['without TLS', {}],
  [
    'under another name than the certificate states',
    { ...SECURED_SETTINGS, TEMPORAL_TLS_SERVER_NAME: 'other.example' },
  ],
])('%s every connection is refused', async (_, settings) => {
  const options = { ...connectionOptions(readAccess(settings)), connectTimeout: 3_000 };
  const attempt = Connection.connect(options).then(async (connection) => {
    await connection.close();
    return 'connected';
  });
  await expect(attempt).rejects.toThrow();
});
