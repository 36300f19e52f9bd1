// Erasing the content of a leaf removes its salt from the file, and nothing else.

import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signCheckpoint } from '../../../db/log/checkpoints.ts';
import { eraseLeaf } from '../../../db/log/erasures.ts';
import { readProof } from '../../../db/log/proofs.ts';
import { verifyProof } from '../../../packages/verify/proof/verify.mjs';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { temporaryFolder } from '../ledger-file.ts';
import { dumpOf, violationsOf } from '../sqlite-rig.ts';
import { causeOf, tellerOf } from '../teller.ts';

async function openTestbed() {
  const file = join(temporaryFolder(), 'ledger.db');
  const logKey = generateKeyPairSync('ed25519').privateKey;
  const ledger = await openTestLedger({ environment: 'sandbox', file, logKey });
  onTestFinished(() => ledger.close());
  const execute = async (sql: string) => void ledger.database.raw.exec(sql);
  const teller = tellerOf({
    store: ledger,
    people: ledger,
    balance: async () => null,
    execute,
  });
  const to = await teller.account();
  const ids: string[] = [];
  for (let i = 0; i < 20; i++) ids.push(await teller.post({ to, amount: 100 + i }));
  const { tenantId } = teller;
  return {
    ledger,
    file,
    ids,
    teller,
    eraseLeafOf: (transactionId: string) =>
      ledger.run(eraseLeaf, { transactionId, reason: 'asked for', cause: causeOf() }),
    async readProofOf(transactionId: string) {
      const readProofOf = await readProof(ledger, { tenantId, transactionId, checkpointId: null });
      if (readProofOf.kind !== 'proof') throw new Error(readProofOf.kind);
      return readProofOf.proof;
    },
  };
}

test('an erased leaf leaves no trace of its salt in the ledger file', async () => {
  const { ledger, ids, eraseLeafOf } = await openTestbed();
  const { raw } = ledger.database;
  const salts = raw.prepare<[], Buffer>('SELECT salt FROM leaf_salts ORDER BY 1').pluck().all();
  const isInFile = (salt: Buffer) => {
    raw.pragma('wal_checkpoint(TRUNCATE)');
    return readFileSync(raw.name).includes(salt);
  };
  expect(salts.every(isInFile)).toBe(true);
  const salt = raw.prepare<[], Buffer>('SELECT salt FROM leaf_salts WHERE leaf_index = 7').pluck();
  const erasedSalt = salt.get() ?? Buffer.alloc(0);
  expect(await eraseLeafOf(ids[7] ?? '')).toMatchObject({ replayed: false });
  expect(isInFile(erasedSalt)).toBe(false);
  expect(salts.filter(isInFile)).toHaveLength(19);
  expect(raw.pragma('secure_delete', { simple: true })).toBe(0);
});

test('an erasure breaks no proof, not even that of the erased leaf', async () => {
  const { ledger, ids, eraseLeafOf, readProofOf } = await openTestbed();
  await eraseLeafOf(ids[3] ?? '');
  await ledger.run(signCheckpoint, null);
  await eraseLeafOf(ids[4] ?? '');
  for (const [index, id] of ids.entries()) {
    const result = await verifyProof(await readProofOf(id));
    const leaf = index === 3 || index === 4 ? null : expect.objectContaining({ transactionId: id });
    expect(result, id).toMatchObject({ verified: true, leafIndex: index, leaf });
  }
  expect(violationsOf(ledger, Date.now())).toEqual([]);
});

test('an erasure changes only the salt, and is recorded once', async () => {
  const { ledger, ids, eraseLeafOf, teller } = await openTestbed();
  await ledger.run(signCheckpoint, null);
  const tables = ['accounts', 'entries', 'transactions', 'leaves', 'checkpoints', 'log_nodes'];
  const before = dumpOf(ledger, tables);
  await eraseLeafOf(ids[5] ?? '');
  expect(await eraseLeafOf(ids[5] ?? '')).toEqual({
    tenantId: teller.tenantId,
    replayed: true,
  });
  expect(dumpOf(ledger, tables)).toEqual(before);
  expect(Object.values(dumpOf(ledger, ['leaf_erasures']))[0]).toEqual([
    expect.stringMatching(/^5 \| key_test \| asked for \| req_test \| \d+$/),
  ]);
});

test('a transaction that is not booked has nothing to erase', async () => {
  const { eraseLeafOf, teller } = await openTestbed();
  const holdId = await teller.hold({ to: await teller.account(), amount: 5 });
  await expect(eraseLeafOf(holdId)).rejects.toThrow('transaction_not_posted');
  await expect(eraseLeafOf('txn_x')).rejects.toThrow('transaction_not_found');
});
