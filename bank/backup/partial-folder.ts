// The folder in which a backup or a restored bank is assembled: beside its target, under a name of
// its own. It holds unencrypted rows and keys, so none is left behind: faults and Ctrl-C remove it,
// and the next run removes the folder of a killed process.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OWNER_ONLY } from './vault.ts';

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Makes the folder, and removes it unless it was renamed.
 * @param to the absolute path that it is to have in the end
 * @param make fills the folder and renames it
 */
export async function inPartialFolder<T>(
  to: string,
  make: (folder: string) => Promise<T>,
): Promise<T> {
  for (const left of listLeftovers(to)) rmSync(left, { recursive: true, force: true });
  const folder = `${prefixOf(to)}${process.pid}`;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const handlers = Object.entries(SIGNALS).map(([signal, code]) => {
    const end = () => {
      remove();
      process.exit(code);
    };
    process.once(signal, end);
    return () => process.off(signal, end);
  });
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY.folder });
    return await make(folder);
  } catch (error) {
    remove();
    throw error;
  } finally {
    for (const off of handlers) off();
  }
}

const prefixOf = (to: string) => join(dirname(to), `.${basename(to)}.partial-`);

/** Folders of the same target whose process has ended. */
function listLeftovers(to: string): string[] {
  const parent = dirname(to);
  const prefix = basename(prefixOf(to));
  return namesIn(parent)
    .filter((name) => name.startsWith(prefix) && isGone(name.slice(prefix.length)))
    .map((name) => join(parent, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isGone(pid: string): boolean {
  if (!/^\d+$/.test(pid)) return false;
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
