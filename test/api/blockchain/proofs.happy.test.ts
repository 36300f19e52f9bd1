// Proofs over HTTP, from a booking to the command that verifies the proof while the bank is
// stopped.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { verifyProof } from '../../../packages/verify/proof/verify.mjs';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';

const run = promisify(execFile);

let bank: CheckedBank;
let key: string;
let accounts: string[];
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-proof-'));
  bank = await openCheckedBank();
  key = (await register(bank)).key;
  accounts = (await openAccounts(bank, key, [100_000, 0])).accountIds;
});
afterAll(async () => {
  await bank.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string) => bank.call(path, { key });
const sign = async () => bank.bank.environments.sandbox.ledger.run(signCheckpoint, null);

async function transfer(amount = 100): Promise<string> {
  const [from = '', to = ''] = accounts;
  const body = transferOf(from, to, amount);
  return (await bank.call('/v1/transactions?wait=10', { key, body })).body.id;
}

const proofOf = async (id: string, query = '') =>
  (await get(`/v1/transactions/${id}/proof${query}`)).body;

async function verifierKey(): Promise<string> {
  return (await get('/v1/blockchain/keys')).body.data[0].verifierKey;
}

describe('the proof of a booked transaction', () => {
  it('is pending until a checkpoint covers the transaction, with a time to retry', async () => {
    const id = await transfer();
    const earlyProof = await get(`/v1/transactions/${id}/proof`);
    expect(earlyProof.status).toBe(202);
    expect(earlyProof.headers.get('retry-after')).toBe('2');
    const { body } = await get(`/v1/transactions/${id}`);
    expect(earlyProof.body).toMatchObject({
      status: 'pending',
      transactionId: id,
      leafHash: body.anchor.leafHash,
      leafIndex: body.ledgerSequence - 1,
      expectedBy: new Date(Date.parse(body.postedAt) + 10_000).toISOString(),
    });
    expect(body.anchor).toMatchObject({ status: 'pending', checkpointId: null });
    const checkpoint = await sign();
    const lateAnswer = await get(`/v1/transactions/${id}/proof`);
    expect(lateAnswer.status).toBe(200);
    expect((await get(`/v1/transactions/${id}`)).body.anchor).toEqual({
      status: 'included',
      leafHash: body.anchor.leafHash,
      leafIndex: body.anchor.leafIndex,
      checkpointId: checkpoint?.id,
      chain: lateAnswer.body.anchor,
    });
  });

  it('can be verified by anybody with the public key named by the API', async () => {
    const id = await transfer(321);
    await sign();
    const result = await verifyProof(await proofOf(id), { verifierKey: await verifierKey() });
    const [from = '', to = ''] = accounts;
    expect(result).toMatchObject({
      verified: true,
      keyIsPinned: true,
      transactionId: id,
      leaf: {
        transactionId: id,
        type: 'transfer',
        currency: 'EUR',
        entries: [
          { account: from, amount: 321, direction: 'debit' },
          { account: to, amount: 321, direction: 'credit' },
        ],
      },
    });
  });

  it('stays the same while the log grows', async () => {
    const id = await transfer();
    await sign();
    const proofBefore = await proofOf(id);
    for (let i = 0; i < 20; i++) await transfer(1);
    expect(await proofOf(id)).toEqual(proofBefore);
    await sign();
    expect(await proofOf(id)).toEqual(proofBefore);
  });

  it('exists for each later checkpoint too', async () => {
    const id = await transfer();
    const firstCheckpoint = await sign();
    await transfer();
    const secondCheckpoint = await sign();
    const laterProof = await proofOf(id, `?checkpoint=${secondCheckpoint?.id}`);
    expect(laterProof.treeSize).toBe(secondCheckpoint?.treeSize);
    expect(await verifyProof(laterProof)).toMatchObject({ verified: true, transactionId: id });
    expect(await proofOf(id, `?checkpoint=${firstCheckpoint?.id}`)).toEqual(await proofOf(id));
  });

  it('comes with a record of its progress', async () => {
    const id = await transfer();
    const path = `/v1/blockchain/transactions/${id}`;
    const { body: earlyProof } = await get(path);
    expect(earlyProof).toMatchObject({ status: 'pending', transactionId: id, checkpoint: null });
    expect(earlyProof.id).toBe(id.replace('txn_', 'bcr_'));
    const checkpoint = await sign();
    const { body: lateProof } = await get(path);
    expect(lateProof).toMatchObject({
      status: 'included',
      leafHash: earlyProof.leafHash,
      checkpoint: { id: checkpoint?.id, rootHash: checkpoint?.rootHash },
      erasedAt: null,
    });
    expect(lateProof.version).toBeGreaterThan(earlyProof.version);
    expect((await get(`${path}/proof`)).body).toEqual(await proofOf(id));
  });
});

describe('the consistency of the log', () => {
  it('is proven between any two checkpoints, and up to the newest', async () => {
    await transfer();
    const firstCheckpoint = await sign();
    for (let i = 0; i < 5; i++) await transfer(1);
    const secondCheckpoint = await sign();
    const [from, to] = [firstCheckpoint?.treeSize ?? 0, secondCheckpoint?.treeSize ?? 0];
    const { body } = await get(`/v1/blockchain/consistency?from=${from}&to=${to}`);
    expect(await verifyProof(body, { verifierKey: await verifierKey() })).toMatchObject({
      verified: true,
      kind: 'consistency',
      fromSize: from,
      treeSize: to,
    });
    expect((await get(`/v1/blockchain/consistency?from=${from}`)).body).toEqual(body);
    const equalHeadsAnswer = await get(`/v1/blockchain/consistency?from=${to}&to=${to}`);
    expect(await verifyProof(equalHeadsAnswer.body)).toMatchObject({ verified: true });
  });
});

describe('a leaf with erased content', () => {
  it('can still be proven as a hash, and its neighbours in full', async () => {
    const ids = [await transfer(11), await transfer(22), await transfer(33)];
    await sign();
    const proofsBefore = await Promise.all(ids.map((id) => proofOf(id)));
    const erasureAnswer = await bank.call(`/v1/ops/transactions/${ids[1]}/erase-leaf`, {
      key: OPERATOR_KEY,
      body: { environment: 'sandbox', reason: 'asked for by the customer' },
    });
    expect(erasureAnswer.body).toMatchObject({ transactionId: ids[1], status: 'included' });
    expect(erasureAnswer.body.erasedAt).toMatch(/^\d{4}-/);
    const proofsAfter = await Promise.all(ids.map((id) => proofOf(id)));
    expect([proofsAfter[0], proofsAfter[2]]).toEqual([proofsBefore[0], proofsBefore[2]]);
    const { leaf, ...rest } = proofsBefore[1];
    expect(proofsAfter[1]).toEqual({
      ...rest,
      leaf: { hash: leaf.hash, canonical: null, salt: null, erased: true },
    });
    expect(JSON.stringify(proofsAfter[1])).not.toContain(leaf.salt);
    const result = await verifyProof(proofsAfter[1]);
    expect(result).toMatchObject({
      verified: true,
      leaf: null,
      leafIndex: proofsBefore[1].leafIndex,
    });
    const { body: invariants } = await bank.call('/v1/ops/invariants?environment=sandbox', {
      key: OPERATOR_KEY,
    });
    expect(invariants.ok).toBe(true);
  });
});

describe('npm run verify-proof', () => {
  const runVerifier = (...args: string[]) =>
    run('node', ['scripts/verify-proof.ts', ...args]).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout, stderr }) => ({ code, stdout: stdout + stderr }),
    );
  const saveFile = (name: string, value: unknown) => {
    const file = join(folder, name);
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
    return file;
  };

  it('verifies a proof while the bank is stopped, and refuses a tampered proof', async () => {
    const otherBank = await openCheckedBank();
    const { key: otherKey } = await register(otherBank);
    await openAccounts(otherBank, otherKey, [500]);
    const checkpoint = await otherBank.bank.environments.sandbox.ledger.run(signCheckpoint, null);
    const { body: list } = await otherBank.call('/v1/transactions', { key: otherKey });
    const { body: proof } = await otherBank.call(`/v1/transactions/${list.data[0].id}/proof`, {
      key: otherKey,
    });
    await otherBank.close();
    const goodResult = await runVerifier(saveFile('good.json', proof));
    expect(goodResult).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^VERIFIED: leaf 0 of 1/),
    });
    expect(goodResult.stdout).toContain('compare it with the one you trust');
    const key = ['--key', checkpoint?.verifierKey ?? ''];
    const root = ['--root', `0x${checkpoint?.rootHash}`];
    const pinnedResult = await runVerifier(saveFile('good.json', proof), ...key, ...root);
    expect(pinnedResult).toMatchObject({ code: 0, stdout: expect.not.stringContaining('compare') });
    const amount = proof.leaf.canonical.replaceAll('500', '900');
    const tamperedProof = { ...proof, leaf: { ...proof.leaf, canonical: amount } };
    expect(await runVerifier(saveFile('bad.json', tamperedProof))).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^NOT VERIFIED: leaf.hash /),
    });
    const wrongRootResult = await runVerifier(saveFile('good.json', proof), '--root', 'ab');
    expect(wrongRootResult).toMatchObject({ code: 1 });
  }, 60_000);

  it('prints its usage when called with wrong arguments', async () => {
    const noFileResult = await runVerifier();
    expect(noFileResult).toMatchObject({ code: 2, stdout: expect.stringContaining('usage') });
    const missingFileResult = await runVerifier(join(folder, 'nothing.json'));
    expect(missingFileResult).toMatchObject({ code: 2, stdout: expect.stringContaining('ENOENT') });
    expect(await runVerifier(saveFile('text.json', 'not json'))).toMatchObject({ code: 2 });
    expect(await runVerifier('--what', 'x')).toMatchObject({ code: 2 });
  }, 60_000);
});

describe('the page that checks proofs', () => {
  it('is public together with its modules, and its policy allows no requests', async () => {
    const page = await bank.call('/verify');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    for (const name of ['page', 'page-steps', 'verify', 'tree', 'fields']) {
      const { status, headers, body } = await bank.call(`/verify/${name}.mjs`);
      expect([status, headers.get('content-type')]).toEqual([
        200,
        'text/javascript; charset=utf-8',
      ]);
      const from = [...String(body).matchAll(/from '([^']+)'/g)].map((match) => match[1]);
      for (const specifier of from) expect(specifier).toMatch(/^\.\/[\w-]+\.mjs$/);
    }
  });

  it('serves no other file', async () => {
    for (const name of ['page.html', '..%2fleaf.ts', '%2e%2e/leaf.ts', 'x.mjs']) {
      expect((await bank.call(`/verify/${name}`)).status, name).toBe(404);
    }
  });
});
