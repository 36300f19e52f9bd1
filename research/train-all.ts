// node research/train-all.ts --data DIR: makes the shipped models again from the data sets whose licence
// allows it, measures the learner on public data and writes docs/models.md. The same data give the
// same bytes: with --check nothing is written and the exit code says whether they do. --only takes
// names of models, with or without @version, and of measurements, with commas.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Artifact, readArtifact, SHIPPED, sha256, writeArtifact } from '../models/artifact.ts';
import { type Distribution, distributionText } from '../models/distribution.ts';
import { say } from '../scripts/say.mjs';
import { BENCHMARKS } from './train-all/benchmarks.ts';
import {
  type CreditVersion,
  creditDistribution,
  trainCreditByFolds,
  trainCreditScoring,
} from './train-all/credit-scoring.ts';
import {
  recallsOf,
  trainFraudDetection,
  trainFraudWithinBounds,
  trainRiskAssessment,
  transferDistribution,
} from './train-all/transfer-models.ts';
import { type Kept, keep, readKept, writeModelsPage } from './train-all/write-page.ts';

interface Recipe {
  readonly name: string;
  readonly version: string;
  readonly train: (folder: string) => Promise<Artifact>;
  /** What live features are compared with; models without one have no drift to show. */
  readonly spread: (folder: string) => Promise<Distribution>;
}

const ofTransfers = (name: string, version: string, train: () => Promise<Artifact>): Recipe => {
  const spread = () => transferDistribution(readArtifact(SHIPPED, name, version));
  return { name, version, train, spread };
};

const ofCredit = (version: CreditVersion, train: Recipe['train']): Recipe => {
  const spread = (folder: string) => creditDistribution(version, folder);
  return { name: 'credit-scoring', version, train, spread };
};

const RECIPES: readonly Recipe[] = [
  ofCredit('3.0.0', trainCreditScoring),
  ofCredit('3.2.0', trainCreditByFolds),
  ofTransfers('fraud-detection', '2.1.0', trainFraudDetection),
  ofTransfers('fraud-detection', '2.4.0', trainFraudWithinBounds),
  ofTransfers('risk-assessment', '2.5.0', trainRiskAssessment),
];

const argumentAfter = (name: string) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
};
const only = argumentAfter('--only')?.split(',');
const isCheck = process.argv.includes('--check');
const isWanted = (name: string) => only === undefined || only.includes(name);
const wantedRecipes = () =>
  RECIPES.filter(({ name, version }) => isWanted(name) || isWanted(`${name}@${version}`));

function isTheSame({ card, model }: Artifact): boolean {
  const place = join(SHIPPED, card.name, card.version);
  if (!existsSync(join(place, 'model.onnx'))) return false;
  const text = `${JSON.stringify(card, null, 2)}\n`;
  const sameModel = sha256(readFileSync(join(place, 'model.onnx'))) === sha256(model);
  return sameModel && readFileSync(join(place, 'card.json'), 'utf8') === text;
}

/** Answers with how many distributions are not what they were. */
async function spreadModels(folder: string): Promise<number> {
  let changed = 0;
  for (const { name, version, spread } of wantedRecipes()) {
    const distribution = await spread(folder);
    const path = join(SHIPPED, name, distribution.version, 'distribution.json');
    const text = distributionText(distribution);
    const same = existsSync(path) && readFileSync(path, 'utf8') === text;
    if (!same) changed += 1;
    if (!isCheck) writeFileSync(path, text);
    say(`${name}@${version}: distribution ${same ? 'the same bytes' : 'CHANGED'}`);
  }
  return changed;
}

/** Answers with how many artefacts are not what they were. */
async function trainModels(folder: string, record: Kept): Promise<number> {
  let changed = 0;
  for (const { name, version, train } of wantedRecipes()) {
    const artifact = await train(folder);
    const { areaUnderRoc, accuracy } = artifact.card.measured;
    const same = isTheSame(artifact);
    if (!same) changed += 1;
    if (!isCheck) writeArtifact(SHIPPED, artifact);
    if (name !== 'credit-scoring') {
      record.recalls[`${name} ${version}`] = await recallsOf(artifact);
    }
    const figures = `area under ROC ${areaUnderRoc.value}, accuracy ${accuracy.value}`;
    say(`${name}@${version} ${same ? 'the same bytes' : 'CHANGED'}: ${figures}`);
  }
  return changed;
}

async function measureAll(folder: string, record: Kept): Promise<void> {
  for (const [name, { run }] of Object.entries(BENCHMARKS).filter(([name]) => isWanted(name))) {
    const result = await run(folder);
    record.benchmarks[name] = result;
    const { areaUnderRoc, accuracy } = result.measured;
    say(`${name}: area under ROC ${areaUnderRoc.value}, accuracy ${accuracy.value}`);
  }
}

async function main(folder: string): Promise<number> {
  const record = readKept();
  // What a model answers is spread as its file says: the file comes first.
  const changed = (await trainModels(folder, record)) + (await spreadModels(folder));
  if (isCheck) return changed;
  await measureAll(folder, record);
  keep(record);
  writeModelsPage();
  return 0;
}

const folder = argumentAfter('--data');
if (folder === undefined || !existsSync(folder)) {
  say('which data? node research/train-all.ts --data DIR [--only NAME,NAME] [--check]');
  process.exit(2);
}
process.exit((await main(folder)) > 0 ? 1 : 0);
