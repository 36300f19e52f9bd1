// Share of recent payments that a version of a fraud model sent to review, for its card and
// validation report.

import type { Ledger } from '../../../db/ledger.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { type JudgedPayment, MAX_JUDGED, readJudgedSince } from './judgements.ts';
import { computeReviewFigures, countReviews, type ReviewFigures } from './review-rate.ts';
import { listRecentDecisions } from './risk-live.ts';

const DAYS = 30;

export interface LiveReviews {
  readonly window: { readonly from: string; readonly to: string };
  /** Reviews of payments that the version judged; null without any in the window. */
  readonly reviews: ReviewFigures | null;
}

/**
 * Returns the figures of 30 days, or of the newest 10,000 payments; the window begins with the
 * oldest counted payment.
 * @param model.tenantId owner of the payments, or null for all developers
 */
export async function readLiveReviews(
  ledger: Ledger,
  model: { readonly tenantId: string | null; readonly artifactSha256: string },
): Promise<LiveReviews> {
  const { tenantId, artifactSha256 } = model;
  const to = tenantId === null ? Date.now() : ledger.clock(tenantId);
  const since = to - DAYS * DAY_MS;
  const rows: readonly JudgedPayment[] =
    tenantId === null
      ? await readJudgedSince(ledger, since)
      : await listRecentDecisions(ledger, { tenantId, from: since, limit: MAX_JUDGED });
  const ownRows = rows.filter((row) => {
    return row.transactionId !== null && row.artifactSha256 === artifactSha256;
  });
  const from = rows.length < MAX_JUDGED ? since : (rows.at(-1)?.createdAt ?? since);
  return {
    window: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    reviews: ownRows.length === 0 ? null : computeReviewFigures(countReviews(ownRows)),
  };
}
