// Reasons why figures of a model are unknown, as text and code.

import { MIN_DRIFT_ROWS } from '../../../models/distribution.ts';

/** `not_configured`: a required part is missing; `not_run`: it may be available later. */
export const UNKNOWN_CODES = ['not_configured', 'not_run'] as const;

export interface UnknownReason {
  readonly code: (typeof UNKNOWN_CODES)[number];
  readonly reason: string;
}

/** Days after which a payment without an outcome counts as honest. */
export const MATURITY_DAYS = 30;

const makeNotConfigured = (reason: string): UnknownReason => ({ code: 'not_configured', reason });
const makeNotRun = (reason: string): UnknownReason => ({ code: 'not_run', reason });

export const UNKNOWN_REASONS = {
  stated: makeNotConfigured('None is stated.'),
  uploaded: makeNotConfigured(
    'Its maker brought it; the engine has no rows with a truth to measure it on.',
  ),
  notNamed: makeNotConfigured(
    'No operation asks this version for this developer now: another one decides its task. Who names ' +
      'it is answered.',
  ),
  notMeasuredHere: makeNotConfigured(
    'The engine has no rows with a truth for it in this form; its validation report says what was measured.',
  ),
  notHeldAgainst: makeNotConfigured(
    'Nobody says of each message, name or movement what it truly was, so no figure is kept of it.',
  ),
  notAsked: makeNotRun('It decided nothing for this developer in the window.'),
  notRecorded: makeNotConfigured(
    'Nothing in the engine asks it by itself: payments, and `risk-score`, ask the model for ' +
      'fraud. What is sent to `/v1/ai/custom-models/{modelId}/versions/{label}/score` is not ' +
      'recorded.',
  ),
  noLoans: makeNotConfigured(
    'What was denied has no outcome; `loans` says what became of what was approved.',
  ),
  noLabels: makeNotRun(
    'No outcome is known: no review was decided, nothing was reversed as fraud, and no payment ' +
      `is ${MATURITY_DAYS} days old.`,
  ),
  notTimed: makeNotRun('This process has asked it nothing for this developer since it began.'),
  fewRows: makeNotRun(
    `Fewer than ${MIN_DRIFT_ROWS} answers in the window: chance would look like drift.`,
  ),
  broughtSpread: makeNotConfigured(
    'It was brought: how its features were spread in training is not known.',
  ),
  noSpread: makeNotConfigured('How its features were spread in training was not kept.'),
  noShadow: makeNotRun('No version has been in its shadow.'),
  noFairness: makeNotConfigured(
    'Its data hold no protected attribute, so fairness was not measured.',
  ),
  noGroups: makeNotRun('No evaluation of it names groups: `fairness` of `POST …/evaluations`.'),
  noDate: makeNotConfigured('Its card holds no date, so that the same data give the same bytes.'),
} as const;
