// A real bank for a test: databases in a temporary directory, free ports, the Temporal server of
// the run, and an HTTP client for the API.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { inject } from 'vitest';
import { NO_RATE_LIMITS } from '../../../bank/config/rate-limits.ts';
import { type Config, readConfig } from '../../../bank/config/settings.ts';
import { type Bank, openBank } from '../../../bank/open.ts';
import { settleTransactions } from '../../../db/money/calls.ts';
import { MODULES } from '../../../modules/contents.ts';
import { combineServed } from '../../../modules/module.ts';
import { writeShortList } from '../people/sanctions.ts';
import { withWorkflowsInline } from '../workflows/inline.ts';
import { putNewDatabases } from './new-databases.ts';
import { findFolderDatabase } from './postgres.ts';
import { modulesOfRun } from './run-modules.ts';

const CACHE_DIR = fileURLToPath(new URL('../../../.cache', import.meta.url));

/**
 * No server listens at this address: the bank accepts transactions and settles none. A file that
 * only needs accounts with money costs half a second of a processor less with it.
 */
export const NO_TEMPORAL = '127.0.0.1:1';

export const OPERATOR_KEY = 'op_test_operator_key_0123456789';

export const RUN_MODULES = modulesOfRun(MODULES);

/** The operations of the banks of the run. */
export const OPERATIONS = combineServed(RUN_MODULES).operations;

/**
 * True when the banks of the run have the module.
 * @throws an Error when there is no such module, so that a misspelt name skips no test
 */
export function hasModule(name: string): boolean {
  const isNamed = (module: { readonly name: string }) => module.name === name;
  if (!MODULES.some(isNamed)) throw new Error(`there is no module "${name}"`);
  return RUN_MODULES.some(isNamed);
}

/** True when the banks of the run have all of the modules. */
export const hasModules = (...names: readonly string[]) => names.every(hasModule);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON of any shape. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface Call {
  readonly method?: string;
  readonly key?: string;
  readonly body?: unknown;
  /** Bytes that are sent instead of `body`. */
  readonly raw?: string;
  readonly headers?: Record<string, string>;
}

export interface TestBank {
  readonly bank: Bank;
  readonly dataDir: string;
  readonly url: string;
  /** True when other test files of this process use the bank, too. */
  readonly isShared?: boolean;
  /** False without Temporal: the bank accepts transactions and settles none. */
  readonly isSettling: boolean;
  call(path: string, call?: Call): Promise<Answer>;
  close(): Promise<void>;
}

/** The settings that a test changes. */
export type Overrides = Partial<Config> & { readonly temporalAddress?: string };

/**
 * Opens a bank. Its environments use the shared Temporal server, distinguished by their ids. With
 * `temporalAddress` NO_TEMPORAL the returned bank is not ready.
 */
export async function openTestBank(
  { temporalAddress, ...overrides }: Overrides = {},
  existingDataDir?: string,
  modules = RUN_MODULES,
): Promise<TestBank> {
  const dataDir = existingDataDir ?? mkdtempSync(join(tmpdir(), 'kontor-test-'));
  const hasAll = modules === MODULES;
  const databaseUrl = overrides.databaseUrl ?? (await findFolderDatabase(dataDir, hasAll));
  if (!existingDataDir && databaseUrl === null) {
    putNewDatabases(dataDir, hasAll ? undefined : ['platform']);
  }
  const config: Config = {
    ...readConfig({
      KONTOR_DATA_DIR: dataDir,
      // All banks of the run share one workflow bundle; a bundle for each took a fifth of the time
      // of the run.
      KONTOR_CACHE_DIR: CACHE_DIR,
      // A test must not depend on whether this machine has an encoder.
      KONTOR_ENCODER: 'off',
      TEMPORAL_ADDRESS: temporalAddress ?? inject('temporalAddress'),
      // A test that needs a chain starts one (anvil.ts) and sets when checkpoints are signed.
      KONTOR_CHAIN: 'off',
      KONTOR_CHECKPOINT_SECONDS: '0',
      // A test that needs the daily AML run, or the screening of all names, starts it.
      KONTOR_AML_MONITOR: 'off',
      KONTOR_RESCREENING: 'off',
      KONTOR_SCREENING_LISTS: writeShortList(dataDir),
      // The sanctions lists of tests have a fixed date; a test about their age sets how old they
      // may be.
      KONTOR_SCREENING_MAX_AGE_HOURS: '876000',
    }),
    port: 0,
    adminPort: 0,
    operatorKey: OPERATOR_KEY,
    // A test about rate limits sets them; other tests send as fast as they can.
    rateLimits: NO_RATE_LIMITS,
    ...overrides,
    databaseUrl,
  };
  const isSettling = temporalAddress !== NO_TEMPORAL;
  const bank = await withWorkflowsInline(async () => {
    const openedBank = await openBank(config, pino({ level: 'silent' }), () => {}, modules);
    if (isSettling) await openedBank.ready;
    return openedBank;
  });
  const url = `http://127.0.0.1:${bank.port}`;
  return {
    bank,
    dataDir,
    url,
    isSettling,
    call: (path, call = {}) => callApi(url, path, call),
    async close() {
      await bank.close();
      if (!existingDataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sends one HTTP request; the body of the answer is parsed when it is JSON. */
export async function callApi(url: string, path: string, call: Call): Promise<Answer> {
  const body = call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  const response = await fetch(url + path, {
    method: call.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(call.key ? { authorization: `Bearer ${call.key}` } : {}),
      ...call.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const json = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: json && text ? JSON.parse(text) : text,
  };
}

/**
 * Registers a developer of whose objects no other test knows. With a use case the developer applies
 * for production.
 */
export async function register(
  bank: TestBank,
  overrides: { readonly useCase?: string } = {},
): Promise<{ key: string; developerId: string }> {
  const email = `dev-${crypto.randomUUID()}@example.com`;
  const { body } = await bank.call('/v1/developer/register', {
    body: { company: 'Example Ltd', email, country: 'GB' },
  });
  const key: string = body.environment.sandbox.apiKey;
  const { useCase } = overrides;
  if (useCase) await bank.call('/v1/developer/applications', { key, body: { useCase } });
  return { key, developerId: body.id };
}

/** Opens a verified customer with accounts in EUR that have the given balances in minor units. */
export async function openAccounts(
  bank: TestBank,
  key: string,
  balances: readonly number[],
): Promise<{ customerId: string; accountIds: string[] }> {
  const customer = await bank.call('/v1/customers', {
    key,
    body: { type: 'individual', name: 'Ada Lovelace' },
  });
  const accountIds: string[] = [];
  for (const amount of balances) {
    const account = await bank.call('/v1/accounts', {
      key,
      body: { customerId: customer.body.id, type: 'checking', currency: 'EUR', name: 'Main' },
    });
    accountIds.push(account.body.id);
    if (amount > 0) {
      const deposit = {
        type: 'deposit',
        amount,
        currency: 'EUR',
        destinationAccountId: account.body.id,
      };
      await book(bank, key, deposit);
    }
  }
  return { customerId: customer.body.id, accountIds };
}

/** Sends a transaction of the sandbox and waits until it is booked, also without Temporal. */
async function book(bank: TestBank, key: string, body: object): Promise<void> {
  const wait = bank.isSettling ? '?wait=10' : '';
  const answer = await bank.call(`/v1/transactions${wait}`, { key, body });
  if (bank.isSettling) return;
  const { ledger } = bank.bank.environments.sandbox;
  const workflow = { id: 'test', runId: 'test' };
  await ledger.run(settleTransactions, { ids: [answer.body.id], workflow });
}
