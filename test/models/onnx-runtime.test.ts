// The runtime stores no telemetry: it would write it below the home folder before it sends it, so
// the tests start processes with an empty home folder.

import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../db/ledger-file.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const MODEL = join('models', 'artifacts', 'fraud-detection', '2.4.0', 'model.onnx');

/** Files that a program leaves in its home and among the temporary files. */
async function listFilesAfter(program: string): Promise<string[]> {
  const folder = temporaryFolder();
  const [home, temporary] = [join(folder, 'home'), join(folder, 'temporary')];
  for (const item of [home, temporary]) mkdirSync(item);
  const env = { PATH: process.env.PATH, HOME: home, TMPDIR: temporary };
  const args = ['--input-type=module', '--eval', program];
  await run(process.execPath, args, { cwd: root, env });
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

/** Returns a program that loads a model with the runtime imported from `from`. */
const loadModelFrom = (from: string) =>
  `import { InferenceSession } from '${from}';
  const session = await InferenceSession.create('${MODEL}');
  await session.release();`;

const inThread = (program: string) =>
  `import { Worker } from 'node:worker_threads';
  const code = ${JSON.stringify(`import('${root}models/onnx-runtime.ts')`)};
  ${program}
  const thread = new Worker(code, { eval: true });
  await new Promise((resolve, reject) => thread.once('error', reject).once('exit', resolve));`;

test("a process that loads a model stores nothing for the runtime's vendor", async () => {
  expect(await listFilesAfter(loadModelFrom('./models/onnx-runtime.ts'))).toEqual([]);
  // The unchanged library stores a file, so the check above would find one.
  expect(await listFilesAfter(loadModelFrom('onnxruntime-node'))).toContain('onnxruntime.db');
});

test('a thread loads the runtime only where its process has opted out of telemetry', async () => {
  expect(await listFilesAfter(inThread("await import('./models/no-onnx-telemetry.ts');"))).toEqual(
    [],
  );
  await expect(listFilesAfter(inThread(''))).rejects.toThrow('before the process has set');
});
