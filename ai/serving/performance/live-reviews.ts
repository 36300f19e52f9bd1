// Share of recent payments that people had to review by a version of a fraud model: on its card and
// in its validation report, beside the measurements before its deployment.

import type { Ledger } from '../../../db/ledger.ts';
import { type Judged, MAX_JUDGED, readJudgedSince } from './judgements.ts';
import { type ReviewFigures, reviewCounts, reviewFigures } from './review-rate.ts';
import { recentDecisions } from './risk-live.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

export interface LiveReviews {
  readonly window: { readonly from: string; readonly to: string };
  /** Reviews of payments that the version judged, or null without any in the window. */
  readonly reviews: ReviewFigures | null;
}

/**
 * The figures of 30 days, of the newest 10,000 payments at most: the window begins with the oldest
 * counted one.
 * @param of.tenantId owner of the payments, or null for all developers
 */
export async function liveReviews(
  ledger: Ledger,
  of: { readonly tenantId: string | null; readonly artifactSha256: string },
): Promise<LiveReviews> {
  const { tenantId, artifactSha256 } = of;
  const to = tenantId === null ? Date.now() : ledger.clock(tenantId);
  const since = to - DAYS * DAY_MS;
  const rows: readonly Judged[] =
    tenantId === null
      ? await readJudgedSince(ledger, since)
      : await recentDecisions(ledger, { tenantId, from: since, most: MAX_JUDGED });
  const own = rows.filter((row) => {
    return row.transactionId !== null && row.artifactSha256 === artifactSha256;
  });
  const from = rows.length < MAX_JUDGED ? since : (rows.at(-1)?.createdAt ?? since);
  return {
    window: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    reviews: own.length === 0 ? null : reviewFigures(reviewCounts(own)),
  };
}
