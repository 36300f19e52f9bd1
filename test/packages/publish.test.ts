// The packages to publish: one version of everything, and packages that work without the
// repository.

import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findVersionFaults } from '../../scripts/publish/versions.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

let folder: string;
let text: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-publish-'));
  const args = ['scripts/publish-packages.ts', '--dry-run', '--out', join(folder, 'out')];
  ({ stdout: text } = await run(process.execPath, args, { cwd: ROOT }));
  mkdirSync(join(folder, 'node_modules/@kontor'), { recursive: true });
  // The dependencies of the packages, as npm would install them.
  for (const name of [
    'commander',
    'string-width',
    'strip-ansi',
    'ansi-regex',
    'standardwebhooks',
  ]) {
    const places = [
      join(ROOT, 'packages/cli/node_modules', name),
      join(ROOT, 'node_modules', name),
    ];
    const installed = places.find((path) => isReadable(path)) ?? '';
    symlinkSync(installed, join(folder, 'node_modules', name));
  }
  for (const name of ['verify', 'client', 'cli']) {
    const target = join(folder, 'node_modules/@kontor', name);
    mkdirSync(target);
    const archive = join(
      folder,
      'out',
      `kontor-${name}-${JSON.parse(textOf('package.json')).version}.tgz`,
    );
    await run('tar', ['xzf', archive, '-C', target, '--strip-components=1']);
  }
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

function isReadable(path: string): boolean {
  try {
    return readdirSync(path).length > 0;
  } catch {
    return false;
  }
}

it("all packages have the bank's version and name the API version they were made for", () => {
  expect(findVersionFaults(textOf)).toEqual([]);
  const alter = (path: string, from: string, to: string) =>
    findVersionFaults((expected) => {
      const text = textOf(expected);
      return expected === path ? text.replace(from, to) : text;
    });
  const version = `"version": "${JSON.parse(textOf('package.json')).version}"`;
  expect(alter('packages/cli/package.json', version, '"version": "9.9.9"')).toEqual([
    expect.stringContaining('packages/cli/package.json has version 9.9.9'),
  ]);
  expect(alter('packages/python/pyproject.toml', 'api-version = "', 'api-version = "1')).toEqual([
    expect.stringContaining('packages/python/pyproject.toml is for the API 1'),
  ]);
  expect(
    alter('packages/client/package.json', '@kontor/verify": "', '@kontor/verify": "^'),
  ).toEqual([expect.stringContaining('(@kontor/verify)')]);
});

it('a run without --publish packs and publishes nothing', () => {
  expect(text).toMatch(/packed .*kontor-cli-[\d.]+\.tgz\n/);
  expect(text).toContain('nothing was published');
});

it('the packed command runs, and the packed client sends requests, with JavaScript alone', async () => {
  const bin = join(folder, 'node_modules/@kontor/cli/bin/kontor.mjs');
  const { stdout } = await run(process.execPath, [bin, 'version']);
  expect(stdout.trim()).toBe(JSON.parse(textOf('package.json')).version);
  const script = join(folder, 'ask.mjs');
  writeFileSync(
    script,
    `import { kontor } from '@kontor/client';
import { kontorOperator } from '@kontor/client/operator';
import { eventOf } from '@kontor/client/webhook';
console.log(typeof kontor, typeof kontorOperator, typeof eventOf);`,
  );
  expect((await run(process.execPath, [script])).stdout.trim()).toBe('function function function');
  const sources = readdirSync(join(folder, 'node_modules/@kontor/client'), { recursive: true });
  expect(sources.map(String).filter((path) => /(?<!\.d)\.ts$/.test(path))).toEqual([]);
}, 60_000);

it('the packed client has types for a TypeScript program', async () => {
  const script = join(folder, 'typed.ts');
  writeFileSync(
    script,
    `import { kontor } from '@kontor/client';
const bank = kontor({ baseUrl: 'http://127.0.0.1:1', apiKey: 'k' });
const account = bank.getAccount({ accountId: 'acc_1' });
export const name: Promise<string> = account.then((one) => one.name);
// @ts-expect-error an account has no such field
export const none = account.then((one) => one.nothing);`,
  );
  const tsc = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023'];
  const types = ['--lib', 'es2023,dom', '--skipLibCheck', '--ignoreConfig'];
  const ended = await run(process.execPath, [tsc, ...options, ...types, script]).catch((e) => e);
  expect(ended.stdout).toBe('');
}, 60_000);

it('the packed Python client has its types', async (context) => {
  const reason = /^NOT RUN: the Python client, because (.*)$/m.exec(text)?.[1];
  if (reason !== undefined) {
    process.stdout.write(`NOT RUN: the packed Python client, because ${reason}\n`);
    return context.skip(reason);
  }
  const archive = readdirSync(join(folder, 'out')).find((name) => name.endsWith('.tar.gz')) ?? '';
  const target = join(folder, 'python');
  mkdirSync(target);
  await run('tar', ['xzf', join(folder, 'out', archive), '-C', target, '--strip-components=1']);
  const request =
    'import kontor, pathlib; print(kontor.__version__, kontor.Kontor.__name__, ' +
    "pathlib.Path(kontor.__file__).with_name('py.typed').exists(), kontor.__file__)";
  const { stdout } = await run('python3', ['-c', request], { cwd: target });
  const { version } = JSON.parse(textOf('package.json'));
  expect(stdout).toContain(`${version} Kontor True ${target}`);
}, 60_000);
