// Nothing is simulated in production, and no developer simulates anything for another.
// contract.security.test.ts checks that foreign ids answer as missing ones.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasModule, OPERATIONS, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  claimLiveKey,
  openCheckedBank,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';

const SIMULATIONS = '/v1/sandbox/simulations/';
const isServed = (path: string) => OPERATIONS.some((operation) => operation.path === path);

let bank: CheckedBank;
let key: string;
let bodies: Record<string, object>;
beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const { customerId, accountIds } = await openAccounts(bank, key, [0]);
  const endpoint = { url: 'https://example.com/hook', events: ['account.closed'] };
  const answer = await bank.call('/v1/webhook-endpoints', { key, body: endpoint });
  bodies = {
    'inbound-transfer': { accountId: accountIds[0], amount: 5, currency: 'EUR' },
    'kyc-decision': { customerId, decision: 'denied' },
    'chain-reorg': { depth: 1 },
    'fraud-hit': { accountId: accountIds[0] },
    'rail-settle': { transactionId: 'txn_1' },
    'review-decision': { transactionId: 'txn_1', decision: 'approved' },
    'approval-decision': { transactionId: 'txn_1', decision: 'granted' },
    'screening-decision': { transactionId: 'txn_1', decision: 'no_hit' },
    'rail-return': { transactionId: 'txn_1', code: 'R01' },
    'webhook-failure': { webhookEndpointId: answer.body.id, kind: 'reset' },
  };
});
afterAll(() => bank.close());

it('a production key is refused by every simulation, and nothing is written', async () => {
  const liveKey = await claimLiveKey(bank, key);
  await writesNothing(bank, async () => {
    const served = Object.entries(bodies).filter(([name]) => isServed(`${SIMULATIONS}${name}`));
    for (const [name, body] of served) {
      const headers = { 'idempotency-key': `live-${name}` };
      const answer = await bank.call(`${SIMULATIONS}${name}`, {
        key: liveKey,
        body,
        headers,
      });
      expect([answer.status, answer.body.code], name).toEqual([403, 'environment_mismatch']);
    }
  });
});

it.runIf(hasModule('webhooks'))(
  'the production ledger accepts no planned failure from any writer',
  async () => {
    const { raw } = bank.bank.environments.production.ledger.database;
    const plan = "INSERT INTO simulated_failures VALUES ('wh_1', 'reset', NULL, 1, 1)";
    expect(() => raw.prepare(plan).run()).toThrow('only the sandbox simulates');
  },
);
