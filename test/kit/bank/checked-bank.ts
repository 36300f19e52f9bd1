// A bank whose answers are all checked against the OpenAPI document and the catalogue of errors, so
// that each test of a route is also a test of the contract.

import { isDeepStrictEqual } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { expect, vi } from 'vitest';
import { CATALOGUE, type ErrorCode } from '../../../api/kit/errors.ts';
import { readRelayLag, relayEvents } from '../../../db/events/relay.ts';
import type { EnvironmentName } from '../../../db/kernel/environment.ts';
import { countDeliveries } from '../../../db/webhooks/mailboxes.ts';
import { MODULES } from '../../../modules/contents.ts';
import { combineServed } from '../../../modules/module.ts';
import { type JsonObject, resolveReference, violations } from '../bodies/json-schema.ts';
import { readWholeDocument, removeOperations } from '../bodies/openapi.ts';
import { approveApplication } from '../people/operators.ts';
import { countUnstarted } from '../workflows/lane.ts';
import {
  type Answer,
  type Call,
  type Overrides,
  openTestBank,
  RUN_MODULES,
  type TestBank,
} from './bank.ts';
import { rowsFileIn } from './opened-ledger.ts';
import { openSharedBank } from './shared-bank.ts';

export interface CheckedBank extends TestBank {
  /** The OpenAPI documents of developers and of operators, merged. */
  readonly document: JsonObject;
}

/** The documents, read once in a process. */
let cachedDocument: JsonObject | null = null;

/** Opens a bank whose answers are all checked. */
export async function openCheckedBank(overrides: Overrides = {}): Promise<CheckedBank> {
  return addChecks(await openTestBank(overrides));
}

/**
 * Opens the bank that test files of this process share, for tests within one tenant; see
 * shared-bank.ts.
 */
export async function openSharedCheckedBank(): Promise<CheckedBank> {
  return addChecks(await openSharedBank());
}

async function addChecks(bank: TestBank): Promise<CheckedBank> {
  cachedDocument ??= readDocumentOfRun();
  const document = cachedDocument;
  return {
    ...bank,
    document,
    async call(path, call = {}) {
      const answer = await bank.call(path, call);
      checkAnswer(document, methodOf(call), path, answer);
      return answer;
    },
  };
}

/** The documents without the operations of modules that the run leaves out. */
function readDocumentOfRun(): JsonObject {
  const absent = MODULES.filter((module) => !RUN_MODULES.includes(module));
  return removeOperations(readWholeDocument(), combineServed(absent).operations);
}

function methodOf(call: Call): string {
  const hasBody = call.raw !== undefined || call.body !== undefined;
  return call.method ?? (hasBody ? 'POST' : 'GET');
}

/** Checks one answer against the contract. */
export function checkAnswer(
  document: JsonObject,
  method: string,
  path: string,
  answer: Answer,
): void {
  const label = `${method} ${path} → ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
  expect(answer.headers.get('x-request-id'), label).toMatch(/^[\w.:-]{1,128}$/);
  expect(answer.status, label).toBeLessThan(500);
  if (method === 'HEAD') return;
  if (answer.status >= 400) {
    checkProblem(document, answer, label);
    return;
  }
  const documented = findOperation(document, method, path);
  if (!documented) return;
  const responses = documented.responses as JsonObject;
  expect(Object.keys(responses), `${label} is not documented`).toContain(String(answer.status));
  const response = responses[String(answer.status)] as JsonObject;
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
  const content = (response.content as JsonObject)[type] as JsonObject;
  expect(content, `${label} is not documented as ${type}`).toBeDefined();
  expect(violations(document, content.schema as JsonObject, answer.body), label).toEqual([]);
  const objects = [answer.body?.data, answer.body].flat() as { object?: string; type?: string }[];
  for (const object of objects) if (object?.object === 'event') checkEvent(document, object, label);
}

/** Checks an event in an answer against the catalogue's description of its type. */
function checkEvent(document: JsonObject, event: { type?: string }, label: string): void {
  const webhook = (document.webhooks as JsonObject)[event.type ?? ''] as JsonObject | undefined;
  const post = webhook?.post as { requestBody: { content: JsonObject } } | undefined;
  expect(post, `${label}: ${event.type} is in no catalogue`).toBeDefined();
  const media = post?.requestBody.content['application/json'] as JsonObject;
  // Operators additionally see the developer of an event, outside its schema.
  const { developerId: _, ...content } = event as { developerId?: string };
  const faults = violations(document, media.schema as JsonObject, content);
  expect(faults, `${label}: ${event.type}`).toEqual([]);
}

function checkProblem(document: JsonObject, answer: Answer, label: string): void {
  const { body, headers, status } = answer;
  expect(headers.get('content-type'), label).toBe('application/problem+json');
  const schema = resolveReference(document, { $ref: '#/components/schemas/Problem' });
  expect(violations(document, schema, body), label).toEqual([]);
  const kind = CATALOGUE[body.code as ErrorCode];
  expect([status, body.status, body.title, body.retryable], label).toEqual([
    kind.status,
    kind.status,
    kind.title,
    kind.retryable,
  ]);
  expect(body.type, label).toBe(`/errors/${body.code}`);
  expect(body.requestId, label).toBe(headers.get('x-request-id'));
  expect(body.instance, label).toMatch(/^\//);
  expect(body.detail, label).not.toMatch(/[\w-]+\.(ts|js|mjs)\b|SQLITE|node_modules/);
  if (status === 401) expect(headers.get('www-authenticate'), label).toMatch(/^Bearer /);
  if (status === 405) expect(headers.get('allow'), label).toMatch(/GET|POST|DELETE|PATCH|PUT/);
  if (body.retryAfterSeconds !== undefined) {
    expect(headers.get('retry-after'), label).toBe(String(body.retryAfterSeconds));
  }
}

/** Segments of the paths of a document; a literal path stands before one with a parameter. */
const cachedTemplates = new WeakMap<JsonObject, readonly { path: string; parts: string[] }[]>();

function listTemplates(document: JsonObject) {
  const cached = cachedTemplates.get(document);
  if (cached) return cached;
  const pathTemplates = Object.keys(document.paths as JsonObject)
    .map((path) => ({ path, parts: path.split('/') }))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  cachedTemplates.set(document, pathTemplates);
  return pathTemplates;
}

function findOperation(document: JsonObject, method: string, path: string): JsonObject | null {
  const segments = path
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
    .split('/');
  const paths = document.paths as JsonObject;
  const template = listTemplates(document).find(
    ({ parts }) =>
      parts.length === segments.length &&
      parts.every((part, index) => part === segments[index] || part.startsWith('{')),
  )?.path;
  const item = template === undefined ? null : (paths[template] as JsonObject);
  return (item?.[method.toLowerCase()] as JsonObject | undefined) ?? null;
}

/**
 * Returns the number of rows of every table and the number of row changes: both are equal when
 * nothing was written.
 */
export function countRows(bank: TestBank, environment: EnvironmentName): Record<string, number> {
  if (bank.isShared)
    throw new Error('the check counts rows of the whole bank: use openCheckedBank() here');
  const { raw } = bank.bank.environments[environment].ledger.database;
  const { [RESCREENING_TABLE]: start = 0, ...counts } = countTableRows(raw);
  const changes = raw.prepare('SELECT total_changes()').pluck().get() as number;
  // A screening run that the bank begins by itself adds one row and one change, which are left out.
  return { ...counts, changes: changes - start };
}

/** A bank with sanctions lists starts its first screening run some seconds after its own start. */
const RESCREENING_TABLE = 'rescreenings';

/**
 * The statement that counts the rows of every table. It runs often, so it is compiled once for each
 * connection.
 */
const countStatements = new WeakMap<
  BetterSqlite3.Database,
  BetterSqlite3.Statement<[], TableCount>
>();

interface TableCount {
  readonly name: string;
  readonly rows: number;
}

function countTableRows(db: BetterSqlite3.Database): Record<string, number> {
  let statement = countStatements.get(db);
  if (!statement) {
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all();
    const countSqls = tables.map(
      (name) => `SELECT '${name}' AS name, count(*) AS rows FROM "${name}"`,
    );
    statement = db.prepare<[], TableCount>(countSqls.join(' UNION ALL '));
    countStatements.set(db, statement);
  }
  return Object.fromEntries(statement.all().map(({ name, rows }) => [name, rows]));
}

/**
 * Tables that also record refused requests: the audit log and the developers' log of requests; on
 * PostgreSQL the copy then stands at another commit.
 */
const REFUSAL_TABLES = /^(audit|request_|sqlite_|__copy$)/;

/**
 * Returns the rows of the platform without its logs and without the time of the last use of keys,
 * which is saved from time to time.
 */
function readPlatformRows(db: BetterSqlite3.Database): unknown[] {
  const names = Object.keys(countTableRows(db)).filter((name) => !REFUSAL_TABLES.test(name));
  return names.map((name) => {
    const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM "${name}"`).all();
    return rows.map(({ last_used_at: _, ...row }) => row);
  });
}

/**
 * Waits until earlier events were relayed, the lane runs and the transactions that it booked have
 * their workflows, so that none of that is written during a test.
 */
async function waitForRelay({ bank: { environments }, isSettling }: TestBank): Promise<void> {
  for (const { ledger, lane } of [environments.sandbox, environments.production]) {
    if (isSettling) {
      await vi.waitFor(() => expect(lane?.isOpen() ?? true).toBe(true), 30_000);
      await vi.waitFor(() => expect(countUnstarted(ledger)).toBe(0), 30_000);
    }
    // Without an endpoint the relay is slow, so its cursor is advanced here.
    if (!readRelayLag(ledger).awaited) await ledger.run(relayEvents, 1);
    await vi.waitFor(
      () => expect(readRelayLag(ledger)).toMatchObject({ behind: 0, unread: false }),
      30_000,
    );
    await vi.waitFor(() => expect(countDeliveries(ledger).pending).toBe(0), 30_000);
  }
}

const MAX_ATTEMPTS = 5;

/**
 * Runs an act and checks that it wrote no row of either ledger or of the platform. The bank updates
 * its own rows at any time (a lease, a cursor), so the act runs again until one run happens without
 * a change. No run may add a row.
 */
export async function writesNothing<T>(bank: TestBank, act: () => Promise<T>): Promise<T> {
  const platform = new BetterSqlite3(rowsFileIn(bank.dataDir, 'platform'), { readonly: true });
  const readState = () => {
    const { changes: sandbox, ...sandboxRows } = countRows(bank, 'sandbox');
    const { changes: production, ...productionRows } = countRows(bank, 'production');
    const rows = {
      ofSandbox: sandboxRows,
      ofProduction: productionRows,
      platform: readPlatformRows(platform),
    };
    return { rows, changes: { sandbox, production } };
  };
  try {
    for (let attempt = 1; ; attempt += 1) {
      await waitForRelay(bank);
      const before = readState();
      const result = await act();
      const after = readState();
      expect(after.rows).toEqual(before.rows);
      if (attempt === MAX_ATTEMPTS) expect(after.changes).toEqual(before.changes);
      if (isDeepStrictEqual(after.changes, before.changes)) return result;
    }
  } finally {
    platform.close();
  }
}

/**
 * Live keys by the bank's address and the sandbox key, because a first live key can be claimed only
 * once.
 */
const claimedKeys = new Map<string, string>();

/**
 * Makes a production key for a developer by an approved application, so that objects of production
 * can be made through the API.
 */
export async function claimLiveKey(bank: TestBank, sandboxKey: string): Promise<string> {
  const owner = `${bank.url} ${sandboxKey}`;
  const claimedKey = claimedKeys.get(owner);
  if (claimedKey !== undefined) return claimedKey;
  const { body: developer } = await bank.call('/v1/developer', { key: sandboxKey });
  const approved = await approveApplication(bank, developer.application.id);
  const created = await bank.call('/v1/developer/keys/claim', {
    body: { name: 'Live', claimCode: approved.body.claim.code },
  });
  claimedKeys.set(owner, created.body.apiKey);
  return created.body.apiKey;
}

/** Returns the body of a transfer in EUR. */
export function transferOf(source: string, destination: string, amount: number) {
  return {
    type: 'transfer',
    amount,
    currency: 'EUR',
    sourceAccountId: source,
    destinationAccountId: destination,
  };
}
