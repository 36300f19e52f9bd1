// The cost of judging a payment in the ledger: the same transfers, 256 in a commit, with and
// without a model, in turns so that a busy minute of the machine affects both. docs/build/risk.md
// quotes the figures.
//   node research/risk/cost.ts [TRANSFERS] [ACCOUNTS]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRiskScorer } from '../../ai/risk/scorer.ts';
import { createModelFinder } from '../../ai/serving/finder.ts';
import { registerShipped } from '../../api/models/shipped-models.ts';
import { bookAll, makeDraft, openBooks } from '../../bench/books.ts';
import { openLedger } from '../../db/ledger.ts';
import { createArtifactStore } from '../../models/artifact-store.ts';
import { createSessionPool } from '../../models/session-pool.ts';
import { say } from '../../scripts/say.mjs';

const GROUP = 256;
const ROUNDS = 3;
const transfers = Number(process.argv[2] ?? 10_000);
const accounts = Number(process.argv[3] ?? 100);

/** Measures the transfers per second. */
async function measureRate(isJudged: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-risk-'));
  const artifacts = createArtifactStore(join(folder, 'models'));
  const pool = createSessionPool(artifacts, 4);
  const ledger = openLedger({
    environment: 'sandbox',
    file: join(folder, 'ledger.db'),
    ...(isJudged
      ? { risk: (parts) => createRiskScorer({ ...parts, serving: createModelFinder(parts, pool) }) }
      : {}),
  });
  await registerShipped([ledger], artifacts);
  const ids = await openBooks(ledger, accounts, 1_000_000_000);
  const idOfAccount = (n: number) => ids[n % accounts] as string;
  let next = 0;
  const started = performance.now();
  while (next < transfers) {
    const drafts = Array.from({ length: GROUP }, () => {
      const n = next++;
      const cause = { actor: 'bench', requestId: 'bench', idempotencyKey: `key-${n}` };
      const sides = {
        sourceAccountId: idOfAccount(n),
        destinationAccountId: idOfAccount(n + 1 + (n % 97)),
      };
      return makeDraft({ ...sides, cause });
    });
    await bookAll(ledger, drafts);
  }
  const rate = next / ((performance.now() - started) / 1000);
  const counts = ledger.database.raw
    .prepare('SELECT decision, degraded, count(*) AS n FROM risk_decisions GROUP BY 1, 2')
    .all();
  if (isJudged) say(JSON.stringify(counts));
  ledger.close();
  await pool.close();
  rmSync(folder, { recursive: true });
  return Math.round(rate);
}

for (let round = 0; round < ROUNDS; round++) {
  const [unjudgedRate, judged] = [await measureRate(false), await measureRate(true)];
  const cost = Math.round(1e6 / judged - 1e6 / unjudgedRate);
  say(`without ${unjudgedRate}/s, judged ${judged}/s: ${cost} µs a transfer`);
}
