import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import {
  claimPidFile,
  endRecorded,
  PidFileHeld,
  readStartTime,
  recordPid,
} from '../../../scripts/run/pid-file.mjs';
import { isAlive, pollUntil, temporaryFolder } from '../harness.ts';

const MODULE = fileURLToPath(new URL('../../../scripts/run/pid-file.mjs', import.meta.url));

function startSleeper(): number {
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child.pid ?? 0;
}

/** Returns the pid of a process that has just ended. */
async function deadPid(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('a pid file held by a running process is refused to a second process', async () => {
  const path = join(await temporaryFolder(), 'a.pid');
  const heldPidFile = claimPidFile(path, 'first');
  expect(() => claimPidFile(path, 'second')).toThrow(PidFileHeld);
  heldPidFile.release();
  expect(existsSync(path)).toBe(false);
  claimPidFile(path, 'second').release();
});

test.each([
  ['a dead process', (pid: number) => JSON.stringify({ pid, began: 'once', what: 'x' })],
  ['no process: it is garbage', () => '{"pid":'],
  ['no process: it is empty', () => ''],
])('a pid file that names %s is taken over', async (_, text) => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.pid');
  writeFileSync(path, text(await deadPid()));
  const heldPidFile = claimPidFile(path, 'next');
  expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid);
  heldPidFile.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('of many processes that find a stale pid file at once exactly one gets it', async () => {
  const path = join(await temporaryFolder(), 'a.pid');
  writeFileSync(path, JSON.stringify({ pid: await deadPid(), began: 'once', what: 'x' }));
  const startAt = Date.now() + 1_500;
  const script = `
    import { claimPidFile } from ${JSON.stringify(MODULE)};
    while (Date.now() < ${startAt});
    try { claimPidFile(${JSON.stringify(path)}, 'one'); process.stdout.write('mine'); }
    catch { process.stdout.write('held'); }
    setInterval(() => {}, 1_000);`;
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', script]),
  );
  const answer = await Promise.all(
    children.map(async ({ stdout }) => String((await once(stdout, 'data'))[0])),
  );
  for (const child of children) child.kill('SIGKILL');
  expect(answer.filter((word) => word === 'mine')).toHaveLength(1);
});

test('a process with a recycled pid is never ended', async () => {
  const path = join(await temporaryFolder(), 'a.pid');
  const stranger = startSleeper();
  writeFileSync(path, JSON.stringify({ pid: stranger, began: 'another boot:1', what: 'x' }));
  expect(await endRecorded(path, 1_000)).toBe(false);
  expect(isAlive(stranger)).toBe(true);
  expect(existsSync(path)).toBe(false);
});

test('a recorded process that still runs is ended', async () => {
  const path = join(await temporaryFolder(), 'a.pid');
  const sleeper = startSleeper();
  recordPid(path, sleeper, 'sleeper');
  expect(await endRecorded(path, 5_000)).toBe(true);
  expect(isAlive(sleeper)).toBe(false);
  expect(existsSync(path)).toBe(false);
});

test('a process that ended but was not reaped counts as ended', async () => {
  // The shell is replaced by a program that never waits for its child.
  const parent = spawn('sh', ['-c', 'true & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => {
    parent.kill('SIGKILL');
  });
  const pid = Number(String((await once(parent.stdout, 'data'))[0]));
  await pollUntil('an end', () => readStartTime(pid) === null);
});
