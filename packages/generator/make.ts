// Writes the code that packages/ derives from the two OpenAPI documents. Git does not have it: the
// set-up, `npm run docs` and `node scripts/publish-packages.ts` make it, and the image its part of it
// (`--operations`, which needs no package).

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CURRENCIES } from '../../ledger/currency.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLIENT = 'packages/client/generated';
const PYTHON = 'packages/python/kontor/generated';
const DOCUMENTS = ['docs/openapi.json', 'docs/ops-openapi.json'] as const;
/** With the documents, everything that the generated code depends on. */
const SOURCES = [
  ...['make.ts', 'client.ts', 'cli.ts', 'python.ts'].map((name) => `packages/generator/${name}`),
  'ledger/currency.ts',
  'node_modules/openapi-typescript/package.json',
];
/** The digest of the sources from which the generated code was last made. */
const MARK = '.cache/generated-code';

const readText = (name: string) => readFileSync(join(ROOT, name), 'utf8');
type Makers = Readonly<Record<string, () => Promise<string>>>;

/**
 * Makes the generated code unless it is there and its sources are those of the last time.
 * @returns true when it was made
 */
export async function makeGeneratedCode(): Promise<boolean> {
  const digest = digestSources();
  const isCurrent = existsSync(join(ROOT, MARK)) && readText(MARK) === digest;
  if (isCurrent && Object.keys(ALL).every((name) => existsSync(join(ROOT, name)))) return false;
  await write(ALL);
  replace(MARK, digest);
  return true;
}

function digestSources(): string {
  const hash = createHash('sha256');
  for (const name of [...DOCUMENTS, ...SOURCES]) hash.update(`${name}\n${readText(name)}`);
  return hash.digest('hex');
}

const readDocument = (name: (typeof DOCUMENTS)[number]): object => JSON.parse(readText(name));
const developers = () => readDocument('docs/openapi.json');
const operators = () => readDocument('docs/ops-openapi.json');
// Loaded when something is made: a start with everything in place needs none of them.
const client = () => import('./client.ts');
const cli = () => import('./cli.ts');
const python = () => import('./python.ts');

/** Generated code that runs in the pages of the bank, which need no types. */
const OPERATIONS: Makers = {
  [`${CLIENT}/developers-operations.ts`]: async () =>
    (await client()).clientOperations(developers()),
  [`${CLIENT}/operators-operations.ts`]: async () => (await client()).clientOperations(operators()),
};

const ALL: Makers = {
  ...OPERATIONS,
  [`${CLIENT}/developers.ts`]: async () => (await client()).clientTypes(developers()),
  [`${CLIENT}/operators.ts`]: async () => (await client()).clientTypes(operators()),
  'packages/cli/generated/commands.json': async () =>
    (await cli()).cliCommands(developers(), operators(), exponents()),
  [`${PYTHON}/__init__.py`]: async () => '"""Generated from the OpenAPI documents."""\n',
  ...pythonMakers('developer', developers),
  ...pythonMakers('operator', operators),
};

function pythonMakers(noun: string, document: () => object): Makers {
  const types = `${noun}_types`;
  return {
    [`${PYTHON}/${types}.py`]: async () => (await python()).pythonTypes(document()),
    [`${PYTHON}/${noun}s.py`]: async () =>
      (await python()).pythonOperations(document(), types, 'blocking'),
    [`${PYTHON}/async_${noun}s.py`]: async () =>
      (await python()).pythonOperations(document(), types, 'async'),
  };
}

/** Decimal places of the currencies that have others than two. */
function exponents(): object {
  const others = CURRENCIES.filter(({ exponent }) => exponent !== 2);
  return Object.fromEntries(others.map(({ code, exponent }) => [code, exponent]));
}

async function write(makers: Makers): Promise<void> {
  for (const [name, make] of Object.entries(makers)) replace(name, await make());
}

/** A concurrent reader gets the complete old file or the complete new one. */
function replace(name: string, text: string): void {
  const path = join(ROOT, name);
  if (existsSync(path) && readText(name) === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--operations')) await write(OPERATIONS);
  else await makeGeneratedCode();
}
