// Precision and recall of the shipped fraud model above each threshold, on the hold-out world that
// its card was measured on. docs/decisions/fraud.md quotes the output.
//   node research/risk/thresholds.ts

import { readArtifact, SHIPPED_FOLDER } from '../../models/artifact.ts';
import { isFraud, isLaundering } from '../../models/learn/simulator/plan.ts';
import { simulate } from '../../models/learn/simulator/simulate.ts';
import { openSession } from '../../models/session.ts';
import { say } from '../../scripts/say.mjs';

/** The hold-out of research/train-all/transfer-models.ts. */
const WORLD = { customers: 1_500, businesses: 120, days: 150, seed: 2 };
const THRESHOLDS = [0.01, 0.03, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97];

const round = (share: number) => Math.round(share * 1000) / 1000;

const { card, model } = readArtifact(SHIPPED_FOLDER, 'fraud-detection', '2.4.0');
const session = await openSession(model, card.features.length);
const rows = [...simulate(WORLD)].filter(({ typology }) => !isLaundering(typology));
const scores = await session.scoreRows(Float32Array.from(rows.flatMap(({ features }) => features)));
const events = rows.filter(({ typology }) => isFraud(typology)).length;
say(`${card.name}@${card.version}: ${rows.length} transfers, ${events} frauds`);
say('threshold | flagged | frauds among them | precision | recall');
const review = card.measured.threshold;
for (const threshold of [...THRESHOLDS, review].sort((a, other) => a - other)) {
  const flagged = rows.filter((_, index) => (scores[index] as number) >= threshold);
  const hits = flagged.filter(({ typology }) => isFraud(typology)).length;
  const precision = round(hits / Math.max(1, flagged.length));
  const recall = round(hits / events);
  say(`${threshold} | ${flagged.length} | ${hits} | ${precision} | ${recall}`);
}
await session.close();
