// The workflow bundle is built once, and again when the cached file is damaged.

import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { workflowBundle } from '../../bank/bundle.ts';

const cacheFolder = mkdtempSync(join(tmpdir(), 'kontor-bundle-'));
afterAll(() => rmSync(cacheFolder, { recursive: true, force: true }));

it('the workflow bundle is built when it is missing, kept in one file and read back from there', async () => {
  const { code } = await workflowBundle(cacheFolder);
  expect(code).toContain('transfers');
  const [file = '', ...otherFiles] = readdirSync(cacheFolder);
  expect(otherFiles).toEqual([]);
  const { mtimeMs } = statSync(join(cacheFolder, file));
  expect(await workflowBundle(cacheFolder)).toEqual({ code });
  expect(statSync(join(cacheFolder, file)).mtimeMs).toBe(mtimeMs);
});

it('the workflow bundle is rebuilt when its file is truncated', async () => {
  const { code } = await workflowBundle(cacheFolder);
  const file = join(cacheFolder, readdirSync(cacheFolder)[0] ?? '');
  truncateSync(file, Math.floor(statSync(file).size / 2));
  expect(await workflowBundle(cacheFolder)).toEqual({ code });
  expect(readdirSync(cacheFolder)).toHaveLength(1);
}, 60_000);
