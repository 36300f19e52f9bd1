// The steps of an identity assessment, each recorded separately: compare the names with the lists,
// apply the policy and decide. Findings are written in one transaction with the customer's new
// status. A finished assessment is left unchanged. Each step may run twice.

import { activityInfo } from '@temporalio/activity';
import { examineDocuments } from '../ai/documents/examine-documents.ts';
import { type Screening, selectStale } from '../ai/screening/open.ts';
import { listNames, listUnreadNames, screenSubject } from '../ai/screening/screen-subject.ts';
import { NO_PROVIDER, peopleOf, type WatchProvider } from '../ai/watchlists/provider.ts';
import type { Seal } from '../db/kernel/seal.ts';
import type { KycState } from '../db/kyc/acts.ts';
import { assessKyc, failKyc, nextKycStep, screenAssessment } from '../db/kyc/acts.ts';
import { readKycEvidence } from '../db/kyc/evidence.ts';
import { readKycSubject } from '../db/kyc/reads.ts';
import type { Ledger } from '../db/ledger.ts';
import { reliedUntilReader } from '../db/screening/agreements.ts';
import { limitAttempts } from './failure.ts';

interface KycInput {
  readonly assessmentId: string;
}

/** State of an assessment as reported to its workflow. */
export type KycStep = KycState;

/** State of an assessment before its next step. */
export interface KycLook extends KycStep {
  /**
   * True when the next steps may take seconds: an outside provider is asked, or there are many
   * names.
   */
  readonly isLong?: boolean;
}

/** Only counts, because Temporal stores them unencrypted. */
export interface KycScreening {
  /** Entries of the lists that resemble one of the names. */
  readonly hits: number;
  /** Names with a part that could not be compared with any list. */
  readonly notCompared: number;
  readonly staleLists: number;
}

/** State of an assessment after its screening; `found` is null when there was nothing to screen. */
export interface KycScreened extends KycStep {
  readonly found: KycScreening | null;
}

export interface KycActivities {
  /**
   * Returns the state of the assessment. Ends an assessment that has waited too long for documents.
   */
  lookAtKyc(input: KycInput): Promise<KycLook>;
  /** Compares the names with the lists, and records the hits. */
  screenKyc(input: KycInput): Promise<KycScreened>;
  /**
   * Applies the policy and decides. Returns `stale` when the customer changed and must be screened
   * again first.
   */
  decideKyc(input: KycInput): Promise<KycStep>;
  /**
   * Ends an assessment whose checks cannot be made as failed, so that no applicant is denied for a
   * fault.
   */
  giveUpKyc(input: KycInput): Promise<KycStep>;
}

export interface KycDeps {
  readonly ledger: Ledger;
  readonly screening: Screening;
  /** Finds politically exposed persons; `NO_PROVIDER` asks no list. */
  readonly watchlist: WatchProvider;
  /** Decrypts sealed documents, or null when this process has no key. */
  readonly seal: Seal | null;
  readonly failPoint: (name: string) => void;
}

/**
 * The most names that a local activity compares; more may take longer than a local activity should.
 */
const FEW_NAMES = 12;

/** The activities of one environment. */
export function kycActivities({
  ledger,
  screening,
  watchlist,
  seal,
  failPoint,
}: KycDeps): KycActivities {
  const reliedUntil = reliedUntilReader(ledger.database, Date.now);

  async function readState(assessmentId: string): Promise<KycLook> {
    const state = await ledger.run(nextKycStep, { assessmentId });
    const subject = readKycSubject(ledger, assessmentId);
    if (!subject) return state;
    const asksOthers = watchlist.source !== NO_PROVIDER.source;
    const isLong = asksOthers || listNames(subject.customer, subject.subject).length > FEW_NAMES;
    return { ...state, isLong };
  }

  async function screen(assessmentId: string): Promise<KycScreened> {
    for (;;) {
      const assessed = readKycSubject(ledger, assessmentId);
      if (!assessed) return { ...(await ledger.run(nextKycStep, { assessmentId })), found: null };
      const { customer, subject } = assessed;
      const hits = await screenSubject(screening, customer, subject);
      const { lists } = await screening.screener();
      const staleLists = selectStale(lists, screening.maxAgeMs, Date.now())
        .filter(({ code, asOf }) => reliedUntil({ list: code, listAsOf: asOf }) === null)
        .map(({ code, asOf }) => `${code} as of ${asOf ?? 'an unknown day'}`);
      const unread = await listUnreadNames(screening, customer, subject);
      const order = { assessmentId, customerVersion: customer.version, hits, staleLists };
      const state = await ledger.run(screenAssessment, order);
      failPoint('after-kyc-screening');
      if (state.stale) continue;
      const counts = { hits: hits.length, notCompared: unread.length };
      return { ...state, found: { ...counts, staleLists: staleLists.length } };
    }
  }

  async function decide(assessmentId: string): Promise<KycStep> {
    const runId = activityInfo().workflowExecution?.runId ?? '';
    const assessed = readKycSubject(ledger, assessmentId);
    if (!assessed) return ledger.run(nextKycStep, { assessmentId });
    const { customer, subject } = assessed;
    const evidence = readKycEvidence(ledger, assessmentId);
    const readings = seal && evidence ? examineDocuments(evidence, subject, seal) : {};
    const watched = await watchlist.watch(peopleOf(customer, subject));
    const unreadNames = await listUnreadNames(screening, customer, subject);
    const screeningRun = { assessmentId, runId, customerVersion: customer.version };
    const state = await ledger.run(assessKyc, {
      ...screeningRun,
      unreadNames,
      readings,
      watched,
    });
    failPoint('after-kyc-assess');
    return state;
  }

  const withAttemptLimit =
    <T>(step: (assessmentId: string) => Promise<T>) =>
    ({ assessmentId }: KycInput) =>
      limitAttempts(activityInfo().attempt, () => step(assessmentId));
  return {
    lookAtKyc: withAttemptLimit(readState),
    screenKyc: withAttemptLimit(screen),
    decideKyc: withAttemptLimit(decide),
    giveUpKyc: withAttemptLimit((assessmentId) =>
      ledger.run(failKyc, { assessmentId, code: 'check_failed' }),
    ),
  };
}
