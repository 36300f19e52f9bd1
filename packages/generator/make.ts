// Writes the code of packages/ that is generated from the two OpenAPI documents and not stored in
// git. The set-up, `npm run docs` and `node scripts/publish-packages.ts` run it; the image makes
// only the part that needs no development packages (`--operations`).

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CURRENCIES } from '../../ledger/currency.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLIENT = 'packages/client/generated';
const PYTHON = 'packages/python/kontor/generated';
const DOCUMENTS = ['docs/reference/openapi.json', 'docs/reference/ops-openapi.json'] as const;
/** All inputs of the generated code except the documents. */
const SOURCES = [
  ...['make.ts', 'client.ts', 'cli.ts', 'python.ts'].map((name) => `packages/generator/${name}`),
  'ledger/currency.ts',
  'node_modules/openapi-typescript/package.json',
];
/** File with the digest of the sources of the last generation. */
const DIGEST_FILE = '.cache/generated-code';

const readText = (name: string) => readFileSync(join(ROOT, name), 'utf8');
type FileGenerators = Readonly<Record<string, () => Promise<string>>>;

/**
 * Generates the code unless it exists and its sources have not changed.
 * @returns true when it was generated
 */
export async function makeGeneratedCode(): Promise<boolean> {
  const digest = digestSources();
  const isCurrent = existsSync(join(ROOT, DIGEST_FILE)) && readText(DIGEST_FILE) === digest;
  if (isCurrent && Object.keys(GENERATED_FILES).every((name) => existsSync(join(ROOT, name))))
    return false;
  await writeFiles(GENERATED_FILES);
  replaceFile(DIGEST_FILE, digest);
  return true;
}

function digestSources(): string {
  const hash = createHash('sha256');
  for (const name of [...DOCUMENTS, ...SOURCES]) hash.update(`${name}\n${readText(name)}`);
  return hash.digest('hex');
}

const readDocument = (name: (typeof DOCUMENTS)[number]): object => JSON.parse(readText(name));
const developers = () => readDocument('docs/reference/openapi.json');
const operators = () => readDocument('docs/reference/ops-openapi.json');
// Loaded only when code is generated.
const client = () => import('./client.ts');
const cli = () => import('./cli.ts');
const python = () => import('./python.ts');

/** Generated code for the pages of the bank, which need no types. */
const OPERATIONS: FileGenerators = {
  [`${CLIENT}/developers-operations.ts`]: async () =>
    (await client()).clientOperations(developers()),
  [`${CLIENT}/operators-operations.ts`]: async () => (await client()).clientOperations(operators()),
};

const GENERATED_FILES: FileGenerators = {
  ...OPERATIONS,
  [`${CLIENT}/developers.ts`]: async () => (await client()).clientTypes(developers()),
  [`${CLIENT}/operators.ts`]: async () => (await client()).clientTypes(operators()),
  'packages/cli/generated/commands.json': async () =>
    (await cli()).cliCommands(developers(), operators(), exponents()),
  [`${PYTHON}/__init__.py`]: async () => '"""Generated from the OpenAPI documents."""\n',
  ...pythonGenerators('developer', developers),
  ...pythonGenerators('operator', operators),
};

function pythonGenerators(noun: string, document: () => object): FileGenerators {
  const types = `${noun}_types`;
  return {
    [`${PYTHON}/${types}.py`]: async () => (await python()).pythonTypes(document()),
    [`${PYTHON}/${noun}s.py`]: async () =>
      (await python()).pythonOperations(document(), types, 'blocking'),
    [`${PYTHON}/async_${noun}s.py`]: async () =>
      (await python()).pythonOperations(document(), types, 'async'),
  };
}

/** Decimal places of the currencies that do not have two. */
function exponents(): object {
  const otherCurrencies = CURRENCIES.filter(({ exponent }) => exponent !== 2);
  return Object.fromEntries(otherCurrencies.map(({ code, exponent }) => [code, exponent]));
}

async function writeFiles(makers: FileGenerators): Promise<void> {
  for (const [name, make] of Object.entries(makers)) replaceFile(name, await make());
}

/** Replaces a file atomically. */
function replaceFile(name: string, text: string): void {
  const path = join(ROOT, name);
  if (existsSync(path) && readText(name) === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--operations')) await writeFiles(OPERATIONS);
  else await makeGeneratedCode();
}
