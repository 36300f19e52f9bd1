// A bank on its own development chain with deployed contracts, for tests of the routes about
// smart-contract functions.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../../bank/config/settings.ts';
import { readConfig } from '../../../bank/config/settings.ts';
import { openTestChain, type TestChain } from '../chain/anvil.ts';
import { idOf, readTime } from '../chain/contracts.ts';
import { type Answer, openAccounts, openTestBank, register, type TestBank } from './bank.ts';

export interface ContractBank {
  readonly bank: TestBank;
  readonly chain: TestChain;
  /** Key of the developer who is the depositor. */
  readonly key: string;
  /** A test that rotates the key sets the new one here. */
  beneficiary: Party;
  readonly arbiter: Party;
  readonly developerId: string;
  /** Makes a transfer of EUR that waits for its capture; the amount is in minor units. */
  hold(amount: number, fields?: object): Promise<HeldPayment>;
  simulate(path: string, body: object, key?: string): Promise<Answer>;
  execute(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  /** Executes a function with another key. */
  executeAs(key: string, path: string, body: object): Promise<Answer>;
  /** Waits for the end of an execution and returns it. */
  waitForEnd(id: string): Promise<Answer>;
  balances(payment: HeldPayment): Promise<{ from: number; held: number; to: number }>;
  /** Returns the time in an hour by the chain's clock, in seconds since 1970. */
  inAnHour(): Promise<number>;
  close(): Promise<void>;
}

/** Another party: its key, and the id that agreements name. */
export interface Party {
  readonly id: string;
  readonly key: string;
}

export interface HeldPayment {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** Balance of each payer's account in minor units. */
export const FUNDS = 10_000;
let count = 0;

/** Returns an identifier that no other test uses. */
export function makeUniqueId(): string {
  count += 1;
  return idOf(`${process.pid} ${count}`);
}

/** Returns the path of a function such as `escrow/release`. */
function pathOf(path: string, act: 'simulate' | 'execute'): string {
  const [name, called] = path.split('/');
  return `/v1/blockchain/contracts/${name}/functions/${called}/${act}`;
}

export async function openContractBank(
  overrides: Partial<Config> = {},
  flags: readonly string[] = [],
): Promise<ContractBank> {
  const chain = await openTestChain(flags);
  const { chain: defaults } = readConfig({});
  const settings = { ...defaults, rpcUrls: [chain.url], ...overrides.chain };
  const bank = await openTestBank({ ...overrides, chain: settings });
  const { key, developerId } = await register(bank);
  const party = async (name: string): Promise<Party> => {
    const body = { name, environment: 'sandbox', scopes: ['contracts:execute', 'ledger:read'] };
    const answer = await bank.call('/v1/developer/keys', { key, body });
    return { id: answer.body.id, key: answer.body.apiKey };
  };
  const [beneficiary, arbiter] = [await party('Beneficiary'), await party('Arbiter')];
  await waitForContracts(bank, key);
  return {
    bank,
    chain,
    key,
    beneficiary,
    arbiter,
    developerId,
    async hold(amount, fields = {}) {
      const { accountIds } = await openAccounts(bank, key, [FUNDS, 0]);
      const [from = '', to = ''] = accountIds;
      const accounts = { sourceAccountId: from, destinationAccountId: to };
      const body = { type: 'transfer', amount, currency: 'EUR', capture: 'manual', ...accounts };
      const answer = await bank.call('/v1/transactions?wait=10', {
        key,
        body: { ...body, ...fields },
      });
      if (answer.body.stage !== 'place_hold') throw new Error(JSON.stringify(answer.body));
      return { id: answer.body.id, from, to };
    },
    simulate: (path, body, callerKey = key) =>
      bank.call(pathOf(path, 'simulate'), { key: callerKey, body }),
    execute: (path, body, headers = {}) =>
      bank.call(pathOf(path, 'execute'), { key, body, headers }),
    executeAs: (callerKey, path, body) =>
      bank.call(pathOf(path, 'execute'), { key: callerKey, body }),
    async waitForEnd(id) {
      for (let tries = 0; tries < 600; tries++) {
        const answer = await bank.call(`/v1/blockchain/executions/${id}`, { key });
        if (['final', 'reverted', 'failed'].includes(answer.body.status)) return answer;
        await sleep(100);
      }
      throw new Error(`${id} does not end`);
    },
    async balances({ from, to }) {
      const read = async (id: string) =>
        (await bank.call(`/v1/accounts/${id}/balance`, { key })).body;
      const [source, destination] = [await read(from), await read(to)];
      return { from: source.posted, held: source.held, to: destination.posted };
    },
    inAnHour: async () => (await readTime(chain)) + 3_600,
    async close() {
      await bank.close();
      await chain.close();
    },
  };
}

async function waitForContracts(bank: TestBank, key: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await bank.call('/v1/blockchain/contracts', { key });
    if (body.data.every((check: { status: string }) => check.status === 'available')) return;
    await sleep(100);
  }
  throw new Error('the contracts are not deployed');
}
