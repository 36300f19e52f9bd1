// node research/train-all.ts --data DIR: trains the shipped models from the data sets whose licence
// permits it, measures the learner on public data and writes docs/understand/models.md. The same
// data give the same bytes: --check writes nothing and exits with 1 when the bytes differ. --only
// takes names of models, with or without @version, and of measurements, separated by commas.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Artifact,
  readArtifact,
  SHIPPED_FOLDER,
  sha256,
  writeArtifact,
} from '../models/artifact.ts';
import { type Distribution, formatDistribution } from '../models/distribution.ts';
import { say } from '../scripts/say.mjs';
import { BENCHMARKS } from './train-all/benchmarks.ts';
import {
  type CreditVersion,
  computeCreditDistribution,
  trainCreditByFolds,
  trainCreditScoring,
} from './train-all/credit-scoring.ts';
import {
  measureRecalls,
  trainFraudDetection,
  trainFraudWithinBounds,
  trainRiskAssessment,
  transferDistribution,
} from './train-all/transfer-models.ts';
import {
  keepFigures,
  readKept,
  type StoredFigures,
  writeModelsPage,
} from './train-all/write-page.ts';

interface Recipe {
  readonly name: string;
  readonly version: string;
  readonly train: (folder: string) => Promise<Artifact>;
  /**
   * Computes the distribution with which live features are compared; models without one have no
   * drift.
   */
  readonly spread: (folder: string) => Promise<Distribution>;
}

const transferRecipe = (name: string, version: string, train: () => Promise<Artifact>): Recipe => {
  const distributionOf = () => transferDistribution(readArtifact(SHIPPED_FOLDER, name, version));
  return { name, version, train, spread: distributionOf };
};

const creditRecipe = (version: CreditVersion, train: Recipe['train']): Recipe => {
  const distributionOf = (folder: string) => computeCreditDistribution(version, folder);
  return { name: 'credit-scoring', version, train, spread: distributionOf };
};

const RECIPES: readonly Recipe[] = [
  creditRecipe('3.0.0', trainCreditScoring),
  creditRecipe('3.2.0', trainCreditByFolds),
  transferRecipe('fraud-detection', '2.1.0', trainFraudDetection),
  transferRecipe('fraud-detection', '2.4.0', trainFraudWithinBounds),
  transferRecipe('risk-assessment', '2.5.0', trainRiskAssessment),
];

const argumentAfter = (name: string) => {
  const index = process.argv.indexOf(name);
  return index === -1 ? undefined : process.argv[index + 1];
};
const only = argumentAfter('--only')?.split(',');
const isCheck = process.argv.includes('--check');
const isSelected = (name: string) => only === undefined || only.includes(name);
const selectRecipes = () =>
  RECIPES.filter(({ name, version }) => isSelected(name) || isSelected(`${name}@${version}`));

function isTheSame({ card, model }: Artifact): boolean {
  const place = join(SHIPPED_FOLDER, card.name, card.version);
  if (!existsSync(join(place, 'model.onnx'))) return false;
  const text = `${JSON.stringify(card, null, 2)}\n`;
  const sameModel = sha256(readFileSync(join(place, 'model.onnx'))) === sha256(model);
  return sameModel && readFileSync(join(place, 'card.json'), 'utf8') === text;
}

/** Returns the number of distributions that changed. */
async function writeDistributions(folder: string): Promise<number> {
  let changed = 0;
  for (const { name, version, spread: distributionOf } of selectRecipes()) {
    const distribution = await distributionOf(folder);
    const path = join(SHIPPED_FOLDER, name, distribution.version, 'distribution.json');
    const text = formatDistribution(distribution);
    const isSame = existsSync(path) && readFileSync(path, 'utf8') === text;
    if (!isSame) changed += 1;
    if (!isCheck) writeFileSync(path, text);
    say(`${name}@${version}: distribution ${isSame ? 'the same bytes' : 'CHANGED'}`);
  }
  return changed;
}

/** Returns the number of artefacts that changed. */
async function trainModels(folder: string, record: StoredFigures): Promise<number> {
  let changed = 0;
  for (const { name, version, train } of selectRecipes()) {
    const artifact = await train(folder);
    const { areaUnderRoc, accuracy } = artifact.card.measured;
    const isSame = isTheSame(artifact);
    if (!isSame) changed += 1;
    if (!isCheck) writeArtifact(SHIPPED_FOLDER, artifact);
    if (name !== 'credit-scoring') {
      record.recalls[`${name} ${version}`] = await measureRecalls(artifact);
    }
    const figures = `area under ROC ${areaUnderRoc.value}, accuracy ${accuracy.value}`;
    say(`${name}@${version} ${isSame ? 'the same bytes' : 'CHANGED'}: ${figures}`);
  }
  return changed;
}

async function measureAll(folder: string, record: StoredFigures): Promise<void> {
  for (const [name, { run }] of Object.entries(BENCHMARKS).filter(([name]) => isSelected(name))) {
    const result = await run(folder);
    record.benchmarks[name] = result;
    const { areaUnderRoc, accuracy } = result.measured;
    say(`${name}: area under ROC ${areaUnderRoc.value}, accuracy ${accuracy.value}`);
  }
}

async function main(folder: string): Promise<number> {
  const record = readKept();
  // The distribution of scores depends on the model file, so the file is trained first.
  const changed = (await trainModels(folder, record)) + (await writeDistributions(folder));
  if (isCheck) return changed;
  await measureAll(folder, record);
  keepFigures(record);
  writeModelsPage();
  return 0;
}

const folder = argumentAfter('--data');
if (folder === undefined || !existsSync(folder)) {
  say('which data? node research/train-all.ts --data DIR [--only NAME,NAME] [--check]');
  process.exit(2);
}
process.exit((await main(folder)) > 0 ? 1 : 0);
