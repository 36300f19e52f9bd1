// A ledger whose payments are scored by a model that gives each the same probability.

import type { RiskScorer, ScoredPayment } from '../../db/kernel/judge.ts';
import { openTestLedger } from '../kit/bank/opened-ledger.ts';
import { tellerOf } from './teller.ts';

const SCORED: ScoredPayment = {
  serving: 'production',
  model: { name: 'made-up', version: '1.0.0', sha256: 'ab'.repeat(32) },
  features: [1, 2],
  probability: 0.25,
  thresholds: { review: 0.5, block: null, decline: null },
  reasons: null,
  asOf: 0,
};

/** Opens the ledger with two accounts; the list gets the id of each payment that is scored. */
export async function openScoredLedger() {
  const requests: string[] = [];
  const scorer: RiskScorer = {
    async ask(rows) {
      requests.push(...rows.map(({ id }) => id));
      return new Map(rows.map(({ id }) => [id, SCORED]));
    },
    applyRules: () => [],
  };
  const ledger = await openTestLedger({
    environment: 'sandbox',
    file: ':memory:',
    risk: () => scorer,
  });
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute: async (sql: string) => void ledger.database.raw.exec(sql),
  });
  const [from, to] = [await teller.account({ funds: 100 }), await teller.account()];
  return { ledger, teller, from, to, scoredIds: requests };
}
