// A decision in an archive file is answered exactly as it was when it was in the ledger.

import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteSlice, recordArchive } from '../../../db/archives/acts.ts';
import { readSlice } from '../../../db/archives/file-reads.ts';
import { archiveFolder } from '../../../db/archives/folder.ts';
import { writeArchive } from '../../../db/archives/write.ts';
import { fileOf } from '../../../db/kernel/read-only.ts';
import { hasModule, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let transactionId: string;
let folder: string;

beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  const [from = ''] = (await openAccounts(bank, key, [5_000])).accountIds;
  const [to = ''] = (await openAccounts(bank, key, [0])).accountIds;
  const { body } = await bank.call('/v1/transactions?wait=10', {
    key,
    body: transferOf(from, to, 1_200),
  });
  transactionId = body.id;
  folder = archiveFolder(bank.dataDir, 'sandbox');
});
afterAll(() => bank.close());

/** Archives the decision as the worker does, although the payment is younger than a year. */
async function archiveDecision() {
  const { ledger } = bank.bank.environments.sandbox;
  const range = { noun: 'decisions' as const, from: transactionId, to: transactionId, firstRow: 1 };
  const location = { ledgerFile: fileOf(ledger.database) ?? '', folder, recordedFiles: [] };
  const archive = await writeArchive({ ...range, ...location });
  const archiveId = await ledger.run(recordArchive, { archive, range });
  const { noun, file, sha256 } = archive;
  const path = join(folder, file);
  const slice = await readSlice({ noun, path, sha256, skip: 0, maxRows: 10 });
  expect(await ledger.run(deleteSlice, { ...slice, archiveId, skip: 0 })).toBe(1);
}

test.runIf(hasModule('archives'))(
  'a risk decision reads the same from the archive, and is refused without its archive file',
  async () => {
    const readTransaction = () => bank.call(`/v1/transactions/${transactionId}`, { key });
    const { risk } = (await readTransaction()).body;
    const decisionPath = `/v1/ai/risk-decisions/${risk.decisionId}`;
    const readDecision = (callerKey = key) => bank.call(decisionPath, { key: callerKey });
    const readScore = () => bank.call('/v1/ai/risk-score', { key, body: { transactionId } });
    const bodiesBefore = [(await readDecision()).body, (await readScore()).body];
    expect(bodiesBefore[0].features).not.toEqual([]);
    await archiveDecision();
    expect((await readTransaction()).body.risk).toEqual(risk);
    expect((await readDecision()).body).toEqual(bodiesBefore[0]);
    expect((await readScore()).body).toEqual({ ...bodiesBefore[1], latencyMs: expect.any(Number) });
    expect((await bank.call('/v1/ai/risk-decisions', { key })).body.data).toEqual([]);
    const { key: strangerKey } = await register(bank);
    expect((await readDecision(strangerKey)).status).toBe(404);
    renameSync(folder, `${folder}-away`);
    const archivedAnswer = [410, 'decision_archived'];
    for (const { status, body } of [await readDecision(), await readScore()]) {
      expect([status, body.code]).toEqual(archivedAnswer);
    }
    expect((await readTransaction()).body.risk).toEqual(risk);
    renameSync(`${folder}-away`, folder);
    expect((await readDecision()).status).toBe(200);
  },
);
