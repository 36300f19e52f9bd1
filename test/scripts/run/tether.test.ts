import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isAlive, pollUntil, temporaryFolder } from '../harness.ts';

const TETHER = fileURLToPath(new URL('../../../scripts/run/tether.mjs', import.meta.url));

interface Pids {
  readonly child: number;
  readonly grandchild: number;
}

/** Starts a parent that tethers a shell with a child, and then waits. */
async function startParent(shellLines: string, graceMs: number) {
  const file = join(await temporaryFolder(), 'pids');
  const script = `${shellLines}\nsleep 600 &\necho "$$ $!" > '${file}'; wait; wait; wait`;
  const parent = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { spawnTethered } from ${JSON.stringify(TETHER)};
       spawnTethered({ command: 'sh', args: ['-c', ${JSON.stringify(script)}],
         env: process.env, output: 'inherit', graceMs: ${graceMs} });
       setInterval(() => {}, 1_000);`,
    ],
    { stdio: 'ignore' },
  );
  const pids = await pollUntil('the child', (): Pids | null => {
    const text = spawnSync('cat', [file], { encoding: 'utf8' }).stdout;
    const [child, grandchild] = text.trim().split(' ').map(Number);
    return child && grandchild ? { child, grandchild } : null;
  });
  return { parent, ...pids };
}

test('a child and its own children end when the parent is killed with SIGKILL', async () => {
  const { parent, child, grandchild } = await startParent('', 5_000);
  expect(isAlive(child) && isAlive(grandchild)).toBe(true);
  parent.kill('SIGKILL');
  await pollUntil('an end', () => !isAlive(child) && !isAlive(grandchild), 3_000);
});

test('a child that ignores SIGTERM is killed once its grace is over', async () => {
  const { parent, child, grandchild } = await startParent("trap '' TERM", 1_000);
  const began = performance.now();
  parent.kill('SIGKILL');
  await pollUntil('an end', () => !isAlive(child) && !isAlive(grandchild), 10_000);
  expect(performance.now() - began).toBeGreaterThan(900);
});

test('a child keeps its own pid, exit code and standard streams', async () => {
  const file = join(await temporaryFolder(), 'own');
  const script = `
    import { openSync } from 'node:fs';
    import { spawnTethered } from ${JSON.stringify(TETHER)};
    const tethered = spawnTethered({ command: process.execPath, graceMs: 1_000, env: process.env,
      args: ['-e', 'console.log(process.pid); process.exit(7)'],
      output: openSync(${JSON.stringify(file)}, 'a') });
    const { code } = await tethered.exited;
    process.stdout.write(tethered.pid + ' ' + code);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(stdout).toBe(`${readFileSync(file, 'utf8').trim()} 7`);
});

test('a program that does not exist gives exit code 127, not an exception', () => {
  const script = `
    import { spawnTethered } from ${JSON.stringify(TETHER)};
    const { exited } = spawnTethered({ command: '/nowhere/temporal', args: [], env: {},
      output: 'inherit', graceMs: 1_000 });
    process.stdout.write(String((await exited).code));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('127');
});
