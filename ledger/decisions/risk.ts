// The risk of a payment: the possible decisions, and the written rules beside the model. Pure:
// facts in, findings out. A change of a rule or of an amount is a new rule set.

import type { Figure, ReasonCode } from './reasons.ts';
import type { ListMatch, PartyOutcome, StaleList } from './screening.ts';

/** From the least to the gravest. */
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
    when: 'The risk of a payment asks to hold or refuse it, or no model could be asked.',
  },
  {
    type: 'risk.decision.reviewed',
    object: 'risk_review',
    when: 'A person has looked at it.',
  },
] as const;

/**
 * Treatment of a payment whose party could not be screened, because the lists are unreadable, empty
 * or stale: the sandbox books it with an alert or without, production holds or refuses it.
 */
export type Unscreened = 'alert' | 'hold' | 'refuse';

/** Anonymising networks. */
export const HIDDEN_NETWORKS = ['tor', 'hosting'] as const;
export type HiddenNetwork = (typeof HIDDEN_NETWORKS)[number];

/** The stated origin of a payment, compared with the account's earlier ones. */
export interface OriginFacts {
  /** Null: it says nothing, or nothing was known before. */
  readonly isNewDevice: boolean | null;
  readonly isNewCountry: boolean | null;
  /**
   * Kilometres an hour since the payment before, or null when one of the two states no location.
   */
  readonly speedKmh: number | null;
  /** Network of its address, or null when it states none, or the bank has no lists of networks. */
  readonly network: HiddenNetwork | 'none' | null;
}

/** A payment that says nothing of it. */
export const NO_ORIGIN: OriginFacts = {
  isNewDevice: null,
  isNewCountry: null,
  speedKmh: null,
  network: null,
};

/** The aggregates of an account and a party that the rules use. */
export interface HabitFacts {
  /** Payees of the last 10 to 15 minutes to whom nothing was ever paid before. */
  readonly newPayees15m: number;
  /** Those of them with a small payment. */
  readonly newPayeesSmall15m: number;
  /** The name was paid before, this account number never. */
  readonly isNameKnown: boolean;
  /** Payments to the payee, up to the newest, each of which was larger than all before. */
  readonly timesRisen: number;
  /** The amount relative to the mean of earlier ones to the payee, or null without any. */
  readonly toPayeeMean: number | null;
  /** About as much as the payee was paid before, or less. */
  readonly isUsualToPayee: boolean;
  /** Days since the first payment to the payee, or null without one. */
  readonly payeeKnownDays: number | null;
  readonly hasPayeePaid: boolean;
  /** The payee's account is at another bank: a loss is final. */
  readonly isOutside: boolean;
  /** The payee is in another country than the customer, as far as both are known. */
  readonly isAbroad: boolean;
  /** More than nine in ten payments of the account. */
  readonly isAboveUsual: boolean;
  /** Share of the money that came in within a day which has left with this payment. */
  readonly passedThrough: number | null;
  /** The share of it that is this payment. */
  readonly passesItself: number | null;
  /** Euros of a day from parties that had never paid before; null where no rate is known. */
  readonly fromNewPayers24h: number | null;
  /** Parties of a week that had never paid before. */
  readonly newPayers7d: number;
  readonly accountAgeDays: number;
  /** The account is young, and has paid others for less than a day. */
  readonly isNewcomer: boolean;
  /** The same of a week. */
  readonly isInFirstWeek: boolean;
  /** The same of a month and some days, in which each bill comes for the first time. */
  readonly isInFirstMonth: boolean;
  /** A payment was stopped within a day, and nobody has cleared it. */
  readonly isDoubted: boolean;
  /** The look for money laundering has an alert open for the account. */
  readonly hasAmlAlert: boolean;
}

/** Facts of an account without anything unusual. */
export const NO_HABITS: HabitFacts = {
  newPayees15m: 0,
  newPayeesSmall15m: 0,
  isNameKnown: false,
  timesRisen: 0,
  isUsualToPayee: false,
  toPayeeMean: null,
  payeeKnownDays: null,
  hasPayeePaid: false,
  isOutside: false,
  isAbroad: false,
  isAboveUsual: false,
  passedThrough: null,
  passesItself: null,
  fromNewPayers24h: 0,
  newPayers7d: 0,
  accountAgeDays: 1_000,
  isNewcomer: false,
  isInFirstWeek: false,
  isInFirstMonth: false,
  isDoubted: false,
  hasAmlAlert: false,
};

/** Input of the rules. Counts exclude the payment itself; amounts are in euros. */
export interface RiskFacts {
  /** Null where no rate is known: rules about amounts cannot be evaluated. */
  readonly amountReference: number | null;
  readonly outCount1h: number;
  readonly outCount24h: number;
  /** Earlier payments to this payee. */
  readonly paidBefore: number;
  /** Payments of 24 hours close to the reporting threshold or above it. */
  readonly nearThreshold24h: number;
  /** Euros that left the account in 24 hours; null where no rate is known. */
  readonly outReference24h: number | null;
  /** Origin and device of the payment, compared with earlier ones. */
  readonly origin: OriginFacts;
  /** The aggregates of the account and of the party. */
  readonly habits: HabitFacts;
  /** True: both accounts belong to one customer. */
  readonly isOwn: boolean;
  /** Screening outcome of the outside party, or null when there is none with a name. */
  readonly screening: PartyOutcome | null;
  /** Treatment of a payment whose party could not be screened. */
  readonly unscreened: Unscreened;
  /** A suspicion that a developer of the sandbox asked for. */
  readonly simulated: Exclude<RiskDecision, 'approve'> | null;
}

/** Why the rule about sanctions was not run. */
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
  /** Points on the scale of the score, when it hits. */
  readonly scoreDelta: number;
  /** The decision that the rule alone requires, when it hits. */
  readonly decision: RiskDecision;
  /** The compared figures, when it hits. Amounts in euros. */
  readonly figures?: readonly Figure[];
  /** Entries of lists, of the rule about sanctions only. */
  readonly matches?: readonly ListMatch[];
  /** Why the rule about sanctions was not run. */
  readonly why?: NotScreened;
  /** The lists that were too old for it. */
  readonly stale?: readonly StaleList[];
}

/** Amounts in euros. */
interface RuleTerms {
  readonly hourly: number;
  readonly daily: number;
  readonly largeToNew: number;
  /** Null: never held by that rule alone. */
  readonly heldToNew: number | null;
}

/**
 * Decision that an amount requests in the sandbox, in minor units, so that a client meets every
 * outcome.
 */
const SANDBOX_AMOUNTS: ReadonlyMap<number, Exclude<RiskDecision, 'approve'>> = new Map([
  [66_601, 'review'],
  [66_602, 'block_and_review'],
  [66_603, 'decline'],
]);

/** The decision that a payment's amount requests in the sandbox; null without one. */
export function sandboxHit(amount: number): Exclude<RiskDecision, 'approve'> | null {
  return SANDBOX_AMOUNTS.get(amount) ?? null;
}

export const RULE_SET = 8;

/** Cash and transfers from 10,000 euros are reported in most places; some pay just below it. */
const NEAR_REPORTED = 8_000;
const STRUCTURED_FROM = 3;

/** From here on a new device or country with a new payee is looked at, in euros. */
const ODD_ORIGIN_FROM = 100;
/** Faster than airliners. */
const MOST_KMH = 1_000;

const USUAL: RuleTerms = { hourly: 200, daily: 1_000, largeToNew: 15_000, heldToNew: null };
// Alone, rules have to be stricter than beside a model.
const ALONE: RuleTerms = { hourly: 50, daily: 250, largeToNew: 1_000, heldToNew: 10_000 };

const POINTS: Readonly<Record<Exclude<RiskDecision, 'approve'>, number>> = {
  review: 20,
  block_and_review: 60,
  decline: 100,
};

/** The decision of a rule that added so many points. */
export function decisionOfPoints(points: number): RiskDecision {
  const found = Object.entries(POINTS).find(([, delta]) => delta === points);
  return (found?.[0] as RiskDecision | undefined) ?? 'approve';
}

/**
 * The finding of every rule.
 * @param isAlone true when no model answers: the stricter terms apply
 */
export function applyRules(facts: RiskFacts, isAlone: boolean): RuleFinding[] {
  const terms = isAlone ? ALONE : USUAL;
  return [
    toFinding('velocity_hour', facts.outCount1h >= terms.hourly && 'review', [
      atLeast('payments_1h', facts.outCount1h, terms.hourly),
    ]),
    toFinding('velocity_day', facts.outCount24h >= terms.daily && 'review', [
      atLeast('payments_24h', facts.outCount24h, terms.daily),
    ]),
    toFinding('new_payee_large', largeToNew(facts, terms), [
      atLeast('amount', facts.amountReference, terms.largeToNew),
    ]),
    toFinding('structuring', detectStructuring(facts), [
      atLeast('transactions_near_threshold', facts.nearThreshold24h + 1, STRUCTURED_FROM),
    ]),
    ...habitRules(facts),
    ...originRules(facts),
    ...reliefs(facts),
    ...partyRules(facts.screening, facts.unscreened),
    ...simulatedRule(facts.simulated),
  ];
}

/** A suspicion that a developer of the sandbox asked for. */
function simulatedRule(asked: RiskFacts['simulated']): RuleFinding[] {
  if (asked === null) return [];
  const figure = { name: 'decision', observed: asked, is: 'other_than', threshold: 'approve' };
  return [toFinding('sandbox_simulated_hit', asked, [figure as Figure])];
}

type Found = RiskDecision | false | 'error';

const atLeast = (name: string, observed: number | null, threshold: number): Figure => {
  return { name, observed: observed ?? 'unknown', is: 'at_least', threshold };
};

function toFinding(ruleId: string, decision: Found, figures: readonly Figure[] = []): RuleFinding {
  const rule = { ruleId, version: RULE_SET };
  if (decision === 'error')
    return { ...rule, outcome: 'error', scoreDelta: 0, decision: 'approve' };
  if (decision === false || decision === 'approve') {
    return { ...rule, outcome: 'no_hit', scoreDelta: 0, decision: 'approve' };
  }
  const hit = { ...rule, outcome: 'hit', scoreDelta: POINTS[decision], decision } as const;
  return figures.length === 0 ? hit : { ...hit, figures };
}

function largeToNew(facts: RiskFacts, terms: RuleTerms): Found {
  const { amountReference, paidBefore, isOwn } = facts;
  if (paidBefore > 0 || isOwn) return false;
  if (amountReference === null) return 'error';
  if (terms.heldToNew !== null && amountReference >= terms.heldToNew) return 'block_and_review';
  return amountReference >= terms.largeToNew && 'review';
}

/**
 * The third new payee of a quarter of an hour is questioned, after two small payments to new
 * payees.
 */
const BURST_FROM = 2;
/** On the first day everybody is new: the thirteenth. */
const BURST_OF_NEWCOMER = 12;
/** From here on another account number under a known name is looked at, in euros. */
const REDIRECTED_FROM = 100;
const RISING = { from: 150, times: 2, toMean: 1.1, knownDays: 120 };
const UNPROVEN_FROM = 2_500;
/** On the first day no device is known yet, and the first rent, the movers and the furniture are due. */
const UNPROVEN_OF_NEWCOMER = 5_000;
/** At home prices rise, too. */
const RISING_AT_HOME = { from: 500, toMean: 1.3 };
const PASSING = { from: 300, share: 0.7, itself: 0.25, ageDays: 180, knownDays: 30 };
/**
 * The money that opens an account comes from one or two payers, and most of it may be due at once.
 */
const PASSING_OF_NEWCOMER = { payers: 3, from: 1_000, share: 0.85 };

/** Rules about the aggregates of the account and the party, including those that find nothing. */
function habitRules(facts: RiskFacts): RuleFinding[] {
  const { habits, isOwn, paidBefore, amountReference } = facts;
  const euros = amountReference ?? Number.POSITIVE_INFINITY;
  const isNew = !isOwn && paidBefore === 0;
  const { newPayees15m, newPayeesSmall15m } = habits;
  const isBeginning = habits.isNewcomer && isUndisturbed(facts.origin);
  const burstFrom = isBeginning ? BURST_OF_NEWCOMER : BURST_FROM;
  const isBurst = isNew && newPayees15m >= burstFrom && newPayeesSmall15m >= burstFrom;
  const isRedirected = isNew && habits.isNameKnown && euros >= REDIRECTED_FROM;
  return [
    toFinding('new_payees_burst', isBurst && 'block_and_review', [
      atLeast('new_payees_15m', newPayees15m + 1, burstFrom + 1),
      atLeast('new_payees_small_15m', newPayeesSmall15m, burstFrom),
    ]),
    toFinding('redirected_payee', isRedirected && 'block_and_review', [
      atLeast('amount', amountReference, REDIRECTED_FROM),
    ]),
    toFinding('rising_payments', !isOwn && isRising(facts, euros) && 'review', [
      atLeast('times_risen', habits.timesRisen, RISING.times),
      atLeast('amount_to_mean', habits.toPayeeMean, RISING.toMean),
    ]),
    toFinding('unproven_large', isNew && isUnproven(facts, euros) && 'review', [
      atLeast('amount', amountReference, unprovenFrom(habits)),
    ]),
    toFinding('passes_through', !isOwn && isPassing(habits) && 'block_and_review', [
      atLeast('amount_in', habits.fromNewPayers24h, passingTerms(habits).from),
      atLeast('share_passed_on', habits.passedThrough, passingTerms(habits).share),
    ]),
    toFinding('open_doubt', isNew && habits.isDoubted && 'block_and_review', [
      atLeast('open_doubts', 1, 1),
    ]),
    toFinding('aml_alert_open', isNew && habits.hasAmlAlert && 'review', [
      atLeast('open_alerts', 1, 1),
    ]),
    ...(isFinalLoss(facts, euros) ? [atStakeOf(amountReference)] : []),
  ];
}

function isRising({ habits, paidBefore }: RiskFacts, euros: number): boolean {
  const { timesRisen, toPayeeMean, payeeKnownDays } = habits;
  if (!habits.isOutside || habits.hasPayeePaid || paidBefore < RISING.times) return false;
  const isYoung = (payeeKnownDays ?? 0) <= RISING.knownDays;
  const rises = timesRisen >= RISING.times && (toPayeeMean ?? 0) >= RISING.toMean;
  if (!isYoung || !rises || euros < RISING.from) return false;
  const isSteep = euros >= RISING_AT_HOME.from && (toPayeeMean ?? 0) >= RISING_AT_HOME.toMean;
  return habits.isAbroad || (habits.isAboveUsual && isSteep);
}

const unprovenFrom = ({ isNewcomer }: HabitFacts) =>
  isNewcomer ? UNPROVEN_OF_NEWCOMER : UNPROVEN_FROM;

/** Much, to somebody new outside, and nothing says that it comes from where it always does. */
function isUnproven({ habits, origin }: RiskFacts, euros: number): boolean {
  const isMuch = habits.isAboveUsual && euros >= unprovenFrom(habits);
  return habits.isOutside && isMuch && origin.isNewDevice !== false;
}

const passingTerms = ({ isNewcomer }: HabitFacts) => (isNewcomer ? PASSING_OF_NEWCOMER : PASSING);

/** Money of strangers that leaves a young account at once. */
function isPassing(habits: HabitFacts): boolean {
  const { passedThrough, passesItself, fromNewPayers24h, accountAgeDays, payeeKnownDays } = habits;
  if (accountAgeDays > PASSING.ageDays || (payeeKnownDays ?? 0) > PASSING.knownDays) return false;
  const { isNewcomer, newPayers7d } = habits;
  if (isNewcomer && newPayers7d < PASSING_OF_NEWCOMER.payers) return false;
  const { from, share } = passingTerms(habits);
  const isMuch = (fromNewPayers24h ?? 0) >= from && (passesItself ?? 0) >= PASSING.itself;
  return isMuch && (passedThrough ?? 0) >= share;
}

/** True without any sign of another person. */
function isUndisturbed({ isNewDevice, isNewCountry, network }: OriginFacts): boolean {
  const isHidden = network === 'tor' || network === 'hosting';
  return !isNewDevice && !isNewCountry && !isHidden;
}

/** A doubtful payment that cannot be taken back is not let go: a review holds it. */
function isFinalLoss({ habits, origin, isOwn }: RiskFacts, euros: number): boolean {
  if (isOwn || !habits.isOutside || euros < ODD_ORIGIN_FROM) return false;
  return habits.isAboveUsual || origin.isNewDevice === true;
}

const FINAL_LOSS = 'final_loss';
const atStakeOf = (amount: number | null): RuleFinding => ({
  ruleId: FINAL_LOSS,
  version: RULE_SET,
  outcome: 'snoozed',
  scoreDelta: 0,
  decision: 'approve',
  figures: [atLeast('amount', amount, ODD_ORIGIN_FROM)],
});

/** The findings with which a review waits, where the loss would be final; the same otherwise. */
export function withFinalLoss(
  rules: readonly RuleFinding[],
  decision: RiskDecision,
): readonly RuleFinding[] {
  const stake = rules.find(({ ruleId }) => ruleId === FINAL_LOSS);
  const others = rules.filter((rule) => rule !== stake);
  if (!stake || decision !== 'review') return others;
  return [...others, toFinding(FINAL_LOSS, 'block_and_review', stake.figures)];
}

/** Rules that the customer can answer with a second factor; the model's doubt is another. */
const CONFIRMABLE = ['new_payees_burst', 'redirected_payee', 'open_doubt', FINAL_LOSS];

/** True when the customer alone can let a held payment go. */
export function canBeConfirmed(rules: readonly RuleFinding[], decision: RiskDecision): boolean {
  if (decision !== 'block_and_review') return false;
  const holding = rules.filter((rule) => rule.decision === 'block_and_review');
  return holding.every(({ ruleId }) => CONFIRMABLE.includes(ruleId));
}

/** The findings once the customer has confirmed the payment: it is reviewed afterwards. */
export function confirmedRules(rules: readonly RuleFinding[]): readonly RuleFinding[] {
  return rules.map((rule) =>
    CONFIRMABLE.includes(rule.ruleId) && rule.outcome === 'hit'
      ? { ...rule, decision: 'review', scoreDelta: POINTS.review }
      : rule,
  );
}

/** Rules about where a payment comes from; left out where it says nothing of it. */
function originRules({ origin, amountReference, paidBefore, isOwn }: RiskFacts): RuleFinding[] {
  const { isNewDevice, isNewCountry, speedKmh, network } = origin;
  const isLargeToNew =
    !isOwn && paidBefore === 0 && (amountReference ?? Infinity) >= ODD_ORIGIN_FROM;
  const amount = [atLeast('amount', amountReference, ODD_ORIGIN_FROM)];
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
          toFinding('impossible_travel', speedKmh > MOST_KMH && 'review', [
            atLeast('kilometres_an_hour', Math.round(speedKmh), MOST_KMH),
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

/**
 * This payment and others of a day, each close to the reporting threshold; further ones do not
 * weaken it.
 */
function detectStructuring({ amountReference, nearThreshold24h, isOwn }: RiskFacts): Found {
  if (isOwn) return false;
  if (amountReference === null) return 'error';
  const isNear = amountReference >= NEAR_REPORTED;
  return isNear && nearThreshold24h + 1 >= STRUCTURED_FROM && 'review';
}

const AT_UNSCREENED: Readonly<Record<Unscreened, RiskDecision | null>> = {
  alert: null,
  hold: 'block_and_review',
  refuse: 'decline',
};

/**
 * The rule about the outside party, the only one for money from outside: a hit holds the money, a
 * hit that a person has confirmed is refused, and in production an unavailable or stale list lets
 * nothing through unseen.
 */
export function partyRules(answer: PartyOutcome | null, unscreened: Unscreened): RuleFinding[] {
  if (answer === null) return [];
  const rule = 'sanctions_hit';
  if (answer === 'hit') return [toFinding(rule, 'block_and_review')];
  if (answer === 'confirmed') return [toFinding(rule, 'decline')];
  const nothing = toFinding(rule, false);
  if (answer === 'no_hit') return [nothing];
  // Wherever the bank runs: a name that cannot be read is no reason to trust it.
  if (answer === 'not_compared') {
    const why = 'name_not_compared';
    return [{ ...nothing, outcome: 'not_run', decision: 'block_and_review', why }];
  }
  const decision = answer === 'error' ? 'review' : 'approve';
  const made = { ...nothing, outcome: answer, decision: AT_UNSCREENED[unscreened] ?? decision };
  return [made.decision === 'approve' ? made : { ...made, why: 'screening_unavailable' }];
}

/**
 * Probabilities from which on each decision applies, or null when the model alone never reaches it.
 */
export interface RiskThresholds {
  readonly review: number;
  readonly block: number | null;
  readonly decline: number | null;
}

/** The decision of the model alone. */
export function decisionOf(probability: number, thresholds: RiskThresholds): RiskDecision {
  const { review, block, decline } = thresholds;
  if (decline !== null && probability >= decline) return 'decline';
  if (block !== null && probability >= block) return 'block_and_review';
  return probability >= review ? 'review' : 'approve';
}

/**
 * Least amount of a payment, or of all of its day, for which a doubt of the model counts; euros.
 */
const DOUBT_FROM = 50;
const DOUBT_FROM_IN_A_DAY = 250;
const OWN = 'own_account';
const KNOWN_DEVICE = 'known_device';
const KNOWN_PAYEE = 'known_payee';
/** Days after which a payee counts as one. */
const KNOWN_PAYEE_DAYS = 20;
const FIRST_WEEK = 'first_week';
/** Up to here, in a day, the model's doubt counts for nothing in a first week, of which it knows none. */
const FIRST_WEEK_BELOW = 5_000;
const FIRST_BILLS = 'first_bills';
/** The bound of a first month, in which bills come for the first time: less, and less than most accounts hold. */
const FIRST_BILLS_BELOW = 500;
const SMALL = 'small_payment';
const SMALL_FIRST = 'small_first_payment';

/** Why a model's doubt may count for less. */
function reliefs(facts: RiskFacts): RuleFinding[] {
  const relief = {
    version: RULE_SET,
    outcome: 'snoozed',
    scoreDelta: 0,
    decision: 'approve',
  } as const;
  const { isOwn, paidBefore, amountReference, outReference24h } = facts;
  if (isOwn) return [{ ...relief, ruleId: OWN }];
  const isAtHome = facts.origin.isNewDevice === false && isUndisturbed(facts.origin);
  const { isUsualToPayee, payeeKnownDays } = facts.habits;
  const isKnownPayee = isUsualToPayee && (payeeKnownDays ?? 0) >= KNOWN_PAYEE_DAYS;
  const known = [
    ...(isAtHome ? [{ ...relief, ruleId: KNOWN_DEVICE }] : []),
    ...(isKnownPayee ? [{ ...relief, ruleId: KNOWN_PAYEE }] : []),
  ];
  if (amountReference === null || outReference24h === null) return known;
  const ofDay = outReference24h + amountReference;
  const { isInFirstWeek, isInFirstMonth } = facts.habits;
  const isAtBeginning = isUndisturbed(facts.origin);
  if (isInFirstWeek && isAtBeginning && ofDay < FIRST_WEEK_BELOW) {
    known.push({ ...relief, ruleId: FIRST_WEEK });
  } else if (isInFirstMonth && isAtBeginning && ofDay < FIRST_BILLS_BELOW) {
    known.push({ ...relief, ruleId: FIRST_BILLS });
  }
  const isSmall = amountReference < DOUBT_FROM;
  const isQuiet = outReference24h + amountReference < DOUBT_FROM_IN_A_DAY;
  if (!isSmall || !isQuiet) return known;
  return [...known, { ...relief, ruleId: paidBefore > 0 ? SMALL : SMALL_FIRST }];
}

/**
 * Adjusts the model's decision to the stakes: nothing is lost between the accounts of one customer.
 * A small payment on a quiet day proceeds whatever the model says: a person reviews it afterwards
 * where the model would stop it, and where the model doubts one to a payee who was paid before,
 * since thieves take little for long. A small first payment is how people begin. The model knows no
 * devices: from a device that the account has used, its doubt counts for less, as it does for a
 * payee who has long been paid.
 */
export function atStake(
  asked: RiskDecision,
  rules: readonly Pick<RuleFinding, 'ruleId' | 'outcome'>[],
): RiskDecision {
  const isRelieved = (ruleId: string) =>
    rules.some((rule) => rule.ruleId === ruleId && rule.outcome === 'snoozed');
  if ([OWN, FIRST_WEEK, FIRST_BILLS].some(isRelieved)) return 'approve';
  const isKnown = isRelieved(KNOWN_DEVICE) || isRelieved(KNOWN_PAYEE);
  if (asked === 'review') return isKnown || isRelieved(SMALL_FIRST) ? 'approve' : asked;
  const isSmall = isKnown || isRelieved(SMALL) || isRelieved(SMALL_FIRST);
  return asked !== 'approve' && isSmall ? 'review' : asked;
}

/** True when the findings are those of a payment between the accounts of one customer. */
export function isBetweenOwn(rules: readonly Pick<RuleFinding, 'ruleId'>[]): boolean {
  return rules.some(({ ruleId }) => ruleId === OWN);
}

/** The gravest of them. */
export function gravest(decisions: readonly RiskDecision[]): RiskDecision {
  const rank = Math.max(0, ...decisions.map((one) => RISK_DECISIONS.indexOf(one)));
  return RISK_DECISIONS[rank] ?? 'approve';
}

/** The level of a decision. */
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
 * 0 to 100: the band of the decision, and inside it how far the probability has come from where the
 * model asks for that decision to where it asks for the next one.
 */
export function scoreOf(
  probability: number,
  decision: RiskDecision,
  { review, block, decline }: RiskThresholds,
): number {
  const starts = [0, review, block ?? 1, decline ?? 1, 1];
  const at = RISK_DECISIONS.indexOf(decision);
  const [from, to] = [starts[at] ?? 0, starts[at + 1] ?? 1];
  const share = to > from ? (probability - from) / (to - from) : 1;
  const [low, high] = BANDS[decision];
  return low + Math.round(Math.min(1, Math.max(0, share)) * (high - low));
}
