// Clients that OpenAPI Generator makes of the document of developers compile: Java with javac, the
// libraries of its own build file beside it, and TypeScript with the compiler of this repository.
// Generator and libraries come from Maven Central.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GENERATOR = 'openapi-generator-cli';
const VERSION = '7.25.0';

const folder = mkdtempSync(join(tmpdir(), 'generated-clients-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (program: string, options: readonly string[], cwd = folder) =>
  execFileSync(program, options, { cwd, stdio: 'pipe', maxBuffer: 1e9 }).toString();

/** Returns the tool that is missing here, or null when everything can run. */
function findMissingTool(): string | null {
  const artifact = `-Dartifact=org.openapitools:${GENERATOR}:${VERSION}`;
  const tries = [
    ['javac', ['-version'], 'no JDK is installed'],
    ['mvn', ['-version'], 'Maven is not installed'],
    [
      'mvn',
      ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`],
      'OpenAPI Generator cannot be had',
    ],
  ] as const;
  for (const [program, mavenOptions, shortfall] of tries) {
    try {
      run(program, mavenOptions);
    } catch {
      return shortfall;
    }
  }
  return null;
}

const shortfall = findMissingTool();
if (shortfall)
  process.stdout.write(`NOT RUN: clients of OpenAPI Generator, because ${shortfall}\n`);

/** Without webhooks: of those it makes an API of its own, which takes the place of `EventsApi`. */
function generate(language: string): string {
  const into = join(folder, language);
  const jar = ['-jar', join(folder, `${GENERATOR}-${VERSION}.jar`), 'generate', '-g', language];
  const parts = ['--global-property', 'apis,models,supportingFiles'];
  run('java', [...jar, ...parts, '-i', join(ROOT, 'docs/reference/openapi.json'), '-o', into]);
  return into;
}

test.skipIf(shortfall !== null)(
  'a client in Java that OpenAPI Generator makes compiles',
  () => {
    const into = generate('java');
    const copy = ['dependency:copy-dependencies', '-DincludeScope=compile', '-Denforcer.skip'];
    run('mvn', ['-q', '-B', ...copy, '-DoutputDirectory=libraries'], into);
    const sources = readdirSync(join(into, 'src/main'), { recursive: true, encoding: 'utf8' });
    const java = sources.filter((name) => name.endsWith('.java'));
    expect(java.length).toBeGreaterThan(200);
    writeFileSync(join(into, 'sources'), java.map((name) => `src/main/${name}`).join('\n'));
    const javacOptions = [
      '-nowarn',
      '-proc:none',
      '-d',
      'classes',
      '-cp',
      'libraries/*',
      '@sources',
    ];
    expect(run('javac', javacOptions, into)).toBe('');
  },
  900_000,
);

test.skipIf(shortfall !== null)(
  'a client in TypeScript that OpenAPI Generator makes compiles, and reads events',
  () => {
    const into = generate('typescript-fetch');
    const use = `import { type AccountCreatedEvent, EventsApi } from './index';
export const list = () => new EventsApi().listEvents({});
export const accountOf = (event: AccountCreatedEvent) => event.data.object;
`;
    writeFileSync(join(into, 'use.ts'), use);
    const target = ['--target', 'es2022', '--lib', 'es2022,dom', '--module', 'esnext'];
    const rules = ['--noEmit', '--strict', '--skipLibCheck', '--moduleResolution', 'bundler'];
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    expect(run(process.execPath, [compiler, ...target, ...rules, 'use.ts'], into)).toBe('');
  },
  900_000,
);
