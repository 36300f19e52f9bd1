// The ledger's interface to the risk check of a payment. A model is asked before a commit, since
// asking takes time; the written rules are applied inside the commit, so that two concurrent
// payments cannot both pass a rule that only one may pass.

import {
  confirmedRules,
  type RiskDecision,
  type RiskThresholds,
  type RuleFinding,
} from '../../ledger/decisions/risk.ts';
import type { HitStatus, ListMatch } from '../../ledger/decisions/screening.ts';
import type { RiskDecisionRow } from './risk-summary.ts';
import type { TransactionRow } from './rows.ts';
import { ledgerPart, type Tx } from './tx.ts';

/** The contribution of a feature to a score. */
export interface RiskReason {
  readonly code: string;
  readonly message: string;
  readonly feature: string;
  /** Null when the value was missing. */
  readonly value: number | null;
  /** The amount that the feature's value adds to the log-odds. */
  readonly contribution: number;
  readonly direction: 'increases' | 'decreases';
  /** Its share of all contributions, 0 to 1. */
  readonly weight: number;
}

/** A model's answer about a payment. */
export interface ScoredPayment {
  readonly serving: 'production' | 'canary' | 'pinned';
  readonly model: { readonly name: string; readonly version: string; readonly sha256: string };
  /** In the order of the model's columns. */
  readonly features: readonly number[];
  readonly probability: number;
  readonly thresholds: RiskThresholds;
  /** Null when not computed yet. */
  readonly reasons: readonly RiskReason[] | null;
  readonly asOf: number;
}

/** A model's answer about a payment, or the reason why there is none. */
export type ModelAnswer = ScoredPayment | { readonly degraded: string };

export interface RiskScorer {
  /**
   * Asks the model about payments before their decision, in their order: the history of each one
   * includes those before it. Also screens the external parties. Never rejects: a payment without
   * an answer has the reason instead. Payments from external payers get no answer of a model.
   */
  ask(rows: readonly TransactionRow[], pinned?: string): Promise<ReadonlyMap<string, ModelAnswer>>;
  /**
   * Applies the written rules to the current state of the ledger. Only inside a commit or a
   * snapshot.
   */
  applyRules(row: TransactionRow, terms: RuleTerms): RuleFinding[];
}

/**
 * The state of a payment's accounts that a commit has read before the judgement, so that the rules
 * do not read it again.
 */
export interface ReadSides {
  /** Milliseconds since 1970 UTC, by the developer's clock. */
  readonly time: number;
  /** `version`: the version of the account's row. */
  readonly source: { readonly version: number };
  /** `customerId`: null for an account of the bank itself. */
  readonly destination: { readonly customerId: string | null };
}

export interface RuleTerms {
  /** Left out: the rules read the state of the accounts themselves. */
  readonly sides?: ReadSides | undefined;
  /** True when no model has answered, so the rules are stricter. */
  readonly isWithoutModel: boolean;
  readonly simulated: SimulatedDecision | null;
  /**
   * Returns a person's verdict on a match of this name with a list entry, or null when no person
   * was asked.
   */
  readonly verdictOf: (name: string, match: ListMatch) => HitStatus | null;
}

export type SimulatedDecision = Exclude<RiskDecision, 'approve'>;

export type Answers = ReadonlyMap<string, ModelAnswer>;

export interface ModelScoring {
  ask(tx: Tx, rows: readonly TransactionRow[]): Promise<Answers>;
  /** Asks the model about the given transactions, without those that are already decided. */
  askUndecided(tx: Tx, ids: readonly string[]): Answers | Promise<Answers>;
}

/** A risk decision and everything that it is based on. */
export interface Verdict {
  readonly modelAnswer: ModelAnswer;
  readonly rules: readonly RuleFinding[];
  readonly decision: RiskDecision;
  /** True when the customer alone can approve the payment with a second factor. */
  readonly isConfirmable: boolean;
  /** True between accounts of one customer: there is no risk of theft, and the score is 0. */
  readonly isOwn: boolean;
}

/** Returns the verdict that applies after the customer has confirmed the payment. */
export function confirmedVerdict(verdict: Verdict): Verdict {
  const rules = confirmedRules(verdict.rules);
  return { ...verdict, rules, decision: 'review', isConfirmable: false };
}

/** The risk check as the processing of a transaction calls it. */
export interface RiskJudge {
  /**
   * Null when no risk decision is made: for an act of the bank, or in a ledger without the judge.
   */
  judge(
    tx: Tx,
    row: TransactionRow,
    answer: ModelAnswer | undefined,
    sides?: ReadSides,
  ): Verdict | null;
  /**
   * Records since when a payment of the account is doubted: the time at which its customer was
   * asked, or null once the customer has answered.
   */
  recordDoubt(tx: Tx, row: TransactionRow, time: number | null): void;
  /** Builds the row that `storeDecision` writes. */
  buildDecisionRow(
    row: TransactionRow,
    verdict: Verdict,
    decidedBy: { workflowId: string; at: number },
  ): RiskDecisionRow;
  /** Stores a decision; the row of its transaction must exist. */
  storeDecision(tx: Tx, row: TransactionRow, verdict: Verdict, decision: RiskDecisionRow): void;
  /**
   * True when an operator must review this payment: it is stopped, or it opens the alert of its
   * account, which also covers later payments that are let through.
   */
  isReviewed(tx: Tx, row: TransactionRow, verdict: Verdict | null): boolean;
  /** Opens the review that a decision asks for; an account has one open alert at a time. */
  openReview(
    tx: Tx,
    kind: 'hold' | 'alert',
    row: TransactionRow,
    decision: RiskDecisionRow,
    now: number,
  ): void;
  /** Builds the row of a decision about a payment that is asked about and not made. */
  preview(row: TransactionRow, verdict: Verdict, now: number): RiskDecisionRow;
}

const throwUnjudged = (): never => {
  throw new Error('no payment of this ledger is judged');
};

/**
 * Without the subject no payment has a verdict, and the functions that follow from one are never
 * called.
 */
export const riskJudge = ledgerPart<RiskJudge>('a judge of payments', {
  judge: () => null,
  recordDoubt: () => {},
  isReviewed: () => false,
  buildDecisionRow: throwUnjudged,
  storeDecision: throwUnjudged,
  openReview: throwUnjudged,
  preview: throwUnjudged,
});

/** The questions to a model before a commit. */
export const riskScoring = ledgerPart<ModelScoring>('questions about payments', {
  ask: async () => new Map(),
  askUndecided: () => new Map(),
});

/** The model interface of the judge; null when payments are not scored. */
export const riskScorer = ledgerPart<RiskScorer | null>('a scorer of payments');
