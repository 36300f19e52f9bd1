// The steps of an identity assessment. Findings are written in one transaction with the customer's
// new status. An assessment that is over is left unchanged.

import { activityInfo } from '@temporalio/activity';
import { examineDocuments } from '../ai/documents/examine-documents.ts';
import { type Screening, staleAmong } from '../ai/screening/open.ts';
import { screenSubject } from '../ai/screening/screen-subject.ts';
import { peopleOf, type WatchProvider } from '../ai/watchlists/provider.ts';
import type { Seal } from '../db/kernel/seal.ts';
import type { KycStanding } from '../db/kyc/acts.ts';
import { assessKyc, failKyc, nextKycStep } from '../db/kyc/acts.ts';
import { readKycEvidence } from '../db/kyc/evidence.ts';
import { readKycSubject } from '../db/kyc/reads.ts';
import type { Ledger } from '../db/ledger.ts';
import { reliedReader } from '../db/screening/agreed.ts';
import { limitAttempts } from './failure.ts';

interface KycInput {
  readonly assessmentId: string;
}

/** State of an assessment as reported to its workflow. */
export type KycStep = KycStanding;

export interface KycActivities {
  /** Returns the state of the assessment. Ends one that has waited too long for documents. */
  lookAtKyc(input: KycInput): Promise<KycStep>;
  /** Screens the names and applies the policy. */
  checkKyc(input: KycInput): Promise<KycStep>;
  /** Checks that cannot be made: the assessment fails, and no applicant is denied. */
  giveUpKyc(input: KycInput): Promise<KycStep>;
}

export interface KycDeps {
  readonly ledger: Ledger;
  readonly screening: Screening;
  /** Knows politically exposed persons; `NO_PROVIDER`: no list is asked. */
  readonly watchlist: WatchProvider;
  /** Opens sealed documents, or null when there are none to open here. */
  readonly seal: Seal | null;
  readonly failPoint: (name: string) => void;
}

/** The activities of one environment. */
export function kycActivities({
  ledger,
  screening,
  watchlist,
  seal,
  failPoint,
}: KycDeps): KycActivities {
  const reliedUntil = reliedReader(ledger.database, Date.now);

  async function check(assessmentId: string): Promise<KycStep> {
    const runId = activityInfo().workflowExecution?.runId ?? '';
    for (;;) {
      const found = readKycSubject(ledger, assessmentId);
      if (!found) return ledger.run(nextKycStep, { assessmentId });
      const { customer, subject } = found;
      const { hits, unreadNames } = await screenSubject(screening, customer, subject);
      failPoint('after-kyc-screening');
      const customerVersion = customer.version;
      const { lists } = await screening.screener();
      const staleLists = staleAmong(lists, screening.maxAgeMs, Date.now())
        .filter(({ code, asOf }) => reliedUntil({ list: code, listAsOf: asOf }) === null)
        .map(({ code, asOf }) => `${code} as of ${asOf ?? 'an unknown day'}`);
      const evidence = readKycEvidence(ledger, assessmentId);
      const readings = seal && evidence ? examineDocuments(evidence, subject, seal) : {};
      const watched = await watchlist.watch(peopleOf(customer, subject));
      const asked = { assessmentId, runId, customerVersion };
      const order = { ...asked, hits, unreadNames, staleLists, readings, watched };
      const standing = await ledger.run(assessKyc, order);
      failPoint('after-kyc-assess');
      if (!standing.stale) return standing;
    }
  }

  const attempt = () => activityInfo().attempt;
  return {
    lookAtKyc: ({ assessmentId }) =>
      limitAttempts(attempt(), () => ledger.run(nextKycStep, { assessmentId })),
    checkKyc: ({ assessmentId }) => limitAttempts(attempt(), () => check(assessmentId)),
    giveUpKyc: ({ assessmentId }) =>
      limitAttempts(attempt(), () => ledger.run(failKyc, { assessmentId, code: 'check_failed' })),
  };
}
