// How many honest payments of a simulated bank a person would have to look at, and how much of the
// planted fraud is among them: model and rules, over the worlds of `npm run demo` and over one in
// which accounts have a history. docs/risk.md quotes it.
//   npm run risk

import { thresholdsOf } from '../../ai/risk/thresholds.ts';
import {
  applyRules,
  atStake,
  decisionOf,
  NO_HABITS,
  NO_ORIGIN,
  type RiskThresholds,
} from '../../ledger/decisions/risk.ts';
import { readArtifact, SHIPPED, sha256 } from '../../models/artifact.ts';
import { transferFeatures } from '../../models/features/transfer-features.ts';
import { historyBook } from '../../models/features/transfer-history.ts';
import { movementsOf, openingBalances } from '../../models/learn/simulator/movements.ts';
import { isFraud, isLaundering } from '../../models/learn/simulator/plan.ts';
import {
  createWorld,
  DAY,
  FIRST_DAY,
  type WorldOptions,
} from '../../models/learn/simulator/world.ts';
import { openSession } from '../../models/session.ts';
import { worldOf } from '../demo/play.ts';
import { runScript, say } from '../say.mjs';

const MOST_REVIEWED = 0.03;
const LEAST_RECALL = 0.75;
const VERSION = '2.4.0';

interface Seen {
  readonly features: readonly number[];
  readonly isFraud: boolean;
  readonly euros: number;
  readonly before: { readonly h1: number; readonly h24: number; readonly euros: number };
  readonly paidBefore: number;
}

interface Ground {
  readonly name: string;
  readonly worlds: readonly WorldOptions[];
  /** True: every account is opened as the world begins, as the demo does it. */
  readonly isNew: boolean;
  readonly warmUpDays: number;
}

const demoWorlds = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) =>
    worldOf({ seed: from + at, customers: 60, days: 7 }),
  );

const FRESH: Ground = {
  name: 'worlds 41 to 60 of the demo, on which nothing was chosen',
  worlds: demoWorlds(41, 60),
  isNew: true,
  warmUpDays: 0,
};

const GROUNDS: readonly Ground[] = [
  {
    name: 'the demo, worlds 1 to 6: 60 customers, 7 days, every account new',
    worlds: demoWorlds(1, 6),
    isNew: true,
    warmUpDays: 0,
  },
  {
    name: 'a bank with histories: 1,500 customers, 105 days after 45',
    worlds: [{ customers: 1_500, businesses: 120, days: 150, seed: 2 }],
    isNew: false,
    warmUpDays: 45,
  },
  FRESH,
];

/** Payments out of accounts, without those of launderers: the other desk looks for them. */
function* paymentsOf({ worlds, isNew, warmUpDays }: Ground): Generator<Seen> {
  for (const options of worlds) {
    const world = createWorld(options);
    const book = historyBook();
    for (const { account, openedAtMs } of [...world.customers, ...world.businesses]) {
      book.open(account, isNew ? FIRST_DAY - 1 : openedAtMs);
    }
    for (const movement of movementsOf(world, openingBalances(world))) {
      const { atMs, payer, payee, amountMinor, available, typology } = movement;
      const isSeen = available !== undefined && atMs >= FIRST_DAY + warmUpDays * DAY;
      if (isSeen && !isLaundering(typology)) {
        const own = book.ofPayer(payer, payee, atMs, available);
        const euros = amountMinor / 100;
        const transfer = { atMs, amountMinor, amountReference: euros };
        yield {
          features: transferFeatures({ transfer, own, payee: book.ofPayee(payee, atMs) }),
          isFraud: isFraud(typology),
          euros,
          before: { h1: own.out1h.count, h24: own.out24h.count, euros: own.out24h.sumMinor / 100 },
          paidBefore: own.toPayee.count,
        };
      }
      book.add({ atMs, payer, payee, amountMinor });
    }
  }
}

/** True when the payment is looked at, held or refused. */
function isFlagged(seen: Seen, probability: number, thresholds: RiskThresholds): boolean {
  const facts = {
    amountReference: seen.euros,
    outCount1h: seen.before.h1,
    outCount24h: seen.before.h24,
    outReference24h: seen.before.euros,
    paidBefore: seen.paidBefore,
    nearThreshold24h: 0,
    habits: NO_HABITS,
    origin: NO_ORIGIN,
    isOwn: false,
    screening: null,
    unscreened: 'alert',
    simulated: null,
  } as const;
  const rules = applyRules(facts, false);
  const model = decisionOf(probability, thresholds);
  const asked = [atStake(model, rules), ...rules.map(({ decision }) => decision)];
  return asked.some((decision) => decision !== 'approve');
}

const round = (share: number) => Math.round(share * 1_000) / 1_000;

async function main(): Promise<number> {
  const { card, model } = readArtifact(SHIPPED, 'fraud-detection', VERSION);
  const session = await openSession(model, card.features.length);
  const thresholds = thresholdsOf(sha256(model), card);
  let isMet = true;
  for (const ground of GROUNDS) {
    const seen = [...paymentsOf(ground)];
    const rows = Float32Array.from(seen.flatMap(({ features }) => features));
    const scores = await session.scoreRows(rows);
    const flagged = seen.filter((one, at) => isFlagged(one, scores[at] ?? 0, thresholds));
    const fraud = seen.filter((one) => one.isFraud);
    const caught = flagged.filter((one) => one.isFraud);
    const share = (flagged.length - caught.length) / (seen.length - fraud.length);
    const recall = caught.length / fraud.length;
    const eurosOf = (list: readonly Seen[]) => list.reduce((sum, { euros }) => sum + euros, 0);
    const honest = seen.length - fraud.length;
    say(`${ground.name}: ${honest} honest payments, ${fraud.length} frauds`);
    say(`  honest payments looked at: ${round(share)} (target ${MOST_REVIEWED})`);
    say(
      `  fraud found: ${round(recall)} of the payments (target ${LEAST_RECALL}), ` +
        `${round(eurosOf(caught) / eurosOf(fraud))} of the money`,
    );
    isMet &&= share <= MOST_REVIEWED && recall >= LEAST_RECALL;
  }
  await session.close();
  say(isMet ? 'targets met' : 'targets missed');
  return isMet ? 0 : 1;
}

await runScript(main);
