import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { findAnvil } from '../../../scripts/run/chain-server.mjs';
import {
  isAlive,
  newInstance,
  notes,
  order,
  pidIn,
  pollUntil,
  start,
  startWithNpm,
} from '../harness.ts';

const READY_TEXT = 'Kontor is ready';

/** Returns every process in these process groups: the child, its tether, and its children. */
function membersOf(groups: readonly number[]): string[] {
  const list = execFileSync('ps', ['-eo', 'pgid=,stat=,args='], { encoding: 'utf8' });
  return list.split('\n').filter((line) => {
    const [group, state] = line.trim().split(/\s+/);
    return groups.includes(Number(group)) && !state?.startsWith('Z');
  });
}

describe('starting the bank', () => {
  test('prints the addresses and the first steps once a transfer would work', async () => {
    const instance = await newInstance();
    const run = start(instance);
    const output = await run.says(READY_TEXT);
    const port = (name: string) => `http://127.0.0.1:${instance.env[name]}`;
    expect(output).toContain(port('KONTOR_PORT'));
    expect(output).toContain(`${port('KONTOR_PORT')}/docs`);
    expect(output).toContain(port('KONTOR_TEMPORAL_UI_PORT'));
    expect(output).toContain(`${port('KONTOR_ADMIN_PORT')}/metrics`);
    if (findAnvil()) expect(output).toContain(port('KONTOR_CHAIN_PORT'));
    expect(output).toContain(instance.dataDir);
    expect(output).toContain(`curl ${port('KONTOR_PORT')}/v1/developer/register`);
    expect(output).toContain(`${port('KONTOR_PORT')}/console`);
    expect(output.split(READY_TEXT)[1]).toContain('Operator key  in the banner');
    // Webhooks to one port of this machine are allowed: that of the demo's receiver.
    expect(notes(instance)).toContain('sends to 127.0.0.1:4000\n');
    const ui = await fetch(port('KONTOR_TEMPORAL_UI_PORT'));
    expect(ui.status).toBe(200);
  });

  test('is not reported as ready before the bank answers', async () => {
    const instance = await newInstance();
    await order(instance, 'never ready');
    const run = start(instance);
    await pollUntil('the bank', () => notes(instance).includes('started'));
    await sleep(1_500);
    expect(run.output()).not.toContain(READY_TEXT);
  });

  test('with an unknown setting ends with one line and code 78', async () => {
    const instance = await newInstance();
    const run = start({ ...instance, env: { ...instance.env, KONTOR_COLOUR: 'red' } });
    expect(await run.exited).toBe(78);
    expect(run.output().trim().split('\n')).toHaveLength(1);
    expect(run.output()).toContain('unknown setting KONTOR_COLOUR');
    expect(notes(instance)).toBe('');
  });

  test('with a configuration that the bank refuses ends at once with code 78', async () => {
    const instance = await newInstance();
    await order(instance, 'refuse configuration');
    const run = start(instance);
    expect(await run.exited).toBe(78);
    expect(run.output()).toContain('KONTOR_PORT is "x"');
    expect(notes(instance).match(/started/g)).toHaveLength(1);
  });

  test.each(['KONTOR_PORT', 'KONTOR_ADMIN_PORT', 'KONTOR_TEMPORAL_PORT'])(
    'on a taken port names %s and starts nothing',
    async (name) => {
      const instance = await newInstance();
      const squatter = createServer().listen(Number(instance.env[name]), '127.0.0.1');
      await once(squatter, 'listening');
      const run = start(instance);
      expect(await run.exited).toBe(1);
      squatter.close();
      expect(run.output()).toContain(`port ${instance.env[name]} on 127.0.0.1 is taken`);
      expect(run.output()).toContain(name);
      expect(existsSync(join(instance.dataDir, 'temporal.db'))).toBe(false);
    },
  );

  test('on a data directory in use is refused and leaves the running bank alone', async () => {
    const [first, other] = await Promise.all([newInstance(), newInstance()]);
    const run = start(first);
    await run.says(READY_TEXT);
    const second = start({ ...other, env: { ...other.env, KONTOR_DATA_DIR: first.dataDir } });
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(`process ${run.process.pid}`);
    expect(isAlive(pidIn(first, 'bank')) && isAlive(pidIn(first, 'temporal'))).toBe(true);
  });

  test('with other ports and another data directory runs concurrently with the first bank', async () => {
    const [first, second] = await Promise.all([newInstance(), newInstance()]);
    const runs = [start(first), start(second)];
    await Promise.all(runs.map((run) => run.says(READY_TEXT)));
    runs[0]?.process.kill('SIGTERM');
    expect(await runs[0]?.exited).toBe(0);
    expect(isAlive(pidIn(second, 'bank')) && isAlive(pidIn(second, 'temporal'))).toBe(true);
  });
});

describe('stopping the bank', () => {
  test('drains the bank before Temporal stops, leaves no processes and exits 0', async () => {
    const instance = await newInstance();
    await order(instance, 'drain slowly');
    const run = start(instance);
    await run.says(READY_TEXT);
    const groups = [pidIn(instance, 'bank'), pidIn(instance, 'temporal')];
    run.process.kill('SIGTERM');
    await pollUntil('SIGTERM at the bank', () => notes(instance).includes('asked to stop'));
    const temporal = pidIn(instance, 'temporal');
    for (;;) {
      const isUp = isAlive(temporal);
      if (notes(instance).includes('drained')) break;
      expect(isUp).toBe(true);
      await sleep(50);
    }
    expect(await run.exited).toBe(0);
    expect(notes(instance)).toContain('drained');
    expect(membersOf(groups)).toEqual([]);
    for (const name of ['supervisor', 'bank', 'temporal']) {
      expect(existsSync(join(instance.dataDir, `${name}.pid`))).toBe(false);
    }
  });

  test('by one Ctrl-C that arrives twice, as npm passes it on, still drains', async () => {
    const instance = await newInstance();
    await order(instance, 'drain slowly');
    const run = start(instance);
    await run.says(READY_TEXT);
    run.process.kill('SIGINT');
    run.process.kill('SIGINT');
    expect(await run.exited).toBe(0);
    expect(run.output().trim().split('\n').at(-1)).toMatch(/^Kontor has stopped\./);
    expect(notes(instance)).toContain('drained');
  });

  test('through npm, which ends without passing the signal on, stops the bank too', async () => {
    const instance = await newInstance();
    const run = startWithNpm(instance);
    await run.says(READY_TEXT);
    const groups = [pidIn(instance, 'bank'), pidIn(instance, 'temporal')];
    const supervisor = pidIn(instance, 'supervisor');
    run.process.kill('SIGTERM');
    await pollUntil('an end of the supervisor', () => !isAlive(supervisor));
    expect(notes(instance)).toContain('drained');
    expect(membersOf(groups)).toEqual([]);
  });

  test('is forced by a second signal when the bank hangs', async () => {
    const instance = await newInstance();
    await order(instance, 'hang');
    const run = start(instance);
    await run.says(READY_TEXT);
    const groups = [pidIn(instance, 'bank'), pidIn(instance, 'temporal')];
    run.process.kill('SIGTERM');
    await pollUntil('SIGTERM at the bank', () => notes(instance).includes('asked to stop'));
    await sleep(1_100);
    run.process.kill('SIGTERM');
    expect(await run.exited).toBe(1);
    expect(membersOf(groups)).toEqual([]);
  });
});

describe('a child process that dies', () => {
  test.each(['bank', 'temporal'] as const)('is restarted: %s', async (name) => {
    const instance = await newInstance();
    const run = start(instance);
    await run.says(READY_TEXT);
    const before = pidIn(instance, name);
    process.kill(before, 'SIGKILL');
    await run.says('is back');
    expect(pidIn(instance, name)).not.toBe(before);
    expect(membersOf([before])).toEqual([]);
    run.process.kill('SIGTERM');
    expect(await run.exited).toBe(0);
  });

  test('repeatedly stops everything with a message about it', async () => {
    const instance = await newInstance();
    await order(instance, 'crash');
    const run = start(instance, '--crash-limit', '2');
    expect(await run.exited).toBe(1);
    expect(run.output()).toContain('The bank ended 3 times within 60 s (exit code 3)');
    expect(notes(instance).match(/started/g)).toHaveLength(3);
    expect(existsSync(join(instance.dataDir, 'temporal.pid'))).toBe(false);
  });
});

describe('kill -9 of the supervisor', () => {
  test('leaves no process behind, and the next start works on the same data', async () => {
    const instance = await newInstance();
    const run = start(instance);
    await run.says(READY_TEXT);
    const groups = [pidIn(instance, 'bank'), pidIn(instance, 'temporal')];
    run.process.kill('SIGKILL');
    await pollUntil('an end of all', () => membersOf(groups).length === 0);
    const next = start(instance);
    await next.says(READY_TEXT);
  });

  test('before the bank is ready leaves no process either', async () => {
    const instance = await newInstance();
    await order(instance, 'never ready');
    const run = start(instance);
    await pollUntil('Temporal', () => existsSync(join(instance.dataDir, 'temporal.pid')));
    const groups = [pidIn(instance, 'bank'), pidIn(instance, 'temporal')];
    run.process.kill('SIGKILL');
    await pollUntil('an end of all', () => membersOf(groups).length === 0);
  });

  test('followed at once by a start waits for processes that are still ending', async () => {
    const instance = await newInstance();
    const run = start(instance);
    await run.says(READY_TEXT);
    run.process.kill('SIGKILL');
    const next = start(instance);
    await next.says(READY_TEXT);
    next.process.kill('SIGTERM');
    expect(await next.exited).toBe(0);
  });

  test('together with the tether lets the next start end the leftover processes', async () => {
    const instance = await newInstance();
    const run = start(instance);
    await run.says(READY_TEXT);
    const temporal = pidIn(instance, 'temporal');
    const [tether] = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .filter(([, parent]) => parent === temporal)
      .map(([pid]) => pid ?? 0);
    process.kill(tether ?? 0, 'SIGKILL');
    run.process.kill('SIGKILL');
    await sleep(1_500);
    expect(isAlive(temporal)).toBe(true);
    const next = start(instance);
    await next.says('Ended what an earlier start had left behind');
    expect(isAlive(temporal)).toBe(false);
    await next.says(READY_TEXT);
  });
});
