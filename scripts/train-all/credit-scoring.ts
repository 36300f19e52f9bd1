// credit-scoring 3.0.0: what it learns from, what it is for and what it is not for.

import { type Artifact, readArtifact, SHIPPED } from '../../models/artifact.ts';
import { type Distribution, distributionOf, withScores } from '../../models/distribution.ts';
import { CREDIT_FEATURES } from '../../models/features/credit-features.ts';
import { BOOSTING } from '../../models/learn/train/boosted-trees.ts';
import { type Blueprint, buildArtifact } from '../../models/learn/train/build-artifact.ts';
import { takeRows } from '../../models/learn/train/matrix.ts';
import { stratifiedSplit } from '../../models/learn/train/split.ts';
import { openSession } from '../../models/session.ts';
import { type LabelledData, readCredit } from './credit-data.ts';

const SEED = 3;
const SHARES = { validation: 0.15, holdout: 0.2 };
export const CREDIT_OPTIONS = { ...BOOSTING, rounds: 500, patience: 40, seed: SEED };

/** How features were spread over the rows that train, and answers over those that measure. */
export async function creditDistribution(dataFolder: string): Promise<Distribution> {
  const data = readCredit(dataFolder);
  const { training, holdout } = stratifiedSplit(data.y, SHARES, SEED);
  const names = CREDIT_FEATURES.map(({ name }) => name);
  const { card, model } = readArtifact(SHIPPED, 'credit-scoring', '3.0.0');
  const session = await openSession(model, names.length);
  const scores = await session.scoreRows(takeRows(data, holdout).x.values);
  await session.close();
  const spread = distributionOf(card, takeRows(data, training).x, names);
  return withScores(spread, Float32Array.from(scores));
}

export async function trainCreditScoring(dataFolder: string): Promise<Artifact> {
  const data = readCredit(dataFolder);
  const split = stratifiedSplit(data.y, SHARES, SEED);
  const { artifact } = await buildArtifact(blueprintFor(data), {
    training: takeRows(data, split.training),
    validation: takeRows(data, split.validation),
    holdout: takeRows(data, split.holdout),
  });
  return artifact;
}

function blueprintFor({ sha256 }: LabelledData): Blueprint {
  return {
    name: 'credit-scoring',
    version: '3.0.0',
    title: 'Probability that a personal loan is not paid back',
    predicts: 'default on the loan',
    intendedFor:
      'One part of a credit assessment, after the affordability floor and with reasons. ' +
      'A denial goes to a person on request.',
    notFor: [
      'deciding alone: no probability is a decision',
      'business loans, mortgages and credit lines',
      'setting the price of a loan by anything that stands for a protected attribute',
      'customers outside the population of its data without a validation on own data',
    ],
    limits: [
      'The data set is public, of unclear provenance and looks partly made up: the figures say ' +
        'how well the method does on it, not how well it would do on a portfolio.',
      'It has no dates: the split is random, so nothing is known of how the model ages.',
      'Amounts are US dollars; others have to be converted before.',
      'The data hold no protected attribute, so fairness between groups was not measured. Home ' +
        'ownership and length of credit history may stand in for age.',
      'The column loan_percent_income of the data set was not used: in 429 rows it contradicts ' +
        'amount and income, and every one of them is a default, so it tells the label.',
    ],
    features: CREDIT_FEATURES,
    data: {
      name: 'credit_risk_dataset',
      source: 'Kaggle laotse/credit-risk-dataset, as copied in OtusTeam/Data-Quality',
      licence: 'CC0 1.0, as stated by its publisher',
      sha256,
      label: 'loan_status: 1 when the loan defaulted',
      split: 'stratified at random: 65 % training, 15 % validation, 20 % hold-out',
    },
    learner: { kind: 'boosted-trees', options: CREDIT_OPTIONS },
    calibration: 'platt',
    falsePositiveShare: null,
    stated: { accuracy: 0.89, by: 'the specification of version 3.0.0' },
  };
}
