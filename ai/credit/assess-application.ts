// Makes one assessment of credit, from the applicant's statements to the stored record: combines
// exchange rates, the bank's own books (with consent), the rules and the model.

import type { CreditOrder } from '../../db/credit/acts.ts';
import { readCashFlow } from '../../db/credit/cash-flow.ts';
import type { CreditFindings } from '../../db/credit/view.ts';
import { ledgerMarket, type RatesInForce } from '../../db/exchange/market.ts';
import type { Ledger } from '../../db/ledger.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import type { RateTable } from '../../ledger/rates.ts';
import { computeValue } from '../../ledger/valuation.ts';
import { chooseFor, type ModelFinder } from '../../models/serving.ts';
import {
  type Application,
  type CreditRequest,
  makeRequest,
  type ToDollars,
} from './application.ts';
import { type AssessedApplication, assessApplication, type CreditModel } from './assess.ts';
import {
  applyCashFlowRules,
  CASH_FLOW,
  type CashFlowConsent,
  type CashFlowFigures,
  computeCashFlow,
} from './cash-flow.ts';
import { EXCLUDED_ATTRIBUTES } from './excluded-attributes.ts';
import {
  createCreditModel,
  findShippedModel,
  makeFeatureRow,
  type NamedModel,
  NO_CREDIT_MODEL,
} from './model.ts';
import {
  applyFloor,
  CREDIT_POLICY,
  type CreditLimits,
  computeStressedInstalment,
  computeStressedTotal,
  convertLimits,
  type RuleResult,
} from './policy.ts';

export interface CreditInput extends Application {
  readonly tenantId: string;
  readonly customerId: string;
  readonly productType: 'personal_loan';
  /** Null when only the applicant's statements may be used. */
  readonly consent: (CashFlowConsent & { readonly consentId: string }) | null;
}

/** The stored record of an assessment, without its requester and request. */
export type CreditRecord = Omit<CreditOrder, 'requestHash' | 'cause' | 'metadata'>;

export type CreditOutcome =
  | { readonly kind: 'done'; readonly record: CreditRecord }
  /** The currency is not the model's, and there are no rates that may be used. */
  | { readonly kind: 'no_market' }
  | { readonly kind: 'no_rate' }
  /** Less is asked for than the bank lends: no decision about the applicant. */
  | { readonly kind: 'too_small'; readonly minimumAmount: number }
  | { readonly kind: 'insufficient_history' };

export interface CreditDeps {
  readonly ledger: Ledger;
  /** Finds the serving model: the tenant's own, or the engine's. */
  readonly serving: ModelFinder;
  /** Called with the reason why the model gave no answer. */
  readonly onFault: (error: unknown) => void;
}

/** Assesses an application; writes nothing. */
export async function assessCredit(ask: CreditInput, deps: CreditDeps): Promise<CreditOutcome> {
  const { ledger } = deps;
  const isDollar = ask.currency === CREDIT_POLICY.currency;
  const rates = isDollar ? null : ledgerMarket(ledger.database).rates();
  if (!isDollar && !rates) return { kind: 'no_market' };
  const limits = convertLimits(ask.currency, rates?.table ?? null);
  if (!limits) return { kind: 'no_rate' };
  const { minimumAmount } = limits;
  if (ask.amount < minimumAmount) return { kind: 'too_small', minimumAmount };
  const figures = ask.consent ? await readFigures(ledger, ask) : null;
  if (ask.consent && !figures) return { kind: 'insufficient_history' };
  const request = makeRequest(ask);
  const cashFlow = ask.consent && figures ? applyConsentedRules(request, ask.consent, figures) : [];
  let latencyMs = 0;
  const chosenModel = selectModel(ask, deps.serving, (ms) => {
    latencyMs = ms;
  });
  const { model } = chosenModel;
  const toDollars = createDollarConverter(ask.currency, rates?.table ?? null);
  const { onFault } = deps;
  const assessed = await assessApplication(request, cashFlow, {
    model,
    limits,
    toDollars,
    onFault,
  });
  const findings = {
    ...describeFindings(assessed, floorPassed(request, limits)),
    offer: describeOffer(assessed, ask),
    alternativeDataUsed: figures && ask.consent ? listUsedFigures(figures, ask.consent) : [],
    rate: rates && describeRate(rates, toDollars, ask.currency),
    model: { serving: chosenModel.serving, reasonsKind: assessed.reasonsKind },
  };
  const record = {
    ...assembleRecord(ask, assessed, findings, latencyMs),
    model: chosenModel.named,
  };
  return { kind: 'done', record };
}

interface SelectedModel {
  readonly model: CreditModel;
  readonly named: NamedModel;
  readonly serving: 'production' | 'canary';
}

/** Returns the model that decides for a customer: the same one until the canary's share changes. */
function selectModel(
  { tenantId, customerId }: CreditInput,
  finder: ModelFinder,
  onLatency: (ms: number) => void,
): SelectedModel {
  const serving = finder.servingFor(tenantId, 'credit');
  if (!serving) return { model: NO_CREDIT_MODEL, named: findShippedModel(), serving: 'production' };
  const { model, mode } = chooseFor(serving, customerId);
  const { name, label: version, artifactSha256: sha256 } = model;
  return {
    model: createCreditModel(model, onLatency),
    named: { name, version, sha256 },
    serving: mode,
  };
}

function assembleRecord(
  ask: CreditInput,
  assessed: AssessedApplication,
  findings: CreditFindings,
  latencyMs: number,
): Omit<CreditRecord, 'model'> {
  const { inputs, probability, score } = assessed;
  const isAnswered = inputs !== null && probability !== null && score !== null;
  const { productType: type, purpose, applicant } = ask;
  return {
    tenantId: ask.tenantId,
    customerId: ask.customerId,
    currency: ask.currency,
    amount: ask.amount,
    termMonths: ask.termMonths,
    consentId: ask.consent?.consentId ?? null,
    request: { product: { type }, purpose, applicant },
    findings,
    policyVersion: CREDIT_POLICY.version,
    answer: isAnswered
      ? {
          ...{ probability, score, features: makeFeatureRow(inputs) },
          latencyUs: Math.round(latencyMs * 1_000),
        }
      : null,
    degraded: assessed.degraded,
    decision: assessed.decision,
    approvedAmount: assessed.approvedAmount,
    reasons: assessed.reasons,
    reviewReason: assessed.reviewReason,
  };
}

function describeFindings(
  assessed: AssessedApplication,
  passed: boolean,
): Omit<CreditFindings, 'alternativeDataUsed' | 'rate' | 'model' | 'offer'> {
  return {
    grade: assessed.grade,
    rules: assessed.rules,
    floorPassed: passed,
    keyFactors: assessed.contributions.map(({ feature, contribution }) => ({
      code: feature,
      direction: contribution > 0 ? 'raises' : 'lowers',
      contribution,
    })),
    counterfactual: assessed.counterfactual,
    excludedAttributes: EXCLUDED_ATTRIBUTES,
  };
}

/** Returns the offer and the request, each with its cost at the stress rate. */
function describeOffer({ offer }: AssessedApplication, { amount, termMonths }: CreditInput) {
  if (offer === null) return null;
  const costOf = (amount: number) => ({
    amount,
    stressedInstalment: computeStressedInstalment({ amount, termMonths }),
    stressedTotal: computeStressedTotal({ amount, termMonths }),
  });
  const { probability, score, grade } = offer;
  return { ...costOf(offer.amount), probability, score, grade, asked: costOf(amount) };
}

/**
 * Returns true when the floor allows an amount for the same application; it also binds reviewers.
 */
export function doesFloorAllow(
  stored: unknown,
  loan: { readonly amount: number; readonly currency: string; readonly termMonths: number },
  table: RateTable | null,
): boolean {
  const { applicant, purpose } = stored as Pick<Application, 'applicant' | 'purpose'>;
  const limits = convertLimits(loan.currency, table);
  return limits !== null && floorPassed(makeRequest({ ...loan, applicant, purpose }), limits);
}

function floorPassed({ facts }: CreditRequest, limits: CreditLimits): boolean {
  return facts !== null && applyFloor(facts, limits).every(({ passed }) => passed);
}

async function readFigures(ledger: Ledger, ask: CreditInput): Promise<CashFlowFigures | null> {
  const to = ledger.clock(ask.tenantId);
  const today = Math.floor(to / DAY_MS);
  const days = CASH_FLOW.maxPeriods * CASH_FLOW.periodDays;
  const from = (today - days + 1) * DAY_MS - 1;
  return computeCashFlow(await readCashFlow(ledger, { ...ask, from, to }), today);
}

function applyConsentedRules(
  request: CreditRequest,
  consent: CashFlowConsent,
  figures: CashFlowFigures,
): RuleResult[] {
  const { applicant, amount, termMonths } = request;
  const plainRequest = { income: 0, expenses: 0, obligations: 0, amount, termMonths };
  const instalment = computeStressedInstalment(request.facts ?? plainRequest);
  return applyCashFlowRules(figures, consent, { income: applicant.income, instalment });
}

function listUsedFigures(figures: CashFlowFigures, consent: CashFlowConsent) {
  const { billsPaidBps, ...cash } = figures;
  const units: Readonly<Record<keyof typeof cash, string>> = {
    historyDays: 'days',
    periods: 'periods of 30 days',
    monthlyIncome: 'minor_units',
    monthlyOutflow: 'minor_units',
    incomeRegularityBps: 'basis_points',
    averageBalance: 'minor_units',
    overdraftDaysBps: 'basis_points',
  };
  const names = Object.keys(units) as (keyof typeof cash)[];
  const usedFigures = consent.cashflow ? names : names.slice(0, 2);
  const bills = consent.bills.flatMap((bill) => {
    const value = billsPaidBps[bill];
    return value === null ? [] : [{ name: `${bill}PaidBps`, value, unit: 'basis_points' }];
  });
  return [...usedFigures.map((name) => ({ name, value: cash[name], unit: units[name] })), ...bills];
}

/** Converts to dollars at the middle rate, to the cent. */
function createDollarConverter(currency: string, table: RateTable | null): ToDollars {
  return (amount) => {
    const valued = computeValue(
      CREDIT_POLICY.currency,
      [{ currency, amount: BigInt(amount) }],
      table,
    );
    if (valued.kind === 'no_rate') throw new Error(`no rate for ${valued.currency}`);
    return Number(valued.amount) / 100;
  };
}

/** Computes the rate from a million minor units, for enough digits. */
function describeRate({ table, stale }: RatesInForce, toDollars: ToDollars, currency: string) {
  const { source, asOf } = table;
  return { source, asOf, stale, minorUnits: 1_000_000, dollars: toDollars(1_000_000), currency };
}
