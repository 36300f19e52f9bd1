// A second verifier, in Python, checks the vectors of docs/reference/layer3-vectors.json. It was
// written from docs/build/layer3.md and the RFCs alone.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  process.stderr.write('NOT RUN: the verifier in Python, because python3 is missing\n');

const SCRIPT = fileURLToPath(new URL('./verify-vectors.py', import.meta.url));
const FILE = 'docs/reference/layer3-vectors.json';
const recorded = JSON.parse(readFileSync(FILE, 'utf8'));

const repeatFor = (expected: boolean, name: string) => recorded[name].map(() => expected);

describe.runIf(hasPython)('an independent verifier in Python', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-vectors-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function runVerifier(file: string) {
    return JSON.parse(execFileSync('python3', [SCRIPT, file], { encoding: 'utf8' }));
  }

  function verifyChanged(change: (vectors: typeof recorded) => void) {
    const input = structuredClone(recorded);
    change(input);
    const file = join(folder, 'changed.json');
    writeFileSync(file, JSON.stringify(input));
    return runVerifier(file);
  }

  test('confirms every leaf, root, checkpoint and proof of the test vectors', () => {
    expect(runVerifier(FILE)).toEqual({
      leaves: repeatFor(true, 'leaves'),
      roots: repeatFor(true, 'roots'),
      checkpoints: repeatFor(true, 'checkpoints'),
      valid: repeatFor(true, 'valid'),
      refused: repeatFor(false, 'refused'),
    });
  }, 60_000);

  test('rejects a changed byte, root, time, signature or path', () => {
    const changed = verifyChanged((input) => {
      input.leaves[3].leafBytes = input.leaves[3].leafBytes.replace('7b', '5b');
      input.roots[0].root = input.leaves[1].leafHash;
      const [first, second, third] = input.checkpoints;
      first.note = first.note.replace('2026', '2027');
      second.signature = first.signature;
      third.signature = first.signature;
      for (const { auditPath, path, proof } of input.valid) {
        (auditPath ?? path ?? proof.inclusion.auditPath).push('00'.repeat(32));
      }
    });
    expect(changed.leaves.filter((item: boolean) => !item)).toHaveLength(1);
    expect(changed.roots[0]).toBe(false);
    expect(changed.checkpoints).toEqual([false, false, false]);
    expect(changed.valid).toEqual(repeatFor(false, 'valid'));
  }, 60_000);
});
