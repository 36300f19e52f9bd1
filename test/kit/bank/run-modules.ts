// The modules of a run. With `TEST_MODULES=core,webhooks` the banks and ledgers of tests have only
// these modules and those that they require; with `TEST_MODULES=-webhooks,-kyc` they have all but
// these and those that require them.

import type { LedgerSubject } from '../../../db/subject.ts';
import { type Module, withoutModule } from '../../../modules/module.ts';

const { TEST_MODULES } = process.env;
const NAMES = TEST_MODULES ? TEST_MODULES.split(',') : [];

/** Selects the modules of the run; returns the same array when it has all of them. */
export function modulesOfRun(all: readonly Module[]): readonly Module[] {
  if (NAMES.length === 0) return all;
  if (NAMES.every((name) => name.startsWith('-'))) {
    const absent = NAMES.map((name) => findModule(all, name.slice(1)).name);
    return absent.reduce(withoutModule, all);
  }
  const present = new Set(NAMES.flatMap((name) => listNeededNames(all, name)));
  return all.filter(({ name }) => present.has(name));
}

/** Returns the names of a module and of those that it requires. */
function listNeededNames(all: readonly Module[], name: string): string[] {
  const { requires } = findModule(all, name);
  return [name, ...requires.flatMap((needed) => listNeededNames(all, needed))];
}

/** @throws an Error when no module has the name, so that a misspelt run does not pass */
function findModule(all: readonly Module[], name: string): Module {
  const module = all.find((candidate) => candidate.name === name);
  if (!module) throw new Error(`TEST_MODULES=${TEST_MODULES}: there is no module "${name}"`);
  return module;
}

/** Returns the subjects of the ledgers of the run; null when they have all of them. */
export async function subjectsOfRun(): Promise<readonly LedgerSubject[] | null> {
  if (NAMES.length === 0) return null;
  // Imported here, because it loads the whole bank, which most tests of ledgers do without.
  const { MODULES } = await import('../../../modules/contents.ts');
  return modulesOfRun(MODULES).flatMap(({ ledger }) => ledger ?? []);
}
