// The folder in which a backup or a restored bank is assembled, next to its target. It contains
// unencrypted rows and keys and therefore must not stay: errors and Ctrl-C remove it, and the next
// run removes the folder of a killed process.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OWNER_ONLY } from './vault.ts';

const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Creates the folder, and removes it when `make` fails.
 * @param to the absolute path of the target
 * @param make fills the folder and renames it to the target
 */
export async function inPartialFolder<T>(
  to: string,
  make: (folder: string) => Promise<T>,
): Promise<T> {
  for (const remaining of listLeftovers(to)) rmSync(remaining, { recursive: true, force: true });
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
    for (const unsubscribe of handlers) unsubscribe();
  }
}

const prefixOf = (to: string) => join(dirname(to), `.${basename(to)}.partial-`);

/** Folders for the same target whose process has ended. */
function listLeftovers(to: string): string[] {
  const parent = dirname(to);
  const prefix = basename(prefixOf(to));
  return listNames(parent)
    .filter((name) => name.startsWith(prefix) && isGone(name.slice(prefix.length)))
    .map((name) => join(parent, name));
}

function listNames(folder: string): string[] {
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
