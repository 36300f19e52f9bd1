// The six invariants of the ledger over sequences of acts from fast-check, on the real ledger in
// comparison with a naive ledger. SEEDS sets the number of sequences; SEED repeats a failed run.

import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { isDeep } from '../kit/suite/tier.ts';
import { acts } from './acts.ts';
import { openTestbed, type Testbed } from './testbed.ts';
import { World } from './world.ts';

const SEQUENCES = Number(process.env.SEEDS ?? (isDeep ? 2_000 : 80));

/** Sequences that share a ledger file before a new one is opened. */
const LIVES_PER_GROUND = 250;

let testbed: Testbed | null = null;
let lives = 0;

async function closeTestbed(): Promise<void> {
  const broken = await testbed?.close();
  testbed = null;
  expect(broken ?? []).toEqual([]);
}

async function freshWorld(): Promise<World> {
  if (lives % LIVES_PER_GROUND === 0) await closeTestbed();
  lives += 1;
  testbed ??= await openTestbed();
  return World.open(testbed);
}

afterAll(closeTestbed);

describe('the ledger', () => {
  test(`keeps six invariants and agrees with a naive ledger after every act of ${SEQUENCES} generated sequences`, {
    timeout: 60_000 + SEQUENCES * 300,
  }, async () => {
    const seenCases = new Set<string>();
    const life = fc.asyncProperty(acts, async (sequence) => {
      const world = await freshWorld();
      for (const act of sequence) await world.play(act);
      for (const answer of world.answers.flatMap((text) => text.split(','))) seenCases.add(answer);
      for (const { code } of world.model.transactions) if (code !== null) seenCases.add(code);
    });
    await fc.assert(life, { numRuns: SEQUENCES });
    await closeTestbed();
    if (SEQUENCES >= 1000) expectAllMet(seenCases);
  });
});

/** Fails when the sequences did not include every kind of outcome. */
function expectAllMet(seenCases: ReadonlySet<string>): void {
  const expected = [
    ...['accepted', 'replayed', 'idempotency_key_reused', 'posted', 'pending', 'declined'],
    ...['canceled', 'expired', 'failed', 'conflict', 'hold_expired', 'capture_exceeds_hold'],
    ...['account_frozen', 'credits_blocked', 'account_closed', 'account_dormant'],
    ...['insufficient_funds', 'overdraft_limit_exceeded', 'currency_mismatch'],
    ...['balance_out_of_range', 'already_reversed', 'reversal_exceeds_amount'],
    ...['not_reversible', 'not_posted'],
    ...['done', 'invalid_state_transition', 'account_not_empty', 'fault alone', 'fault in a group'],
  ];
  expect(expected.filter((answer) => !seenCases.has(answer))).toEqual([]);
}
