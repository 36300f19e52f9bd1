// In the process that developers share, a long call of one developer does not delay the short calls
// of another.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ArtifactStore, createArtifactStore } from '../../../models/artifact-store.ts';
import {
  createForeignScorer,
  type ForeignScorer,
} from '../../../models/confined/foreign-scorer.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import { makeConstantModel, makeHeavyModel } from '../../kit/models/transfer-models.ts';

const columns = TRANSFER_FEATURES.length;
const signature = { input: 'features', output: 'probability', column: 0, columns: 1 };
/**
 * The maximum number of rows of a call, which takes some hundred milliseconds of processor time.
 */
const MAX_ROWS = 100;

let dir: string;
let artifacts: ArtifactStore;
let foreignScorer: ForeignScorer;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-long-calls-'));
  artifacts = createArtifactStore(dir);
  foreignScorer = createForeignScorer({ artifacts, onKill: () => {} });
});
afterAll(() => {
  foreignScorer.close();
  rmSync(dir, { recursive: true, force: true });
});

async function createCaller(tenantId: string, file: Uint8Array) {
  const sha256 = createHash('sha256').update(file).digest('hex');
  await artifacts.put(sha256, file);
  const request = {
    sha256,
    signature,
    columns,
    foreign: { tenantId, versionId: `mdv_${tenantId}` },
  };
  return async (rows: number) => {
    const row = new Float32Array(columns);
    const mode = { purpose: 'question', isRowByRow: true } as const;
    return (await foreignScorer.ask(request, Array(rows).fill(row), mode)).scores;
  };
}

test('short calls are answered during a long call of another developer, which loses no row', async () => {
  const long = await createCaller('dev_long', makeHeavyModel(-1));
  const short = await createCaller('dev_short', makeConstantModel(-2));
  // Both files are in memory.
  await Promise.all([long(1), short(1)]);
  /** Returns how many of three short calls were answered before the long one. */
  async function countAnswered(): Promise<number> {
    let isOver = false;
    let answered = 0;
    const request = long(MAX_ROWS).finally(() => {
      isOver = true;
    });
    for (let call = 0; call < 3; call += 1) {
      expect(await short(1)).toEqual([expect.closeTo(1 / (1 + Math.exp(2)), 5)]);
      if (!isOver) answered += 1;
    }
    expect(await request).toEqual(Array(MAX_ROWS).fill(expect.closeTo(1 / (1 + Math.E), 5)));
    return answered;
  }
  // This process may not run while the long call does, on a busy machine; short calls that waited
  // for the long one would do so each time.
  await expect.poll(countAnswered, { timeout: 60_000 }).toBe(3);
}, 120_000);
