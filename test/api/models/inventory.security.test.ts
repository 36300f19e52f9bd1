// The inventory of models (SR 11-7): the owner of a model, or the author of its entry, never
// validates it, and an overdue validation is a warning until it is done.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AML_RULES_VERSION } from '../../../ai/aml/flow.ts';
import { SCREENING_VERSION } from '../../../ai/screening/screener.ts';
import { recordEngine } from '../../../db/inventory/engine.ts';
import { knowsEngine } from '../../../db/inventory/reads.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { type Answer, openTestBank, register, type TestBank } from '../../kit/bank/bank.ts';
import { uploadPaymentModel } from '../../kit/models/deployments.ts';
import { makeConstantModel } from '../../kit/models/transfer-models.ts';
import { createOperator } from '../../kit/people/operators.ts';

/** Long enough for two requests on a busy machine. */
const SOON_MS = 4_000;
const environment = 'sandbox';
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const outcomeOf = ({ status, body }: Answer) => [status, body.code];

let bank: TestBank;
let key: string;
let owner: { id: string; key: string };
let author: { id: string; key: string };
let validator: { id: string; key: string };
/** A model of the bank. */
let modelId: string;
let versionId: string;
beforeAll(async () => {
  bank = await openTestBank();
  key = (await register(bank)).key;
  owner = await createOperator(bank, ['models']);
  author = await createOperator(bank, ['risk']);
  validator = await createOperator(bank, ['models']);
  const { body } = await bank.call(`${LIST}&limit=100`, { key: owner.key });
  const fraudEntry = body.data.find((item: { name: string }) => item.name === 'fraud-detection');
  modelId = fraudEntry.id;
  versionId = fraudEntry.serving.versionId;
}, 60_000);
afterAll(() => bank.close());

const LIST = `/v1/ops/models/inventory?environment=${environment}`;
const pathOf = (id = modelId) => `/v1/ops/models/inventory/${id}`;
const readEntry = async (id = modelId) =>
  (await bank.call(`${pathOf(id)}?environment=${environment}`, { key: validator.key })).body;
const put = (body: object, callerKey: string, path = pathOf()) =>
  bank.call(path, { key: callerKey, method: 'PUT', body });
const enterModel = (ownerId: string, callerKey: string, materiality = 'high') =>
  put(
    { environment, ownerId, purpose: 'Holds payments', materiality, reason: 'Yearly round' },
    callerKey,
  );
const validateModel = (callerKey: string, overrides: object = {}, path = pathOf()) => {
  const fields = { versionId, outcome: 'fit', revalidateBy: inDays(300) };
  const body = { environment, ...fields, reason: 'Measured on untouched rows', ...overrides };
  return bank.call(`${path}/validations`, { key: callerKey, body });
};
const openFinding = (overrides: object = {}, path = pathOf()) => {
  const fields = { severity: 'high', finding: 'Drifts in December', dueAt: inDays(30) };
  const body = { environment, ...fields, reason: 'Seen in the round', ...overrides };
  return bank.call(`${path}/findings`, { key: validator.key, body });
};

describe('a model of the bank', () => {
  it('is listed with its missing steps before anybody has entered the model', async () => {
    const { body } = await bank.call(LIST, { key: author.key });
    const names = body.data.map((item: { name: string }) => item.name);
    expect(names).toEqual(expect.arrayContaining(['fraud-detection', 'credit-scoring']));
    const inventoryEntry = await readEntry();
    expect(inventoryEntry).toMatchObject({ isOfTheBank: true, entry: null, version: 0 });
    expect(inventoryEntry.warnings).toEqual(['not_inventoried', 'not_validated']);
    const earlyValidation = await validateModel(validator.key);
    expect(outcomeOf(earlyValidation)).toEqual([409, 'invalid_state_transition']);
  });

  it('has an owner who is an operator of the bank, and every entry is kept', async () => {
    const unknownOwnerAnswer = await enterModel('opr_00000000000000000000000000', author.key);
    expect(outcomeOf(unknownOwnerAnswer)).toEqual([422, 'validation_failed']);
    expect(unknownOwnerAnswer.body.errors[0].pointer).toBe('/ownerId');
    expect((await enterModel(owner.id, author.key)).body.version).toBe(1);
    expect((await enterModel(owner.id, author.key)).body.version).toBe(1);
    expect((await readEntry()).entry).toMatchObject({ owner: owner.id, enteredBy: author.id });
  });

  it('cannot be validated by an owner or an author of an entry, present or former', async () => {
    for (const { key: ownKey } of [owner, author]) {
      const { status, body } = await validateModel(ownKey);
      expect([status, body.code]).toEqual([409, 'invalid_state_transition']);
      expect(body.detail).toContain('does not validate it');
    }
    // A former owner still does not validate the model.
    expect((await enterModel(author.id, author.key)).body.version).toBe(2);
    expect(outcomeOf(await validateModel(owner.key))).toEqual([409, 'invalid_state_transition']);
    expect((await readEntry()).validations).toEqual([]);
    // The database enforces it too, whoever the caller.
    const { database } = bank.bank.environments.sandbox.ledger;
    const insert = () =>
      database.raw
        .prepare(
          `INSERT INTO model_validations
           SELECT 'mvl_x', model_id, id, tenant_id, 'fit', 'Mine', ?, 9e15, 1
           FROM model_versions WHERE id = ?`,
        )
        .run(owner.id, versionId);
    expect(insert).toThrow('validated by another person');
  });

  it('is revalidated by a date within its materiality, after which no warning is left', async () => {
    for (const date of [inDays(-1), inDays(400)]) {
      const { status, body } = await validateModel(validator.key, { revalidateBy: date });
      expect([status, body.errors[0].pointer]).toEqual([422, '/revalidateBy']);
    }
    const foreignVersion = await validateModel(validator.key, { versionId: 'mdv_nobody' });
    expect(foreignVersion.body.errors[0].pointer).toBe('/versionId');
    const { body } = await validateModel(validator.key);
    expect(body).toMatchObject({ warnings: [], validations: [{ validator: validator.id }] });
  });

  it('shows findings, each closed once, by neither owner nor author', async () => {
    const lateAnswer = await openFinding({ dueAt: inDays(-1) });
    expect(lateAnswer.body.errors[0].pointer).toBe('/dueAt');
    const { body } = await openFinding({ versionId });
    const [{ id }] = body.findings;
    expect(body.findings[0]).toMatchObject({ severity: 'high', closedAt: null });
    const close = (callerKey: string) =>
      bank.call(`${pathOf()}/findings/${id}/close`, {
        key: callerKey,
        body: { environment, reason: 'Trained again' },
      });
    for (const { key: ownKey } of [owner, author]) {
      expect(outcomeOf(await close(ownKey))).toEqual([409, 'invalid_state_transition']);
    }
    const closeAnswer = await close(validator.key);
    expect(closeAnswer.body.findings[0]).toMatchObject({
      closedBy: validator.id,
      resolution: 'Trained again',
    });
    expect((await close(validator.key)).body.findings).toEqual(closeAnswer.body.findings);
    const otherOperator = await createOperator(bank, ['models']);
    expect(outcomeOf(await close(otherOperator.key))).toEqual([409, 'invalid_state_transition']);
    const missingAnswer = await bank.call(`${pathOf()}/findings/mfd_x/close`, {
      key: validator.key,
      body: { environment, reason: 'Nothing' },
    });
    expect(outcomeOf(missingAnswer)).toEqual([404, 'finding_not_found']);
  });

  it('has every act recorded in the audit log', async () => {
    const auditor = await createOperator(bank, ['compliance']);
    const { body } = await bank.call(`/v1/ops/audit?objectId=${modelId}&limit=100`, {
      key: auditor.key,
    });
    const entries = body.data.map((item: { action: string; actor: string }) => [
      item.action,
      item.actor,
    ]);
    expect(entries).toEqual(
      expect.arrayContaining([
        ['model.inventory_set', author.id],
        ['model.validated', validator.id],
        ['model.finding_opened', validator.id],
        ['model.finding_closed', validator.id],
      ]),
    );
  });

  it('has its whole inventory entry in the validation report that an operator downloads', async () => {
    const path = `/v1/ops/models/${versionId}/validation-report?environment=${environment}`;
    const { status, body } = await bank.call(path, { key: validator.key });
    expect(status).toBe(200);
    for (const word of [author.id, validator.id, 'Holds payments', 'Drifts in December']) {
      expect(body).toContain(word);
    }
    const headers = { authorization: `Bearer ${validator.key}` };
    const pdf = await fetch(`${bank.url}${path}&format=pdf`, { headers });
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    // A developer sees how many findings there are about a model of the bank, and no text.
    const answer = await bank.call(
      `/v1/ai/custom-models/${modelId}/versions/latest/validation-report`,
      { key },
    );
    expect(answer.body).toContain('Open findings of the bank about its model: 0.');
    expect(answer.body).not.toContain('Drifts in December');
  });

  it('is overdue after its revalidation date, in the list and in the metrics', async () => {
    const soonTime = new Date(Date.now() + SOON_MS).toISOString();
    expect((await openFinding({ dueAt: soonTime })).status).toBe(200);
    expect((await validateModel(validator.key, { revalidateBy: soonTime })).status).toBe(200);
    const lateWarnings = ['revalidation_overdue', 'finding_overdue'];
    const expectLateWarnings = async () =>
      expect((await readEntry()).warnings).toEqual(lateWarnings);
    await vi.waitFor(expectLateWarnings, { timeout: 30_000, interval: 200 });
    const metrics = await (await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`)).text();
    const line = 'kontor_model_warnings{environment="sandbox",code="revalidation_overdue"} 1';
    expect(metrics).toContain(line);
  });
});

describe('a text model and the rules of the engine', () => {
  const findModel = async (name: string) => {
    const { body } = await bank.call(`${LIST}&limit=100`, { key: validator.key });
    return body.data.find((item: { name: string }) => item.name === name);
  };

  it('are in the inventory with the running version, and an encoder only where one exists', async () => {
    const rules = await findModel('aml-rules');
    const version = { version: `${AML_RULES_VERSION}` };
    expect(rules).toMatchObject({ kind: 'rules', task: 'transaction_monitoring' });
    expect(rules).toMatchObject({ serving: version, isOfTheBank: true, entry: null });
    expect(rules.warnings).toEqual(['not_inventoried', 'not_validated']);
    const screening = await findModel('name-screening');
    const screeningVersion = { version: `${SCREENING_VERSION}` };
    expect(screening).toMatchObject({
      kind: 'rules',
      task: 'name_screening',
      serving: screeningVersion,
    });
    const textModel = await findModel('intent-parsing');
    expect(textModel).toMatchObject({ kind: 'text_model', serving: { version: '1.8.0' } });
    expect(await findModel('sentence-encoder')).toBeUndefined();
    expect((await readEntry()).kind).toBe('model');
  });

  it('are owned and validated like models, by two people', async () => {
    const { id, serving } = await findModel('aml-rules');
    const path = pathOf(id);
    const fields = {
      environment,
      ownerId: owner.id,
      purpose: 'Finds laundering, Yearly',
      materiality: 'high',
    };
    await put({ ...fields, reason: 'Yearly round' }, author.key, path);
    const versionBody = { versionId: serving.versionId };
    for (const { key: ownKey } of [owner, author]) {
      expect(outcomeOf(await validateModel(ownKey, versionBody, path))).toEqual([
        409,
        'invalid_state_transition',
      ]);
    }
    expect((await validateModel(validator.key, {}, path)).body.errors[0].pointer).toBe(
      '/versionId',
    );
    const { body } = await validateModel(validator.key, versionBody, path);
    expect(body).toMatchObject({ warnings: [], validations: [{ version: serving.version }] });
    expect((await openFinding(versionBody, path)).body.findings).toMatchObject([versionBody]);
  });

  it.each([
    ['aml-rules', ['at least 20000', 'structuring', 'not_run: there are no alerts', 'Yearly']],
    ['name-screening', ['0.9885 (0.9847 to 0.9914)', 'Entries', 'no probability', 'By threshold']],
    ['intent-parsing', ['Banking77', '0.9263 (0.9165 to 0.9350)', 'a message may mean any']],
  ])(
    'such as %s have a validation report, with a reason for each missing curve',
    async (name, words) => {
      const { serving } = await findModel(name);
      const path = `/v1/ops/models/${serving.versionId}/validation-report?environment=sandbox`;
      const { status, body, headers } = await bank.call(path, { key: validator.key });
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      for (const word of words) expect(body).toContain(word);
      const authorization = `Bearer ${validator.key}`;
      const pdf = await fetch(`${bank.url}${path}&format=pdf`, { headers: { authorization } });
      const bytes = Buffer.from(await pdf.arrayBuffer());
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      const evaluation = 'evaluationId=meval_00000000000000000000000000';
      const { body: problem } = await bank.call(`${path}&${evaluation}`, { key: validator.key });
      expect(problem.errors[0].pointer).toBe('evaluationId');
      const developerAnswer = await bank.call(path, { key });
      expect(developerAnswer.status).toBe(404);
    },
  );

  it('need a new validation when another version or another file of that version runs', async () => {
    const { ledger } = bank.bank.environments.sandbox;
    const cause = { actor: 'workflow', requestId: 'start', idempotencyKey: null };
    const rules = { name: 'aml-rules', task: 'transaction_monitoring', isServing: true } as const;
    const text = { name: 'intent-parsing', task: 'intent_parsing', isServing: true } as const;
    const engineVersions = [
      { ...rules, label: '900', sha256: null },
      { ...text, label: '1.8.0', sha256: 'ab'.repeat(32) },
    ];
    const servingBefore = (await findModel('intent-parsing')).serving;
    expect(knowsEngine(ledger, engineVersions)).toBe(false);
    await ledger.run(recordEngine, { versions: engineVersions, cause });
    expect(knowsEngine(ledger, engineVersions)).toBe(true);
    expect(await findModel('aml-rules')).toMatchObject({
      serving: { version: '900' },
      warnings: ['serving_version_not_validated'],
    });
    const { serving } = await findModel('intent-parsing');
    expect([serving.version, serving.versionId === servingBefore.versionId]).toEqual([
      '1.8.0',
      false,
    ]);
    // A version that the engine has stopped running keeps its file, and is not in use.
    await ledger.run(recordEngine, { versions: engineVersions.slice(0, 1), cause });
    expect(await findModel('intent-parsing')).toBeUndefined();
    const reportPath = `/v1/ops/models/${serving.versionId}/validation-report?environment=sandbox`;
    const report = await bank.call(reportPath, { key: validator.key });
    expect(report.body).toContain('not_run: the engine no longer runs this version');
    const { body } = await bank.call(`${LIST}&scope=all&limit=100`, { key: validator.key });
    const storedEntry = body.data.find((item: { name: string }) => item.name === 'intent-parsing');
    expect(storedEntry.serving).toBeNull();
  });
});

describe('a model of a developer', () => {
  it('is entered by the developer, validated by the bank, and invisible to other developers', async () => {
    const version = await uploadPaymentModel(bank, key, {
      file: makeConstantModel(-4),
      name: 'to-own',
    });
    const ownInventoryPath = `/v1/ai/custom-models/${version.modelId}/inventory`;
    const entry = { owner: 'Grace Hopper', purpose: 'Holds payments', materiality: 'low' };
    const entryAnswer = await put(entry, key, ownInventoryPath);
    expect(entryAnswer.body).toMatchObject({
      isOfTheBank: false,
      entry,
      warnings: ['not_validated'],
    });
    expect(outcomeOf(await put({ ...entry, materiality: 'huge' }, key, ownInventoryPath))).toEqual([
      422,
      'validation_failed',
    ]);
    const otherKey = (await register(bank)).key;
    for (const answer of [
      await put(entry, otherKey, ownInventoryPath),
      await bank.call(ownInventoryPath, { key: otherKey }),
    ]) {
      expect(outcomeOf(answer)).toEqual([404, 'model_not_found']);
    }
    // A developer can neither read nor write the inventory entry of a bank model.
    const bankInventoryPath = `/v1/ai/custom-models/${modelId}/inventory`;
    expect(outcomeOf(await put(entry, key, bankInventoryPath))).toEqual([404, 'model_not_found']);
    const path = pathOf(version.modelId);
    const entryByOwner = { environment, ownerId: owner.id, purpose: 'x', materiality: 'low' };
    const refusedAnswer = await put({ ...entryByOwner, reason: 'Ours' }, owner.key, path);
    expect(outcomeOf(refusedAnswer)).toEqual([409, 'invalid_state_transition']);
    const fields = { versionId: version.id, outcome: 'unfit', revalidateBy: inDays(900) };
    const { body } = await validateModel(owner.key, fields, path);
    expect(body.warnings).toEqual(['validation_unfit']);
    await openFinding({}, path);
    expect((await bank.call(ownInventoryPath, { key })).body.findings).toHaveLength(1);
    const { body: events } = await bank.call('/v1/events?type=model.*&limit=100', { key });
    const types = events.data.map((event: { type: string }) => event.type);
    expect(types).toEqual(expect.arrayContaining(['model.validated', 'model.finding.opened']));
    const { body: allEntries } = await bank.call(`${LIST}&scope=all`, { key: validator.key });
    expect(allEntries.data[0]).toMatchObject({
      id: version.modelId,
      developerId: expect.any(String),
    });
    const { body: usedEntries } = await bank.call(LIST, { key: validator.key });
    expect(usedEntries.data.map((item: { id: string }) => item.id)).not.toContain(version.modelId);
  });
});
