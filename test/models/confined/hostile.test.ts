// Files that no gate should accept, called two hundred times each as the model that decides about
// payments: their faults end only their own process, and the third such end stops the version.

import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createModelFinder } from '../../../ai/serving/finder.ts';
import { noteKill } from '../../../db/deployments/kills.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { listModelAlarms } from '../../../db/model-alarms/reads.ts';
import { registerVersion } from '../../../db/models/acts.ts';
import { readModelVersion } from '../../../db/models/reads.ts';
import { type ArtifactStore, createArtifactStore } from '../../../models/artifact-store.ts';
import {
  createForeignScorer,
  type ForeignScorer,
  type Kill,
} from '../../../models/confined/foreign-scorer.ts';
import { ModelKilled } from '../../../models/confined/supervise-scoring.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import { inspectModel } from '../../../models/gate/inspect.ts';
import { ModelRefusal } from '../../../models/gate/refusal.ts';
import { type ModelFinder, ModelStopped } from '../../../models/serving.ts';
import { combinePools, createOwnSessions } from '../../../models/session-pool.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { makeHostileModels, TRIGGER } from '../../kit/models/hostile-models.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';

const columns = TRANSFER_FEATURES.length;
const FEATURES = TRANSFER_FEATURES.map(({ name }) => ({ name }));
const KINDS = makeHostileModels({ columns });
const ROUNDS = 200;
/** Three kills stop a version; those of these kinds take seconds of a processor each. */
const KILLS: Readonly<Record<string, number>> = { 'a million nodes': 1, 'a slow first run': 1 };
const kindKills = (kind: string) => KILLS[kind] ?? 3;

let dir: string;
let artifacts: ArtifactStore;
let ledger: Ledger;
let foreignScorer: ForeignScorer;
let finder: ModelFinder;
const kills: Kill[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-hostile-'));
  artifacts = createArtifactStore(dir);
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:' });
  foreignScorer = createForeignScorer({
    artifacts,
    onKill: (kill) => {
      kills.push(kill);
      void ledger.run(noteKill, kill);
    },
  });
  finder = createModelFinder(ledger, combinePools(createOwnSessions(artifacts, 2), foreignScorer));
  await decideWith('dev_good', makeConstantModel(-1));
});
afterAll(() => {
  foreignScorer.close();
  ledger.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Lets a file decide about payments of a developer, whatever the result of the gates. */
async function decideWith(tenantId: string, file: Uint8Array): Promise<string> {
  const sha256 = createHash('sha256').update(file).digest('hex');
  await artifacts.put(sha256, file);
  const signature = { input: 'features', output: 'probability', column: 0, columns: 1 };
  const { version } = await ledger.run(registerVersion, {
    tenantId,
    name: 'own',
    task: 'fraud',
    label: '1.0.0',
    source: 'upload',
    approved: true,
    artifact: { sha256, bytes: file.length },
    card: { features: FEATURES },
    checks: { signature },
    requestHash: Buffer.alloc(32),
    cause: { actor: 'key_x', requestId: 'req_x', idempotencyKey: null },
  });
  const move = "UPDATE model_versions SET stage = 'production' WHERE id = ?";
  ledger.database.raw.prepare(move).run(version.id);
  return version.id;
}

type Outcome = 'answered' | 'killed' | 'failed' | 'stopped';

async function ask(tenantId: string, row: Float32Array): Promise<Outcome> {
  const model = finder.servingFor(tenantId, 'fraud')?.production;
  try {
    const [score = Number.NaN] = (await model?.session.score([row])) ?? [];
    return score >= 0 && score <= 1 ? 'answered' : 'failed';
  } catch (error) {
    if (error instanceof ModelKilled) return 'killed';
    return error instanceof ModelStopped ? 'stopped' : 'failed';
  }
}

const rowOf = (first: number) =>
  Float32Array.from({ length: columns }, (_, index) => (index ? 0 : first));
/** True for a row that triggers the fault; for intermittently slow kinds, one row of a hundred. */
const triggersFault = (kind: string, round: number) =>
  !kind.includes('hundred') || round % 100 === 99;
const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;
const threadsOf = (pid: number) => readdirSync(`/proc/${pid}/task`).length;

describe('the model gate', () => {
  test.each(Object.entries(KINDS))('accepts or refuses %s as expected', (_, { file, expected }) => {
    const verdict = () =>
      inspectModel(
        file,
        FEATURES.map(({ name }) => name),
      );
    // The threads are requested in a way that the runtime ignores.
    if (expected === 'answered') expect(verdict().perRow.work).toBeLessThan(1_000);
    else expect(verdict).toThrow(ModelRefusal);
  });
});

describe.each(Object.entries(KINDS))('%s, run two hundred times,', (kind, { file, expected }) => {
  test('affects no other model, and is ended by its limits', async () => {
    const tenantId = `dev_${kind.replaceAll(' ', '_')}`;
    const versionId = await decideWith(tenantId, file);
    const earlier = 3 - kindKills(kind);
    for (let index = 0; index < earlier; index += 1) {
      await ledger.run(noteKill, { versionId, reason: 'time', detail: 'A call took too long.' });
    }
    const before = process.memoryUsage.rss();
    const filesBefore = openFiles(process.pid);
    const seen: Record<Outcome, number> = { answered: 0, killed: 0, failed: 0, stopped: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const row = rowOf(triggersFault(kind, round) ? TRIGGER : 0);
      const [outcome, neighbour] = await Promise.all([
        ask(tenantId, row),
        ask('dev_good', rowOf(0)),
      ]);
      seen[outcome] += 1;
      expect(neighbour).toBe('answered');
      if (outcome === 'killed')
        await vi.waitFor(() => expect(countKills(versionId)).toBe(earlier + seen.killed), {
          timeout: 20_000,
        });
    }
    const version = readModelVersion(ledger, versionId);
    if (expected === 'answered') expect(seen.answered).toBe(ROUNDS);
    if (expected === 'refused') expect(seen.failed).toBe(ROUNDS);
    if (expected === 'killed' && !kind.includes('hundred')) {
      const killed = kindKills(kind);
      expect(seen).toEqual({ answered: 0, killed, failed: 0, stopped: ROUNDS - killed });
      expect(version).toMatchObject({ stage: 'production', stoppedCode: 'over_limits' });
      // The stopped version is not called, so the developer's payments are booked together with
      // those of others again.
      expect(finder.isForeign(tenantId, 'fraud')).toBe(false);
      const alarms = listModelAlarms(ledger, { limit: 50, startingAfter: null, status: 'open' });
      expect(alarms.data.some((alarm) => alarm.versionId === versionId)).toBe(true);
    }
    // The fault occurs in two of two hundred rows: each kill costs its own call, and a third kill
    // would stop the version.
    if (kind.includes('hundred')) expect(seen).toMatchObject({ killed: 2, answered: ROUNDS - 2 });
    // The file used only the resources of its own process.
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
    expect(openFiles(process.pid)).toBeLessThan(filesBefore + 16);
    for (const pid of foreignScorer.pids()) {
      expect(openFiles(pid)).toBeLessThan(64);
      expect(threadsOf(pid)).toBeLessThan(16);
    }
  }, 240_000);
});

function countKills(versionId: string): number {
  const row = readModelVersion(ledger, versionId);
  return (JSON.parse(row?.kills ?? '[]') as unknown[]).length;
}

test('the process of a custom model has no settings, no other network and no write permission', () => {
  const [pid = 0] = foreignScorer.pids();
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  // The shell that sets the limits adds the variable PWD.
  expect(environment.filter((value) => value !== '' && !value.startsWith('PWD='))).toEqual([]);
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  expect(command).toContain('--permission');
  expect(command.some((value) => /allow-(fs-write|child|worker|net)/.test(value))).toBe(false);
  expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/Max data size\s+\d+/);
  const [, , , , , , , , , , , , , , , , , , nice] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, ' ')
    .split(' ');
  expect(Number(nice)).toBeGreaterThan(0);
});

test('after the launcher process is killed, the next call gets a new one', async () => {
  expect(await ask('dev_good', rowOf(0))).toBe('answered');
  const launcher = findLauncher();
  process.kill(launcher, 'SIGKILL');
  await vi.waitFor(() => expect(foreignScorer.pids()).toEqual([]), { timeout: 20_000 });
  expect(await ask('dev_good', rowOf(0))).toBe('answered');
  const next = findLauncher();
  expect(next).not.toBe(launcher);
  expect(parentOf(next)).toBe(process.pid);
}, 60_000);

/**
 * The launcher of the scoring process; other test files of this process have their own launcher.
 */
function findLauncher(): number {
  const [scoring = 0] = foreignScorer.pids();
  const launcher = parentOf(scoring);
  expect(readFileSync(`/proc/${launcher}/cmdline`, 'utf8')).toContain('launcher.ts');
  return launcher;
}

function parentOf(pid: number): number {
  const [, , parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/s, '').split(' ');
  return Number(parent);
}

test('a crashing runtime loses at most its own call, and the next call gets a new runtime', async () => {
  await decideWith('dev_crash', makeConstantModel(-2));
  expect(await ask('dev_crash', rowOf(0))).toBe('answered');
  const [pid = 0] = foreignScorer.pids();
  const request = Promise.all(Array.from({ length: 40 }, () => ask('dev_good', rowOf(0))));
  process.kill(pid, 'SIGSEGV');
  expect(await request).toEqual(Array.from({ length: 40 }, () => 'answered'));
  expect(foreignScorer.pids()).not.toContain(pid);
  expect(await ask('dev_crash', rowOf(0))).toBe('answered');
}, 60_000);
