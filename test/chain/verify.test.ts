// The verifier trusts neither the bank nor the chain: it accepts every valid proof, refuses every
// other proof, and names the wrong field.

import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formatCheckpoint, formatSignedNote, logSigner } from '../../chain/checkpoint.ts';
import { consistencyPath, inclusionPath, rootOf } from '../../chain/merkle.ts';
import { rootFromPath, rootsFromPath } from '../../packages/verify/proof/tree.mjs';
import { verifyProof } from '../../packages/verify/proof/verify.mjs';
import { isDeep } from '../kit/suite/tier.ts';
import { makeLog } from './make-log.ts';
import { listTreeSizes, MAX_LEAVES } from './naive-tree.ts';

const SIZES = listTreeSizes(isDeep);
const log = makeLog(MAX_LEAVES);
const pinnedKey = { verifierKey: log.signer.verifierKey };
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
const copyJson = <T>(value: T): T => structuredClone(value);
const refusalWith = (field: string, reason = '') => ({
  verified: false,
  field,
  reason: expect.stringContaining(reason),
});

describe('a valid proof', () => {
  test('of any leaf in any tree of up to 130 leaves leads to the root', async () => {
    for (const size of SIZES) {
      const root = rootOf(size, log.tree.read).toString('hex');
      for (let index = 0; index < size; index++) {
        const path = inclusionPath(index, size, log.tree.read);
        const [hash = Buffer.alloc(0)] = log.tree.read(0, index, 1);
        const result = Buffer.from(await rootFromPath({ index, size, path, hash }));
        expect(result.toString('hex'), `${index} of ${size}`).toBe(root);
      }
    }
  }, 60_000);

  test('of any two sizes up to 130 leads to both roots', async () => {
    const roots = Array.from({ length: MAX_LEAVES + 1 }, (_, n) => {
      return rootOf(n, log.tree.read).toString('hex');
    });
    for (const to of SIZES) {
      for (let from = 1; from <= to; from++) {
        const path = consistencyPath(from, to, log.tree.read);
        const old = { treeSize: from, rootHash: roots[from] ?? '' };
        const result = await rootsFromPath(old, to, path);
        const [a, b] = [result.from, result.to].map((hash) => Buffer.from(hash).toString('hex'));
        expect([a, b], `${from} to ${to}`).toEqual([roots[from], roots[to]]);
      }
    }
  }, 60_000);

  test('is verified and shows the proven transaction', async () => {
    expect(await verifyProof(log.makeProof(41, 97), pinnedKey)).toEqual({
      verified: true,
      kind: 'inclusion',
      origin: 'kontor/sandbox/0011aabbccdd',
      treeSize: 97,
      rootHash: rootOf(97, log.tree.read).toString('hex'),
      signedAt: '2026-11-21T09:31:00.097Z',
      verifierKey: log.signer.verifierKey,
      keyIsPinned: true,
      decisionId: null,
      transactionId: 'txn_06ayx0rw7mf5w0h1y6k2v30041',
      leaf: JSON.parse(log.texts[41] ?? ''),
      leafIndex: 41,
      fromSize: null,
      unchecked: ['anchor', 'verifier.url'],
    });
    const result = await verifyProof(log.makeConsistencyProof(41, 97), pinnedKey);
    expect(result).toMatchObject({
      verified: true,
      kind: 'consistency',
      fromSize: 41,
      treeSize: 97,
    });
  });

  test('reports that its key is unconfirmed when no key is pinned', async () => {
    expect(await verifyProof(log.makeProof(0, 1))).toMatchObject({
      verified: true,
      keyIsPinned: false,
    });
  });

  test('of a leaf with erased content still proves its hash, but no transaction', async () => {
    const erased = copyJson(log.makeProof(7, 20)) as { [name: string]: Json };
    erased.leaf = { ...(erased.leaf as object), canonical: null, salt: null, erased: true };
    const result = await verifyProof(erased, pinnedKey);
    expect(result).toMatchObject({ verified: true, transactionId: null, leaf: null, leafIndex: 7 });
    expect(result).toMatchObject({ unchecked: ['transactionId', 'anchor', 'verifier.url'] });
  });

  test("is checked by the caller's own Ed25519 implementation when one is given", async () => {
    const options = { ed25519: () => false };
    expect(await verifyProof(log.makeProof(1, 2), options)).toMatchObject(
      refusalWith('checkpoint.signature'),
    );
  });
});

/** Yields the path of every value in a JSON value, with mutations of the value at that path. */
function* listChanges(value: Json, path: string[] = []): Generator<[string[], Json[]]> {
  if (path.length > 0) yield [path, mutationsOf(value)];
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* listChanges(member, [...path, name]);
  }
}

function mutationsOf(value: Json): Json[] {
  const otherValues: Json[] = [
    null,
    true,
    '',
    'x',
    0,
    -1,
    1.5,
    [],
    {},
    'txn_06ayx0rw7mf5w0h1y6k2v30002',
  ];
  const nearValues: Json[] = [];
  if (typeof value === 'number') nearValues.push(value + 1, value - 1, value + 2 ** 32, `${value}`);
  if (typeof value === 'boolean') nearValues.push(!value);
  if (typeof value === 'string') {
    const middle = Math.floor(value.length / 2);
    const flipped = value[middle] === '0' ? '1' : '0';
    nearValues.push(value.slice(0, middle) + flipped + value.slice(middle + 1));
    nearValues.push(value.slice(1), value.slice(0, -1), `${value} `, ` ${value}`, `${value}\n`);
    nearValues.push(value.toUpperCase());
  }
  if (Array.isArray(value)) {
    nearValues.push(value.slice(1), value.slice(0, -1), [...value, ...value], [...value].reverse());
    nearValues.push([...value, '0'.repeat(64)]);
  }
  const sameText = JSON.stringify(value);
  return [...nearValues, ...otherValues].filter((other) => JSON.stringify(other) !== sameText);
}

function changeAt(value: Json, path: readonly string[], to: Json | undefined): Json {
  const copy = copyJson(value);
  let parent = copy as { [name: string]: Json };
  for (const name of path.slice(0, -1)) parent = parent[name] as { [name: string]: Json };
  const last = path.at(-1) ?? '';
  if (to === undefined) delete parent[last];
  else parent[last] = to;
  return copy;
}

const UNCHECKED_FIELDS = ['anchor', 'verifier.url'];

describe.each([
  ['an inclusion proof', log.makeProof(41, 97) as Json],
  ['an inclusion proof of one leaf', log.makeProof(0, 1) as Json],
  ['a consistency proof', log.makeConsistencyProof(41, 97) as Json],
  ['a consistency proof from a whole tree', log.makeConsistencyProof(64, 97) as Json],
])('%s', (_label, proof) => {
  test('is refused with a reason when any field is changed', async () => {
    let refusedCount = 0;
    for (const [path, mutations] of listChanges(proof)) {
      const name = path.join('.');
      if (UNCHECKED_FIELDS.includes(name)) continue;
      for (const other of [...mutations, undefined]) {
        const tampered = changeAt(proof, path, other);
        // A reversed list of one hash equals the list.
        if (JSON.stringify(tampered) === JSON.stringify(proof)) continue;
        for (const options of [{}, pinnedKey]) {
          const result = await verifyProof(tampered, options);
          expect(result.verified, `${name} = ${JSON.stringify(other)}`).toBe(false);
          if (result.verified) continue;
          expect(result.field, name).not.toBe('');
          expect(result.reason.length, name).toBeGreaterThan(5);
          refusedCount += 1;
        }
      }
    }
    expect(refusedCount).toBeGreaterThan(300);
  }, 60_000);
});

describe('the refusal of a proof', () => {
  const proof = log.makeProof(41, 97);
  const otherProof = log.makeProof(42, 97);
  const changeProof = (path: string, to: Json | undefined) => {
    return changeAt(proof as Json, path.split('.'), to);
  };
  test.each([
    ['leaf.canonical', proof.leaf.canonical.replace('"amount":141', '"amount":941'), 'leaf.hash'],
    ['leaf.canonical', `${proof.leaf.canonical} `, 'leaf.canonical', 'canonical form'],
    ['leaf.canonical', '{', 'leaf.canonical', 'not JSON'],
    ['leaf.hash', otherProof.leaf.hash, 'leaf.hash', 'not the hash of'],
    ['leaf.salt', otherProof.leaf.salt, 'leaf.salt', 'not the one of the leaf'],
    ['leaf.erased', true, 'leaf.canonical', 'said to be erased'],
    ['transactionId', otherProof.transactionId, 'transactionId', 'not the one of the leaf'],
    ['leafIndex', 42, 'leafIndex', 'place that the leaf names'],
    ['leafIndex', 97, 'leafIndex', 'only 97 leaves'],
    ['treeSize', 98, 'treeSize', 'not 97'],
    ['auditPath', otherProof.auditPath, 'auditPath', 'does not lead'],
    ['auditPath', proof.auditPath.slice(1), 'auditPath', 'too short'],
    ['object', 'pending_proof', 'object', 'ask again after expectedBy'],
    ['auditPath', [...proof.auditPath, proof.leaf.hash], 'auditPath', 'too long'],
    ['auditPath.0', 'zz', 'auditPath[0]', '64 hexadecimal'],
    ['auditPath', Array.from({ length: 65 }, () => proof.leaf.hash), 'auditPath', 'list of hashes'],
    ['checkpoint.rootHash', proof.leaf.hash, 'checkpoint.rootHash', 'what checkpoint.note says'],
    ['checkpoint.signedAt', '2026-11-21T09:31:00.098Z', 'checkpoint.signedAt', 'its time'],
    ['checkpoint.id', 'chk_x', 'checkpoint.id', 'its id'],
    ['checkpoint.previous', null, 'checkpoint.previous', 'its predecessor'],
    ['checkpoint.origin', 'kontor/production/x', 'checkpoint.origin', 'its origin'],
    ['checkpoint.keyId', '00000000', 'checkpoint.signature', 'its signature'],
    ['verifier.algorithm', 'RFC6962-MD5', 'verifier.algorithm', 'RFC6962-SHA256'],
    ['object', 'receipt', 'object', 'neither'],
  ] as [string, Json, string, string?][])(
    'with %s = %s names %s',
    async (path, to, field, reason) => {
      expect(await verifyProof(changeProof(path, to), pinnedKey)).toMatchObject(
        refusalWith(field, reason),
      );
    },
  );

  test.each([[null], [[]], ['x'], [7], [undefined]])('that is %s says so', async (value) => {
    expect(await verifyProof(value)).toMatchObject(refusalWith('the proof', 'not an object'));
  });
});

describe('a forger', () => {
  const forgerKey = generateKeyPairSync('ed25519').privateKey;

  /** Makes a proof of a checkpoint that is signed in the bank's name with the forger's key. */
  function forge() {
    const proof = copyJson(log.makeProof(41, 97));
    const signer = logSigner(proof.checkpoint.origin, forgerKey);
    const { id, origin, treeSize, previous } = proof.checkpoint;
    const rootHash = Buffer.from(proof.checkpoint.rootHash, 'hex');
    const signedAt = Date.parse(proof.checkpoint.signedAt);
    const text = formatCheckpoint({ id, origin, treeSize, rootHash, signedAt, previous });
    const signature = signer.sign(text);
    const { keyId, verifierKey } = signer;
    const note = formatSignedNote(text, keyId, signature);
    Object.assign(proof.checkpoint, { keyId, verifierKey, note });
    proof.checkpoint.signature = signature.toString('base64');
    return proof;
  }

  test('with another key is detected when the right key is pinned', async () => {
    expect(await verifyProof(forge())).toMatchObject({ verified: true, keyIsPinned: false });
    expect(await verifyProof(forge(), pinnedKey)).toMatchObject(
      refusalWith('checkpoint.keyId', 'not the id of that key'),
    );
  });

  test('with another root is detected when the caller knows the right root', async () => {
    const rootHash = rootOf(96, log.tree.read).toString('hex');
    expect(await verifyProof(log.makeProof(41, 97), { ...pinnedKey, rootHash })).toMatchObject(
      refusalWith('checkpoint.rootHash', 'the root you trust'),
    );
  });

  test('cannot reuse the signature of one checkpoint for another', async () => {
    const proof = copyJson(log.makeProof(41, 97));
    proof.checkpoint = { ...log.makeCheckpoint(97), signature: log.makeCheckpoint(98).signature };
    expect(await verifyProof(proof, pinnedKey)).toMatchObject(refusalWith('checkpoint.signature'));
  });

  test('cannot present an inner node as a leaf', async () => {
    const proof = copyJson(log.makeProof(0, 2)) as { [name: string]: Json };
    const hash = rootOf(2, log.tree.read).toString('hex');
    proof.leaf = { hash, canonical: null, salt: null, erased: true };
    proof.auditPath = [];
    expect(await verifyProof(proof, pinnedKey)).toMatchObject(
      refusalWith('auditPath', 'too short'),
    );
  });

  test.each([
    ['', 'not a verifier key'],
    ['a+00000000+AQ==', '33 bytes'],
    ['a+00000000+!', '33 bytes'],
    [`a+00000000+${Buffer.alloc(33, 2).toString('base64')}`, 'not an Ed25519 key'],
    [`a+00000000+${Buffer.alloc(33, 1).toString('base64')}`, 'than its key id says'],
  ])('is refused when the pinned key is invalid: %j', async (verifierKey, reason) => {
    const result = await verifyProof(log.makeProof(1, 2), { verifierKey });
    expect(result).toMatchObject(refusalWith('the key that you gave', reason));
  });

  test('cannot connect two logs with a consistency proof', async () => {
    const proof = copyJson(log.makeConsistencyProof(41, 97));
    const signer = logSigner('kontor/production/0011aabbccdd', forgerKey);
    const rootHash = Buffer.from(proof.from.rootHash, 'hex');
    const { id, treeSize, previous } = proof.from;
    const signedAt = Date.parse(proof.from.signedAt);
    const { origin, keyId, verifierKey } = signer;
    const text = formatCheckpoint({ id, origin, treeSize, rootHash, signedAt, previous });
    const signature = signer.sign(text);
    proof.from = {
      ...proof.from,
      origin,
      keyId,
      verifierKey,
      signature: signature.toString('base64'),
      note: formatSignedNote(text, keyId, signature),
    };
    expect(await verifyProof(proof, pinnedKey)).toMatchObject(
      refusalWith('from.origin', 'another log'),
    );
  });
});
