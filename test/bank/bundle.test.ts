// The workflow bundle is built once for each state of the sources, and again when the cached file
// is damaged.

import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { workflowBundle } from '../../bank/bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the workflow bundle is built when it is missing, kept in one file and read back from there', async () => {
  const { code } = await workflowBundle(folder);
  expect(code).toContain('transfers');
  const [file = '', ...otherFiles] = readdirSync(folder);
  expect(otherFiles).toEqual([]);
  const { mtimeMs } = statSync(join(folder, file));
  expect(await workflowBundle(folder)).toEqual({ code });
  expect(statSync(join(folder, file)).mtimeMs).toBe(mtimeMs);
});

it('the workflow bundle is rebuilt when half of its file is left', async () => {
  const { code } = await workflowBundle(folder);
  const file = join(folder, readdirSync(folder)[0] ?? '');
  truncateSync(file, Math.floor(statSync(file).size / 2));
  expect(await workflowBundle(folder)).toEqual({ code });
  expect(readdirSync(folder)).toHaveLength(1);
}, 60_000);
