// `node scripts/publish-packages.ts`: builds the published packages from packages/ (JavaScript with types
// out of TypeScript, since Node strips no types below node_modules; a source distribution of the
// Python client), checks their versions against each other and the API, and packs them. It
// publishes with `--publish` alone.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CURRENT_VERSION } from '../api/kit/version.ts';
import { makeGeneratedCode } from '../packages/generator/make.ts';
import { findVersionFaults, type Manifest, PACKAGES } from './publish/versions.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript-native/bin/tsc');
/** The native compiler writes the stars of a comment into types that span two lines of it. */
const TSC_OF_SCRIPTS = join(ROOT, 'node_modules/typescript/bin/tsc');
class Fault extends Error {}

const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifestOf = (name: string): Manifest => JSON.parse(textOf(`packages/${name}/package.json`));

/** @throws Fault when versions differ, or were made for another version of the API */
function checkVersions(): string {
  const faults = findVersionFaults(textOf);
  if (faults.length > 0) throw new Fault(faults.join('\n'));
  return (JSON.parse(textOf('package.json')) as Manifest).version;
}

/** Compiles the sources of a package into a folder, or copies JavaScript sources. */
function build(name: (typeof PACKAGES)[number], out: string): void {
  const from = join(ROOT, 'packages', name);
  const staged = join(out, name);
  mkdirSync(staged, { recursive: true });
  const isScript = name === 'verify';
  const config = join(out, `${name}.tsconfig.json`);
  const sources = isScript ? ['proof/verify.mjs', 'webhook.mjs'] : ['src/**/*.ts'];
  const options = {
    outDir: staged,
    rootDir: from,
    declaration: true,
    ...(isScript
      ? { allowJs: true, emitDeclarationOnly: true }
      : { allowImportingTsExtensions: true, rewriteRelativeImportExtensions: true }),
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    ...{ verbatimModuleSyntax: true, resolveJsonModule: true },
    // `npm test` has already checked the types with the settings of each folder.
    noCheck: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    paths: {
      '@kontor/verify/proof': [join(out, 'verify/proof/verify.d.mts')],
      '@kontor/verify/webhook': [join(out, 'verify/webhook.d.mts')],
    },
  };
  const include = sources.map((source) => join(from, source));
  writeFileSync(config, JSON.stringify({ compilerOptions: options, include }));
  const compiler = isScript ? TSC_OF_SCRIPTS : TSC;
  execFileSync(process.execPath, [compiler, '--project', config], { stdio: 'inherit' });
  for (const file of ['README.md', ...(isScript ? ['proof', 'webhook.mjs'] : [])]) {
    cpSync(join(from, file), join(staged, file), { recursive: true });
  }
  if (existsSync(join(from, 'bin')))
    cpSync(join(from, 'bin'), join(staged, 'bin'), { recursive: true });
  for (const file of filesIn(staged)) {
    if (!/\.(d\.ts|mjs)$/.test(file) || isScript) continue;
    // Declarations keep the endings of the sources; so does the start of the command.
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'));
  }
  writeManifest(name, staged);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function writeManifest(name: string, staged: string): void {
  const { private: _, ...manifest } = manifestOf(name);
  const scriptPath = (path: string) => path.replace(/\.ts$/, '.js');
  const typesOf = (path: string) => path.replace(/\.ts$/, '.d.ts').replace(/\.mjs$/, '.d.mts');
  const exported = Object.entries(manifest.exports ?? {}).map(([entry, path]) => {
    return [entry, { types: typesOf(path), default: scriptPath(path) }];
  });
  const wholeManifest = {
    ...manifest,
    ...(exported.length > 0 ? { exports: Object.fromEntries(exported) } : {}),
  };
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(wholeManifest, null, 2)}\n`);
}

/** Packs a built package and returns the path of its archive. */
function packPackage(staged: string, out: string): string {
  const args = ['pack', '--json', '--pack-destination', out];
  const output = execFileSync('npm', args, {
    cwd: staged,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename = '' } = {}] = JSON.parse(output) as { filename?: string }[];
  return join(out, filename);
}

/** Reads a project's pyproject.toml from this version on. */
const OLDEST_SETUPTOOLS = 61;
/** Exit codes of the build script. */
const NO_SETUPTOOLS = 3;
const OLD_SETUPTOOLS = 4;
const BUILD_PYTHON = `
import sys
try:
    import setuptools
    from setuptools import build_meta
except ImportError:
    sys.exit(${NO_SETUPTOOLS})
if int(setuptools.__version__.split('.')[0]) < ${OLDEST_SETUPTOOLS}:
    sys.exit(${OLD_SETUPTOOLS})
print(build_meta.build_sdist(sys.argv[1]))`;

/** Returns the program that this machine lacks for the Python client; null when the build itself failed. */
function findMissingProgram(error: unknown): string | null {
  const { code, status } = error as { readonly code?: string; readonly status?: number };
  if (code === 'ENOENT') return 'there is no python3';
  if (status === NO_SETUPTOOLS) return 'python3 has no setuptools';
  return status === OLD_SETUPTOOLS ? `setuptools is older than ${OLDEST_SETUPTOOLS}` : null;
}

/**
 * Builds the source distribution of the Python client; prints the reason and returns null when this
 * machine lacks the program that builds it.
 * @throws Error when the build fails
 */
function packPython(out: string): string | null {
  const staged = join(out, 'python');
  const from = join(ROOT, 'packages/python');
  const filter = (path: string) => !/__pycache__|\.egg-info/.test(path);
  cpSync(from, staged, { recursive: true, filter });
  const args = ['-c', BUILD_PYTHON, out];
  try {
    const output = execFileSync('python3', args, { cwd: staged, encoding: 'utf8' });
    return join(out, output.trim().split('\n').at(-1) ?? '');
  } catch (error) {
    const missingProgram = findMissingProgram(error);
    if (missingProgram === null) throw error;
    process.stdout.write(`NOT RUN: the Python client, because ${missingProgram}\n`);
    return null;
  }
}

function publish(archives: readonly string[]): void {
  for (const archive of archives) {
    const isPython = archive.endsWith('.tar.gz');
    const [program, ...args] = isPython
      ? ['python3', '-m', 'twine', 'upload', archive]
      : ['npm', 'publish', archive];
    execFileSync(program ?? '', args, { stdio: 'inherit' });
  }
}

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
    out: { type: 'string', default: join(ROOT, '.cache/packages') },
  },
});

try {
  if (values.publish && values['dry-run']) throw new Fault('--publish or --dry-run, not both');
  const { out } = values;
  const version = checkVersions();
  rmSync(out, { recursive: true, force: true });
  await makeGeneratedCode();
  for (const name of PACKAGES) build(name, out);
  const python = packPython(out);
  // A version with some of its packages is of no use.
  if (python === null && values.publish) throw new Fault('all of them, or none, are published');
  const archives = [
    ...PACKAGES.map((name) => packPackage(join(out, name), out)),
    ...(python ? [python] : []),
  ];
  process.stdout.write(`version ${version}, for the API of ${CURRENT_VERSION}\n`);
  for (const archive of archives) process.stdout.write(`packed ${relative(ROOT, archive)}\n`);
  if (values.publish) publish(archives);
  else process.stdout.write('nothing was published: --publish does that\n');
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
