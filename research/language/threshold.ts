// Chooses from which probability on a message counts as out of scope, on development data alone: the
// head `intent` is taught without the validation parts of CLINC150, and asked about them.
// `node research/language/threshold.ts --data DIR`

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { INTENT_LABELS, OUT_OF_SCOPE } from '../../ai/intents/catalogue.ts';
import { computeTextFeatures } from '../../models/features/text-features.ts';
import { makePhrases } from '../../models/learn/text/phrases.ts';
import { CLINC, readBanking } from '../../research/train-intents/data.ts';
import { computeMargins, trainHead } from '../../research/train-intents/heads.ts';
import { computeWeights, sparseRow } from '../train-intents/linear-machine.ts';

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (values.data === undefined) throw new Error('--data names the folder of the public data sets');
const folder = values.data;

const parts: Record<string, [text: string, label: string][]> = JSON.parse(
  readFileSync(join(folder, 'clinc150/data_full.json'), 'utf8'),
);
const rowsOf = (...names: string[]) =>
  names.flatMap((name) =>
    (parts[name] ?? []).map(([text, label]) => ({ text, label: CLINC[label] ?? OUT_OF_SCOPE })),
  );
const written = INTENT_LABELS.flatMap((label, index) =>
  makePhrases(label, 100, 100 + index).map((text) => ({ text, label })),
);
const counts = new Map<string, number>();
const support = readBanking(folder).train.flatMap(({ text, label }) => {
  const count = counts.get(label) ?? 0;
  counts.set(label, count + 1);
  return count < 30 ? [{ text, label: 'support_question' }] : [];
});
const messages = [...rowsOf('train', 'oos_train'), ...written, ...support];
const { head } = trainHead('intent', INTENT_LABELS, messages);
const weighing = computeWeights(messages.map(({ text }) => computeTextFeatures(text)));
const outside = INTENT_LABELS.indexOf(OUT_OF_SCOPE);

function scoreOf(text: string): number {
  const margins = computeMargins(head.weights, sparseRow(computeTextFeatures(text), weighing));
  const weights = margins.map((one) => Math.exp(head.temperature * one));
  return (weights[outside] ?? 0) / weights.reduce((sum, one) => sum + one, 0);
}

const heldScores = rowsOf('val', 'oos_val').map(({ text, label }) => ({
  label,
  score: scoreOf(text),
}));
const inside = heldScores.filter(({ label }) => label !== OUT_OF_SCOPE).map(({ score }) => score);
const beyond = heldScores.filter(({ label }) => label === OUT_OF_SCOPE).map(({ score }) => score);
inside.sort((one, other) => other - one);
process.stdout.write(
  `temperature ${head.temperature}, ${inside.length} of a bank, ${beyond.length} of none\n`,
);
const four = (share: number) => Math.round(share * 1e4) / 1e4;
for (const share of [0.03, 0.02, 0.015, 0.01, 0.005]) {
  const threshold = inside[Math.floor(inside.length * share)] ?? 1;
  const found = beyond.filter((score) => score > threshold).length / beyond.length;
  process.stdout.write(`lost ${share}: above ${four(threshold)}, found ${four(found)}\n`);
}
