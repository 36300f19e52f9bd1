// fraud-detection 2.1.0 and 2.4.0 and risk-assessment 2.5.0: the same features, trained on one
// simulated world and measured on another one with other customers, frauds and seed. 2.4.0 is also
// trained on new banks, in which no account has a history, without the hour, and on the records
// that the ledger keeps; the others are trained on whole histories. In 2.4.0 an older relation
// never raises the score and a higher amount never lowers it.

import { listFavourableSteps } from '../../ai/risk/directions.ts';
import { type Artifact, readArtifactForest, sha256 } from '../../models/artifact.ts';
import type { Feature, ModelCard } from '../../models/card.ts';
import { addScores, computeDistribution, type Distribution } from '../../models/distribution.ts';
import { countWrongWaySteps, splitPointsOf } from '../../models/evaluate/wrong-way.ts';
import { createHabitStore } from '../../models/features/habit-histories.ts';
import {
  RISKIEST_WHEN_MISSING,
  TRANSFER_DIRECTIONS,
  TRANSFER_FEATURES,
} from '../../models/features/transfer-features.ts';
import { createHistoryStore, type HistoryStore } from '../../models/features/transfer-history.ts';
import {
  FRAUD,
  isFraud,
  isLaundering,
  LAUNDERING,
  type Typology,
} from '../../models/learn/simulator/plan.ts';
import {
  type SimulatedTransfer,
  simulate,
  simulateBeginning,
  WARM_UP_DAYS,
} from '../../models/learn/simulator/simulate.ts';
import { BOOSTING_DEFAULTS } from '../../models/learn/train/boosted-trees.ts';
import { type Blueprint, buildArtifact } from '../../models/learn/train/build-artifact.ts';
import type { Score } from '../../models/learn/train/learned-model.ts';
import { createMatrix, type Examples } from '../../models/learn/train/matrix.ts';
import { drawSample, listRows } from '../../models/learn/train/samples.ts';
import { openSession } from '../../models/session.ts';
import { worldOf } from '../../scripts/demo/play.ts';

const WORLD = { customers: 1_500, businesses: 120, days: 150 };
const LEARNT_SEED = 1;
const MEASURED_SEED = 2;
const VALIDATION_SHARE = 0.25;
/** World of a new bank, as in `npm run demo`. */
const NEW_BANK = { customers: 60, days: 7 };
const OPTIONS = {
  ...BOOSTING_DEFAULTS,
  rounds: 400,
  leaves: 15,
  learningRate: 0.04,
  patience: 40,
  seed: 5,
};

type Label = (typology: Typology | null) => boolean;

const HOUR_COLUMN = TRANSFER_FEATURES.findIndex(({ name }) => name === 'hour');

/** Sets the hour of a row to midnight: no tree can split on a feature with one value. */
function clearHour(row: readonly number[]): number[] {
  return row.map((value, column) => (column === HOUR_COLUMN ? 0 : value));
}

function makeExamples(
  transfers: readonly SimulatedTransfer[],
  { isEvent, knowsHour = true }: Pick<Lesson, 'isEvent' | 'knowsHour'>,
): Examples {
  const rows = transfers.map(({ features }) => (knowsHour ? features : clearHour(features)));
  const y = Uint8Array.from(transfers, ({ typology }) => (isEvent(typology) ? 1 : 0));
  return { x: createMatrix(rows, TRANSFER_FEATURES.length), y };
}

/** Seeds of the new banks; `node research/risk/review-share.ts` measures on others. */
const NEW_BANK_SEEDS = { training: [1_001, 1_150], validation: [1_151, 1_200] } as const;

function simulateBeginnings(
  [from, to]: readonly [number, number],
  newBook: Lesson['newBook'],
): SimulatedTransfer[] {
  const seeds = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return seeds.flatMap((seed) => [...simulateBeginning(worldOf({ seed, ...NEW_BANK }), newBook)]);
}

const NEW_BANK_DATA = {
  source:
    `; banks that begin, seeds ${NEW_BANK_SEEDS.training[0]} to ${NEW_BANK_SEEDS.validation[1]}, ` +
    `${NEW_BANK.customers} customers, ${NEW_BANK.days} days`,
  split:
    `; of the banks that begin, ${NEW_BANK_SEEDS.training.join(' to ')} train and ` +
    `${NEW_BANK_SEEDS.validation.join(' to ')} validate`,
};

/** Makes the training and the validation examples. */
function makeLessons({ isLeftOut, knowsBeginnings = false, newBook }: Omit<Lesson, 'isEvent'>) {
  const isCounted = ({ typology }: SimulatedTransfer) => !isLeftOut(typology);
  const learnt = [...simulate({ ...WORLD, seed: LEARNT_SEED }, newBook)].filter(isCounted);
  const cut = Math.floor(learnt.length * (1 - VALIDATION_SHARE));
  const [training, validation] = [learnt.slice(0, cut), learnt.slice(cut)];
  if (!knowsBeginnings) return { training, validation };
  return {
    training: [
      ...training,
      ...simulateBeginnings(NEW_BANK_SEEDS.training, newBook).filter(isCounted),
    ],
    validation: [
      ...validation,
      ...simulateBeginnings(NEW_BANK_SEEDS.validation, newBook).filter(isCounted),
    ],
  };
}

interface Lesson {
  readonly isEvent: Label;
  readonly isLeftOut: Label;
  /** True when new banks are among the training data. */
  readonly knowsBeginnings?: boolean;
  /** False when the hour of the day (UTC) is removed from the examples. */
  readonly knowsHour?: boolean;
  /** Makes the store of histories from which the features are computed. */
  readonly newBook: () => HistoryStore;
}

async function trainOnLesson(
  blueprint: Omit<Blueprint, 'data'>,
  { isEvent, isLeftOut, knowsBeginnings = false, knowsHour = true, newBook }: Lesson,
) {
  const { training, validation } = makeLessons({ isLeftOut, knowsBeginnings, newBook });
  const measured = [...simulate({ ...WORLD, seed: MEASURED_SEED }, newBook)];
  const taught = { isEvent, knowsHour };
  const parts = {
    training: makeExamples(training, taught),
    validation: makeExamples(validation, taught),
    holdout: makeExamples(
      measured.filter(({ typology }) => !isLeftOut(typology)),
      taught,
    ),
  };
  const bytes = Object.values(parts).flatMap(({ x, y }) => [Buffer.from(x.values.buffer), y]);
  const world = `${WORLD.customers} customers, ${WORLD.businesses} businesses, ${WORLD.days} days`;
  const beginnings = knowsBeginnings ? NEW_BANK_DATA : { source: '', split: '' };
  const data = {
    name: 'simulated transfers',
    source: `models/simulator, seeds ${LEARNT_SEED} and ${MEASURED_SEED}, ${world}${beginnings.source}`,
    licence: 'own: made by this repository',
    sha256: sha256(Buffer.concat(bytes)),
    label: blueprint.predicts,
    split:
      `by time in world ${LEARNT_SEED} after ${WARM_UP_DAYS} days: the first 75 % train, the ` +
      `rest validates; world ${MEASURED_SEED} is the hold-out${beginnings.split}`,
  };
  const { artifact, score } = await buildArtifact({ ...blueprint, data }, parts);
  if (blueprint.features !== BOUNDED_FEATURES) return artifact;
  const wrongWaySteps = await findWrongWaySteps(artifact, parts.holdout, score);
  return { ...artifact, card: { ...artifact.card, wrongWaySteps } };
}

const GATED_ROWS = 200;

/**
 * Runs the gate of monotone directions, which a model with directions has to pass before it is
 * written.
 */
async function findWrongWaySteps(artifact: Artifact, { x }: Examples, score: Score) {
  const rows = listRows(drawSample(x, GATED_ROWS));
  const forest = readArtifactForest(artifact);
  const countSplits = (column: number) => splitPointsOf(forest, column);
  const steps = listFavourableSteps(rows, countSplits);
  const wrongSteps = await countWrongWaySteps(steps, async (some) => some.map(score));
  if (wrongSteps.wrong > 0)
    throw new Error(`wrong-way steps: ${JSON.stringify(wrongSteps.byStep)}`);
  return { rows: rows.length, steps: wrongSteps.steps, wrong: wrongSteps.wrong };
}

const SIMULATED_NOTE = [
  'Learnt from a simulator: it knows the typologies that were written into it, and no thief ' +
    'reads them. The figures say that the machinery works; they say nothing about fraud at a ' +
    'real bank.',
  'About one transfer in a hundred is an event in the simulator, many times more than at a real ' +
    'bank. Probabilities are true to that share: calibrate again on own decisions before use.',
  'All simulated accounts are in euros and in one time zone; weekends, seasons, devices, places ' +
    'and names do not occur.',
  'Fraud that imitates habits is made to be found only in part; see the recall per typology in ' +
    'docs/understand/models.md.',
];

const NOT_FOR = [
  'deciding without written rules beside it and a person behind it',
  'judging a customer: it scores one transfer at one moment',
  'payments into the bank, cash and cards: it has seen transfers between accounts only',
];

const NO_HOUR =
  'The hour of the day is given to it and changes nothing: the bank knows UTC only, and noon of ' +
  'one customer is the night of another. How an account uses the quarters of its own day counts.';

const BOUNDED_FEATURES: readonly Feature[] = TRANSFER_FEATURES.map((feature) => {
  return { ...feature, monotone: TRANSFER_DIRECTIONS[feature.name] ?? 0 };
});
const MISSING_SIDES = TRANSFER_FEATURES.map(({ name }) => RISKIEST_WHEN_MISSING[name] ?? 0);

const BOUNDED_NOTE =
  'Earlier payments to the payee and the age of the account never raise the score, and a larger ' +
  'amount never lowers it: no tree may. Its windows are those of docs/build/risk.md, "The table of ' +
  'features", which the bank keeps of each account.';

/**
 * Trains the probability of fraud against the payer; laundering is left out instead of being
 * labelled honest.
 */
function trainFraud(version: '2.1.0' | '2.4.0'): Promise<Artifact> {
  const isBounded = version === '2.4.0';
  const blueprint = {
    name: 'fraud-detection',
    version,
    title: 'Probability that a transfer is fraud against its payer',
    predicts: 'the transfer is fraud against the payer',
    intendedFor: 'The score of a transfer before it is authorised, beside written rules.',
    notFor: NOT_FOR,
    limits: [
      ...SIMULATED_NOTE,
      'Transfers of launderers are neither in its training nor measured.',
      ...(isBounded ? [NO_HOUR, BOUNDED_NOTE] : []),
    ],
    features: isBounded ? BOUNDED_FEATURES : TRANSFER_FEATURES,
    learner: {
      kind: 'boosted-trees',
      options: isBounded ? { ...OPTIONS, missing: MISSING_SIDES } : OPTIONS,
    },
    calibration: 'platt',
    falsePositiveShare: 0.01,
    stated: isBounded ? null : { accuracy: 0.95, by: 'the specification of version 2.1.0' },
  } as const;
  const lesson = { isEvent: isFraud, isLeftOut: isLaundering };
  const newBook = isBounded ? createHabitStore : createHistoryStore;
  return trainOnLesson(blueprint, {
    ...lesson,
    knowsBeginnings: isBounded,
    knowsHour: !isBounded,
    newBook,
  });
}

export const trainFraudDetection = () => trainFraud('2.1.0');

/**
 * Trains fraud-detection from the records of the ledger, with new banks among the examples, with
 * monotone directions, and without the hour of the day, because a bank does not know the time zones
 * of its customers.
 */
export const trainFraudWithinBounds = () => trainFraud('2.4.0');

export function trainRiskAssessment(): Promise<Artifact> {
  const blueprint = {
    name: 'risk-assessment',
    version: '2.5.0',
    title: 'Probability that a transfer is fraud or launders money',
    predicts: 'the transfer is fraud against the payer, or part of a laundering scheme',
    intendedFor:
      'Rows sent to POST /v1/ai/custom-models/{modelId}/versions/2.5.0/score; nothing else in ' +
      'the bank asks it: payments and risk-score ask fraud-detection.',
    notFor: NOT_FOR,
    limits: SIMULATED_NOTE,
    features: TRANSFER_FEATURES,
    learner: { kind: 'boosted-trees', options: OPTIONS },
    calibration: 'platt',
    falsePositiveShare: 0.01,
    stated: { accuracy: 0.91, by: 'the specification of version 2.5.0' },
  } as const;
  return trainOnLesson(blueprint, {
    isEvent: (typology) => typology !== null,
    isLeftOut: () => false,
    newBook: createHistoryStore,
  });
}

type ModelName = Pick<ModelCard, 'name' | 'version'>;

/** True for the version that was trained on the records of the ledger and on new banks. */
const isOfRecords = ({ name, version }: ModelName) =>
  name === 'fraud-detection' && version === '2.4.0';

/** Returns the store of histories with which a version was trained. */
const chooseBook = (version: ModelName) =>
  isOfRecords(version) ? createHabitStore : createHistoryStore;

/**
 * Computes the distribution of features over the training rows, and of scores over the hold-out.
 */
export async function transferDistribution({ card, model }: Artifact): Promise<Distribution> {
  const isLeftOut = card.name === 'fraud-detection' ? isLaundering : () => false;
  const newBook = chooseBook(card);
  const knowsBeginnings = isOfRecords(card);
  const { training } = makeLessons({ isLeftOut, knowsBeginnings, newBook });
  const x = createMatrix(
    training.map(({ features }) => features),
    TRANSFER_FEATURES.length,
  );
  const names = TRANSFER_FEATURES.map(({ name }) => name);
  const session = await openSession(model, TRANSFER_FEATURES.length);
  const measured = [...simulate({ ...WORLD, seed: MEASURED_SEED }, newBook)]
    .filter(({ typology }) => !isLeftOut(typology))
    .flatMap(({ features }) => features);
  const scores = await session.scoreRows(Float32Array.from(measured));
  await session.close();
  return addScores(computeDistribution(card, x, names), Float32Array.from(scores));
}

export interface TypologyRecall {
  readonly typology: string;
  readonly found: number;
  readonly of: number;
}

/** Measures the recall of the shipped file in the hold-out world at the threshold of its card. */
export async function measureRecalls({ card, model }: Artifact): Promise<TypologyRecall[]> {
  const session = await openSession(model, TRANSFER_FEATURES.length);
  const all = [...simulate({ ...WORLD, seed: MEASURED_SEED }, chooseBook(card))];
  const scores = await session.scoreRows(
    Float32Array.from(all.flatMap(({ features }) => features)),
  );
  await session.close();
  const names = [...FRAUD, ...(card.name === 'fraud-detection' ? [] : LAUNDERING)];
  return names.map((typology) => {
    const rows = [...all.keys()].filter((row) => all[row]?.typology === typology);
    const flaggedRows = rows.filter((row) => (scores[row] as number) >= card.measured.threshold);
    return { typology, found: flaggedRows.length, of: rows.length };
  });
}
