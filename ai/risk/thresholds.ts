// Probabilities from which a transfer is reviewed, held or declined. The card states the review
// threshold; the others were chosen by measurements on the hold-out (research/risk/thresholds.ts,
// docs/decisions/fraud.md).

import type { Thresholds } from '../../models/serving.ts';

/** Thresholds by the hash of the file, because each file has to be measured. */
const MEASURED_THRESHOLDS: Readonly<Record<string, Pick<Thresholds, 'block' | 'decline'>>> = {
  // fraud-detection 2.1.0: 94 % of held payments are fraud, and 99 % of refused ones.
  bff49122a914e7268e9fe49ea8e7d1acfcbb2933ee76ad2eee4397fd45918660: { block: 0.8, decline: 0.95 },
  // fraud-detection 2.4.0: 95 % of held payments are fraud. It declines nothing alone: the
  // customer, or a person of the bank, can release a held payment.
  '0eda4b8c716e54795f7c9ac72e7845aff8326f3ea87db01ac68f49415e1cf2c8': { block: 0.8, decline: null },
};

/** A model that was not measured can require a review, but not stop a payment. */
const UNMEASURED_THRESHOLDS = { block: null, decline: null };
const DEFAULT_REVIEW = 0.5;

/** @param card of a shipped or uploaded version */
export function chooseThresholds(
  artifactSha256: string,
  card: { readonly threshold?: number; readonly measured?: { readonly threshold?: number } },
): Thresholds {
  const review = card.measured?.threshold ?? card.threshold ?? DEFAULT_REVIEW;
  return { review, ...(MEASURED_THRESHOLDS[artifactSha256] ?? UNMEASURED_THRESHOLDS) };
}
