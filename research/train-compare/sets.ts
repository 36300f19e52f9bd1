// The data sets of the comparison with LightGBM: the public sets of the benchmarks, and three more
// that come with Python packages and are therefore not copied here.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BOOSTING_DEFAULTS, type BoostingOptions } from '../../models/learn/train/boosted-trees.ts';
import { type Examples, takeRows } from '../../models/learn/train/matrix.ts';
import { createRandom } from '../../models/learn/train/random.ts';
import { assignFolds } from '../../models/learn/train/split.ts';
import { readAmlsimAccounts } from '../train-all/amlsim-data.ts';
import { readCredit } from '../train-all/credit-data.ts';
import { computeExamples, readHandbook, selectRows } from '../train-all/handbook-data.ts';
import { readSouthGerman, readUci, readUlb } from '../train-all/public-data.ts';

/**
 * Examples with a fold for each row: a row is scored by a model that was not trained on its fold.
 */
interface FoldedExamples {
  readonly examples: Examples;
  readonly foldOf: Uint8Array;
  readonly held: readonly number[];
}

export interface Places {
  /** Folder of the data sets. */
  readonly data: string;
  readonly python: string;
  readonly side: string;
  /** Empty folder for the files that Python exports. */
  readonly exported: string;
}

export interface ComparedSet {
  readonly title: string;
  readonly source: string;
  readonly options: BoostingOptions;
  readonly read: (places: Places) => Promise<FoldedExamples>;
}

const FOLDS = 5;
const DEFAULT_OPTIONS: BoostingOptions = {
  ...BOOSTING_DEFAULTS,
  rounds: 150,
  leaves: 15,
  seed: 3,
  bins: 'frequent',
};
const SMALL_OPTIONS: BoostingOptions = { ...DEFAULT_OPTIONS, leaves: 6, minRows: 5, lambda: 5 };

function foldExamples(examples: Examples): FoldedExamples {
  const foldOf = assignFolds(examples.y, FOLDS, 3);
  return { examples, foldOf, held: Array.from({ length: FOLDS }, (_, fold) => fold) };
}

const readFolded = (read: (folder: string) => Examples) => {
  return async ({ data }: Places) => foldExamples(read(data));
};

async function readHandbookFold({ data }: Places): Promise<FoldedExamples> {
  const payments = await readHandbook(data);
  const rows = selectRows(payments);
  const rowsChosen = Uint32Array.from([...rows.training, ...rows.holdout]);
  const examples = takeRows(computeExamples(payments), rowsChosen);
  const foldOf = Uint8Array.from(rowsChosen, (_, index) => (index < rows.training.length ? 0 : 1));
  return { examples, foldOf, held: [1] };
}

const makePythonSet = (name: string) => {
  return async ({ python, side, exported }: Places) => {
    const output = execFileSync(python, [side, 'export', name, exported], { encoding: 'utf8' });
    const { rows, columns } = JSON.parse(output) as { rows: number; columns: number };
    const bytes = readFileSync(`${exported}/x.f32`);
    const values = new Float32Array(new Uint8Array(bytes).buffer);
    const y = new Uint8Array(readFileSync(`${exported}/y.u8`));
    return foldExamples({ x: { rows, columns, values }, y });
  };
};

export const SETS: readonly ComparedSet[] = [
  {
    title: 'Credit',
    source: 'credit_risk_dataset',
    options: { ...DEFAULT_OPTIONS, leaves: 31 },
    read: readFolded(readCredit),
  },
  {
    title: 'Credit cards',
    source: 'UCI Default of Credit Card Clients',
    options: DEFAULT_OPTIONS,
    read: readFolded(readUci),
  },
  {
    title: 'Credit, small',
    source: 'South German Credit',
    options: SMALL_OPTIONS,
    read: readFolded(readSouthGerman),
  },
  { title: 'Card fraud', source: 'ULB sample', options: SMALL_OPTIONS, read: readFolded(readUlb) },
  {
    title: 'Money laundering',
    source: 'AMLSim sample, account by account',
    options: DEFAULT_OPTIONS,
    read: readFolded(readAmlsimAccounts),
  },
  {
    title: 'Payment fraud',
    source: 'Fraud Detection Handbook, a week after two months',
    options: { ...DEFAULT_OPTIONS, leaves: 24, minRows: 40, lambda: 5 },
    read: readHandbookFold,
  },
  {
    title: 'Tumours',
    source: 'load_breast_cancer of scikit-learn (UCI, CC BY 4.0)',
    options: SMALL_OPTIONS,
    read: makePythonSet('breast-cancer'),
  },
  {
    title: 'Affairs',
    source: 'fair of statsmodels (Fair 1978; with permission of the author)',
    options: SMALL_OPTIONS,
    read: makePythonSet('fair'),
  },
  {
    title: 'Visits to a doctor',
    source: 'randhie of statsmodels (RAND health insurance experiment; public domain)',
    options: DEFAULT_OPTIONS,
    read: makePythonSet('randhie'),
  },
];

/** The data set on which the processor time is measured. */
const LARGE_OPTIONS: BoostingOptions = { ...BOOSTING_DEFAULTS, rounds: 300, bins: 'frequent' };
export const LARGE_SET = { rows: 100_000, columns: 20, options: LARGE_OPTIONS };

/** Makes rows of normally distributed features, three of which determine the label. */
export function makeRows(rows: number, columns: number): FoldedExamples {
  const random = createRandom(1);
  const values = Float32Array.from({ length: rows * columns }, () => random.normal());
  const y = Uint8Array.from({ length: rows }, (_, row) => {
    const [a = 0, b = 0, c = 0] = values.subarray(row * columns, row * columns + 3);
    return random.next() < 1 / (1 + Math.exp(-(a + b * c - 1))) ? 1 : 0;
  });
  // One row in a hundred is held out, so that nearly all of the time is training.
  const foldOf = Uint8Array.from(y, (_, row) => (row % 100 === 0 ? 1 : 0));
  return { examples: { x: { rows, columns, values }, y }, foldOf, held: [1] };
}
