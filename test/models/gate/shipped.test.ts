// Every model that comes with the engine passes the gate that uploaded files have to pass.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modelPathIn, readArtifact, SHIPPED_FOLDER } from '../../../models/artifact.ts';
import { checkModel } from '../../../models/gate/check-model.ts';

const shipped = readdirSync(SHIPPED_FOLDER).flatMap((name) =>
  readdirSync(join(SHIPPED_FOLDER, name)).map((version) => [name, version] as const),
);

test.each(shipped)(
  'the gate accepts the shipped model %s %s',
  async (name, version) => {
    const { card } = readArtifact(SHIPPED_FOLDER, name, version);
    const path = modelPathIn(SHIPPED_FOLDER, name, version);
    const checked = await checkModel({ path, owner: 'bank' }, card);
    expect(checked.sha256).toBe(card.artifact.sha256);
    expect(checked.probe.goldenRows).toBe(card.golden.length);
  },
  60_000,
);

test("the memory figure of a probe excludes the memory of the bank's own process", async () => {
  const { card } = readArtifact(SHIPPED_FOLDER, 'fraud-detection', '2.1.0');
  const path = modelPathIn(SHIPPED_FOLDER, 'fraud-detection', '2.1.0');
  // Filled, because the system does not allocate memory that is never written.
  const ballast = Buffer.alloc(700 * 1024 * 1024, 1);
  const { probe } = await checkModel({ path, owner: 'bank' }, card);
  expect(probe.residentBytes).toBeLessThan(ballast.length / 2);
}, 60_000);
