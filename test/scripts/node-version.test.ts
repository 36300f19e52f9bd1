import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { environmentOf, versionFault } from '../../scripts/node-version.mjs';
import { cleanEnvironment, temporaryFolder } from './harness.ts';

const SCRIPTS = new URL('../../scripts/', import.meta.url);

test.each([
  ['20.20.2', false],
  ['22.18.0', false],
  ['22.19.0', true],
  ['22.23.3', true],
  ['24.0.0', true],
])('whether Node %s is new enough: %s', (version, isNew) => {
  expect(versionFault(version) === null).toBe(isNew);
});

test('the downloaded Node is new enough, and the lock has a hash for each machine', () => {
  const pinned = JSON.parse(readFileSync(new URL('node/package.json', SCRIPTS), 'utf8'));
  const lock = JSON.parse(readFileSync(new URL('node/package-lock.json', SCRIPTS), 'utf8'));
  const dockerfile = readFileSync(new URL('../Dockerfile', SCRIPTS), 'utf8');
  for (const [name, version] of Object.entries(pinned.optionalDependencies as object)) {
    expect(versionFault(String(version))).toBeNull();
    expect(lock.packages[`node_modules/${name}`]).toMatchObject({ version });
    expect(lock.packages[`node_modules/${name}`].integrity).toMatch(/^sha512-/);
    // Containers run Linux; for other systems npm may serve another patch version.
    if (name.startsWith('node-linux-')) {
      expect(dockerfile).toContain(`FROM node:${version}-bookworm-slim`);
    }
  }
});

test(`with the downloaded Node, "node" on PATH and npm's child processes use that Node`, () => {
  const environment = environmentOf(cleanEnvironment(), process.execPath);
  const seen = execFileSync('sh', ['-c', 'node -p process.execPath'], { env: environment });
  expect(seen.toString().trim()).toBe(process.execPath);
  expect(environment).toMatchObject({
    NODE: process.execPath,
    npm_node_execpath: process.execPath,
  });
});

describe('a program that replaces the script', () => {
  async function makeProgram(program: string) {
    const folder = await temporaryFolder();
    writeFileSync(join(folder, 'program.mjs'), program);
    const kit = fileURLToPath(new URL('node-version.mjs', SCRIPTS));
    const parent = `import { runInPlace } from ${JSON.stringify(kit)};
      process.exit(await runInPlace([process.execPath, 'program.mjs'], { env: process.env }));`;
    return spawn(process.execPath, ['--input-type=module', '--eval', parent], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  test('gives the script its exit code', async () => {
    const script = await makeProgram('process.exit(7)');
    expect(await new Promise((resolve) => script.once('exit', resolve))).toBe(7);
  });

  test('receives the signals of the script', async () => {
    const script = await makeProgram(
      "process.on('SIGTERM', () => process.exit(9)); console.log('up'); setInterval(() => 0, 9e5);",
    );
    script.stdout?.once('data', () => script.kill('SIGTERM'));
    expect(await new Promise((resolve) => script.once('exit', resolve))).toBe(9);
  });
});

test('run.mjs gives the file its arguments and its own name', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'shown.ts');
  writeFileSync(file, 'const seen: string[] = process.argv.slice(1); console.log(seen.join(" "));');
  const run = fileURLToPath(new URL('run.mjs', SCRIPTS));
  const output = execFileSync(process.execPath, [run, file, '--one', 'two']).toString();
  expect(output.trim()).toBe(`${file} --one two`);
});
