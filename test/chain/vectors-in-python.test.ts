// A second implementation, in Python, checks the vectors of docs/reference/layer3-vectors.json. It
// was written from docs/build/layer3.md and the RFCs.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) process.stderr.write('no python3 here: the vectors have one reader only\n');

const SCRIPT = fileURLToPath(new URL('./verify-vectors.py', import.meta.url));
const FILE = 'docs/reference/layer3-vectors.json';
const written = JSON.parse(readFileSync(FILE, 'utf8'));

const all = (wanted: boolean, name: string) => written[name].map(() => wanted);

describe.runIf(hasPython)('an independent verifier in Python', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-vectors-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function read(file: string) {
    return JSON.parse(execFileSync('python3', [SCRIPT, file], { encoding: 'utf8' }));
  }

  function readChanged(change: (given: typeof written) => void) {
    const given = structuredClone(written);
    change(given);
    const file = join(folder, 'changed.json');
    writeFileSync(file, JSON.stringify(given));
    return read(file);
  }

  test('confirms every leaf, root, checkpoint and proof of the test vectors', () => {
    expect(read(FILE)).toEqual({
      leaves: all(true, 'leaves'),
      roots: all(true, 'roots'),
      checkpoints: all(true, 'checkpoints'),
      valid: all(true, 'valid'),
      refused: all(false, 'refused'),
    });
  }, 60_000);

  test('rejects every change: of a byte, root, time or signature', () => {
    const found = readChanged((given) => {
      given.leaves[3].leafBytes = given.leaves[3].leafBytes.replace('7b', '5b');
      given.roots[0].root = given.leaves[1].leafHash;
      const [first, second, third] = given.checkpoints;
      first.note = first.note.replace('2026', '2027');
      second.signature = first.signature;
      third.signature = first.signature;
      for (const { auditPath, path, proof } of given.valid) {
        (auditPath ?? path ?? proof.inclusion.auditPath).push('00'.repeat(32));
      }
    });
    expect(found.leaves.filter((one: boolean) => !one)).toHaveLength(1);
    expect(found.roots[0]).toBe(false);
    expect(found.checkpoints).toEqual([false, false, false]);
    expect(found.valid).toEqual(all(false, 'valid'));
  }, 60_000);
});
