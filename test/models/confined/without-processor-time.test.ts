// Calls of developers' files on a machine without processor time for them, and while the bank
// itself has none. A stopped process stands in for a process that gets no processor time.

import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { listChildren } from '../../../bench/testbed.ts';
import { type ArtifactStore, createArtifactStore } from '../../../models/artifact-store.ts';
import {
  createForeignScorer,
  type ForeignScorer,
  type Kill,
} from '../../../models/confined/foreign-scorer.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';

const columns = TRANSFER_FEATURES.length;
const signature = { input: 'features', output: 'probability', column: 0, columns: 1 };
const rows = [new Float32Array(columns)];
/** Niceness of the process that is called first. */
const LOWEST_PRIORITY = 19;

let dir: string;
let foreignScorer: ForeignScorer;
let artifacts: ArtifactStore;
const kills: Kill[] = [];

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-starved-'));
  artifacts = createArtifactStore(dir);
  foreignScorer = createForeignScorer({ artifacts, onKill: (kill) => kills.push(kill) });
});
afterAll(() => {
  foreignScorer.close();
  rmSync(dir, { recursive: true, force: true });
});

const sha256Of = (file: Uint8Array) => createHash('sha256').update(file).digest('hex');
const askedFor = (file: Uint8Array) => {
  const caller = { tenantId: 'dev_asks', versionId: 'mdv_asked' };
  return { sha256: sha256Of(file), signature, columns, foreign: caller };
};

async function question(file: Uint8Array): Promise<number | undefined> {
  await artifacts.put(sha256Of(file), file);
  const mode = { purpose: 'question', isRowByRow: false } as const;
  return (await foreignScorer.ask(askedFor(file), rows, mode)).scores[0];
}

const [first, other] = [makeConstantModel(-1), makeConstantModel(-2)];
const sigmoid = (logit: number) => expect.closeTo(1 / (1 + Math.exp(-logit)), 5);

test('a call to a process that gets no processor time is answered by another process', async () => {
  expect(await question(first)).toEqual(sigmoid(-1));
  // On a machine without spare time, another process has already answered the call.
  const stopped = foreignScorer.pids().find((pid) => getPriority(pid) === LOWEST_PRIORITY);
  if (stopped !== undefined) process.kill(stopped, 'SIGSTOP');
  expect(await question(other)).toEqual(sigmoid(-2));
  expect(foreignScorer.pids()).not.toContain(stopped);
  // No question receives the answer to another, and no version is blamed for the machine.
  expect(await question(first)).toEqual(sigmoid(-1));
  expect(kills).toEqual([]);
}, 60_000);

/**
 * Scoring processes of this process, with their state as the system reports it; S means waiting.
 */
function findScorers(): Map<number, string> {
  const pids = listChildren(process.pid).flatMap(listChildren);
  const read = (pid: number, name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
  const scoringPids = pids.filter((pid) => read(pid, 'cmdline').includes('scoring-process'));
  return new Map(scoringPids.map((pid) => [pid, read(pid, 'stat').replace(/^.*\) (.).*$/s, '$1')]));
}

/** Keeps this thread busy until a process that has just been started has nothing to do but wait. */
function stayBusyUntilItWaits(before: ReadonlyMap<number, string>): void {
  const until = performance.now() + 60_000;
  for (let calm = 0; calm < 20 && performance.now() < until; ) {
    const fresh = [...findScorers()].filter(([pid]) => !before.has(pid));
    calm = fresh.length > 0 && fresh.every(([, state]) => state === 'S') ? calm + 1 : 0;
    for (const next = performance.now() + 25; performance.now() < next; );
  }
}

test('a process that becomes ready while the bank is busy is noticed', async () => {
  await question(first);
  const fresh = createForeignScorer({ artifacts, onKill: (kill) => kills.push(kill) });
  onTestFinished(() => fresh.close());
  const before = findScorers();
  const request = fresh.ask(askedFor(first), rows, { purpose: 'money', isRowByRow: false });
  stayBusyUntilItWaits(before);
  // A start without any message is given up after a minute.
  const answer = await Promise.race([request, sleep(30_000, null)]);
  expect(answer?.scores).toEqual([sigmoid(-1)]);
}, 120_000);
