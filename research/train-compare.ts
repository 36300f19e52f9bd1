// node research/train-compare.ts --data DIR [--python PATH]: compares the learner with LightGBM:
// the same parameters, rows and folds, each on one thread. Writes docs/reference/lightgbm.json and
// docs/understand/models.md. Without Python or LightGBM the table says not_run.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareAreas, computeArea } from '../models/evaluate/delong.ts';
import { type BoostingOptions, trainForest } from '../models/learn/train/boosted-trees.ts';
import { takeRows } from '../models/learn/train/matrix.ts';
import { scoreAll } from '../models/learn/train/samples.ts';
import { roundFigure } from '../models/learn/train/select.ts';
import { createMarginScorer } from '../models/learn/train/tree.ts';
import { say } from '../scripts/say.mjs';
import type { ComparedSets, Comparison } from './train-all/lightgbm-table.ts';
import { writeModelsPage } from './train-all/write-page.ts';
import { type ComparedSet, LARGE_SET, makeRows, type Places, SETS } from './train-compare/sets.ts';

type FoldedSet = Awaited<ReturnType<ComparedSet['read']>>;

const SIDE = fileURLToPath(new URL('./train-compare/lightgbm_side.py', import.meta.url));
const FIGURES = fileURLToPath(new URL('../docs/reference/lightgbm.json', import.meta.url));
const argumentAfter = (name: string) => {
  const index = process.argv.indexOf(name);
  return index === -1 ? undefined : process.argv[index + 1];
};

interface TrainedScores {
  readonly scores: Float64Array;
  /** Processor time in seconds of all trainings. */
  readonly seconds: number;
}

function trainOurs({ examples, foldOf, held }: FoldedSet, options: BoostingOptions): TrainedScores {
  const scores = new Float64Array(examples.y.length).fill(Number.NaN);
  const rows = [...examples.y.keys()];
  let seconds = 0;
  for (const fold of held) {
    const training = takeRows(
      examples,
      rows.filter((row) => foldOf[row] !== fold),
    );
    const began = process.cpuUsage();
    const forest = trainForest(training, options);
    const { user, system } = process.cpuUsage(began);
    seconds += (user + system) / 1e6;
    const unseen = rows.filter((row) => foldOf[row] === fold);
    const unseenScores = scoreAll(takeRows(examples, unseen).x, createMarginScorer(forest));
    unseen.forEach((row, index) => {
      scores[row] = unseenScores[index] as number;
    });
  }
  return { scores, seconds };
}

/** Returns the parameters by their names in LightGBM. */
function lightgbmParameters(options: BoostingOptions) {
  return {
    objective: 'binary',
    num_leaves: options.leaves,
    learning_rate: options.learningRate,
    min_data_in_leaf: options.minRows,
    min_sum_hessian_in_leaf: options.minCurvature,
    lambda_l2: options.lambda,
    bagging_fraction: options.rowShare,
    bagging_freq: 1,
    feature_fraction: options.featureShare,
    max_bin: 254,
    num_threads: 1,
    seed: options.seed,
    verbosity: -1,
  };
}

function trainLightgbm(
  { examples: { x, y }, foldOf, held }: FoldedSet,
  options: BoostingOptions,
  { python, side }: Places,
): TrainedScores {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-lightgbm-'));
  const { rounds } = options;
  const parameters = lightgbmParameters(options);
  const spec = { rows: x.rows, columns: x.columns, held, rounds, parameters };
  writeFileSync(join(folder, 'spec.json'), JSON.stringify(spec));
  writeFileSync(join(folder, 'x.f32'), x.values);
  writeFileSync(join(folder, 'y.u8'), y);
  writeFileSync(join(folder, 'fold.u8'), foldOf);
  execFileSync(python, [side, 'train', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const bytes = new Uint8Array(readFileSync(join(folder, 'scores.f64')));
  const durations = JSON.parse(readFileSync(join(folder, 'took.json'), 'utf8')) as {
    seconds: number;
  };
  rmSync(folder, { recursive: true });
  return { scores: new Float64Array(bytes.buffer), seconds: durations.seconds };
}

function compare(folded: FoldedSet, options: BoostingOptions, places: Places): ComparedSets {
  const bankScores = trainOurs(folded, options);
  const other = trainLightgbm(folded, options, places);
  const { y } = folded.examples;
  const rows = [...y.keys()].filter((row) => folded.held.includes(folded.foldOf[row] ?? 255));
  const pick = (all: Float64Array) => Float64Array.from(rows, (row) => all[row] as number);
  const events = Uint8Array.from(rows, (row) => y[row] as number);
  const [a, b] = [pick(bankScores.scores), pick(other.scores)];
  const { difference } = compareAreas(a, b, events);
  return {
    rows: events.length,
    positives: events.reduce((sum, event) => sum + event, 0),
    ours: roundFigure(computeArea(a, events).value),
    lightgbm: roundFigure(computeArea(b, events).value),
    difference: {
      value: roundFigure(difference.value),
      low: roundFigure(difference.low),
      high: roundFigure(difference.high),
    },
    seconds: { ours: Math.round(bankScores.seconds * 10) / 10, lightgbm: tenths(other.seconds) },
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

function versionsOf(python: string): Record<string, string> | null {
  try {
    const output = execFileSync(python, [SIDE, 'versions'], { encoding: 'utf8', stdio: 'pipe' });
    return JSON.parse(output) as Record<string, string>;
  } catch {
    return null;
  }
}

async function main(data: string, python: string): Promise<number> {
  const versions = versionsOf(python);
  if (!versions) {
    say(`not_run: ${python} has no lightgbm, scikit-learn and statsmodels; the table stays`);
    return 3;
  }
  const exported = mkdtempSync(join(tmpdir(), 'kontor-sets-'));
  const places = { data, python, side: SIDE, exported };
  const sets: Record<string, ComparedSets> = {};
  for (const { title, source, options, read } of SETS) {
    const compared = compare(await read(places), options, places);
    sets[`${title}: ${source}`] = compared;
    const { ours, lightgbm, seconds } = compared;
    say(`${title}: ${ours} beside ${lightgbm}; ${seconds.ours} s beside ${seconds.lightgbm} s`);
  }
  const largeComparison = compare(
    makeRows(LARGE_SET.rows, LARGE_SET.columns),
    LARGE_SET.options,
    places,
  );
  say(
    `100,000 × 20: ${largeComparison.seconds.ours} s beside ${largeComparison.seconds.lightgbm} s`,
  );
  rmSync(exported, { recursive: true });
  const comparison: Comparison = { versions, sets, large: largeComparison };
  writeFileSync(FIGURES, `${JSON.stringify(comparison, null, 2)}\n`);
  writeModelsPage();
  return 0;
}

const folder = argumentAfter('--data');
if (folder === undefined || !existsSync(folder)) {
  say('which data? node research/train-compare.ts --data DIR [--python PATH]');
  process.exit(2);
}
process.exit(await main(folder, argumentAfter('--python') ?? 'python3'));
