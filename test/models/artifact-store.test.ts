// Registering a file a second time renews its modification time before its row is written, so that
// the sweep of orphaned files does not delete it.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createArtifactStore } from '../../models/artifact-store.ts';

const dir = mkdtempSync(join(tmpdir(), 'kontor-files-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const file = Buffer.from('rows');
const sha256 = createHash('sha256').update(file).digest('hex');
const store = createArtifactStore(join(dir, 'kept'), 'rows');
const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const hourAgo = () => Date.now() - 3_600_000;

it('putting or adopting an intact old artefact renews its age', async () => {
  await store.put(sha256, file);
  const unregistered = join(dir, 'kept', 'beside');
  writeFileSync(unregistered, file);
  for (const again of [() => store.put(sha256, file), () => store.adopt(sha256, unregistered)]) {
    utimesSync(store.pathOf(sha256), LONG_AGO, LONG_AGO);
    expect(await store.listOlder(hourAgo())).toEqual([sha256]);
    const { ino } = statSync(store.pathOf(sha256));
    await again();
    expect(await store.listOlder(hourAgo())).toEqual([]);
    expect(statSync(store.pathOf(sha256)).ino).toBe(ino);
  }
});

it('putting an artefact over a damaged file replaces it, and leaves no other file', async () => {
  writeFileSync(store.pathOf(sha256), 'other');
  await store.put(sha256, file);
  await expect(store.get(sha256)).resolves.toEqual(file);
});
