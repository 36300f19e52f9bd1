// The audit log contains every act of operators and every read of personal data, and `npm run
// verify` finds any change that the bank did not make.

import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSeal } from '../../../../db/kernel/seal.ts';
import {
  type AuditEntry,
  type AuditHead,
  chainHash,
  NO_HASH,
} from '../../../../db/platform/audit-chain.ts';
import { checkAudit } from '../../../../identity/audit-check.ts';
import { openPlatform } from '../../../../identity/platform.ts';
import {
  type Answer,
  hasModule,
  NO_TEMPORAL,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank } from '../../../kit/bank/checked-bank.ts';
import { rowsFileIn } from '../../../kit/bank/opened-ledger.ts';
import { verifyRows } from '../../../kit/bank/rows-outside.ts';
import { createOperator } from '../../../kit/people/operators.ts';

let bank: CheckedBank;
let accountId: string;
beforeAll(async () => {
  bank = await openCheckedBank({ temporalAddress: NO_TEMPORAL });
  const { key } = await register(bank);
  [accountId = ''] = (await openAccounts(bank, key, [100])).accountIds;
});
afterAll(() => bank.close());

const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const freezeAccount = (reason: string, key = OPERATOR_KEY) =>
  bank.call(`/v1/ops/accounts/${accountId}/freeze`, {
    key,
    body: { environment: 'sandbox', reason, message: 'Name of a person' },
  });
const readAudit = async (query: string) =>
  (await bank.call(`/v1/ops/audit?${query}`, { key: OPERATOR_KEY })).body;
type ListedEntry = { id: string; action: string; actor: string; detail: Record<string, unknown> };

describe('the audit log', () => {
  it('records an act before it is carried out, with actor and reason, and records its refusal', async () => {
    const { id, key } = await createOperator(bank, ['risk']);
    expect((await freezeAccount('fraud', key)).status).toBe(200);
    expect((await freezeAccount('aml', key)).status).toBe(409);
    const { data } = await readAudit(`actor=${id}&action=ops.`);
    expect(data.map(({ action }: ListedEntry) => action)).toEqual([
      'ops.freezeAccountAsOperator.refused',
      'ops.freezeAccountAsOperator',
      'ops.freezeAccountAsOperator.answered',
      'ops.freezeAccountAsOperator',
    ]);
    const [refusedEntry, secondEntry, answeredEntry, firstEntry] = data;
    expect(refusedEntry.detail).toMatchObject({
      code: 'invalid_state_transition',
      act: secondEntry.detail.act,
      asked: secondEntry.id,
    });
    expect(answeredEntry.detail).toMatchObject({
      status: 200,
      act: firstEntry.detail.act,
      asked: firstEntry.id,
    });
    expect(firstEntry).toMatchObject({
      actor: id,
      objectId: accountId,
      environment: 'sandbox',
      detail: { reason: 'fraud' },
    });
    expect(JSON.stringify(data)).not.toContain('Name of a person');
    expect(firstEntry.detail.bodyHash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.runIf(hasModule('aml'))(
    'records every read of personal data, with a reason and the persons shown',
    async () => {
      const { id, key } = await createOperator(bank, ['compliance']);
      const path = '/v1/ops/cases?environment=sandbox';
      const headers = { 'x-audit-reason': 'Call 4711' };
      await bank.call(path, { key });
      await bank.call(path, { key, headers });
      const { data } = await readAudit(`actor=${id}&action=read.`);
      expect(data.map(({ detail }: ListedEntry) => detail.reason)).toEqual([
        'Call 4711',
        'the work of listAmlCaseFiles',
      ]);
      expect(data[0].detail).toMatchObject({ shown: [], query: { environment: 'sandbox' } });
      const long = { 'x-audit-reason': 'x'.repeat(201) };
      const refusedAnswer = await bank.call(path, { key, headers: long });
      expect(outcomeOf(refusedAnswer)).toEqual([400, 'invalid_parameter']);
    },
  );

  it('can be listed page by page, and filtered by each of its fields', async () => {
    const allEntries = (await readAudit(`limit=100&objectId=${accountId}`)).data;
    const entries: ListedEntry[] = [];
    let cursor = '';
    do {
      const page = await readAudit(`limit=1&objectId=${accountId}${cursor}`);
      entries.push(...page.data);
      cursor = page.nextCursor ? `&startingAfter=${page.nextCursor}` : '';
    } while (cursor);
    expect(entries).toEqual(allEntries);
    expect(entries.length).toBeGreaterThan(2);
    expect((await readAudit('environment=production&action=ops.')).data).toEqual([]);
    expect((await readAudit('endDate=2020-01-01')).data).toEqual([]);
    expect((await readAudit('startDate=2020-01-01&limit=1')).data).toHaveLength(1);
    for (const badValue of ['startingAfter=evt_1', 'limit=0', 'who=me', 'startDate=x']) {
      const answer = await bank.call(`/v1/ops/audit?${badValue}`, { key: OPERATOR_KEY });
      expect(answer.status, badValue).toBe(400);
    }
  });

  it('can be read by compliance and admins, and by no other role', async () => {
    const { key } = await createOperator(bank, ['support', 'viewer', 'treasury']);
    expect(outcomeOf(await bank.call('/v1/ops/audit', { key }))).toEqual([403, 'role_required']);
  });
});

/** Recomputes all hashes of an audit log without triggers, as somebody who hides a change would. */
function recomputeHashes(dataDir: string): AuditHead {
  const db = new BetterSqlite3(join(dataDir, 'platform.db'));
  const rows = db.prepare<[], AuditEntry>(
    'SELECT id, at, actor, action, object_id AS objectId, environment, detail FROM audit ORDER BY id',
  );
  const update = db.prepare<[Buffer, number]>('UPDATE audit_chain SET hash = ? WHERE id = ?');
  let [count, hash] = [0, NO_HASH];
  for (const row of rows.all()) {
    [count, hash] = [row.id, chainHash(hash, row)];
    update.run(hash, row.id);
  }
  db.close();
  return { count, hash: hash.toString('hex') };
}

describe('the check of the audit log', () => {
  /**
   * Copies the data directory, and returns functions that change and check the copy. On PostgreSQL
   * the local copies of the bank are copied, which have the same tables and rows.
   */
  async function copyDataDir() {
    const auditHead = (await bank.call('/v1/ops/audit/head', { key: OPERATOR_KEY })).body;
    await vi.waitFor(
      () => {
        const storedHead = JSON.parse(readFileSync(join(bank.dataDir, 'audit.head'), 'utf8'));
        expect(storedHead.count).toBeGreaterThanOrEqual(auditHead.count);
      },
      { timeout: 20_000 },
    );
    const dataDir = mkdtempSync(join(tmpdir(), 'kontor-audit-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const liveDatabase = new BetterSqlite3(rowsFileIn(bank.dataDir, 'platform'), {
      readonly: true,
    });
    await liveDatabase.backup(join(dataDir, 'platform.db'));
    liveDatabase.close();
    const sandbox = new BetterSqlite3(rowsFileIn(bank.dataDir, 'sandbox'), { readonly: true });
    await sandbox.backup(join(dataDir, 'sandbox.db'));
    sandbox.close();
    for (const name of ['audit.head', 'payload.key']) {
      copyFileSync(join(bank.dataDir, name), join(dataDir, name));
    }
    const changeRows = (...statements: string[]) => {
      const db = new BetterSqlite3(join(dataDir, 'platform.db'));
      const triggers = db
        .prepare<[], string>(
          "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name LIKE 'audit%'",
        )
        .pluck()
        .all();
      db.pragma('foreign_keys = OFF');
      for (const trigger of triggers) db.exec(`DROP TRIGGER ${trigger}`);
      for (const sql of statements) db.exec(sql);
      db.close();
    };
    const verify = () => verifyRows(dataDir);
    return {
      count: auditHead.count as number,
      dataDir,
      changeRows,
      verify,
      countViolations,
    };

    /** Counts the violations in the audit log as `verify` does, without starting a process. */
    function countViolations(): number {
      const db = new BetterSqlite3(join(dataDir, 'platform.db'), { readonly: true });
      const sandbox = new BetterSqlite3(join(dataDir, 'sandbox.db'), { readonly: true });
      const marks = sandbox.prepare<[], string>('SELECT act_id FROM act_marks').pluck().all();
      const seal = openSeal(null, join(dataDir, 'payload.key'));
      const check = checkAudit(db, { headFile: join(dataDir, 'audit.head'), seal, marks });
      db.close();
      sandbox.close();
      return check.violations;
    }
  }

  it('passes an unchanged log, and states its length', async () => {
    const { verify, count } = await copyDataDir();
    const { code, output } = verify();
    expect(code, output).toBe(0);
    expect(Number(/audit log: (\d+) entries/.exec(output)?.[1])).toBeGreaterThanOrEqual(count);
  });

  const CHANGES: Readonly<Record<string, readonly string[]>> = {
    'an edited entry': ["UPDATE audit SET actor = 'opr_somebody_else' WHERE id = 3"],
    'an edited detail': ['UPDATE audit SET detail = \'{"epoch":9}\' WHERE id = 2'],
    'a deleted entry': ['DELETE FROM audit WHERE id = 3'],
    'an entry deleted with its hash': [
      'DELETE FROM audit WHERE id = 3',
      'DELETE FROM audit_chain WHERE id = 3',
    ],
    'two swapped entries': [
      'UPDATE audit SET id = -3 WHERE id = 3',
      'UPDATE audit SET id = 3 WHERE id = 4',
      'UPDATE audit SET id = 4 WHERE id = -3',
    ],
    'an inserted entry': [
      `INSERT INTO audit (at, actor, action, object_id, detail)
       VALUES (1, 'opr_x', 'ops.unfreeze', 'acc_x', '{}')`,
    ],
    'an entry inserted between two others': [
      'UPDATE audit SET id = id + 100000 WHERE id > 3',
      'UPDATE audit_chain SET id = id + 100000 WHERE id > 3',
      `INSERT INTO audit (id, at, actor, action, object_id, detail)
       VALUES (4, 1, 'opr_x', 'ops.unfreeze', 'acc_x', '{}')`,
    ],
    'the last entries deleted with their hashes': [
      'DELETE FROM audit WHERE id > 4',
      'DELETE FROM audit_chain WHERE id > 4',
    ],
    'the whole log deleted': ['DELETE FROM audit', 'DELETE FROM audit_chain'],
    'an act whose outcome entry is not linked': [
      'UPDATE audit_acts SET ended = NULL WHERE ended = (SELECT max(ended) FROM audit_acts)',
    ],
    'an act linked to an entry that is not its request': [
      "INSERT INTO audit_acts VALUES ('act_0', 1, NULL, '-')",
    ],
  };

  it.each(Object.entries(CHANGES))('detects manipulation by SQL: %s', async (_, statements) => {
    const { changeRows, countViolations } = await copyDataDir();
    expect(countViolations()).toBe(0);
    changeRows(...statements);
    expect(countViolations()).toBeGreaterThan(0);
  });

  it('detects manipulation even with recomputed hashes, and the sealed head cannot be forged', async () => {
    const { dataDir, changeRows, verify } = await copyDataDir();
    changeRows("UPDATE audit SET actor = 'opr_x' WHERE id = 2");
    const head = recomputeHashes(dataDir);
    const { output } = verify();
    expect(output).toContain('holds    Each entry has the hash of itself');
    expect(output).toContain('VIOLATED The log has its recorded length');
    const file = join(dataDir, 'audit.head');
    writeFileSync(file, JSON.stringify({ ...head, seal: 'v1.x.y' }));
    expect(verify().output).toContain('was not written by this bank');
    rmSync(file);
    expect(verify().output).toContain('is missing');
  });

  it('still fails after the next start, because the bank does not overwrite the head of a shortened log', async () => {
    const { dataDir, changeRows, verify } = await copyDataDir();
    changeRows('DELETE FROM audit WHERE id > 4', 'DELETE FROM audit_chain WHERE id > 4');
    const platform = openPlatform(join(dataDir, 'platform.db'));
    const faults: string[] = [];
    platform.onHeadFault((fault) => faults.push(fault));
    const seal = openSeal(null, join(dataDir, 'payload.key'));
    await platform.keepHead({ file: join(dataDir, 'audit.head'), seal });
    const entry = { actor: 'a', action: 'b', objectId: 'c', environment: null, detail: {} };
    for (let count = 0; count < 3; count += 1) await platform.record(entry);
    platform.close();
    expect(faults).toEqual(['cut']);
    expect(verify().code).toBe(1);
  });

  it('removes drafts of the head left by killed processes, but not a draft that is being written', async () => {
    const { dataDir, verify } = await copyDataDir();
    const [oldDraft, freshDraft] = ['audit.head.1', 'audit.head.2.next'].map((name) =>
      join(dataDir, name),
    );
    for (const file of [oldDraft, freshDraft]) writeFileSync(file ?? '', 'half');
    const anHourAgo = Date.now() / 1000 - 3_600;
    utimesSync(oldDraft ?? '', anHourAgo, anHourAgo);
    const platform = openPlatform(join(dataDir, 'platform.db'));
    const seal = openSeal(null, join(dataDir, 'payload.key'));
    await platform.keepHead({ file: join(dataDir, 'audit.head'), seal });
    platform.close();
    expect([oldDraft, freshDraft].map((file) => existsSync(file ?? ''))).toEqual([false, true]);
    expect(verify().code).toBe(0);
  });
});
