import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/kit/suite/longest-first.ts';
import { useRunFolder } from './test/kit/suite/run-folder.ts';
import { tierPatterns } from './test/kit/suite/tier-files.ts';

useRunFolder();

export default defineConfig({
  test: {
    ...tierPatterns(),
    globalSetup: ['test/kit/suite/global-setup.ts'],
    setupFiles: ['test/kit/suite/seed.ts'],
    // Processes, not threads: the Temporal SDK's native runtime and the databases are per process.
    pool: 'forks',
    // Ends what the files of a process share: it may take as long as a bank takes to stop.
    environment: './test/kit/suite/process-environment.config.ts',
    teardownTimeout: 30_000,
    // Most files bring a worker or a server and wait for it: one more of them than two cores.
    maxWorkers: 3,
    // Short-lived objects are most of what a test makes, and helper threads of the collector take
    // the cores of the other files: together a seventh of the processor time.
    execArgv: ['--single-threaded-gc', '--max-semi-space-size=32'],
    // Loading the bank anew for each file took a third of the time; files share nothing else.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
