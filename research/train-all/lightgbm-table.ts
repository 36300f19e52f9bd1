// The section about the learner and LightGBM, from the figures of `node research/train-compare.ts`.

import type { Interval } from '../../models/learn/train/bootstrap.ts';

export interface ComparedSets {
  readonly rows: number;
  readonly positives: number;
  /** Areas under ROC. */
  readonly ours: number;
  readonly lightgbm: number;
  /** Our area less LightGBM's, with its interval by DeLong. */
  readonly difference: Interval;
  /** Processor time in seconds. */
  readonly seconds: { readonly ours: number; readonly lightgbm: number };
}

export interface Comparison {
  readonly versions: Readonly<Record<string, string>>;
  readonly sets: Readonly<Record<string, ComparedSets>>;
  readonly large: ComparedSets;
}

/** Accepted difference by which our area may be lower. */
const MAX_LOSS = 0.005;
const MAX_RATIO = 3;

function formatVerdict({ difference }: ComparedSets): string {
  return difference.value >= -MAX_LOSS ? 'met' : '**missed**';
}

/** The section of docs/understand/models.md. */
export function formatLightgbm(
  comparison: Comparison | null,
  table: (head: readonly string[], rows: readonly (readonly string[])[]) => string,
): string {
  const head = `## Comparison with LightGBM

\`node research/train-compare.ts --data DIR\` trains the bank's learner and LightGBM on the same rows and folds, with the
same parameters and one thread each. Targets: an area under ROC at most ${MAX_LOSS} below that of LightGBM, and at most ${MAX_RATIO} times its
processor time on 100,000 rows × 20.`;
  if (!comparison) return `${head}\n\nnot_run: it was not measured with Python and LightGBM.`;
  const rows = Object.entries(comparison.sets).map(([name, set]) => [
    name,
    `${set.rows} / ${set.positives}`,
    String(set.ours),
    String(set.lightgbm),
    `${set.difference.value} (${set.difference.low} – ${set.difference.high})`,
    formatVerdict(set),
    `${set.seconds.ours} / ${set.seconds.lightgbm}`,
  ]);
  const { large, versions } = comparison;
  const times = Math.round((large.seconds.ours / large.seconds.lightgbm) * 100) / 100;
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const columns = [
    'Data',
    'Rows / events',
    'Ours',
    'LightGBM',
    'Difference (95 %, DeLong)',
    '',
    'Processor seconds, ours / LightGBM',
  ];
  return `${head}

Measured with ${names.join(', ')}.

${table(columns, rows)}

100,000 rows × 20, 300 trees of 31 leaves, processor time: ${large.seconds.ours} s, LightGBM
${large.seconds.lightgbm} s, ${times} times: ${times <= MAX_RATIO ? 'met' : '**missed**'}.
The last three sets come with the packages named and are not kept here.`;
}
