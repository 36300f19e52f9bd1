// A start loads files whose types were stripped and cached by an earlier start. It runs the code of
// the current files, and errors name the lines of the sources.

import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const STRIP_ONCE = fileURLToPath(new URL('../../bank/strip-once.ts', import.meta.url));

const FOLDER = mkdtempSync(join(tmpdir(), 'kontor-strip-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** Creates a folder with two files; `run` loads them in a separate process. */
function createTree() {
  const tree = mkdtempSync(join(FOLDER, 'tree-'));
  const cacheFolder = join(tree, 'kept');
  mkdirSync(cacheFolder);
  writeFileSync(join(tree, 'package.json'), '{ "type": "module" }');
  const write = (name: string, text: string) => writeFileSync(join(tree, name), text);
  write(
    'first.ts',
    "import { two } from './second.ts';\nconst n: number = two;\nconsole.log(n);\n",
  );
  write('second.ts', 'interface A {\n  readonly a: 1;\n}\nexport const two: number = 2;\n');
  const starter = `
    const { stripOnce } = await import(${JSON.stringify(pathToFileURL(STRIP_ONCE))});
    const tree = new URL(${JSON.stringify(`${pathToFileURL(tree)}/`)});
    const loading = stripOnce(tree, process.argv[1]);
    try {
      await import(${JSON.stringify(pathToFileURL(join(tree, 'first.ts')))});
    } catch (error) {
      console.log(error.stack);
    }
    loading.save();
    console.log('stripped ' + loading.countStripped());`;
  const run = (folder = cacheFolder) => {
    const nodeArgs = ['--input-type=module', '--eval', starter, folder];
    const { stdout, stderr } = spawnSync(process.execPath, nodeArgs, { encoding: 'utf8' });
    return `${stdout}${stderr}`;
  };
  return { tree, cacheFolder, write, run };
}

test('the second start strips no types', () => {
  const { run } = createTree();
  expect(run()).toBe('2\nstripped 2\n');
  expect(run()).toBe('2\nstripped 0\n');
});

test('an edited file is stripped again at the next start, and again after the edit is reverted', () => {
  const { write, run } = createTree();
  run();
  write('second.ts', 'export const two: number = 3;\n');
  expect(run()).toBe('3\nstripped 1\n');
  write('second.ts', 'interface A {\n  readonly a: 1;\n}\nexport const two: number = 2;\n');
  expect(run()).toBe('2\nstripped 1\n');
});

test('an error shows its line and column in the source', () => {
  const { tree, write, run } = createTree();
  write('second.ts', 'export interface A {\n  a: 1;\n}\nexport const two = missing as number;\n');
  for (const stripped of [2, 0]) {
    const output = run();
    expect(output).toContain('ReferenceError: missing is not defined');
    expect(output).toContain(`${pathToFileURL(join(tree, 'second.ts'))}:4:20`);
    expect(output).toContain(`stripped ${stripped}`);
  }
});

test('a start strips all types when the cached file is damaged or its folder is missing', () => {
  const { cacheFolder, run } = createTree();
  run();
  const [name = ''] = readdirSync(cacheFolder);
  const intactText = readFileSync(join(cacheFolder, name), 'utf8');
  for (const damaged of ['', '{}', '[[1', intactText.slice(0, -9), '\0'.repeat(40)]) {
    writeFileSync(join(cacheFolder, name), damaged);
    expect(run(), JSON.stringify(damaged)).toBe('2\nstripped 2\n');
  }
  expect(run(join(cacheFolder, 'nowhere'))).toBe('2\nstripped 2\n');
});

test('Node names a file that is missing or is not TypeScript', () => {
  const { write, run } = createTree();
  write('second.ts', 'export enum Two { two }\nexport const two = 2;\n');
  expect(run()).toContain('enum is not supported');
  write('first.ts', "import './third.ts';\n");
  expect(run()).toMatch(/third\.ts/);
});

test.each([
  ['nothing', 0],
  ['half', 0.5],
])(
  'a start after a power cut that left %s of the cached file strips the types again',
  (_, share) => {
    const { cacheFolder, run } = createTree();
    run();
    const file = join(cacheFolder, 'stripped.json');
    truncateSync(file, Math.floor(statSync(file).size * share));
    expect(run()).toBe('2\nstripped 2\n');
    expect(run()).toBe('2\nstripped 0\n');
  },
);
