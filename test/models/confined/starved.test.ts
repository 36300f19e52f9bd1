// Questions to files of developers on a machine that has no time for them. A process that is
// stopped gets as little time as one that everything else goes before.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { artifactStore } from '../../../models/artifact-store.ts';
import {
  type ForeignScorer,
  foreignScorer,
  type Kill,
} from '../../../models/confined/foreign-scorer.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import { constantModel } from '../../kit/models/transfer-models.ts';

const columns = TRANSFER_FEATURES.length;
const signature = { input: 'features', output: 'probability', column: 0, columns: 1 };
const rows = [new Float32Array(columns)];

let dir: string;
let foreign: ForeignScorer;
let question: (file: Uint8Array) => Promise<number | undefined>;
const kills: Kill[] = [];

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-starved-'));
  const artifacts = artifactStore(dir);
  foreign = foreignScorer({ artifacts, onKill: (kill) => kills.push(kill) });
  question = async (file) => {
    const sha256 = createHash('sha256').update(file).digest('hex');
    await artifacts.put(sha256, file);
    const about = { tenantId: 'dev_asks', versionId: 'mdv_asked' };
    const asked = { sha256, signature, columns, foreign: about };
    const how = { purpose: 'question', apart: false } as const;
    return (await foreign.ask(asked, rows, how)).scores[0];
  };
});
afterAll(() => {
  foreign.close();
  rmSync(dir, { recursive: true, force: true });
});

const [one, other] = [constantModel(-1), constantModel(-2)];
const sigmoid = (logit: number) => expect.closeTo(1 / (1 + Math.exp(-logit)), 5);

test('a call to a process that gets no processor time is answered by another process', async () => {
  expect(await question(one)).toEqual(sigmoid(-1));
  const [stopped = 0] = foreign.pids();
  process.kill(stopped, 'SIGSTOP');
  expect(await question(other)).toEqual(sigmoid(-2));
  expect(foreign.pids()).not.toContain(stopped);
  // No question receives the answer to another, and no version is blamed for the machine.
  expect(await question(one)).toEqual(sigmoid(-1));
  expect(kills).toEqual([]);
}, 60_000);
