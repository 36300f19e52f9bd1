// One bank for every file of a process that only needs a door. Each test registers a developer of
// its own, and no developer sees another one's objects. A file that counts rows, sets an option,
// reads the database or acts as an operator on all tenants opens a bank of its own.

import { openTestBank, type TestBank } from './bank.ts';

/** vitest loads its environment separately from the tests: they share only the global object. */
const CLOSERS = Symbol.for('kontor.test.closers');

let opened: Promise<TestBank> | null = null;

/** The bank of this process; it is closed with the process; an earlier close does nothing. */
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
