import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/kit/global-setup.ts'],
    // Processes, not threads: the Temporal SDK's native runtime and the databases are per process.
    pool: 'forks',
    // The machine has two cores, and every file brings a worker or a server with it.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
