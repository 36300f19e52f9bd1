// One bank that the test files of a process share when they only need the API. Each test registers
// its own developer, and no developer sees objects of another. A file that counts rows, sets an
// option, reads the database or acts as an operator on all tenants opens another bank.

import { openTestBank, type TestBank } from './bank.ts';

/** vitest loads its environment separately from the tests, so they share only the global object. */
const CLOSERS = Symbol.for('kontor.test.closers');

let opened: Promise<TestBank> | null = null;

/** Opens the bank of this process. It is closed at the end of the process; `close` does nothing. */
export async function openSharedBank(): Promise<TestBank> {
  opened ??= openForProcess();
  return { ...(await opened), isShared: true, close: async () => {} };
}

async function openForProcess(): Promise<TestBank> {
  const bank = await openTestBank();
  const shared = globalThis as Record<symbol, (() => Promise<void>)[] | undefined>;
  shared[CLOSERS] = [...(shared[CLOSERS] ?? []), () => bank.close()];
  return bank;
}
