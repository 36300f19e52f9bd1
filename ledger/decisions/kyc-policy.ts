// The written KYC policy: from the facts about a customer to a decision. It is versioned and the
// same for all customers: age, sex, nationality and place of birth add no points.

import { FATF } from './fatf.ts';
import type {
  CHECK_RESULTS,
  CheckName,
  CustomerRisk,
  DocumentType,
  FACTOR_CATEGORIES,
  KycLevel,
} from './kyc.ts';
import { sandboxOutcome } from './kyc.ts';
import { FULL_AGE, isUnder } from './kyc-age.ts';
import { type DocumentFact, type JudgedDocument, judgeDocuments } from './kyc-documents.ts';
import { isIncomplete, type JudgedOwner, judgeOwners, type OwnerFact } from './kyc-owners.ts';
import { writtenReasons } from './kyc-reasons.ts';
import { type WatchAnswers, watchCheck } from './kyc-watch.ts';

export const KYC_POLICY = '1.5.0';

export interface KycFactor {
  readonly category: (typeof FACTOR_CATEGORIES)[number];
  readonly code: string;
  readonly weight: number;
  readonly message: string;
}

export interface KycCheck {
  readonly name: CheckName;
  readonly result: (typeof CHECK_RESULTS)[number];
  readonly detail: string;
}

export interface KycRequirement {
  readonly type: string;
  readonly acceptedTypes: readonly DocumentType[];
  readonly reason: string;
  readonly status: 'required' | 'received' | 'invalid';
}

/** The facts about a customer that the policy evaluates. */
export interface KycFacts {
  readonly level: KycLevel;
  readonly livemode: boolean;
  readonly type: 'individual' | 'business';
  readonly name: string;
  /** Known countries of residence or registration. */
  readonly countries: readonly string[];
  readonly nationality: string | null;
  /** Fields of the request that contradict the customer's record. */
  readonly differingFields: readonly ('name' | 'date_of_birth')[];
  /** Named owners of a business. */
  readonly owners: readonly OwnerFact[];
  /** Answers of the watchlist providers. */
  readonly watched: WatchAnswers;
  readonly hasSelfie: boolean;
  readonly hits: { readonly pending: number; readonly confirmed: number };
  /** True when a part of the customer's name could not be compared with the lists. */
  readonly isUnread?: boolean;
  /** Sanctions lists that were too old to rely on, each with its date. */
  readonly staleLists: readonly string[];
  /** Other customers of the developer that may be the same person or business. */
  readonly duplicates: readonly string[];
  readonly documents: readonly DocumentFact[];
  /** A date such as `2008-11-22`; null when not stated. */
  readonly bornOn: string | null;
  /** The customer's accounts, and counts of their payments of the last 90 days. */
  readonly activity: {
    readonly currencies: number;
    readonly payments: number;
    readonly cash: number;
    readonly highRisk: number;
  };
  /** The business day, such as `2026-11-22`. */
  readonly today: string;
}

export interface KycJudgement {
  readonly outcome: 'documents' | 'review' | 'approve' | 'reject';
  /** The applied level: at high risk `enhanced`. */
  readonly level: KycLevel;
  readonly riskLevel: CustomerRisk;
  readonly riskScore: number;
  readonly factors: readonly KycFactor[];
  readonly checks: readonly KycCheck[];
  readonly requiredDocuments: readonly KycRequirement[];
  readonly reviewReasons: readonly string[];
  /** The reasons of the outcome, in sentences. */
  readonly reasons: readonly string[];
  readonly documents: readonly JudgedDocument[];
  readonly owners: readonly JudgedOwner[];
}

const MEDIUM_MIN_SCORE = 30;
const HIGH_MIN_SCORE = 60;
const MAX_SCORE = 100;
/** Minimum number of payments for a conclusion from a share of them. */
const MIN_PAYMENTS = 5;
const CASH_SHARE = 0.2;
const MANY_CURRENCIES = 3;

/** Years until the next review, by risk: policy of the bank. */
const REVIEW_YEARS = { low: 5, medium: 3, high: 1, prohibited: 1 } as const;

/** When the next review of a verified customer is due. Milliseconds since 1970 UTC. */
export function nextReviewAt(verifiedAt: number, risk: CustomerRisk): number {
  const date = new Date(verifiedAt);
  date.setUTCFullYear(date.getUTCFullYear() + REVIEW_YEARS[risk]);
  return date.getTime();
}

/** Days before the due date on which the bank starts a review automatically. */
const REVIEW_LEAD_DAYS = 60;

/** When the bank starts the review that is due at a time. Milliseconds since 1970 UTC. */
export function reviewStartsAt(dueAt: number): number {
  return dueAt - REVIEW_LEAD_DAYS * 86_400_000;
}

/** Applies the policy to the facts about a customer. */
export function judgeKyc(facts: KycFacts): KycJudgement {
  const factors = listFactors(facts);
  const riskScore = Math.min(
    MAX_SCORE,
    factors.reduce((sum, { weight }) => sum + weight, 0),
  );
  const riskLevel = levelOf(facts, riskScore);
  const level = riskLevel === 'high' || riskLevel === 'prohibited' ? 'enhanced' : facts.level;
  const requestedOutcome = facts.livemode ? null : sandboxOutcome(facts.name);
  const requiresDocument = requestedOutcome === 'awaiting_documents';
  const isMinor = facts.bornOn !== null && isUnder(facts.bornOn, FULL_AGE, facts.today);
  const context = { ...facts, level, requiresDocument, isMinor };
  const { documents, requiredDocuments, check } = judgeDocuments(context);
  const checks = listChecks(facts, check);
  const isStale = facts.livemode && facts.staleLists.length > 0;
  const owners = judgeOwners({ owners: facts.owners, isStale, today: facts.today });
  const checkedFacts = { riskLevel, checks, level, isMinor, owners };
  const reviewReasons = listReviewReasons(facts, checkedFacts);
  if (requestedOutcome === 'manual_review') reviewReasons.push('simulated');
  const rating = { level, riskLevel, riskScore, factors };
  const findings = { ...rating, checks, requiredDocuments, documents, owners };
  const outcome = outcomeOf();
  const judgement = {
    ...findings,
    outcome,
    reviewReasons: outcome === 'review' ? reviewReasons : [],
  };
  return { ...judgement, reasons: writtenReasons(judgement) };

  function outcomeOf(): KycJudgement['outcome'] {
    if (riskLevel === 'prohibited' || requestedOutcome === 'denied') return 'reject';
    if (requiredDocuments.some(({ status }) => status !== 'received')) return 'documents';
    return reviewReasons.length > 0 ? 'review' : 'approve';
  }
}

function levelOf({ hits }: KycFacts, score: number): CustomerRisk {
  if (hits.confirmed > 0) return 'prohibited';
  if (score >= HIGH_MIN_SCORE) return 'high';
  return score >= MEDIUM_MIN_SCORE ? 'medium' : 'low';
}

function listFactors(facts: KycFacts): KycFactor[] {
  const { type, hits, differingFields, duplicates, activity, countries, watched } = facts;
  const listedCountries = countries.filter((country) => isListed(country));
  const monitored = countries.filter((country) => isMonitored(country));
  const cashShare = activity.payments === 0 ? 0 : activity.cash / activity.payments;
  const usesMuchCash = activity.payments >= MIN_PAYMENTS && cashShare >= CASH_SHARE;
  const all: (KycFactor | null)[] = [
    type === 'business' ? factor('customer', 'business', 10, 'The customer is a business.') : null,
    ...ownerFactors(facts),
    watched.pep.kind === 'found'
      ? factor(
          'customer',
          'politically_exposed',
          40,
          'A provider lists the name as politically exposed.',
        )
      : null,
    hits.confirmed > 0
      ? factor('customer', 'sanctions_confirmed', 100, 'An operator confirmed a sanctions hit.')
      : null,
    hits.pending > 0
      ? factor(
          'customer',
          'sanctions_undecided',
          40,
          'A sanctions hit waits for the decision of an operator.',
        )
      : null,
    differingFields.length > 0
      ? factor(
          'customer',
          'identity_differs',
          20,
          'The identity data in the request differs from the customer record.',
        )
      : null,
    duplicates.length > 0
      ? factor('customer', 'possible_duplicate', 15, 'Another customer has the same identity data.')
      : null,
    countries.length === 0
      ? factor('geography', 'country_unknown', 10, 'No country of residence is known.')
      : null,
    listedCountries.length > 0
      ? factor(
          'geography',
          'call_for_action',
          60,
          `${listedCountries.join(', ')}: on the FATF's call for action of ${FATF.asOf}.`,
        )
      : null,
    monitored.length > 0
      ? factor(
          'geography',
          'increased_monitoring',
          20,
          `${monitored.join(', ')}: under increased monitoring by the FATF as of ${FATF.asOf}.`,
        )
      : null,
    activity.currencies >= MANY_CURRENCIES
      ? factor(
          'product',
          'many_currencies',
          5,
          'The customer has accounts in three currencies or more.',
        )
      : null,
    factor('channel', 'not_face_to_face', 10, 'The customer was identified remotely.'),
    usesMuchCash
      ? factor('transaction', 'cash', 15, 'A fifth or more of the payments are in cash.')
      : null,
    activity.highRisk > 0
      ? factor(
          'transaction',
          'call_for_action',
          30,
          "The customer has payments with a country on the FATF's call for action.",
        )
      : null,
  ];
  return all.filter((entry) => entry !== null);
}

function ownerFactors({ type, owners }: KycFacts): (KycFactor | null)[] {
  const hasListedOwner = owners.some(({ country }) => country !== null && isListed(country));
  const hasMonitoredOwner = owners.some(({ country }) => country !== null && isMonitored(country));
  return [
    type === 'business' && owners.length === 0
      ? factor('customer', 'owners_unknown', 20, 'No beneficial owner was named.')
      : null,
    owners.length > 0 && isIncomplete(owners)
      ? factor('customer', 'owners_incomplete', 20, 'An owner of a quarter may be missing.')
      : null,
    hasListedOwner
      ? factor(
          'geography',
          'owner_call_for_action',
          40,
          "An owner lives in a country on the FATF's call for action.",
        )
      : null,
    hasMonitoredOwner
      ? factor(
          'geography',
          'owner_increased_monitoring',
          15,
          'An owner lives in a country under increased monitoring by the FATF.',
        )
      : null,
  ];
}

function factor(
  category: KycFactor['category'],
  code: string,
  weight: number,
  message: string,
): KycFactor {
  return { category, code, weight, message };
}

function isMonitored(country: string): boolean {
  return (FATF.increasedMonitoring as readonly string[]).includes(country);
}

function isListed(country: string): boolean {
  return (FATF.callForAction as readonly string[]).includes(country);
}

const NO_PROVIDER = 'No provider is configured.';

function listChecks(facts: KycFacts, document: Omit<KycCheck, 'name'>): KycCheck[] {
  const { duplicates, hasSelfie } = facts;
  const selfie = hasSelfie ? NO_PROVIDER : `No selfie was given. ${NO_PROVIDER}`;
  const notRun = (name: CheckName, detail = NO_PROVIDER): KycCheck => ({
    name,
    result: 'not_run',
    detail,
  });
  return [
    { name: 'document', ...document },
    notRun('face_match', selfie),
    notRun('liveness', selfie),
    { name: 'address', ...checkAddress(facts) },
    { name: 'sanctions', ...checkSanctions(facts) },
    watchCheck('pep', facts.watched.pep),
    watchCheck('adverse_media', facts.watched.adverse_media),
    duplicates.length > 0
      ? {
          name: 'duplicate',
          result: 'review',
          detail: `The same identity data as ${duplicates.join(', ')}.`,
        }
      : {
          name: 'duplicate',
          result: 'pass',
          detail: 'No other customer has the same identity data.',
        },
  ];
}

/** The check of the stated address, which no provider verifies. */
function checkAddress({ countries }: KycFacts): Omit<KycCheck, 'name'> {
  if (countries.length > 1) {
    const detail = `The request and the customer record name ${countries.join(', ')}.`;
    return { result: 'review', detail };
  }
  return { result: 'not_run', detail: 'No provider is configured that knows addresses.' };
}

/** A sentence that says whose names could not be compared; null when all were compared. */
function describeUnread({ isUnread = false, owners }: KycFacts): string | null {
  const unreadNames = [
    ...(isUnread ? ['the customer'] : []),
    ...owners.flatMap((owner, index) => (owner.isUnread ? [`the owner at position ${index}`] : [])),
  ];
  if (unreadNames.length === 0) return null;
  return `A part of a name could not be compared with the lists: of ${unreadNames.join(', ')}.`;
}

function checkSanctions(facts: KycFacts): Omit<KycCheck, 'name'> {
  const { hits, staleLists, livemode } = facts;
  const unread = describeUnread(facts);
  const { confirmed, pending } = hits;
  if (confirmed > 0) return { result: 'fail', detail: 'An operator confirmed a hit.' };
  if (pending > 0)
    return { result: 'review', detail: `${pending} hits wait for the decision of an operator.` };
  if (unread !== null) return { result: 'review', detail: unread };
  // In production a stale list never passes; a hit on a stale list still counts as a hit.
  if (livemode && staleLists.length > 0) {
    const detail = `The lists are too old to rely on: ${staleLists.join(', ')}.`;
    return { result: 'not_run', detail };
  }
  return {
    result: 'pass',
    detail: 'No entry of the lists matches the name, or an operator cleared every match.',
  };
}

/** Results that need a person. A provider's failure (`error`) needs one too. */
const NEEDS_A_PERSON = new Set(['review', 'fail', 'error']);

/** Codes of the owners' open checks, without sanctions, which the customer's checks include. */
function ownerReasons(owners: readonly JudgedOwner[]): string[] {
  const openChecks = owners.flatMap(({ checks }) =>
    checks.filter(({ name, result }) => name !== 'sanctions' && NEEDS_A_PERSON.has(result)),
  );
  return [...new Set(openChecks.map(({ name }) => `owner_${name}`))];
}

/** Why a person has to decide; empty when the rules may approve. */
function listReviewReasons(
  { differingFields, livemode, staleLists, owners }: KycFacts,
  findings: Pick<KycJudgement, 'riskLevel' | 'checks' | 'level' | 'owners'> & {
    readonly isMinor: boolean;
  },
): string[] {
  const openChecks = findings.checks.filter(({ result }) => NEEDS_A_PERSON.has(result));
  return [
    ...openChecks.map(({ name }) => `${name}_check`),
    ...differingFields.map((field) => `${field}_differs`),
    ...(findings.isMinor ? ['under_age'] : []),
    ...(owners.length > 0 && isIncomplete(owners) ? ['owners_incomplete'] : []),
    ...ownerReasons(findings.owners),
    ...(findings.riskLevel === 'high' ? ['high_risk'] : []),
    ...(findings.level === 'enhanced' && findings.riskLevel !== 'high' ? ['enhanced_level'] : []),
    ...(livemode && staleLists.length > 0 ? ['sanctions_lists_stale'] : []),
    // In production some checks have no provider, so that a person always decides.
    ...(livemode ? ['provider_not_configured'] : []),
  ];
}
