// The risk of a payment: the possible decisions, and the written rules that apply beside the model.
// A change of a rule or of an amount is a new rule set.

import type { Figure, ReasonCode } from './reasons.ts';
import type { ListMatch, PartyOutcome, StaleList } from './screening.ts';

/** In order of severity, the mildest first. */
export const RISK_DECISIONS = ['approve', 'review', 'block_and_review', 'decline'] as const;
export type RiskDecision = (typeof RISK_DECISIONS)[number];

export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export const REVIEW_STATUSES = ['open', 'approved', 'rejected'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** The business events of risk, part of the catalogue in event.ts. */
export const RISK_EVENTS = [
  {
    type: 'risk.decision.created',
    object: 'risk_decision',
    when: 'A payment is to be reviewed, held or refused for its risk, or no model could score it.',
  },
  {
    type: 'risk.decision.reviewed',
    object: 'risk_review',
    when: 'A person reviewed the risk of a payment.',
  },
] as const;

/**
 * Treatment of a payment whose external party could not be screened, because the lists are
 * unreadable, empty or stale. The sandbox only alerts; production holds or refuses the payment.
 */
export type UnscreenedPolicy = 'alert' | 'hold' | 'refuse';

/** Anonymising networks. */
export const HIDDEN_NETWORKS = ['tor', 'hosting'] as const;
export type HiddenNetwork = (typeof HIDDEN_NETWORKS)[number];

/** The stated origin of a payment, compared with the account's earlier payments. */
export interface OriginFacts {
  /** Null when the payment states no device or country, or no earlier payment did. */
  readonly isNewDevice: boolean | null;
  readonly isNewCountry: boolean | null;
  /** Km/h since the previous payment; null when either payment states no location. */
  readonly speedKmh: number | null;
  /** Network of the IP address; null when none is stated or the bank has no lists of networks. */
  readonly network: HiddenNetwork | 'none' | null;
}

/** The facts of a payment that states no origin. */
export const NO_ORIGIN: OriginFacts = {
  isNewDevice: null,
  isNewCountry: null,
  speedKmh: null,
  network: null,
};

/** The habits of an account and of its payee that the rules use. */
export interface HabitFacts {
  /** Payees of the last 10 to 15 minutes that were never paid before. */
  readonly newPayees15m: number;
  /** The payees of `newPayees15m` that received a small payment. */
  readonly newPayeesSmall15m: number;
  /** True when the payee's name was paid before, but never at this account number. */
  readonly isNameKnown: boolean;
  /** Consecutive payments to the payee, up to the newest, each larger than all earlier ones. */
  readonly timesRisen: number;
  /** The amount divided by the mean of earlier payments to the payee; null without any. */
  readonly ratioToPayeeMean: number | null;
  /** True when the amount is about the amount of earlier payments to the payee, or less. */
  readonly isUsualToPayee: boolean;
  /** Days since the first payment to the payee; null without one. */
  readonly payeeKnownDays: number | null;
  readonly hasPayeePaid: boolean;
  /** True when the payee's account is at another bank, so that a loss would be final. */
  readonly isOutside: boolean;
  /** True when the countries of payee and customer are known and differ. */
  readonly isAbroad: boolean;
  /** True when the amount exceeds nine tenths of the account's payments. */
  readonly isAboveUsual: boolean;
  /** Share of one day's incoming money that has left the account, this payment included. */
  readonly passedThroughShare: number | null;
  /** Share of one day's incoming money that leaves with this payment. */
  readonly paymentShare: number | null;
  /** Euros received in a day from parties that never paid before; null without a rate. */
  readonly fromNewPayers24h: number | null;
  /** Parties that first paid the account within a week. */
  readonly newPayers7d: number;
  readonly accountAgeDays: number;
  /** True when the account is young and made its first payment to others within a day. */
  readonly isNewcomer: boolean;
  /** True when the account is young and made its first payment to others within a week. */
  readonly isInFirstWeek: boolean;
  /**
   * True when the account is young and made its first payment to others within a month and some
   * days, in which each bill comes for the first time.
   */
  readonly isInFirstMonth: boolean;
  /** True when a payment was stopped within a day and nobody has cleared it. */
  readonly isDoubted: boolean;
  /** True when an alert about money laundering is open for the account. */
  readonly hasAmlAlert: boolean;
}

/** The facts of an account without unusual habits. */
export const NO_HABITS: HabitFacts = {
  newPayees15m: 0,
  newPayeesSmall15m: 0,
  isNameKnown: false,
  timesRisen: 0,
  isUsualToPayee: false,
  ratioToPayeeMean: null,
  payeeKnownDays: null,
  hasPayeePaid: false,
  isOutside: false,
  isAbroad: false,
  isAboveUsual: false,
  passedThroughShare: null,
  paymentShare: null,
  fromNewPayers24h: 0,
  newPayers7d: 0,
  accountAgeDays: 1_000,
  isNewcomer: false,
  isInFirstWeek: false,
  isInFirstMonth: false,
  isDoubted: false,
  hasAmlAlert: false,
};

/** The facts that the rules evaluate. Counts exclude the payment itself; amounts in euros. */
export interface RiskFacts {
  /** Null without a rate: rules about amounts cannot be evaluated. */
  readonly amountReference: number | null;
  readonly outCount1h: number;
  readonly outCount24h: number;
  /** Number of earlier payments to the payee. */
  readonly paidBefore: number;
  /** Payments within 24 hours that were close to the reporting threshold or above it. */
  readonly nearThreshold24h: number;
  /** Euros that left the account within 24 hours; null without a rate. */
  readonly outReference24h: number | null;
  /** Origin and device of the payment, compared with earlier payments. */
  readonly origin: OriginFacts;
  /** The habits of the account and of the payee. */
  readonly habits: HabitFacts;
  /** True when both accounts belong to one customer. */
  readonly isOwn: boolean;
  /** Screening outcome of the external party; null without a named one. */
  readonly screening: PartyOutcome | null;
  /** Treatment of a payment whose party could not be screened. */
  readonly unscreened: UnscreenedPolicy;
  /** The decision that a developer requests in the sandbox; null without one. */
  readonly simulated: Exclude<RiskDecision, 'approve'> | null;
}

/** Why the sanctions rule was not run. */
export const NOT_SCREENED = [
  'screening_stale',
  'screening_unavailable',
  'name_not_compared',
] as const satisfies readonly ReasonCode[];
export type NotScreened = (typeof NOT_SCREENED)[number];

export interface RuleFinding {
  readonly ruleId: string;
  readonly version: number;
  readonly outcome: 'hit' | 'no_hit' | 'error' | 'not_run' | 'snoozed';
  /** Points of the score, 0 unless the rule hits. */
  readonly scoreDelta: number;
  /** The decision that the rule alone requires; `approve` unless the rule hits. */
  readonly decision: RiskDecision;
  /** The compared figures, when the rule hits. Amounts in euros. */
  readonly figures?: readonly Figure[];
  /** Matching list entries; only of the sanctions rule. */
  readonly matches?: readonly ListMatch[];
  /** Why the sanctions rule was not run. */
  readonly why?: NotScreened;
  /** The lists that were too old for the sanctions rule. */
  readonly stale?: readonly StaleList[];
}

interface RuleTerms {
  /** Number of payments within an hour from which a payment is reviewed. */
  readonly hourly: number;
  /** Number of payments within a day from which a payment is reviewed. */
  readonly daily: number;
  /** Amount to a new payee that is reviewed, in euros. */
  readonly largeToNew: number;
  /** Amount to a new payee that is held, in euros; null when none is. */
  readonly heldToNew: number | null;
}

/** Amounts in minor units that request a decision in the sandbox, so that clients can test it. */
const SANDBOX_AMOUNTS: ReadonlyMap<number, Exclude<RiskDecision, 'approve'>> = new Map([
  [66_601, 'review'],
  [66_602, 'block_and_review'],
  [66_603, 'decline'],
]);

/** The decision that an amount in minor units requests in the sandbox; null without one. */
export function sandboxDecision(amount: number): Exclude<RiskDecision, 'approve'> | null {
  return SANDBOX_AMOUNTS.get(amount) ?? null;
}

export const RULE_SET = 8;

/** Close to 10,000 euros, from which most countries require a report; in euros. */
const NEAR_REPORTED_AMOUNT = 8_000;
const MIN_STRUCTURED_PAYMENTS = 3;

/** Amount to a new payee from which a new device or country is reviewed, in euros. */
const ODD_ORIGIN_MIN_AMOUNT = 100;
/** Faster than airliners, in km/h. */
const MAX_KMH = 1_000;

const USUAL_TERMS: RuleTerms = { hourly: 200, daily: 1_000, largeToNew: 15_000, heldToNew: null };
// Without a model the rules are stricter.
const WITHOUT_MODEL: RuleTerms = { hourly: 50, daily: 250, largeToNew: 1_000, heldToNew: 10_000 };

const POINTS: Readonly<Record<Exclude<RiskDecision, 'approve'>, number>> = {
  review: 20,
  block_and_review: 60,
  decline: 100,
};

/** The decision of a rule that added the points; `approve` for other numbers. */
export function decisionOfPoints(points: number): RiskDecision {
  const entry = Object.entries(POINTS).find(([, delta]) => delta === points);
  return (entry?.[0] as RiskDecision | undefined) ?? 'approve';
}

/**
 * Evaluates every rule.
 * @param isWithoutModel true when no model answers: the stricter terms apply
 */
export function applyRules(facts: RiskFacts, isWithoutModel: boolean): RuleFinding[] {
  const terms = isWithoutModel ? WITHOUT_MODEL : USUAL_TERMS;
  return [
    toFinding('velocity_hour', facts.outCount1h >= terms.hourly && 'review', [
      atLeast('payments_1h', facts.outCount1h, terms.hourly),
    ]),
    toFinding('velocity_day', facts.outCount24h >= terms.daily && 'review', [
      atLeast('payments_24h', facts.outCount24h, terms.daily),
    ]),
    toFinding('new_payee_large', detectLargeToNew(facts, terms), [
      atLeast('amount', facts.amountReference, terms.largeToNew),
    ]),
    toFinding('structuring', detectStructuring(facts), [
      atLeast('transactions_near_threshold', facts.nearThreshold24h + 1, MIN_STRUCTURED_PAYMENTS),
    ]),
    ...habitRules(facts),
    ...originRules(facts),
    ...reliefFindings(facts),
    ...partyRules(facts.screening, facts.unscreened),
    ...simulatedRule(facts.simulated),
  ];
}

/** The finding that a developer requests in the sandbox. */
function simulatedRule(simulated: RiskFacts['simulated']): RuleFinding[] {
  if (simulated === null) return [];
  const figure = { name: 'decision', observed: simulated, is: 'other_than', threshold: 'approve' };
  return [toFinding('sandbox_simulated_hit', simulated, [figure as Figure])];
}

type RuleOutcome = RiskDecision | false | 'error';

const atLeast = (name: string, observed: number | null, threshold: number): Figure => {
  return { name, observed: observed ?? 'unknown', is: 'at_least', threshold };
};

function toFinding(
  ruleId: string,
  decision: RuleOutcome,
  figures: readonly Figure[] = [],
): RuleFinding {
  const rule = { ruleId, version: RULE_SET };
  if (decision === 'error')
    return { ...rule, outcome: 'error', scoreDelta: 0, decision: 'approve' };
  if (decision === false || decision === 'approve') {
    return { ...rule, outcome: 'no_hit', scoreDelta: 0, decision: 'approve' };
  }
  const hit = { ...rule, outcome: 'hit', scoreDelta: POINTS[decision], decision } as const;
  return figures.length === 0 ? hit : { ...hit, figures };
}

function detectLargeToNew(facts: RiskFacts, terms: RuleTerms): RuleOutcome {
  const { amountReference, paidBefore, isOwn } = facts;
  if (paidBefore > 0 || isOwn) return false;
  if (amountReference === null) return 'error';
  if (terms.heldToNew !== null && amountReference >= terms.heldToNew) return 'block_and_review';
  return amountReference >= terms.largeToNew && 'review';
}

/** Small payments to new payees within 15 minutes after which another new payee is stopped. */
const MIN_BURST = 2;
/** `MIN_BURST` on the first day of an account, when every payee is new. */
const MIN_BURST_NEWCOMER = 12;
/** Amount from which a known name at a new account number is stopped, in euros. */
const REDIRECTED_MIN_AMOUNT = 100;
/**
 * Payments to a payee that rise step by step. `from` in euros, `toMean` relative to the mean of the
 * earlier payments.
 */
const RISING_PAYMENTS = { from: 150, times: 2, toMean: 1.1, knownDays: 120 };
/** Amount to a new external payee, from no known device, that is reviewed; in euros. */
const UNPROVEN_MIN_AMOUNT = 2_500;
/**
 * `UNPROVEN_MIN_AMOUNT` on the first day of an account, when no device is known and rent, movers and
 * furniture are due; in euros.
 */
const UNPROVEN_MIN_AMOUNT_NEWCOMER = 5_000;
/** Additional terms of rising payments for payees at home, where prices rise too. */
const RISING_AT_HOME = { from: 500, toMean: 1.3 };
/**
 * Pass-through of money from new payers: at least `from` euros within a day, of which the share
 * `share` has left the account and the share `itself` leaves with this payment.
 */
const PASS_THROUGH = { from: 300, share: 0.7, itself: 0.25, ageDays: 180, knownDays: 30 };
/**
 * Terms of pass-through on the first day of an account, when the opening money comes from one or two
 * payers and may be spent at once.
 */
const NEWCOMER_PASS_THROUGH = { payers: 3, from: 1_000, share: 0.85 };

/** The findings of the rules about habits, including those without a hit. */
function habitRules(facts: RiskFacts): RuleFinding[] {
  const { habits, isOwn, paidBefore, amountReference } = facts;
  const euros = amountReference ?? Number.POSITIVE_INFINITY;
  const isNew = !isOwn && paidBefore === 0;
  const { newPayees15m, newPayeesSmall15m } = habits;
  const isUndisturbedNewcomer = habits.isNewcomer && isUndisturbed(facts.origin);
  const burstFrom = isUndisturbedNewcomer ? MIN_BURST_NEWCOMER : MIN_BURST;
  const isBurst = isNew && newPayees15m >= burstFrom && newPayeesSmall15m >= burstFrom;
  const isRedirected = isNew && habits.isNameKnown && euros >= REDIRECTED_MIN_AMOUNT;
  return [
    toFinding('new_payees_burst', isBurst && 'block_and_review', [
      atLeast('new_payees_15m', newPayees15m + 1, burstFrom + 1),
      atLeast('new_payees_small_15m', newPayeesSmall15m, burstFrom),
    ]),
    toFinding('redirected_payee', isRedirected && 'block_and_review', [
      atLeast('amount', amountReference, REDIRECTED_MIN_AMOUNT),
    ]),
    toFinding('rising_payments', !isOwn && isRising(facts, euros) && 'review', [
      atLeast('times_risen', habits.timesRisen, RISING_PAYMENTS.times),
      atLeast('amount_to_mean', habits.ratioToPayeeMean, RISING_PAYMENTS.toMean),
    ]),
    toFinding('unproven_large', isNew && isUnproven(facts, euros) && 'review', [
      atLeast('amount', amountReference, unprovenMinAmount(habits)),
    ]),
    toFinding('passes_through', !isOwn && isPassThrough(habits) && 'block_and_review', [
      atLeast('amount_in', habits.fromNewPayers24h, passThroughTerms(habits).from),
      atLeast('share_passed_on', habits.passedThroughShare, passThroughTerms(habits).share),
    ]),
    toFinding('open_doubt', isNew && habits.isDoubted && 'block_and_review', [
      atLeast('open_doubts', 1, 1),
    ]),
    toFinding('aml_alert_open', isNew && habits.hasAmlAlert && 'review', [
      atLeast('open_alerts', 1, 1),
    ]),
    ...(isFinalLoss(facts, euros) ? [markFinalLoss(amountReference)] : []),
  ];
}

function isRising({ habits, paidBefore }: RiskFacts, euros: number): boolean {
  const { timesRisen, ratioToPayeeMean, payeeKnownDays } = habits;
  if (!habits.isOutside || habits.hasPayeePaid || paidBefore < RISING_PAYMENTS.times) return false;
  const isYoung = (payeeKnownDays ?? 0) <= RISING_PAYMENTS.knownDays;
  const rises =
    timesRisen >= RISING_PAYMENTS.times && (ratioToPayeeMean ?? 0) >= RISING_PAYMENTS.toMean;
  if (!isYoung || !rises || euros < RISING_PAYMENTS.from) return false;
  const isSteep = euros >= RISING_AT_HOME.from && (ratioToPayeeMean ?? 0) >= RISING_AT_HOME.toMean;
  return habits.isAbroad || (habits.isAboveUsual && isSteep);
}

const unprovenMinAmount = ({ isNewcomer }: HabitFacts) =>
  isNewcomer ? UNPROVEN_MIN_AMOUNT_NEWCOMER : UNPROVEN_MIN_AMOUNT;

/** True for a large amount to a new external payee that comes from no known device. */
function isUnproven({ habits, origin }: RiskFacts, euros: number): boolean {
  const isLarge = habits.isAboveUsual && euros >= unprovenMinAmount(habits);
  return habits.isOutside && isLarge && origin.isNewDevice !== false;
}

const passThroughTerms = ({ isNewcomer }: HabitFacts) =>
  isNewcomer ? NEWCOMER_PASS_THROUGH : PASS_THROUGH;

/** True when money of new payers leaves a young account at once. */
function isPassThrough(habits: HabitFacts): boolean {
  const { passedThroughShare, paymentShare, fromNewPayers24h, accountAgeDays, payeeKnownDays } =
    habits;
  if (accountAgeDays > PASS_THROUGH.ageDays || (payeeKnownDays ?? 0) > PASS_THROUGH.knownDays)
    return false;
  const { isNewcomer, newPayers7d } = habits;
  if (isNewcomer && newPayers7d < NEWCOMER_PASS_THROUGH.payers) return false;
  const { from, share } = passThroughTerms(habits);
  const isLarge = (fromNewPayers24h ?? 0) >= from && (paymentShare ?? 0) >= PASS_THROUGH.itself;
  return isLarge && (passedThroughShare ?? 0) >= share;
}

/** True when the origin gives no sign of another person. */
function isUndisturbed({ isNewDevice, isNewCountry, network }: OriginFacts): boolean {
  const hidesLocation = network === 'tor' || network === 'hosting';
  return !isNewDevice && !isNewCountry && !hidesLocation;
}

/** True for a doubtful payment that could not be taken back: its review then holds the money. */
function isFinalLoss({ habits, origin, isOwn }: RiskFacts, euros: number): boolean {
  if (isOwn || !habits.isOutside || euros < ODD_ORIGIN_MIN_AMOUNT) return false;
  return habits.isAboveUsual || origin.isNewDevice === true;
}

const FINAL_LOSS = 'final_loss';
const markFinalLoss = (amount: number | null): RuleFinding => ({
  ruleId: FINAL_LOSS,
  version: RULE_SET,
  outcome: 'snoozed',
  scoreDelta: 0,
  decision: 'approve',
  figures: [atLeast('amount', amount, ODD_ORIGIN_MIN_AMOUNT)],
});

/** Findings that turn a review into a hold where the loss would be final. */
export function withFinalLoss(
  rules: readonly RuleFinding[],
  decision: RiskDecision,
): readonly RuleFinding[] {
  const marker = rules.find(({ ruleId }) => ruleId === FINAL_LOSS);
  const otherRules = rules.filter((rule) => rule !== marker);
  if (!marker || decision !== 'review') return otherRules;
  return [...otherRules, toFinding(FINAL_LOSS, 'block_and_review', marker.figures)];
}

/** Rules whose hold the customer can lift with a second factor, like a hold by the model. */
const CONFIRMABLE = ['new_payees_burst', 'redirected_payee', 'open_doubt', FINAL_LOSS];

/** True when the customer's confirmation alone can release a held payment. */
export function canBeConfirmed(rules: readonly RuleFinding[], decision: RiskDecision): boolean {
  if (decision !== 'block_and_review') return false;
  const holding = rules.filter((rule) => rule.decision === 'block_and_review');
  return holding.every(({ ruleId }) => CONFIRMABLE.includes(ruleId));
}

/** The findings after the customer's confirmation: the payment is only reviewed afterwards. */
export function confirmedRules(rules: readonly RuleFinding[]): readonly RuleFinding[] {
  return rules.map((rule) =>
    CONFIRMABLE.includes(rule.ruleId) && rule.outcome === 'hit'
      ? { ...rule, decision: 'review', scoreDelta: POINTS.review }
      : rule,
  );
}

/** The findings of the rules about the origin; only of those whose facts the payment states. */
function originRules({ origin, amountReference, paidBefore, isOwn }: RiskFacts): RuleFinding[] {
  const { isNewDevice, isNewCountry, speedKmh, network } = origin;
  const isLargeToNew =
    !isOwn && paidBefore === 0 && (amountReference ?? Infinity) >= ODD_ORIGIN_MIN_AMOUNT;
  const amount = [atLeast('amount', amountReference, ODD_ORIGIN_MIN_AMOUNT)];
  return [
    ...(isNewDevice === null
      ? []
      : [toFinding('new_device', isNewDevice && isLargeToNew && 'review', amount)]),
    ...(isNewCountry === null
      ? []
      : [toFinding('new_country', isNewCountry && isLargeToNew && 'review', amount)]),
    ...(speedKmh === null
      ? []
      : [
          toFinding('impossible_travel', speedKmh > MAX_KMH && 'review', [
            atLeast('kilometres_an_hour', Math.round(speedKmh), MAX_KMH),
          ]),
        ]),
    ...(network === null
      ? []
      : [
          toFinding('hidden_network', network !== 'none' && isLargeToNew && 'review', [
            { name: 'network', observed: network, is: 'other_than', threshold: 'none' },
            ...amount,
          ]),
        ]),
  ];
}

/** Finds several payments of one day that are each close to the reporting threshold or above it. */
function detectStructuring({ amountReference, nearThreshold24h, isOwn }: RiskFacts): RuleOutcome {
  if (isOwn) return false;
  if (amountReference === null) return 'error';
  const isNear = amountReference >= NEAR_REPORTED_AMOUNT;
  return isNear && nearThreshold24h + 1 >= MIN_STRUCTURED_PAYMENTS && 'review';
}

const DECISION_WHEN_UNSCREENED: Readonly<Record<UnscreenedPolicy, RiskDecision | null>> = {
  alert: null,
  hold: 'block_and_review',
  refuse: 'decline',
};

/**
 * The sanctions rule, the only one for deposits. A hit holds the money, a hit that a person
 * confirmed is refused, and in production a payment waits when the lists are unavailable or stale.
 */
export function partyRules(
  answer: PartyOutcome | null,
  unscreened: UnscreenedPolicy,
): RuleFinding[] {
  if (answer === null) return [];
  const rule = 'sanctions_hit';
  if (answer === 'hit') return [toFinding(rule, 'block_and_review')];
  if (answer === 'confirmed') return [toFinding(rule, 'decline')];
  const noHit = toFinding(rule, false);
  if (answer === 'no_hit') return [noHit];
  // Applies in the sandbox too: a name that cannot be compared is not a name without a match.
  if (answer === 'not_compared') {
    const code = 'name_not_compared';
    return [{ ...noHit, outcome: 'not_run', decision: 'block_and_review', why: code }];
  }
  const decision = answer === 'error' ? 'review' : 'approve';
  const verdict = {
    ...noHit,
    outcome: answer,
    decision: DECISION_WHEN_UNSCREENED[unscreened] ?? decision,
  };
  return [verdict.decision === 'approve' ? verdict : { ...verdict, why: 'screening_unavailable' }];
}

/** Probabilities from which each decision applies; null when the model alone never requires it. */
export interface RiskThresholds {
  readonly review: number;
  readonly block: number | null;
  readonly decline: number | null;
}

/** The decision that the model alone requires. */
export function decisionOf(probability: number, thresholds: RiskThresholds): RiskDecision {
  const { review, block, decline } = thresholds;
  if (decline !== null && probability >= decline) return 'decline';
  if (block !== null && probability >= block) return 'block_and_review';
  return probability >= review ? 'review' : 'approve';
}

/** Amount of the payment, and outflow of its day, below which the model's doubt counts less; euros. */
const DOUBT_MIN_AMOUNT = 50;
const DAILY_DOUBT_MIN_AMOUNT = 250;
const OWN_ACCOUNT = 'own_account';
const KNOWN_DEVICE = 'known_device';
const KNOWN_PAYEE = 'known_payee';
/** Days after which a payee counts as known. */
const KNOWN_PAYEE_DAYS = 20;
const FIRST_WEEK = 'first_week';
/** Outflow of a day below which the model's doubt is ignored in the first week; euros. */
const FIRST_WEEK_AMOUNT_LIMIT = 5_000;
const FIRST_BILLS = 'first_bills';
/**
 * Outflow of a day below which the model's doubt is ignored in the first month, in which bills come
 * for the first time; euros.
 */
const FIRST_BILLS_AMOUNT_LIMIT = 500;
const SMALL_PAYMENT = 'small_payment';
const SMALL_FIRST = 'small_first_payment';

/** Facts for which a doubt of the model counts less, as findings that add no points. */
function reliefFindings(facts: RiskFacts): RuleFinding[] {
  const relief = {
    version: RULE_SET,
    outcome: 'snoozed',
    scoreDelta: 0,
    decision: 'approve',
  } as const;
  const { isOwn, paidBefore, amountReference, outReference24h } = facts;
  if (isOwn) return [{ ...relief, ruleId: OWN_ACCOUNT }];
  const isOnKnownDevice = facts.origin.isNewDevice === false && isUndisturbed(facts.origin);
  const { isUsualToPayee, payeeKnownDays } = facts.habits;
  const isKnownPayee = isUsualToPayee && (payeeKnownDays ?? 0) >= KNOWN_PAYEE_DAYS;
  const reliefs = [
    ...(isOnKnownDevice ? [{ ...relief, ruleId: KNOWN_DEVICE }] : []),
    ...(isKnownPayee ? [{ ...relief, ruleId: KNOWN_PAYEE }] : []),
  ];
  if (amountReference === null || outReference24h === null) return reliefs;
  const dayOutflow = outReference24h + amountReference;
  const { isInFirstWeek, isInFirstMonth } = facts.habits;
  const isOriginUndisturbed = isUndisturbed(facts.origin);
  if (isInFirstWeek && isOriginUndisturbed && dayOutflow < FIRST_WEEK_AMOUNT_LIMIT) {
    reliefs.push({ ...relief, ruleId: FIRST_WEEK });
  } else if (isInFirstMonth && isOriginUndisturbed && dayOutflow < FIRST_BILLS_AMOUNT_LIMIT) {
    reliefs.push({ ...relief, ruleId: FIRST_BILLS });
  }
  const isSmall = amountReference < DOUBT_MIN_AMOUNT;
  const isQuiet = dayOutflow < DAILY_DOUBT_MIN_AMOUNT;
  if (!isSmall || !isQuiet) return reliefs;
  return [...reliefs, { ...relief, ruleId: paidBefore > 0 ? SMALL_PAYMENT : SMALL_FIRST }];
}

/**
 * Reduces the model's decision where little is at stake. Payments between accounts of one customer,
 * and payments of an account's undisturbed beginning, proceed. A small payment on a quiet day
 * proceeds too, and a person reviews it afterwards where the model would stop it, or doubts a
 * payment to an earlier payee, since thieves take small amounts repeatedly. A known device or a
 * long known payee, which the model does not see, weakens its doubt in the same way.
 */
export function relieveDecision(
  decision: RiskDecision,
  rules: readonly Pick<RuleFinding, 'ruleId' | 'outcome'>[],
): RiskDecision {
  const isRelieved = (ruleId: string) =>
    rules.some((rule) => rule.ruleId === ruleId && rule.outcome === 'snoozed');
  if ([OWN_ACCOUNT, FIRST_WEEK, FIRST_BILLS].some(isRelieved)) return 'approve';
  const isKnown = isRelieved(KNOWN_DEVICE) || isRelieved(KNOWN_PAYEE);
  if (decision === 'review') return isKnown || isRelieved(SMALL_FIRST) ? 'approve' : decision;
  const isSmall = isKnown || isRelieved(SMALL_PAYMENT) || isRelieved(SMALL_FIRST);
  return decision !== 'approve' && isSmall ? 'review' : decision;
}

/** True for the findings of a payment between accounts of one customer. */
export function isBetweenOwn(rules: readonly Pick<RuleFinding, 'ruleId'>[]): boolean {
  return rules.some(({ ruleId }) => ruleId === OWN_ACCOUNT);
}

/** The most severe of the decisions; `approve` for none. */
export function findGravest(decisions: readonly RiskDecision[]): RiskDecision {
  const rank = Math.max(0, ...decisions.map((decision) => RISK_DECISIONS.indexOf(decision)));
  return RISK_DECISIONS[rank] ?? 'approve';
}

/** The risk level of a decision. */
export function levelOf(decision: RiskDecision): RiskLevel {
  return RISK_LEVELS[RISK_DECISIONS.indexOf(decision)] ?? 'low';
}

/** Range of scores of each decision: score and level never contradict each other. */
const BANDS: Readonly<Record<RiskDecision, readonly [from: number, to: number]>> = {
  approve: [0, 29],
  review: [30, 59],
  block_and_review: [60, 84],
  decline: [85, 100],
};

/**
 * The score of a payment, 0 to 100. The decision determines the band of scores; the position of the
 * probability between the thresholds of this decision and the next determines the score in the
 * band.
 */
export function scoreOf(
  probability: number,
  decision: RiskDecision,
  { review, block, decline }: RiskThresholds,
): number {
  const starts = [0, review, block ?? 1, decline ?? 1, 1];
  const index = RISK_DECISIONS.indexOf(decision);
  const [from, to] = [starts[index] ?? 0, starts[index + 1] ?? 1];
  const share = to > from ? (probability - from) / (to - from) : 1;
  const [low, high] = BANDS[decision];
  return low + Math.round(Math.min(1, Math.max(0, share)) * (high - low));
}
