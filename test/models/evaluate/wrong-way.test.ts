// Models that judge payments keep the directions of their features: a payee who was paid before, an
// older account or a smaller amount never raises the score. The rows are generated from a seed.

import { expect, test } from 'vitest';
import { listFavourableSteps, makePayments } from '../../../ai/risk/directions.ts';
import { readArtifact, readArtifactForest, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { countWrongWaySteps, splitPointsOf } from '../../../models/evaluate/wrong-way.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import { openSession } from '../../../models/session.ts';

async function gate(version: string, count: number) {
  const artifact = readArtifact(SHIPPED_FOLDER, 'fraud-detection', version);
  const session = await openSession(artifact.model, TRANSFER_FEATURES.length);
  const forest = readArtifactForest(artifact);
  const steps = listFavourableSteps(makePayments(count, 7), (column) =>
    splitPointsOf(forest, column).filter((_, index) => index % 4 === 0),
  );
  const waySteps = await countWrongWaySteps(steps, (rows) =>
    session.scoreRows(Float32Array.from(rows.flatMap((row) => [...row]))),
  );
  await session.close();
  return { ...waySteps, card: artifact.card };
}

test('no favourable step raises the score of a payment with the model that judges', async () => {
  const { steps, wrong, byStep, card } = await gate('2.4.0', 100);
  expect(steps).toBeGreaterThan(20_000);
  expect({ wrong, byStep }).toEqual({ wrong: 0, byStep: {} });
  expect(card.wrongWaySteps).toMatchObject({ rows: 200, wrong: 0 });
  expect(card.wrongWaySteps?.steps).toBeGreaterThan(80_000);
});

test('a payment model without monotonic directions is detected', async () => {
  const { share, byStep } = await gate('2.1.0', 20);
  expect(share).toBeGreaterThan(0.5);
  expect(Object.keys(byStep)).toEqual(expect.arrayContaining(['paidBefore', 'accountAgeDays']));
});
