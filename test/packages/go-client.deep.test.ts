// A client that oapi-codegen generates from the document of developers compiles. Both come from the
// module proxy of Go: `go install github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2`.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const DOCUMENT = fileURLToPath(new URL('../../docs/reference/openapi.json', import.meta.url));
/**
 * Without `skip-prune` the generator drops schemas that only webhooks use, and still refers to
 * them.
 */
const CONFIG = `package: kontor
generate: {models: true, client: true}
output: client.go
output-options: {skip-prune: true}
`;

/** Returns the tool that is missing here, or null when everything can run. */
function findMissingTool(folder: string): string | null {
  const tries = [
    ['go', ['version'], 'go is not installed'],
    ['oapi-codegen', ['-version'], 'oapi-codegen is not installed'],
    ['go', ['mod', 'init', 'client'], 'go makes no module'],
    ['go', ['get', 'github.com/oapi-codegen/runtime@v1.9.0'], 'its runtime cannot be had'],
  ] as const;
  for (const [program, input, shortfall] of tries) {
    try {
      execFileSync(program, input, { cwd: folder, stdio: 'ignore' });
    } catch {
      return shortfall;
    }
  }
  return null;
}

const folder = mkdtempSync(join(tmpdir(), 'go-client-'));
const shortfall = findMissingTool(folder);
if (shortfall) process.stdout.write(`NOT RUN: a client in Go, because ${shortfall}\n`);

test.skipIf(shortfall !== null)(
  'a client in Go that oapi-codegen generates compiles',
  () => {
    try {
      writeFileSync(join(folder, 'config.yaml'), CONFIG);
      const run = (program: string, input: readonly string[]) =>
        execFileSync(program, input, { cwd: folder, stdio: 'pipe' });
      run('oapi-codegen', ['-config', 'config.yaml', DOCUMENT]);
      run('go', ['mod', 'tidy']);
      expect(run('go', ['build', './...']).toString()).toBe('');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  600_000,
);
