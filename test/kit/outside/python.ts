// The Python of this machine.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns why tests in Python cannot run, or null when there is a Python of that version.
 * @throws Error when there is a Python that does not work
 */
export async function whyNoPython(oldest: readonly [number, number]): Promise<string | null> {
  const args = ['-c', 'import sys; print(*sys.version_info[:2])'];
  const version = await run('python3', args).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (version === null) return 'there is no python3';
  const [major = 0, minor = 0] = version.stdout.split(' ').map(Number);
  const [expected, min] = oldest;
  const isOld = major < expected || (major === expected && minor < min);
  return isOld ? `python3 is ${major}.${minor}, needed is ${expected}.${min}` : null;
}
