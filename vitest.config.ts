import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/kit/suite/longest-first.ts';
import { useRunFolder } from './test/kit/suite/run-folder.ts';
import { patternsOfRun } from './test/kit/suite/tier-files.ts';

useRunFolder();

// Helper threads of the collector take the cores of the other files, and short-lived objects are
// most of what a test makes. Node 24 keeps asynchronous context in frames; in Node 22 each
// promise of a process that runs workflows pays for it. Together a third of the processor time
// of 16 measured files.
const PROCESSOR_SAVERS = [
  '--single-threaded-gc',
  '--max-semi-space-size=32',
  ...(process.versions.node.startsWith('22.') ? ['--experimental-async-context-frame'] : []),
];

/** For the packages that tests import, and for the programs that they start. */
const LOAD_FAST = new URL('./db/threads/load-fast.ts', import.meta.url).href;

const inKit = (file: string) => fileURLToPath(new URL(`./test/kit/bank/${file}`, import.meta.url));

/** On PostgreSQL (`npm test -- --database postgres`) tests break rows beside the acts, too. */
const onPostgres =
  process.env.TEST_DATABASE === 'postgres'
    ? [{ find: /^\.\/route\.ts$/, replacement: inKit('route-for-tests.ts') }]
    : [];

export default defineConfig({
  resolve: { alias: onPostgres },
  test: {
    ...(await patternsOfRun()),
    globalSetup: ['test/kit/suite/global-setup.ts'],
    setupFiles: ['test/kit/suite/processor-time.ts', 'test/kit/suite/seed.ts'],
    // Processes, not threads: the Temporal SDK's native runtime and the databases are per process.
    pool: 'forks',
    // Time to end the resources that files of a process share, as long as a bank takes to stop.
    environment: './test/kit/suite/process-environment.config.ts',
    teardownTimeout: 30_000,
    // Two files compute while two wait for a workflow or a process (longest-first.ts).
    maxWorkers: 4,
    execArgv: [...PROCESSOR_SAVERS, '--import', LOAD_FAST],
    env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${LOAD_FAST}`.trim() },
    // Loading the bank anew for each file took a third of the time; files share nothing else.
    isolate: false,
    // Modules without their types, by their content: a second run finds them.
    fsModuleCache: true,
    fsModuleCachePath: fileURLToPath(new URL('./.cache/vitest', import.meta.url)),
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Longer than Vitest's default of a second, for slow machines; half as often as by default,
    // because most polls are requests to a bank.
    expect: { poll: { timeout: 20_000, interval: 100 } },
  },
});
