// The bundle of the workflows is made once per state of their code.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { workflowBundle } from '../../bank/bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'kontor-bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is made when it is missing, kept in one file and read back from there', async () => {
  const { code } = await workflowBundle(folder);
  expect(code).toContain('transfers');
  const [file = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  writeFileSync(join(folder, file), 'kept');
  expect(await workflowBundle(folder)).toEqual({ code: 'kept' });
});
