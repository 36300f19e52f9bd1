// Share of honest payments of a simulated bank that a person would have to review, and share of the
// planted frauds that are reviewed, by model and rules: in the worlds of `npm run demo` and in a
// world in which accounts have a history. docs/build/risk.md quotes the figures.
//   node research/risk/review-share.ts

import { chooseThresholds } from '../../ai/risk/thresholds.ts';
import {
  applyRules,
  decisionOf,
  findGravest,
  NO_HABITS,
  NO_ORIGIN,
  type RiskDecision,
  type RiskThresholds,
  relieveDecision,
} from '../../ledger/decisions/risk.ts';
import { readArtifact, SHIPPED_FOLDER, sha256 } from '../../models/artifact.ts';
import { computeTransferFeatures } from '../../models/features/transfer-features.ts';
import { createHistoryStore } from '../../models/features/transfer-history.ts';
import { drawOpeningBalances, listMovements } from '../../models/learn/simulator/movements.ts';
import { isFraud, isLaundering } from '../../models/learn/simulator/plan.ts';
import {
  createWorld,
  DAY,
  FIRST_DAY,
  type WorldOptions,
} from '../../models/learn/simulator/world.ts';
import { openSession } from '../../models/session.ts';
import { worldOf } from '../../scripts/demo/play.ts';
import { runScript, say } from '../../scripts/say.mjs';

const MAX_REVIEWED = 0.03;
const MIN_RECALL = 0.75;
/**
 * Thefts of this amount in euros and more are also counted separately: a smaller payment is
 * approved on purpose when only the model suspects it. The target by number is for all thefts.
 */
const MIN_COUNTED_AMOUNT = 250;
const VERSION = '2.4.0';

interface ObservedPayment {
  readonly features: readonly number[];
  /** Kind of the fraud, or null for an honest payment. */
  readonly fraud: string | null;
  readonly euros: number;
  readonly before: { readonly h1: number; readonly h24: number; readonly euros: number };
  readonly paidBefore: number;
}

interface TestBank {
  readonly name: string;
  readonly worlds: readonly WorldOptions[];
  /** True when every account is opened at the start of the world, as in the demo. */
  readonly isNew: boolean;
  readonly warmUpDays: number;
}

const simulateDemoWorlds = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    worldOf({ seed: from + index, customers: 60, days: 7 }),
  );

const UNUSED_WORLDS: TestBank = {
  name: 'worlds 41 to 60 of the demo, which were not used to choose thresholds',
  worlds: simulateDemoWorlds(41, 60),
  isNew: true,
  warmUpDays: 0,
};

const TEST_BANKS: readonly TestBank[] = [
  {
    name: 'the demo, worlds 1 to 6: 60 customers, 7 days, every account new',
    worlds: simulateDemoWorlds(1, 6),
    isNew: true,
    warmUpDays: 0,
  },
  {
    name: 'a bank with histories: 1,500 customers, 105 days after 45',
    worlds: [{ customers: 1_500, businesses: 120, days: 150, seed: 2 }],
    isNew: false,
    warmUpDays: 45,
  },
  UNUSED_WORLDS,
];

/** Decides about a payment before it is made. */
type Judge = (payment: ObservedPayment) => Promise<RiskDecision>;

interface JudgedPayment extends ObservedPayment {
  readonly decision: RiskDecision;
}

/** A stopped fraudulent payment is not made, so its payee does not count as paid before. */
const isStopped = ({ fraud, decision }: JudgedPayment) =>
  fraud !== null && decision !== 'approve' && decision !== 'review';

/**
 * Judges the payments out of accounts, without those of launderers, which the AML monitor looks
 * for.
 */
async function* judgePayments(
  { worlds, isNew, warmUpDays }: TestBank,
  judge: Judge,
): AsyncGenerator<JudgedPayment> {
  for (const options of worlds) {
    const world = createWorld(options);
    const book = createHistoryStore();
    for (const { account, openedAtMs } of [...world.customers, ...world.businesses]) {
      book.open(account, isNew ? FIRST_DAY - 1 : openedAtMs);
    }
    for (const movement of listMovements(world, drawOpeningBalances(world))) {
      const { atMs, payer, payee, amountMinor, available, typology } = movement;
      const isSeen = available !== undefined && atMs >= FIRST_DAY + warmUpDays * DAY;
      if (isSeen && !isLaundering(typology)) {
        const history = book.ofPayer(payer, payee, atMs, available);
        const euros = amountMinor / 100;
        const transfer = { atMs, amountMinor, amountReference: euros };
        const payment = {
          features: computeTransferFeatures({
            transfer,
            payerHistory: history,
            payee: book.ofPayee(payee, atMs),
          }),
          fraud: isFraud(typology) ? typology : null,
          euros,
          before: {
            h1: history.out1h.count,
            h24: history.out24h.count,
            euros: history.out24h.sumMinor / 100,
          },
          paidBefore: history.toPayee.count,
        };
        const judged = { ...payment, decision: await judge(payment) };
        yield judged;
        if (isStopped(judged)) continue;
      }
      book.add({ atMs, payer, payee, amountMinor });
    }
  }
}

function decide(
  payment: ObservedPayment,
  probability: number,
  thresholds: RiskThresholds,
): RiskDecision {
  const facts = {
    amountReference: payment.euros,
    outCount1h: payment.before.h1,
    outCount24h: payment.before.h24,
    outReference24h: payment.before.euros,
    paidBefore: payment.paidBefore,
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
  return findGravest([relieveDecision(model, rules), ...rules.map(({ decision }) => decision)]);
}

const sumEuros = (list: readonly ObservedPayment[]) =>
  list.reduce((sum, { euros }) => sum + euros, 0);

function formatSmall(fraud: readonly JudgedPayment[], caught: readonly JudgedPayment[]): string {
  const countKind = (list: readonly JudgedPayment[], kind: string | null) =>
    list.filter((payment) => payment.euros < MIN_COUNTED_AMOUNT && payment.fraud === kind).length;
  const kinds = [...new Set(fraud.map((payment) => payment.fraud))].sort();
  return kinds
    .map((kind) => `${kind} ${countKind(caught, kind)} of ${countKind(fraud, kind)}`)
    .join(', ');
}

const round = (share: number) => Math.round(share * 1_000) / 1_000;

async function main(): Promise<number> {
  const { card, model } = readArtifact(SHIPPED_FOLDER, 'fraud-detection', VERSION);
  const session = await openSession(model, card.features.length);
  const thresholds = chooseThresholds(sha256(model), card);
  let isMet = true;
  for (const testbed of TEST_BANKS) {
    const judged: JudgedPayment[] = [];
    const judge: Judge = async (payment) => {
      const [probability = 0] = await session.scoreRows(Float32Array.from(payment.features));
      return decide(payment, probability, thresholds);
    };
    for await (const payment of judgePayments(testbed, judge)) judged.push(payment);
    const flagged = judged.filter(({ decision }) => decision !== 'approve');
    const fraud = judged.filter((payment) => payment.fraud !== null);
    const caught = flagged.filter((payment) => payment.fraud !== null);
    const share = (flagged.length - caught.length) / (judged.length - fraud.length);
    const isLarge = ({ euros }: ObservedPayment) => euros >= MIN_COUNTED_AMOUNT;
    const [largeFrauds, largeCaught] = [fraud.filter(isLarge), caught.filter(isLarge)];
    const recall = largeCaught.length / largeFrauds.length;
    const money = sumEuros(caught) / sumEuros(fraud);
    const honestCount = judged.length - fraud.length;
    say(`${testbed.name}: ${honestCount} honest payments, ${fraud.length} frauds`);
    say(`  honest payments looked at: ${round(share)} (target ${MAX_REVIEWED})`);
    say(
      `  thefts of ${MIN_COUNTED_AMOUNT} euros and more found: ${largeCaught.length} of ${largeFrauds.length}, ` +
        `${round(recall)} (target ${MIN_RECALL}); of all money ${round(money)} (target ${MIN_RECALL})`,
    );
    const ofAll = caught.length / fraud.length;
    say(`  of all thefts by number: ${round(ofAll)} (target ${MIN_RECALL})`);
    say(`  smaller ones found: ${formatSmall(fraud, caught)}`);
    isMet &&= share <= MAX_REVIEWED && Math.min(recall, money, ofAll) >= MIN_RECALL;
  }
  await session.close();
  say(isMet ? 'targets met' : 'targets missed');
  return isMet ? 0 : 1;
}

await runScript(main);
