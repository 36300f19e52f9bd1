// Answers of watchlist providers about the people of an assessment: politically exposed persons and
// adverse media. A missing answer never counts as a pass.

import type { KycCheck } from './kyc-policy.ts';

export type WatchAnswer =
  | { readonly kind: 'not_configured' }
  /** Nothing was found; `source` names the provider. */
  | { readonly kind: 'clear'; readonly source: string }
  | { readonly kind: 'found'; readonly source: string; readonly entries: readonly string[] }
  | { readonly kind: 'failed'; readonly source: string; readonly why: string };

/** Checks that a provider makes. */
export const WATCH_CHECKS = ['pep', 'adverse_media'] as const;
export type WatchName = (typeof WATCH_CHECKS)[number];

export type WatchAnswers = Readonly<Record<WatchName, WatchAnswer>>;

export const NOT_WATCHED: WatchAnswers = {
  pep: { kind: 'not_configured' },
  adverse_media: { kind: 'not_configured' },
};

/** The check that results from an answer. */
export function watchCheck(name: WatchName, answer: WatchAnswer): KycCheck {
  switch (answer.kind) {
    case 'not_configured':
      return { name, result: 'not_configured', detail: 'No provider is configured.' };
    case 'clear':
      return { name, result: 'pass', detail: `${answer.source} has no entry for these people.` };
    case 'found': {
      const detail = `${answer.source} has entries that resemble: ${answer.entries.join(', ')}.`;
      return { name, result: 'review', detail };
    }
    case 'failed':
      return { name, result: 'error', detail: `${answer.source} gave no answer: ${answer.why}.` };
  }
}
