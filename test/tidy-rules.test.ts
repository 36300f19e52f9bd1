// Each rule of test/tidy.test.ts is tested with a bad file, which it has to find, and with a
// similar good file, which it has to allow.
import { describe, expect, test } from 'vitest';
import {
  importsFollowRules,
  noFileIsDead,
  oneFileLoadsOnnxRuntime,
  startLoadsNoRarePackage,
} from './kit/tidy/imports.ts';
import * as shape from './kit/tidy/rules.ts';
import type { Finding, TextFile } from './kit/tidy/source-tree.ts';
import * as words from './kit/tidy/words.ts';

type Rule = (files: readonly TextFile[]) => Finding[];

function file(path: string, ...lines: string[]): TextFile {
  return { path, text: `${lines.join('\n')}\n` };
}

function expectFound(rule: Rule, bad: TextFile, line = 1): void {
  const places = rule([bad]).map((actual) => `${actual.path}:${actual.line}`);
  expect(places, bad.text).toEqual([`${bad.path}:${line}`]);
}

function expectAllowed(rule: Rule, ...good: TextFile[]): void {
  expect(rule(good)).toEqual([]);
}

describe('the rules on imports between folders', () => {
  test.each([
    ['ledger/a.ts', "import { open } from '../db/kernel/connect.ts';"],
    ['ledger/a.ts', "import { randomUUID } from 'node:crypto';"],
    ['ledger/a.ts', "export { open } from '../db/kernel/connect.ts';"],
    ['ledger/a.ts', "const db = await import('../db/kernel/connect.ts');"],
    ['ledger/a.ts', "type Db = import('../db/kernel/connect.ts').Db;"],
    ['chain/a.ts', "import { open } from '../db/kernel/connect.ts';"],
    ['db/a.ts', "import type { App } from '../api/app.ts';"],
    ['db/a.ts', "import { readConfig } from '../bank/config/settings.ts';"],
    ['activities/a.ts', "import { transfer } from '../workflows/transfer.ts';"],
    ['activities/a.ts', "import { app } from '../api/app.ts';"],
    ['workflows/a.ts', "import { ledger } from '../activities/ledger.ts';"],
    ['workflows/a.ts', "import { type Ledger } from '../activities/ledger.ts';"],
    ['workflows/a.ts', "import { Client } from '@temporalio/client';"],
    ['workflows/a.ts', "import { defaultPayloadConverter } from '@temporalio/common';"],
    ['workflows/messages.ts', "import type { Client } from '@temporalio/client';"],
    ['workflows/start.ts', "import { Worker } from '@temporalio/worker';"],
    ['api/app.ts', "import { startWorker } from '../bank/worker.ts';"],
    ['api/app.ts', "import { ledger } from '../activities/ledger.ts';"],
    ['api/app.ts', "import { transfer } from '../workflows/transfer.ts';"],
    ['api/app.ts', "import { boot } from '../test/kit/boot.ts';"],
    ['bank/config/settings.ts', "import { join } from 'node:path';"],
    ['billing/a.ts', 'export const fee = 1;'],
  ])('find %s importing %s', (path, code) => {
    expectFound(importsFollowRules, file(path, code));
  });

  test.each([
    ['ledger/a.ts', "import { money } from './money.ts';"],
    ['db/journal/a.ts', "import { leafOf } from '../../chain/leaf.ts';"],
    ['bank/worker.ts', "import { startTransfer } from '../workflows/start.ts';"],
    ['bank/worker.ts', "const url = new URL('../modules/workflows.ts', import.meta.url);"],
    ['workflows/a.ts', "import type { Ledger } from '../activities/ledger.ts';"],
    ['workflows/a.ts', "import type { Duration } from '@temporalio/common';"],
    ['workflows/start.ts', "import { Client } from '@temporalio/client';"],
    ['bank/open.ts', "import { startWorker } from '../bank/worker.ts';"],
    ['api/app.ts', "import { startTransfer } from '../workflows/start.ts';"],
    ['scripts/a.ts', "import { boot } from '../test/kit/boot.ts';"],
    ['vitest.config.ts', "import { defineConfig } from 'vitest/config';"],
  ])('allow %s importing %s', (path, code) => {
    expectAllowed(importsFollowRules, file(path, code));
  });

  test('find a file that only a test imports, and a missing entry point', () => {
    const tree = [
      file('bank/server.ts', "import { route } from '../api/accounts/create.ts';"),
      file('api/accounts/create.ts', 'export const route = 1;'),
      file('bank/worker.ts', "new Worker(new URL('./child.ts', import.meta.url));"),
      file('bank/child.ts', 'export {};'),
      file('bank/migrate.ts', 'export {};'),
      file('modules/workflows.ts', 'export {};'),
      file('scripts/seed.mjs', "await import('../db/seed.ts');"),
      file('db/seed.ts', 'export {};'),
      file('db/postgres/ledger.ts', 'export {};'),
      file('db/moves/move.ts', 'export {};'),
      file('vitest.config.ts', 'export {};'),
    ];
    expectAllowed(noFileIsDead, ...tree);
    const dead = file('api/accounts/close.ts', 'export const route = 1;');
    const reader = file('test/close.test.ts', "import '../api/accounts/close.ts';");
    expect(noFileIsDead([...tree, dead, reader]).map(({ path }) => path)).toEqual([dead.path]);
    expect(noFileIsDead(tree.slice(1)).map(({ path }) => path)).toEqual(['bank/server.ts']);
  });
});

describe('the rules on loading at the start', () => {
  test('find a package imported at the start, and allow an import at the place of use', () => {
    const start = file('bank/process.ts', "import '../api/app.ts';");
    const app = file('api/app.ts', "import './pdf.ts';\nimport type { A } from './types.ts';");
    const rare = file('api/pdf.ts', "import { parse } from 'chrono-node';");
    const lateImport = file('api/pdf.ts', "const load = () => import('chrono-node');");
    const types = file('api/types.ts', "import 'nodemailer';");
    expectAllowed(startLoadsNoRarePackage, start, app, lateImport, types);
    expect(startLoadsNoRarePackage([start, app, rare, types]).map(({ path }) => path)).toEqual([
      'api/pdf.ts',
    ]);
  });

  test('let one file load ONNX Runtime, so that its telemetry is off first', () => {
    const code = "import { Tensor } from 'onnxruntime-node';";
    const type = "import type { Tensor } from 'onnxruntime-node';";
    expectFound(oneFileLoadsOnnxRuntime, file('models/a.ts', code));
    expectAllowed(oneFileLoadsOnnxRuntime, file('models/a.ts', type));
    expectAllowed(oneFileLoadsOnnxRuntime, file('models/onnx-runtime.ts', code));
  });
});

describe('the rules on words owned by one file', () => {
  test.each([
    "c.header('content-type', 'application/problem+json');",
    'const status = { insufficient_funds: 422 };',
    'answer({ status: 409 });',
  ])('find the status of a rejection: %s', (code) => {
    expectFound(words.onlyErrorsKnowsRejectionStatuses, file('api/a.ts', code));
    expectAllowed(words.onlyErrorsKnowsRejectionStatuses, file('api/kit/errors.ts', code));
    expectAllowed(words.onlyErrorsKnowsRejectionStatuses, file('api/kit/problem-schema.ts', code));
  });

  test('allow a status that is no rejection', () => {
    const answer = file('api/a.ts', 'answer({ status: 201, pageSize: 500 });');
    expectAllowed(words.onlyErrorsKnowsRejectionStatuses, answer);
  });

  test.each([
    "import type { Database } from '../db/kernel/connect.ts';",
    'ledger.database.raw.exec(sql);',
    'const row = database.orm.select();',
  ])('find a type of SQLite outside of db/: %s', (code) => {
    expectFound(words.onlyDbKnowsSqlite, file('ai/a.ts', code));
    expectAllowed(words.onlyDbKnowsSqlite, file('db/accounts/a.ts', code));
  });

  test.each([
    "import { ApplicationFailure } from '@temporalio/common';",
    "import { ApplicationFailure as Failure } from '@temporalio/workflow';",
    'throw temporal.ApplicationFailure.create({});',
  ])('find a failure built elsewhere: %s', (code) => {
    expectFound(words.onlyFailureBuildsFailures, file('activities/a.ts', code));
    expectAllowed(words.onlyFailureBuildsFailures, file('activities/failure.ts', code));
  });
});

describe('the rules on banned words', () => {
  test.each([
    'const a = parseFloat(b);',
    'const a = Number.parseFloat(b);',
    'const a = b.toFixed(2);',
    'const a = Date.now();',
    'const a = globalThis.Date.now;',
    'const a = performance.now();',
    'const a = new Date();',
    'const a = Math.random();',
  ])('find %s', (code) => {
    expectFound(words.noWordIsBanned, file('ledger/a.ts', '', code), 2);
  });

  test('allow the same words in strings, and the clock outside ledger/ and workflows/', () => {
    expectAllowed(words.noWordIsBanned, file('ledger/a.ts', "const a = 'parseFloat toFixed';"));
    expectAllowed(words.noWordIsBanned, file('ledger/a.ts', 'const a = new Date(ms);'));
    expectAllowed(words.noWordIsBanned, file('db/a.ts', 'const a = Date.now() + Math.random();'));
  });

  test.each([
    ['// @ts-ignore', 1],
    ['/* @ts-nocheck */', 1],
    ['const a = 1; // TODO later', 1],
    ['/** FIXME */\nexport const a = 1;', 1],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the snippet is a template itself
    ['const a = `${b /* TODO */}`;', 1],
    ['function a() {\n  // TODO\n}', 2],
  ])('find the comment in %s', (code, line) => {
    expectFound(words.noCommentIsBanned, file('api/a.ts', code), line);
  });

  test('find a banned comment in SQL, and none inside a string', () => {
    expectFound(words.noCommentIsBanned, file('db/migrations/0001.sql', '-- TODO'));
    expectAllowed(
      words.noCommentIsBanned,
      file('api/a.ts', "const a = '// TODO';", 'const b = /\\/\\/ TODO/;'),
    );
  });

  test('find a path of one machine and a package registry', () => {
    const join = (...parts: string[]) => parts.join('');
    for (const badValue of [
      join('cd /', 'home/ann/kontor'),
      join('"/', 'work/main"'),
      join('file:', '///', 'root/x'),
      join('C:', '\\Users\\ann'),
      join('https://', 'registry.', 'npmjs.org/zod'),
      join('registry=', 'https://mirror.example'),
      join('https://', 'files.python', 'hosted.org/x'),
    ]) {
      expectFound(words.nothingNamesAMachine, file('README.md', badValue));
    }
    const resolved = '"resolved": "https://mirror.example/zod.tgz"';
    expectFound(words.nothingNamesAMachine, file('package-lock.json', resolved));
    expectAllowed(
      words.nothingNamesAMachine,
      file('README.md', '/v1/blockchain/root and node/work/'),
    );
  });
});

describe('the rules on the shape of files', () => {
  test('find a name that is not kebab-case', () => {
    for (const path of [
      'api/ReadPage.ts',
      'api/read_page.ts',
      'api/Accounts/a.ts',
      'docs/b/A.md',
    ]) {
      expectFound(shape.namesAreKebabCase, file(path));
    }
    const fine = ['api/read-page.ts', 'test/a.happy.test.ts', 'docs/a/README.md'];
    expectAllowed(shape.namesAreKebabCase, ...fine.map((path) => file(path)), file('README.md'));
  });

  test('find a folder for miscellaneous files', () => {
    for (const name of ['utils', 'helpers', 'common', 'shared', 'lib', 'types']) {
      expectFound(shape.noFolderIsMiscellaneous, file(`api/${name}/a.ts`));
    }
    expectAllowed(shape.noFolderIsMiscellaneous, file('ledger/types.ts'), file('test/kit/a.ts'));
  });

  test('find a barrel file, except the one that Temporal bundles', () => {
    const barrel = ["import { a } from './a.ts';", 'export { a };', "export * from './b.ts';"];
    expectFound(shape.noFileIsABarrel, file('api/index.ts', ...barrel));
    expectAllowed(shape.noFileIsABarrel, file('modules/workflows.ts', ...barrel));
    expectAllowed(shape.noFileIsABarrel, file('api/a.ts', ...barrel, 'a();'));
    expectAllowed(shape.noFileIsABarrel, file('bank/server.ts', "import './app.ts';"));
  });

  test('find a file that does not state its content', () => {
    const documented = ['/** Adds two amounts of money. */', 'export const a = 1;'];
    expectFound(shape.filesHaveHeaders, file('ledger/a.ts', 'export const a = 1;'));
    expectFound(shape.filesHaveHeaders, file('db/a.ts', '// helpers', '', 'const a = 1;'));
    expectFound(shape.filesHaveHeaders, file('ledger/a.ts', ...documented));
    const owner = '// Amounts of money and their currency.';
    expectAllowed(shape.filesHaveHeaders, file('ledger/a.ts', owner, ...documented));
    expectAllowed(shape.filesHaveHeaders, file('api/a.ts', 'export const a = 1;'));
  });

  test('find a public function without TSDoc', () => {
    const rule = shape.publicFunctionsAreDocumented;
    expectFound(rule, file('ledger/a.ts', 'export function a() {}'));
    expectFound(rule, file('ledger/a.ts', '// no TSDoc', 'export const a = () => 1;'), 2);
    expectFound(rule, file('ledger/a.ts', 'function a() {}', 'export { a };'));
    expectFound(
      rule,
      file('db/transactions/port.ts', 'export interface Store {', '  settle(): void;', '}'),
      2,
    );
    expectAllowed(
      rule,
      file('ledger/a.ts', '/** Adds. */', 'export function a() {}', 'function b() {}'),
    );
    expectAllowed(rule, file('db/other.ts', 'export function a() {}'));
  });
});
