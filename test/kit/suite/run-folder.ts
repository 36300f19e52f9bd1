// One folder for all temporary files of a test run, in memory when the system offers it, because a
// test bank makes ten database files and would wait for the disk at each commit. The folder is
// removed after the run. A killed process loses none of its writes there, as on a disk.

import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'kontor-tests-';
/** A whole run leaves less than a tenth of this; containers often offer 64 MB only. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/** Sets `TMPDIR` for this process and its child processes, unless it is set already. */
export function useRunFolder(): void {
  if (process.env.TMPDIR?.includes(PREFIX)) return;
  const parent = process.env.TMPDIR ?? (freeBytes() < NEEDED_BYTES ? tmpdir() : MEMORY);
  removeLeftovers(parent);
  const folder = join(parent, PREFIX + process.pid);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Removes folders of runs that were killed. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    if (isRunning(Number(name.slice(PREFIX.length)))) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
