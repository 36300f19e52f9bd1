// Prometheus' checker of rules: from the path, or from Debian's package when apt can download it.
// The package is unpacked in .cache; nothing is installed.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../.cache/promtool', import.meta.url));
const UNPACKED_PROGRAM = join(FOLDER, 'usr/bin/promtool');
const FETCHED_WITHIN_MS = 60_000;

/** Returns the command, or the reason why there is none. */
export function findPromtool(): { readonly command: string } | { readonly missing: string } {
  for (const command of ['promtool', UNPACKED_PROGRAM]) if (answers(command)) return { command };
  try {
    mkdirSync(FOLDER, { recursive: true });
    const options = { cwd: FOLDER, stdio: 'pipe', timeout: FETCHED_WITHIN_MS } as const;
    execFileSync('apt-get', ['download', 'prometheus'], options);
    const file = readdirSync(FOLDER).find((name) => name.endsWith('.deb')) ?? '';
    execFileSync('dpkg', ['-x', file, '.'], options);
    if (existsSync(UNPACKED_PROGRAM) && answers(UNPACKED_PROGRAM))
      return { command: UNPACKED_PROGRAM };
    return { missing: "Debian's package prometheus has no promtool that runs here" };
  } catch (error) {
    const [firstLine] = String(error).split('\n');
    return { missing: `no promtool on the path, and apt has none: ${firstLine}` };
  }
}

function answers(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
