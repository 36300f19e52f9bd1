// The architecture's import rules as functions over files: allowed imports between folders,
// packages that only one folder may use, and files that no entry point reaches.
import {
  engineCode,
  type Finding,
  finding,
  type Import,
  importsOf,
  isCode,
  isToolConfig,
  type TextFile,
} from './source-tree.ts';

type Files = readonly TextFile[];

interface FolderRule {
  /** Folders (with a slash) and files that may be imported, besides the own folder. */
  readonly may: readonly string[];
  readonly mayAsType?: readonly string[];
  /** Left out when any package is allowed, within the rules about single packages below. */
  readonly packages?: readonly string[];
  readonly packagesAsType?: readonly string[];
}

const API = [
  ...['ledger/', 'identity/', 'db/', 'ai/', 'models/', 'activities/webhooks/', 'chain/'],
  'bank/config/',
];
const STARTERS = [
  'workflows/restart.ts',
  'workflows/start.ts',
  'workflows/record-workflows.ts',
  'workflows/messages.ts',
];
const ACTIVITIES = ['ledger/', 'db/', 'ai/', 'models/', 'chain/'];
const WORKFLOWS: FolderRule = {
  may: ['ledger/', 'workflows/'],
  mayAsType: ['activities/'],
  packages: ['@temporalio/workflow'],
  packagesAsType: ['@temporalio/common'],
};

/** Allowed imports by folder; the entry of a file or of an inner folder takes precedence. */
const FOLDER_RULES: Readonly<Record<string, FolderRule>> = {
  // Networks are parsed by the library that also matches them, because two parsers could differ.
  'bank/config/networks.ts': { may: ['bank/config/'], packages: ['ipaddr.js'] },
  'bank/config': { may: [], packages: [] },
  ledger: { may: [], packages: [] },
  // A block holds in every spelling, which is the reading of names that lists are compared by.
  'ledger/limits.ts': { may: ['ai/names/'], packages: [] },
  'ledger/merchant-category.ts': { may: ['ai/names/'], packages: [] },
  chain: { may: ['ledger/', 'db/kernel/whole-file.ts'] },
  'activities/webhooks': { may: ['ledger/'] },
  // Used by receivers and auditors, who trust no other part of the bank.
  packages: { may: [] },
  // Used by the set-up, not by a client.
  'packages/generator/make.ts': { may: ['ledger/currency.ts'] },
  // Runs in a browser, and uses the bank only through the typed client.
  'pages/console': {
    may: ['packages/client/', 'ledger/currency.ts'],
    packages: ['preact', '@preact/signals', 'uplot'],
  },
  // Runs in the browser of developers, with the components of the console.
  'pages/portal': {
    may: ['packages/client/', 'pages/console/kit/', 'api/docs/samples.ts'],
    packages: ['preact', '@preact/signals'],
  },
  models: { may: ['ledger/', 'db/threads/'] },
  // Searches and duplicates compare names by the one reading of names.
  db: { may: ['ledger/', 'chain/', 'ai/names/'] },
  identity: { may: ['ledger/', 'db/'] },
  // Exchange rates from outside: a file, or a provider over HTTP.
  'bank/rates': { may: ['ledger/', 'bank/config/'] },
  // Calls between threads.
  'db/threads': { may: ['ledger/'], packages: ['node:module', 'node:worker_threads'] },
  ai: { may: ['ledger/', 'db/', 'models/'] },
  activities: { may: [...ACTIVITIES, ...STARTERS], mayAsType: ['bank/'] },
  workflows: WORKFLOWS,
  // The client side of a workflow: it runs in the API's process, never in the workflow sandbox.
  'workflows/restart.ts': {
    ...WORKFLOWS,
    packages: ['@temporalio/workflow', '@temporalio/client', '@temporalio/common'],
  },
  'workflows/start.ts': {
    ...WORKFLOWS,
    packages: ['@temporalio/workflow', '@temporalio/client', '@temporalio/common'],
  },
  'workflows/record-workflows.ts': {
    ...WORKFLOWS,
    packages: ['@temporalio/client', '@temporalio/common'],
  },
  api: { may: [...API, ...STARTERS], mayAsType: ['bank/'] },
  // The manifest of each subject.
  modules: {
    may: [...API, ...STARTERS, 'activities/', 'api/', 'workflows/', 'bank/sweeps/'],
    mayAsType: ['bank/'],
  },
  // The running bank composes the folders, so it alone may import all of them.
  bank: {
    may: [...API, ...STARTERS, 'activities/', 'api/', 'modules/', 'workflows/'],
  },
};

const ENTRY_POINTS = [
  'bank/migrate.ts',
  'bank/server.ts',
  'bank/worker.ts',
  'modules/workflows.ts',
  // A single ledger on PostgreSQL, for tests and the bench; databases.ts opens those of a bank.
  'db/postgres/ledger.ts',
  // Moves a developer to another ledger: no command uses it yet (docs/decisions/one-process.md).
  'db/moves/move.ts',
];

/** Run by other programs: a browser, a webhook receiver, a thread of Temporal's SDK. */
const PAGES = [
  'bank/workflow-thread.cjs',
  'packages/client/src/developer.ts',
  'packages/client/src/operator.ts',
  'packages/client/src/webhook.ts',
  'packages/cli/bin/kontor.mjs',
  'packages/verify/proof/page.mjs',
  'packages/verify/webhook.mjs',
  'api/oauth/files/passkey.mjs',
  'pages/console/main.tsx',
  'pages/portal/main.tsx',
];

/** Each file only imports what its folder may import, and no code is outside of these folders. */
export function importsFollowRules(files: Files): Finding[] {
  return engineCode(files).flatMap((file) => {
    if (isToolConfig(file)) return [];
    const steps = file.path.split('/');
    const paths = steps.map((_, index) => steps.slice(0, index + 1).join('/')).reverse();
    const place = paths.find((path) => FOLDER_RULES[path]);
    const rule = place === undefined ? undefined : FOLDER_RULES[place];
    const folder = paths.find((path) => path !== file.path && FOLDER_RULES[path]) ?? steps[0] ?? '';
    if (!rule) return [finding(file, 1, `${folder} has no import rule`, 'see FOLDER_RULES')];
    const ownFolders = file.path.includes('/') ? [`${folder}/`] : [];
    return importsOf(file)
      .filter((entry) => entry.kind !== 'reference' && !mayImport(rule, ownFolders, entry))
      .map(({ specifier, line, kind }) => {
        const asType = kind === 'type' ? ' as a type' : '';
        const allowed = [...rule.may, ...(rule.packages ?? [])].join(' ') || 'nothing';
        const types = [...(rule.mayAsType ?? []), ...(rule.packagesAsType ?? [])].join(' ');
        const instead = `${folder} imports ${allowed}${types && `; as \`import type\` ${types}`}`;
        return finding(file, line, `imports ${specifier}${asType}`, instead);
      });
  });
}

function mayImport(rule: FolderRule, ownFolders: readonly string[], entry: Import): boolean {
  const asType = entry.kind === 'type';
  if (entry.target === null) {
    if (!rule.packages) return true;
    const packages = [...rule.packages, ...((asType && rule.packagesAsType) || [])];
    return packages.some((name) => isPartOf(entry.specifier, name));
  }
  const target = entry.target;
  const places = [...ownFolders, ...rule.may, ...((asType && rule.mayAsType) || [])];
  return places.some((place) =>
    place.endsWith('/') ? target.startsWith(place) : target === place,
  );
}

function isPartOf(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}

/** Returns true for files that tools and the compiler read without an import. */
const isLooseFile = (file: Files[number]) => isToolConfig(file) || file.path.endsWith('.d.ts');

/** Every file is reached by imports from an entry point; imports by tests do not count. */
export function noFileIsDead(files: Files): Finding[] {
  const code = new Map(files.filter(isCode).map((file) => [file.path, file]));
  const missing = ENTRY_POINTS.filter((path) => !code.has(path)).map((path) => {
    return { path, line: 1, problem: 'entry point is missing', instead: 'name the one it became' };
  });
  // Without this check a missing entry point would make all its files look unused.
  if (missing.length > 0) return missing;
  const alive = new Set<string>();
  const reach = (path: string): void => {
    const file = code.get(path);
    if (!file || alive.has(path)) return;
    alive.add(path);
    for (const { target } of importsOf(file)) if (target !== null) reach(target);
  };
  for (const path of [...ENTRY_POINTS, ...code.keys()]) {
    const isCommand = path.startsWith('scripts/') || path.startsWith('research/');
    if (ENTRY_POINTS.includes(path) || PAGES.includes(path) || isCommand) reach(path);
  }
  const dead = engineCode(files).filter((file) => !isLooseFile(file) && !alive.has(file.path));
  const instead = 'import it where it is used (a route: in its server), or remove it';
  return dead.map((file) => finding(file, 1, 'nothing imports it', instead));
}

/** Only one file loads ONNX Runtime, because it makes settings before it loads the package. */
export function oneFileLoadsOnnxRuntime(files: Files): Finding[] {
  const otherFiles = files.filter((file) => isCode(file) && file.path !== 'models/onnx-runtime.ts');
  return otherFiles.flatMap((file) =>
    importsOf(file)
      .filter(({ specifier, kind }) => specifier === 'onnxruntime-node' && kind === 'import')
      .map(({ line }) => finding(file, line, 'loads ONNX Runtime', 'models/onnx-runtime.ts does')),
  );
}

/** Packages that only other threads and processes load, or a bank with certain settings. */
const NOT_AT_START = [
  'chrono-node',
  'fast-xml-parser',
  'hyparquet',
  'hyparquet-writer',
  'i18n-iso-countries',
  'nodemailer',
  'sharp',
  'zxing-wasm/reader',
];

/**
 * A start of the bank must not load rarely used packages: `import` statements load their target at
 * the start, `import()` when it is called.
 */
export function startLoadsNoRarePackage(files: Files): Finding[] {
  const code = new Map(files.filter(isCode).map((file) => [file.path, file]));
  const alive = new Set<string>();
  const findings: Finding[] = [];
  const instead = 'load it by import() where it is used, off the thread that answers HTTP';
  const reach = (path: string): void => {
    const file = code.get(path);
    if (!file || alive.has(path)) return;
    alive.add(path);
    const lines = file.text.split('\n');
    for (const { specifier, target, kind, line } of importsOf(file)) {
      if (kind !== 'import' || lines[line - 1]?.includes('import(')) continue;
      if (target !== null) reach(target);
      if (!NOT_AT_START.includes(specifier)) continue;
      findings.push(finding(file, line, `a start of the bank loads ${specifier}`, instead));
    }
  };
  reach('bank/process.ts');
  return findings;
}
