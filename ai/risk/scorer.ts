// Judges payments: asks the serving model with current features from the ledger, and applies the
// written rules. When the model is missing, slow or broken, the rules decide alone by stricter
// terms, and every answer says so.

import type { Market } from '../../db/exchange/market.ts';
import type { BusinessClock } from '../../db/kernel/clock.ts';
import { isScreenedOnly } from '../../db/kernel/find-risk.ts';
import type { ModelAnswer, RiskScorer, RuleTerms, ScoredPayment } from '../../db/kernel/judge.ts';
import type { LedgerReads } from '../../db/kernel/ledger-reads.ts';
import type { TransactionRow } from '../../db/kernel/rows.ts';
import { convertToEuros, type HabitReads, habitsIn } from '../../db/risk/habits.ts';
import { partyKeysOf } from '../../db/risk/parties.ts';
import {
  type AccountHabits,
  createHabits,
  NO_PARTY,
  type PartyHabits,
  sumIn,
  usualAmount,
} from '../../ledger/decisions/habits.ts';
import {
  applyRules,
  type HabitFacts,
  partyRules,
  type RuleFinding,
  type UnscreenedPolicy,
} from '../../ledger/decisions/risk.ts';
import { applyHitDecisions, type NameAnswer } from '../../ledger/decisions/screening.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { partyNameOf } from '../../ledger/external-party.ts';
import { isInternal } from '../../ledger/internal-account.ts';
import { ModelKilled } from '../../models/confined/supervise-scoring.ts';
import type { LatencyStore } from '../../models/latency-store.ts';
import {
  type ChosenModel,
  chooseFor,
  type ModelFinder,
  ModelStopped,
  type ServedModel,
} from '../../models/serving.ts';
import type { PartyScreen } from '../screening/parties.ts';
import { computeFeatures } from './features.ts';
import type { Networks } from './networks.ts';
import { createOrigins } from './origins.ts';
import { computeReasons } from './reasons.ts';

interface Deps extends LedgerReads {
  readonly market: Market;
  readonly serving: ModelFinder;
  readonly now: () => number;
  readonly clock: BusinessClock;
  /** Screens outside parties; when omitted, each decision says that they were not screened. */
  readonly parties?: PartyScreen;
  /** Treatment of a payment whose party could not be screened; by default it is booked. */
  readonly unscreened?: UnscreenedPolicy;
  /** Anonymising networks; absent or null without an operator's file. */
  readonly networks?: Networks | null;
  /** Records the durations of models, if present. */
  readonly latency?: LatencyStore;
  /** Milliseconds that a model may take for a group of payments. */
  readonly budgetMs?: number;
}

const BUDGET_MS = 1_000;
/**
 * A longer limit, because the separate process may have to start; no other owner's payment waits
 * for it.
 */
const FOREIGN_BUDGET_MS = 5_000;
/** Number of groups without an answer after which a model is paused. */
const MAX_FAILURES = 3;
const PAUSE_MS = 10_000;
/** Maximum number of attributions that a group waits for; others are computed on request. */
const MAX_EXPLAINED = 2;

interface Question extends Omit<ChosenModel, 'mode'> {
  readonly mode: ScoredPayment['serving'];
  readonly row: TransactionRow;
  readonly features: readonly number[];
  /** The time by the developer's clock. */
  readonly asOf: number;
}

const NOT_RUN: NameAnswer = { outcome: 'not_run', matches: [] };

export function createRiskScorer(deps: Deps): RiskScorer {
  const { market, serving, now, clock, unscreened = 'alert' } = deps;
  const habits = habitsIn(deps.database, market);
  const origins = createOrigins(deps, deps.networks);
  const failures = new Map<string, { count: number; pausedUntil: number }>();

  /** Finds the models of payments that are scored together, once for each developer. */
  function createChooser(pinned?: string) {
    const pins = cacheByKey((tenantId) => serving.versionFor(tenantId, 'fraud', pinned ?? ''));
    const inForce = cacheByKey((tenantId) => serving.servingFor(tenantId, 'fraud'));
    return ({
      tenantId,
      customerId,
    }: TransactionRow): Omit<Question, 'row' | 'features' | 'asOf'> | null => {
      if (pinned !== undefined) {
        const model = pins(tenantId);
        return model && { model, mode: 'pinned' };
      }
      const model = inForce(tenantId);
      return model && chooseFor(model, customerId);
    };
  }

  async function askModel(model: ServedModel, rows: readonly Float32Array[]) {
    const before = failures.get(model.artifactSha256);
    if (before && before.pausedUntil > now()) return 'resting';
    const usualMs = model.isForeign ? FOREIGN_BUDGET_MS : BUDGET_MS;
    const answer = await withTimeLimit(deps.budgetMs ?? usualMs, model.session.score(rows));
    // A stopped model needs no pause: whoever stopped it decides when it runs again.
    if (answer === 'model_unavailable') return answer;
    if (typeof answer !== 'string') {
      failures.delete(model.artifactSha256);
      return answer;
    }
    const count = (before?.count ?? 0) + 1;
    const pausedUntil = count >= MAX_FAILURES ? now() + PAUSE_MS : 0;
    failures.set(model.artifactSha256, { count, pausedUntil });
    return answer;
  }

  /** Records a call for a group once for each developer with payments in it. */
  function noteTime(model: ServedModel, questions: readonly Question[], tookMs: number): void {
    for (const tenantId of new Set(questions.map(({ row }) => row.tenantId))) {
      deps.latency?.note(tenantId, model.artifactSha256, Math.round(tookMs * 1_000));
    }
  }

  async function askOne(model: ServedModel, questions: readonly Question[]) {
    const rows = questions.map(({ features }) => Float32Array.from(features));
    const startedAt = performance.now();
    const answer = await askModel(model, rows);
    if (typeof answer !== 'string') noteTime(model, questions, performance.now() - startedAt);
    let explained = 0;
    return questions.map(({ mode, row, features, asOf }, index): [string, ModelAnswer] => {
      const probability = typeof answer === 'string' ? undefined : answer[index];
      if (probability === undefined) return [row.id, { degraded: String(answer) }];
      const { name, label, artifactSha256: sha256, thresholds } = model;
      const isStopped = thresholds.block !== null && probability >= thresholds.block;
      const needsReview = probability >= thresholds.review && explained < MAX_EXPLAINED;
      // Between accounts of one customer the score does not count, so its reasons are not computed
      // now.
      const isExplained = (isStopped || needsReview) && !origins.isOwn(row);
      if (isExplained) explained += 1;
      const scored: ScoredPayment = {
        serving: mode,
        model: { name, version: label, sha256 },
        features,
        probability,
        thresholds,
        reasons: isExplained ? computeReasons(model, features) : null,
        asOf,
      };
      return [row.id, scored];
    });
  }

  /**
   * Returns the outcome of the outside party by lists and people's decisions; null without a party.
   */
  function screenParty(row: TransactionRow, verdictOf: RuleTerms['verdictOf']) {
    const name = partyNameOf(row);
    if (name === null) return null;
    return applyHitDecisions(deps.parties?.of(name) ?? NOT_RUN, (match) => verdictOf(name, match));
  }

  const euros = (amount: number, { currency }: TransactionRow) =>
    convertToEuros({ amount, currency }, market);

  /** Returns facts about this payment from the aggregates of the account and the party. */
  function computeHabitFacts({ row, known, payee, at }: PaymentFacts): HabitFacts {
    const habitsOfPayer = known?.habits ?? createHabits();
    const { nameKey } = partyKeysOf(row.destinationAccountId, row);
    const isNamePaid =
      nameKey !== null && (known?.party(nameKey).outCount ?? 0) >= MIN_KNOWN_PAYMENTS;
    const inSum = sumIn(habitsOfPayer, 'day', at, 'inSum');
    const leaves = sumIn(habitsOfPayer, 'day', at, 'outSum') + row.amount;
    const accountAgeDays = known ? (at - known.openedAt) / DAY_MS : 0;
    const sumNewest = (column: 'newPayees' | 'newPayeesSmall') =>
      sumIn(habitsOfPayer, 'hour', at, column, NEWEST_SLOTS);
    return {
      newPayees15m: sumNewest('newPayees'),
      newPayeesSmall15m: sumNewest('newPayeesSmall'),
      isNameKnown: payee.outCount === 0 && isNamePaid,
      timesRisen: payee.outRises,
      isUsualToPayee: row.amount <= USUAL_TO_PAYEE * payee.outLargest,
      ratioToPayeeMean: payee.outCount > 0 ? (row.amount * payee.outCount) / payee.outSum : null,
      payeeKnownDays: payee.outFirstAt === null ? null : (at - payee.outFirstAt) / DAY_MS,
      hasPayeePaid: payee.inCount > 0,
      isOutside: isInternal(row.destinationAccountId),
      isAbroad: origins.isAbroad(row),
      isAboveUsual: isAboveUsual(habitsOfPayer, row.amount, euros(row.amount, row)),
      passedThroughShare: inSum > 0 ? leaves / inSum : null,
      paymentShare: inSum > 0 ? row.amount / inSum : null,
      fromNewPayers24h: euros(sumIn(habitsOfPayer, 'day', at, 'newPayersSum'), row),
      newPayers7d: sumIn(habitsOfPayer, 'week', at, 'newPayers'),
      accountAgeDays,
      isNewcomer: isInFirst(1, { own: habitsOfPayer, accountAgeDays, at }),
      isInFirstWeek: isInFirst(7, { own: habitsOfPayer, accountAgeDays, at }),
      isInFirstMonth: isInFirst(FIRST_BILLS_DAYS, { own: habitsOfPayer, accountAgeDays, at }),
      isDoubted: habitsOfPayer.doubtAtMs !== null && at - habitsOfPayer.doubtAtMs < DAY_MS,
      hasAmlAlert: origins.hasAmlAlert(row.sourceAccountId),
    };
  }

  function applyRulesWithHistory(row: TransactionRow, terms: RuleTerms, party: ScreenedParties) {
    const { isWithoutModel, simulated, sides } = terms;
    const time = sides?.time ?? clock(row.tenantId);
    const accountHabits = habits.find(row.sourceAccountId);
    const habitsOfPayer = accountHabits?.habits ?? createHabits();
    const payee = accountHabits?.party(partyKeysOf(row.destinationAccountId, row).key) ?? NO_PARTY;
    const { currency } = row;
    const outSum = sumIn(habitsOfPayer, 'day', time, 'outSum');
    const facts = {
      amountReference: convertToEuros(row, market),
      habits: computeHabitFacts({ row, known: accountHabits, payee, at: time }),
      outCount1h: sumIn(habitsOfPayer, 'hour', time, 'out'),
      outCount24h: sumIn(habitsOfPayer, 'day', time, 'out'),
      paidBefore: payee.outCount,
      outReference24h: convertToEuros({ amount: outSum, currency }, market),
      origin: origins.compare(row, habitsOfPayer, time),
      isOwn: origins.isOwn(row, sides?.destination),
      nearThreshold24h: sumIn(habitsOfPayer, 'day', time, 'nearThreshold'),
      screening: party?.outcome ?? null,
      unscreened,
      simulated,
    };
    return applyRules(facts, isWithoutModel);
  }

  return {
    async ask(all, pinned) {
      const names = all.flatMap((row) => partyNameOf(row) ?? []);
      if (names.length > 0) await deps.parties?.prepare(names);
      // Incoming external payments are not scored, only screened.
      const rows = all.filter((row) => !isScreenedOnly(row) && !isInternal(row.sourceAccountId));
      const answers = new Map<string, ModelAnswer>();
      if (rows.length === 0) return answers;
      const byModel = new Map<ServedModel, Question[]>();
      // Reads on one snapshot, because separate reads would each lock and unlock the file.
      deps.database.read(() => {
        const features = computeFeatures(rows, { habits, market, now: clock });
        const chooser = createChooser(pinned);
        for (const [index, row] of rows.entries()) {
          const served = chooser(row);
          if (!served) {
            answers.set(row.id, { degraded: 'no_model' });
            continue;
          }
          const questions = byModel.get(served.model) ?? [];
          const { values = [], asOf = 0 } = features[index] ?? {};
          questions.push({ ...served, row, features: values, asOf });
          byModel.set(served.model, questions);
        }
      });
      for (const [model, questions] of byModel) {
        for (const [id, scores] of await askOne(model, questions)) answers.set(id, scores);
      }
      return answers;
    },

    applyRules(row, terms) {
      const party = screenParty(row, terms.verdictOf);
      const findings = isScreenedOnly(row)
        ? partyRules(party?.outcome ?? null, unscreened)
        : applyRulesWithHistory(row, terms, party);
      const { matches = [], stale = [] } = party ?? {};
      if (matches.length === 0 && stale.length === 0) return findings;
      return findings.map((rule): RuleFinding => {
        if (rule.ruleId !== 'sanctions_hit') return rule;
        if (matches.length > 0) return { ...rule, matches };
        return { ...rule, why: 'screening_stale', stale };
      });
    },
  };
}

function cacheByKey<T>(find: (key: string) => T): (key: string) => T {
  const cache = new Map<string, T>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = find(key);
    cache.set(key, value);
    return value;
  };
}

interface PaymentFacts {
  readonly row: TransactionRow;
  readonly known: ReturnType<HabitReads['find']>;
  readonly payee: PartyHabits;
  readonly at: number;
}

/** Slots of the window of an hour, five minutes each. */
const NEWEST_SLOTS = 3;
/** Number of payments after which a name is known. */
const MIN_KNOWN_PAYMENTS = 2;
/** With fewer payments the usual amount is unknown and a fixed amount in euros is used. */
const MIN_USUAL_PAYMENTS = 5;
const USUAL_SHARE = 0.9;
const USUAL_EUROS = 250;
/** Multiple of the largest payment to the payee. */
const USUAL_TO_PAYEE = 1.1;

function isAboveUsual(habits: AccountHabits, amount: number, euros: number | null): boolean {
  const usualLimit = habits.outCount < MIN_USUAL_PAYMENTS ? null : usualAmount(habits, USUAL_SHARE);
  return usualLimit === null
    ? (euros ?? Number.POSITIVE_INFINITY) >= USUAL_EUROS
    : amount > usualLimit;
}

/** Age in days up to which an account without payments counts as young. */
const YOUNG_DAYS = 30;
/** A month in which each bill is paid for the first time, plus days by which bills may be late. */
const FIRST_BILLS_DAYS = 40;

/** Returns true before the first payment of a young account and for a number of days after it. */
function isInFirst(
  days: number,
  { own, accountAgeDays, at }: { own: AccountHabits; accountAgeDays: number; at: number },
): boolean {
  const { firstOutAtMs } = own;
  const isYoung = accountAgeDays <= Math.max(YOUNG_DAYS, days);
  return isYoung && (firstOutAtMs === null || at - firstOutAtMs < days * DAY_MS);
}

type ScreenedParties = ReturnType<typeof applyHitDecisions> | null;

/** The reason why a model has not answered. */
type NoAnswer = 'slow' | 'failed' | 'model_unavailable';

function toNoAnswer(error: unknown): NoAnswer {
  if (error instanceof ModelStopped) return 'model_unavailable';
  return error instanceof ModelKilled && error.reason === 'time' ? 'slow' : 'failed';
}

/** Returns the answer, or the reason why there is none. */
async function withTimeLimit(ms: number, work: Promise<number[]>): Promise<number[] | NoAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'slow'>((resolve) => {
    // After a stall of the whole process the answer may already be there, so it is checked first.
    timer = setTimeout(() => setImmediate(() => setImmediate(() => resolve('slow'))), ms);
  });
  const answer = work.catch(toNoAnswer);
  const first = await Promise.race([answer, timeout]);
  clearTimeout(timer);
  return first;
}
