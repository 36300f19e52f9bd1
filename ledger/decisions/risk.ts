// The risk of a payment: what can be decided about it, and the written rules beside the model.
// Pure: facts in, findings out. A change of a rule or of an amount is a new rule set.

import type { ListMatch, PartyOutcome } from './screening.ts';

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
 * What becomes of a payment whose party could not be screened, because the lists are unreadable,
 * empty or stale: the sandbox books it with an alert or without, production holds or refuses it.
 */
export type Unscreened = 'alert' | 'hold' | 'refuse';

/** Networks that hide who is there. */
export const HIDDEN_NETWORKS = ['tor', 'hosting'] as const;
export type HiddenNetwork = (typeof HIDDEN_NETWORKS)[number];

/** What a payment says of where it was sent from, beside what earlier ones of the account said. */
export interface OriginFacts {
  /** Null: it says nothing, or nothing was known before. */
  readonly isNewDevice: boolean | null;
  readonly isNewCountry: boolean | null;
  /** Kilometres an hour since the payment before; null: one of the two says no place. */
  readonly speedKmh: number | null;
  /** What its address is in; null: it says none, or the bank has no lists of networks. */
  readonly network: HiddenNetwork | 'none' | null;
}

/** A payment that says nothing of it. */
export const NO_ORIGIN: OriginFacts = {
  isNewDevice: null,
  isNewCountry: null,
  speedKmh: null,
  network: null,
};

/** What the rules look at. Counts leave the payment itself out; amounts are in euros. */
export interface RiskFacts {
  /** Null where no rate is known: rules about amounts cannot be evaluated. */
  readonly amountReference: number | null;
  readonly outCount1h: number;
  readonly outCount24h: number;
  /** Earlier payments to this payee. */
  readonly paidBefore: number;
  /** Payments of 24 hours just under the reporting threshold. */
  readonly underThreshold24h: number;
  /** Euros that left the account in 24 hours; null where no rate is known. */
  readonly outReference24h: number | null;
  /** Where and with what it was sent, beside the payments before. */
  readonly origin: OriginFacts;
  /** True: both accounts belong to one customer. */
  readonly isOwn: boolean;
  /** What the lists say about the party outside; null: there is none with a name. */
  readonly screening: PartyOutcome | null;
  /** What becomes of a payment whose party could not be screened. */
  readonly unscreened: Unscreened;
  /** A suspicion that a developer of the sandbox asked for. */
  readonly simulated: Exclude<RiskDecision, 'approve'> | null;
}

export interface RuleFinding {
  readonly ruleId: string;
  readonly version: number;
  readonly outcome: 'hit' | 'no_hit' | 'error' | 'not_run' | 'snoozed';
  /** Points on the scale of the score, when it hits. */
  readonly scoreDelta: number;
  /** What the rule asks for by itself, when it hits. */
  readonly decision: RiskDecision;
  /** Entries of lists, of the rule about sanctions only. */
  readonly matches?: readonly ListMatch[];
}

/** Amounts in euros. */
interface RuleTerms {
  readonly hourly: number;
  readonly daily: number;
  readonly largeToNew: number;
  /** Null: never held by that rule alone. */
  readonly heldToNew: number | null;
}

/** What an amount asks for in the sandbox, in minor units, so that a client meets every outcome. */
const SANDBOX_AMOUNTS: ReadonlyMap<number, Exclude<RiskDecision, 'approve'>> = new Map([
  [66_601, 'review'],
  [66_602, 'block_and_review'],
  [66_603, 'decline'],
]);

/** What the amount of a payment asks for in the sandbox; null: nothing. */
export function sandboxHit(amount: number): Exclude<RiskDecision, 'approve'> | null {
  return SANDBOX_AMOUNTS.get(amount) ?? null;
}

export const RULE_SET = 5;

/** Cash and transfers above it are reported in most places; some pay just below it. */
const REPORTED_FROM = 10_000;
const JUST_UNDER = 0.8;
const STRUCTURED_FROM = 3;

/** Where the rules about structuring look, in euros. */
export const UNDER_THRESHOLD = { least: REPORTED_FROM * JUST_UNDER, below: REPORTED_FROM };

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

/**
 * Every rule with what it found.
 * @param isAlone no model answers: the stricter terms count
 */
export function applyRules(facts: RiskFacts, isAlone: boolean): RuleFinding[] {
  const terms = isAlone ? ALONE : USUAL;
  return [
    toFinding('velocity_hour', facts.outCount1h >= terms.hourly && 'review'),
    toFinding('velocity_day', facts.outCount24h >= terms.daily && 'review'),
    toFinding('new_payee_large', largeToNew(facts, terms)),
    toFinding('structuring', detectStructuring(facts)),
    ...originRules(facts),
    ...reliefs(facts),
    ...partyRules(facts.screening, facts.unscreened),
    ...(facts.simulated === null ? [] : [toFinding('sandbox_simulated_hit', facts.simulated)]),
  ];
}

type Found = RiskDecision | false | 'error';

function toFinding(ruleId: string, decision: Found): RuleFinding {
  const rule = { ruleId, version: RULE_SET };
  if (decision === 'error')
    return { ...rule, outcome: 'error', scoreDelta: 0, decision: 'approve' };
  if (decision === false || decision === 'approve') {
    return { ...rule, outcome: 'no_hit', scoreDelta: 0, decision: 'approve' };
  }
  return { ...rule, outcome: 'hit', scoreDelta: POINTS[decision], decision };
}

function largeToNew(facts: RiskFacts, terms: RuleTerms): Found {
  const { amountReference, paidBefore, isOwn } = facts;
  if (paidBefore > 0 || isOwn) return false;
  if (amountReference === null) return 'error';
  if (terms.heldToNew !== null && amountReference >= terms.heldToNew) return 'block_and_review';
  return amountReference >= terms.largeToNew && 'review';
}

/** Rules about where a payment comes from; left out where it says nothing of it. */
function originRules({ origin, amountReference, paidBefore, isOwn }: RiskFacts): RuleFinding[] {
  const { isNewDevice, isNewCountry, speedKmh, network } = origin;
  const isLargeToNew =
    !isOwn && paidBefore === 0 && (amountReference ?? Infinity) >= ODD_ORIGIN_FROM;
  return [
    ...(isNewDevice === null
      ? []
      : [toFinding('new_device', isNewDevice && isLargeToNew && 'review')]),
    ...(isNewCountry === null
      ? []
      : [toFinding('new_country', isNewCountry && isLargeToNew && 'review')]),
    ...(speedKmh === null ? [] : [toFinding('impossible_travel', speedKmh > MOST_KMH && 'review')]),
    ...(network === null
      ? []
      : [toFinding('hidden_network', network !== 'none' && isLargeToNew && 'review')]),
  ];
}

/** This payment and the others of a day, each just under what would be reported. */
function detectStructuring({ amountReference, underThreshold24h, isOwn }: RiskFacts): Found {
  if (isOwn) return false;
  if (amountReference === null) return 'error';
  const isUnder = amountReference >= UNDER_THRESHOLD.least && amountReference < REPORTED_FROM;
  return isUnder && underThreshold24h + 1 >= STRUCTURED_FROM && 'review';
}

const AT_UNSCREENED: Readonly<Record<Unscreened, RiskDecision | null>> = {
  alert: null,
  hold: 'block_and_review',
  refuse: 'decline',
};

/**
 * The rule about who is outside, the only one that money from outside meets: a name on a list stops
 * the money, one that a person has confirmed is refused, and in production a list that cannot be
 * asked, or is too old to rely on, lets nothing through unseen.
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
    return [{ ...nothing, outcome: 'not_run', decision: 'block_and_review' }];
  }
  const decision = answer === 'error' ? 'review' : 'approve';
  return [{ ...nothing, outcome: answer, decision: AT_UNSCREENED[unscreened] ?? decision }];
}

/** Probabilities from which on a decision is no plain yes; null: never by the model alone. */
export interface RiskThresholds {
  readonly review: number;
  readonly block: number | null;
  readonly decline: number | null;
}

/** What the model alone asks for. */
export function decisionOf(probability: number, thresholds: RiskThresholds): RiskDecision {
  const { review, block, decline } = thresholds;
  if (decline !== null && probability >= decline) return 'decline';
  if (block !== null && probability >= block) return 'block_and_review';
  return probability >= review ? 'review' : 'approve';
}

/** What a payment, or all of its day, is worth before a doubt of the model counts; euros. */
const DOUBT_FROM = 50;
const DOUBT_FROM_IN_A_DAY = 250;
const OWN = 'own_account';
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
  if (amountReference === null || outReference24h === null) return [];
  const isSmall = amountReference < DOUBT_FROM;
  const isQuiet = outReference24h + amountReference < DOUBT_FROM_IN_A_DAY;
  if (!isSmall || !isQuiet) return [];
  return [{ ...relief, ruleId: paidBefore > 0 ? SMALL : SMALL_FIRST }];
}

/**
 * What the model's answer comes to, by what is at stake: nothing is lost between the accounts
 * of one customer. A small payment on a quiet day proceeds whatever the model says: a person looks
 * at it afterwards where the model would stop it, and where the model doubts one to a payee who was
 * paid before, since thieves take little for long. A small first payment is how people begin.
 */
export function atStake(
  asked: RiskDecision,
  rules: readonly Pick<RuleFinding, 'ruleId' | 'outcome'>[],
): RiskDecision {
  const isRelieved = (ruleId: string) =>
    rules.some((rule) => rule.ruleId === ruleId && rule.outcome === 'snoozed');
  if (isRelieved(OWN)) return 'approve';
  if (asked === 'review') return isRelieved(SMALL_FIRST) ? 'approve' : asked;
  const isSmall = isRelieved(SMALL) || isRelieved(SMALL_FIRST);
  return asked !== 'approve' && isSmall ? 'review' : asked;
}

/** The gravest of them. */
export function gravest(decisions: readonly RiskDecision[]): RiskDecision {
  const rank = Math.max(0, ...decisions.map((one) => RISK_DECISIONS.indexOf(one)));
  return RISK_DECISIONS[rank] ?? 'approve';
}

/** How a decision is called on the scale of levels. */
export function levelOf(decision: RiskDecision): RiskLevel {
  return RISK_LEVELS[RISK_DECISIONS.indexOf(decision)] ?? 'low';
}

/** 0 to 100: the probability in percent, and the points of the rules that hit. */
export function scoreOf(
  probability: number,
  rules: readonly Pick<RuleFinding, 'scoreDelta'>[],
): number {
  const points = rules.reduce((sum, { scoreDelta }) => sum + scoreDelta, 0);
  return Math.min(100, Math.round(probability * 100) + points);
}
