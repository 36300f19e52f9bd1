// The deadline of a program that reads a file of a developer, on a machine that has other work.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listChildren } from '../../../bench/testbed.ts';
import type { ConfinedResult } from '../../../models/confinement/bounds.ts';
import { runConfined } from '../../../models/confinement/launch.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';

const GATE = fileURLToPath(new URL('../../../models/gate/probe-process.ts', import.meta.url));
const DECLARATION = {
  features: TRANSFER_FEATURES.map(({ name }) => ({
    name,
    min: null,
    max: null,
    mayBeMissing: true,
  })),
  golden: [],
};
const LIMITS = { dataKb: 900_000, heapMb: 512, cpuSeconds: 20, answerBytes: 65_536 };
/** Endless work that competes with the check of a file. */
const OTHER_WORK = 'for (;;);';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kontor-busy-'));
  writeFileSync(join(dir, 'model.onnx'), makeConstantModel(-1));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function checkFile(deadlineMs: number): Promise<ConfinedResult> {
  const input = { header: DECLARATION, path: join(dir, 'model.onnx') };
  return runConfined(GATE, input, { ...LIMITS, deadlineMs });
}

test('a file is not refused because the machine had other work until its deadline', async () => {
  for (let core = 0; core < availableParallelism(); core += 1) {
    const busy = spawn(process.execPath, ['-e', OTHER_WORK], { stdio: 'ignore' });
    onTestFinished(() => void busy.kill('SIGKILL'));
  }
  // With its own core, the check takes about as long.
  const outcome = await checkFile(400);
  expect(outcome.kind).toBe('answered');
}, 120_000);

test('a program that does nothing until its deadline is ended, and its file is at fault', async () => {
  const ended = checkFile(1_500);
  const isGate = (pid: number) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return command.includes('probe-process') && !command.startsWith('/bin/sh');
  };
  const pid = await vi.waitUntil(
    () => listChildren(process.pid).flatMap(listChildren).find(isGate),
    { timeout: 60_000, interval: 5 },
  );
  process.kill(pid, 'SIGSTOP');
  expect(await ended).toEqual({ kind: 'ended', signal: 'SIGXCPU' });
}, 120_000);
