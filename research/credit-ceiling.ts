// node research/credit-ceiling.ts --data DIR [--only WORD]: attempts to rank defaults better while
// every monotone direction is kept, and the best area that any model with these directions can
// reach. Measured on five folds of the training and validation rows, with near copies in one fold;
// the hold-out is not read.

import { existsSync } from 'node:fs';
import type { Feature } from '../models/card.ts';
import {
  CREDIT_DIRECTIONS,
  CREDIT_FEATURES,
  DIRECTED_CREDIT_FEATURES,
} from '../models/features/credit-features.ts';
import { type BoostingOptions, trainForest } from '../models/learn/train/boosted-trees.ts';
import { addConstraints } from '../models/learn/train/fit.ts';
import { createMatrix, type Examples } from '../models/learn/train/matrix.ts';
import { areaUnderRoc, rankRows } from '../models/learn/train/metrics.ts';
import { createRandom } from '../models/learn/train/random.ts';
import { findRelatedRows } from '../models/learn/train/related-rows.ts';
import { listRows } from '../models/learn/train/samples.ts';
import { createFolds, roundFigure, tryRecipe } from '../models/learn/train/select.ts';
import { say } from '../scripts/say.mjs';
import { readCredit } from './train-all/credit-data.ts';
import { CREDIT_OPTIONS, splitData } from './train-all/credit-scoring.ts';

const SEED = 3;
/** Relative noise added to incomes, so that none stays a round number. */
const SPREAD = 0.02;

type Row = readonly number[];
type Change = (row: Row, index: number) => Row;

interface Attempt {
  readonly name: string;
  readonly features: readonly Feature[];
  readonly options?: Partial<BoostingOptions>;
  readonly change?: Change;
  /** Number of seeds whose mean margin is the score. */
  readonly seeds?: number;
}

const indexOfFeature = (name: string) =>
  CREDIT_FEATURES.findIndex((feature) => feature.name === name);
const [INCOME, YEARS, AMOUNT, RATIO] = [
  'income',
  'employmentYears',
  'loanAmount',
  'loanToIncome',
].map(indexOfFeature) as [number, number, number, number];
const [DEFAULT, HISTORY, HOME, PURPOSE] = [
  ...['hasDefaulted', 'creditHistoryYears', 'homeOwnership', 'purpose'],
].map(indexOfFeature) as [number, number, number, number];

const unrestrictedFeatures = CREDIT_FEATURES.map((feature) => ({
  ...feature,
  monotone: 0 as const,
}));
const directed = DIRECTED_CREDIT_FEATURES;
const featuresWithout = (...names: readonly string[]) =>
  directed.map((feature) =>
    names.includes(feature.name) ? { ...feature, monotone: 0 as const } : feature,
  );

function makeFeature(name: string, monotone: -1 | 0 | 1): Feature {
  return { ...(CREDIT_FEATURES[INCOME] as Feature), name, mayBeMissing: true, monotone, min: -1e9 };
}

const cell = (row: Row, column: number) => row[column] as number;
/**
 * Derived features: yearly income left after repaying the loan in three and in five years, and
 * spans of time.
 */
const DERIVED_FEATURES: readonly (readonly [Feature, (row: Row) => number])[] = [
  [makeFeature('leftOver3', -1), (row) => cell(row, INCOME) - cell(row, AMOUNT) / 3],
  [makeFeature('leftOver5', -1), (row) => cell(row, INCOME) - cell(row, AMOUNT) / 5],
  [
    makeFeature('steadyIncome', -1),
    (row) => cell(row, INCOME) * Math.log1p(Number.isNaN(cell(row, YEARS)) ? 0 : cell(row, YEARS)),
  ],
  [makeFeature('years', -1), (row) => (cell(row, YEARS) || 0) + cell(row, HISTORY)],
  [makeFeature('burdenAfterDefault', 1), (row) => cell(row, RATIO) * (1 + cell(row, DEFAULT))],
  [makeFeature('homeAndPurpose', 0), (row) => 6 * cell(row, HOME) + cell(row, PURPOSE)],
];
const derived = [...directed, ...DERIVED_FEATURES.map(([feature]) => feature)];
const derive: Change = (row) => [
  ...row,
  ...DERIVED_FEATURES.map(([, readValue]) => readValue(row)),
];

const random = createRandom(SEED);
const noise = Float64Array.from({ length: 40_000 }, () => (2 * random.next() - 1) * SPREAD);
const blur: Change = (row, index) => {
  const income = Math.round(cell(row, INCOME) * (1 + (noise[index] as number))) + 0.37;
  return row.map((value, column) => {
    if (column === INCOME) return income;
    return column === RATIO ? cell(row, AMOUNT) / income : value;
  });
};
const ROUND = makeFeature('incomeIsRound', 0);
const addRoundFlag: Change = (row) => [...row, cell(row, INCOME) % 1_000 === 0 ? 1 : 0];

const ATTEMPTS: readonly Attempt[] = [
  { name: 'no direction', features: unrestrictedFeatures },
  {
    name: 'no direction, frequent values in bins of their own',
    features: unrestrictedFeatures,
    options: { bins: 'frequent' },
  },
  {
    name: 'no direction, incomes spread by 2 %, frequent values in bins of their own',
    features: unrestrictedFeatures,
    change: blur,
    options: { bins: 'frequent' },
  },
  { name: 'no direction, 127 leaves', features: unrestrictedFeatures, options: { leaves: 127 } },
  { name: 'every direction but income', features: featuresWithout('income') },
  {
    name: 'every direction but income and loanToIncome',
    features: featuresWithout('income', 'loanToIncome'),
  },
  { name: 'no direction, incomes spread by 2 %', features: unrestrictedFeatures, change: blur },
  { name: 'every direction, incomes spread by 2 %', features: directed, change: blur },
  {
    name: 'every direction, told that the income is round',
    features: [...directed, ROUND],
    change: addRoundFlag,
  },
  { name: 'every direction (3.2.0)', features: directed },
  { name: '7 leaves', features: directed, options: { leaves: 7 } },
  { name: '15 leaves', features: directed, options: { leaves: 15 } },
  { name: '63 leaves', features: directed, options: { leaves: 63 } },
  { name: '127 leaves, 5 rows', features: directed, options: { leaves: 127, minRows: 5 } },
  {
    name: '255 leaves, 5 rows, lambda 10',
    features: directed,
    options: { leaves: 255, minRows: 5, lambda: 10 },
  },
  {
    name: 'rate 0.02, 1,500 rounds',
    features: directed,
    options: { learningRate: 0.02, rounds: 1_500 },
  },
  { name: 'rate 0.1', features: directed, options: { learningRate: 0.1 } },
  {
    name: 'all rows and features in each tree',
    features: directed,
    options: { rowShare: 1, featureShare: 1 },
  },
  {
    name: 'half of the rows and features',
    features: directed,
    options: { rowShare: 0.5, featureShare: 0.5 },
  },
  {
    name: 'frequent values in bins of their own',
    features: directed,
    options: { bins: 'frequent' },
  },
  { name: 'six derived features', features: derived, change: derive },
  {
    name: 'six derived features, 63 leaves, rate 0.02',
    features: derived,
    change: derive,
    options: { leaves: 63, learningRate: 0.02, rounds: 1_500 },
  },
  { name: 'mean of five seeds', features: directed, seeds: 5 },
];

function applyChange({ x, y }: Examples, change: Change | undefined): Examples {
  if (!change) return { x, y };
  const rows = listRows(x).map((row, index) => change([...row], index));
  return { x: createMatrix(rows, rows[0]?.length ?? 0), y };
}

async function measureArea(folder: string, { features, change, seeds = 1, ...attempt }: Attempt) {
  const parts = splitData(readCredit(folder));
  const options = { ...CREDIT_OPTIONS, ...attempt.options };
  // Folds of the unchanged rows, so that every attempt is measured on the same folds.
  const { groupOf } = findRelatedRows(parts.development.x, null);
  const development = applyChange(parts.development, change);
  const [training, validation] = [
    applyChange(parts.training, change),
    applyChange(parts.validation, change),
  ];
  const folds = createFolds({ examples: development, groupOf, isTimed: false }, SEED);
  if (!folds) throw new Error('the data set is too large for folds');
  let sum: Float64Array | null = null;
  let labels = new Uint8Array();
  let rounds = 0;
  for (let improvement = 0; improvement < seeds; improvement++) {
    const seeded = { ...options, seed: options.seed + improvement };
    const stopped = trainForest(training, addConstraints(seeded, features), validation);
    rounds = stopped.trees.length;
    const learner = { kind: 'boosted-trees', options: seeded } as const;
    const { unseen } = await tryRecipe(folds, { learner, features, rounds }, async () => {});
    const before: Float64Array | null = sum;
    sum = unseen.margins.map((margin, row) => margin + (before?.[row] ?? 0));
    labels = Uint8Array.from(unseen.y);
  }
  return { area: roundFigure(areaUnderRoc(rankRows(sum as Float64Array, labels))), rounds };
}

const argumentAfter = (name: string) => {
  const indexOfFeature = process.argv.indexOf(name);
  return indexOfFeature === -1 ? undefined : process.argv[indexOfFeature + 1];
};
const folder = argumentAfter('--data');
const only = argumentAfter('--only');
if (folder === undefined || !existsSync(folder)) {
  say('which data? node research/credit-ceiling.ts --data DIR [--only WORD]');
  process.exit(2);
}
for (const attempt of ATTEMPTS.filter(({ name }) => only === undefined || name.includes(only))) {
  const { area, rounds } = await measureArea(folder, attempt);
  const directions = Object.keys(CREDIT_DIRECTIONS).filter((name) => {
    return attempt.features.find((feature) => feature.name === name)?.monotone !== 0;
  });
  say(`${area}  ${attempt.name} (${rounds} rounds, ${directions.length} directions)`);
}
