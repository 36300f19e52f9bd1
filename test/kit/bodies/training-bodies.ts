// The full body of a training, for the tests that make bodies wrong.

export const TRAINING = {
  name: 'leavers',
  task: 'churn',
  dataset: {
    source: 'upload',
    rows: [{ balance: 1, left: 0 }],
    uploadId: 'upl_06ayx0rw7mf5w0h1y6k2v3c4d5',
    query: {
      from: '2026-01-01T00:00:00Z',
      to: '2026-02-01T00:00:00Z',
      maturityDays: 30,
      limit: 1_000,
    },
    labelField: 'left',
    timeField: 'at',
    groupField: 'customer',
  },
  features: ['balance', { name: 'age', min: 0 }],
  algorithm: 'gbdt',
  hyperparameters: {
    rounds: 10,
    learningRate: 0.1,
    leaves: 8,
    minRows: 5,
    lambda: 1,
    rowShare: 0.8,
    featureShare: 0.8,
    patience: 5,
    positiveWeight: 1,
    l2: 1,
  },
  split: { method: 'time', testFraction: 0.2 },
  gates: { minAuc: 0.7, maxFprAt: { recall: 0.8, rate: 0.05 }, maxLatencyMs: 1 },
  acceptLeakage: 'The column is known before the event.',
  seed: 7,
  metadata: { order: '17' },
};

export const EVALUATION = {
  datasetId: 'upl_06ayx0rw7mf5w0h1y6k2v3c4d5',
  ledger: TRAINING.dataset.query,
  labelField: 'left',
  segmentField: 'region',
  fairness: { groupField: 'cohort', favourable: 'not_flagged', referenceGroup: 'A' },
  thresholds: [0.25],
  costs: { falsePositive: 1, falseNegative: 20 },
  metadata: { order: '18' },
};

export const BATCH_OF_SCORES = {
  datasetId: 'upl_06ayx0rw7mf5w0h1y6k2v3c4d5',
  idField: 'customer',
  metadata: { order: '19' },
};
