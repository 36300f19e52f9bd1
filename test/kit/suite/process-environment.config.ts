// State with the lifetime of a worker process of the test run instead of one file: vitest tears its
// environment down once, when the process has run its last file.

import type { Environment } from 'vitest/runtime';

/**
 * Functions that close the objects that the files of this process share; shared-bank.ts adds one.
 */
const CLOSERS = Symbol.for('kontor.test.closers');

const environment: Environment = {
  name: 'kontor',
  viteEnvironment: 'ssr',
  setup: (global: Record<symbol, (() => Promise<void>)[] | undefined>) => ({
    async teardown() {
      for (const close of global[CLOSERS] ?? []) await close();
    },
  }),
};

export default environment;
