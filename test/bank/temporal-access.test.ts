// An external Temporal server: TLS, certificates, an API key and names of namespaces.

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
  // The names are swapped, to detect a lookup by the name of the environment.
  TEMPORAL_NAMESPACE_SANDBOX: 'production',
  TEMPORAL_NAMESPACE_PRODUCTION: 'sandbox',
};

let front: TemporalFront;
let bank: TestBank;

const accessBy = (settings: Readonly<Record<string, string>>) =>
  readConfig({ TEMPORAL_ADDRESS: front.address, ...settings }).temporal;

beforeAll(async () => {
  front = await openTemporalFront(inject('temporalAddress'), KEY);
  bank = await openTestBank({ temporal: accessBy(SECURED_SETTINGS) });
});

afterAll(async () => {
  await bank?.close();
  front?.close();
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
  const describe = (namespace: string) =>
    plainConnection.workflowService.describeWorkflowExecution({
      namespace,
      execution: { workflowId: `transfer/${deposit.id}` },
    });
  try {
    await expect
      .poll(() =>
        describe('production').then(
          () => 'there',
          () => null,
        ),
      )
      .toBe('there');
    await expect(describe('sandbox')).rejects.toThrow(/not found/i);
  } finally {
    await plainConnection.close();
  }
  expect(front.calls).toMatchObject({ refused: 0 });
  expect(front.calls.admitted).toBeGreaterThan(0);
});

test('an unreadable certificate file is reported with its setting', () => {
  const access = accessBy({
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
  const options = { ...connectionOptions(accessBy(settings)), connectTimeout: 3_000 };
  const attempt = Connection.connect(options).then(async (connection) => {
    await connection.close();
    return 'connected';
  });
  await expect(attempt).rejects.toThrow();
});
