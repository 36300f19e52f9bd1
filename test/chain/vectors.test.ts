// The vectors of docs/reference/layer3-vectors.json agree with the code and with the verifier.
// WRITE_VECTORS=1 regenerates them.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifyProof } from '../../packages/verify/proof/verify.mjs';
import { makeVectors } from './vectors.ts';

const FILE = 'docs/reference/layer3-vectors.json';
if (process.env.WRITE_VECTORS) writeFileSync(FILE, `${JSON.stringify(makeVectors(), null, 2)}\n`);
const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as ReturnType<typeof makeVectors>;
const pinnedKey = { verifierKey: recorded.verifierKey };

test('the committed test vectors are those that the code generates', () => {
  expect(recorded).toEqual(JSON.parse(JSON.stringify(makeVectors())));
});

test('the hash of a leaf in the vectors is SHA-256 of a zero byte and its bytes', () => {
  for (const { canonical, leafBytes, leafHash } of recorded.leaves) {
    expect(Buffer.from(leafBytes, 'hex').toString('utf8')).toBe(canonical);
    const hash = createHash('sha256').update(Buffer.from(`00${leafBytes}`, 'hex'));
    expect(hash.digest('hex')).toBe(leafHash);
  }
});

test.each(recorded.valid.map((proof, n) => [n, proof] as const))(
  'vector %i is valid',
  async (_n, proof) => {
    expect(await verifyProof(proof, pinnedKey)).toMatchObject({ verified: true });
  },
);

test.each(recorded.refused.map(({ field, proof }, n) => [n, field, proof] as const))(
  'vector %i is refused for %s',
  async (_n, field, proof) => {
    expect(await verifyProof(proof, pinnedKey)).toMatchObject({ verified: false, field });
  },
);
