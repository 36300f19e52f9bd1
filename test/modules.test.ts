// The modules as the table of contents of the product, and a bank without each of them.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { EnvironmentName } from '../db/kernel/environment.ts';
import { tableNamesIn } from '../db/kernel/subject-schema.ts';
import { connectTo } from '../db/postgres/hosts.ts';
import { tableNamesOn } from '../db/postgres/upgrade.ts';
import { EVERY_SUBJECT } from '../db/subjects.ts';
import { EVENTS } from '../ledger/event.ts';
import { MODULES } from '../modules/contents.ts';
import { combineServed, eventsOf, withoutModule } from '../modules/module.ts';
import {
  NO_TEMPORAL,
  OPERATOR_KEY,
  openAccounts,
  openTestBank,
  register,
  type TestBank,
} from './kit/bank/bank.ts';
import {
  authorisePayment,
  openWallet,
  scheduleTransfer,
  sendBatch,
} from './kit/bank/objects-of-each-kind.ts';
import { findFolderDatabase } from './kit/bank/postgres.ts';
import { readSourceTree } from './kit/tidy/source-tree.ts';
import { subjectsIntoTables } from './kit/tidy/structure.ts';

describe('the modules of the bank', () => {
  it('declare each event of the catalogue once, with the schema of its object', () => {
    const stated = MODULES.flatMap(({ events = [] }) => events.map(({ type }) => type));
    expect(stated.toSorted()).toEqual(EVENTS.map(({ type }) => type).toSorted());
    const { objects } = eventsOf(MODULES);
    expect(EVENTS.filter(({ object }) => !objects[object])).toEqual([]);
  });

  it('give a ledger the same tables as a ledger opened without a bank', () => {
    const added = MODULES.flatMap(({ ledger }) => ledger ?? []);
    expect(added.filter((value) => !EVERY_SUBJECT.includes(value))).toEqual([]);
    expect(EVERY_SUBJECT.filter((value) => !added.includes(value))).toEqual([]);
  });

  it('declare each operation once', () => {
    const ids = combineServed(MODULES).operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it.each(MODULES)('name the workflows that the sandbox is given: $name', ({ name, workflows }) => {
    const file = new URL(`../modules/${name}/workflows.ts`, import.meta.url);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const bundled = [...text.matchAll(/export \{ (\w+) \}/g)].map(([, first]) => first);
    expect(bundled).toEqual(workflows ?? []);
    const all = readFileSync(new URL('../modules/workflows.ts', import.meta.url), 'utf8');
    expect(all.includes(`'./${name}/workflows.ts'`)).toBe(text !== '');
  });

  it('assume no table of a subject that they do not require', () => {
    const requires = new Map(MODULES.map((module) => [module.name, module.requires]));
    const tree = readSourceTree(fileURLToPath(new URL('..', import.meta.url)));
    expect(subjectsIntoTables(tree, requires)).toEqual([]);
  });

  it('come after the modules they require', () => {
    const names = MODULES.map(({ name }) => name);
    for (const [index, { name, requires }] of MODULES.entries()) {
      expect(
        requires.every((need) => names.slice(0, index).includes(need)),
        name,
      ).toBe(true);
    }
  });
});

const BOOKS = '/v1/ops/invariants';

type Operations = ReturnType<typeof combineServed>['operations'];
const addressOf = (path: string) => path.replaceAll(/\{[^}]*\}/g, 'x');

type Operation = Operations[number];

const idsForOperators = (modules: typeof MODULES) =>
  combineServed(modules)
    .operations.flatMap(({ access, operationId }) => (access === 'operator' ? [operationId] : []))
    .toSorted();

/** True when a bank does not serve an operation; other operations refuse a call without a key. */
async function isUnknownAt(bank: TestBank, { method, path }: Operation): Promise<boolean> {
  const { body } = await bank.call(addressOf(path), { method });
  return isUnknown(body?.code);
}

const isUnknown = (code: unknown) => code === 'not_found' || code === 'method_not_allowed';

/** Selects the operations that a bank does not serve. */
async function unknownAt(bank: TestBank, operations: Operations): Promise<string[]> {
  const answers = operations.map(async (operation) => {
    return (await isUnknownAt(bank, operation)) ? [operation.operationId] : [];
  });
  return (await Promise.all(answers)).flat();
}

/** Selects the addresses on the first page of a bank that it does not serve. */
async function deadLinksAt(bank: TestBank): Promise<string[]> {
  const page = await fetch(bank.url, { headers: { accept: 'text/html' } });
  const links = [...(await page.text()).matchAll(/href="(\/[^"]*)"/g)].map(([, path = '']) => path);
  expect(links).toContain('/page.css');
  const answers = await Promise.all(links.map((path) => fetch(bank.url + path)));
  return links.filter((_, index) => !answers[index]?.ok);
}

/** Selects the operations that are answered with neither 404 nor 405 for a caller with a key. */
async function answeredAt(bank: TestBank, operations: Operations, key: string): Promise<string[]> {
  const answers = operations.map(async ({ method, path, access, operationId }) => {
    const call = { method, key: access === 'operator' ? OPERATOR_KEY : key };
    const { status } = await bank.call(addressOf(path), call);
    return [404, 405].includes(status) ? [] : [operationId];
  });
  return (await Promise.all(answers)).flat();
}

/**
 * Selects the operations that the bank does not serve, or that fail with an internal error, for a
 * caller with a key.
 */
async function failingAt(bank: TestBank, operations: Operations, key: string): Promise<string[]> {
  const answers = operations.map(async (operation) => {
    const { method, path, access, operationId } = operation;
    const isOperators = access === 'operator';
    // Most operations of operators have to name an environment.
    const environment = isOperators ? '?environment=sandbox' : '';
    const answer = await fetch(`${bank.url}${addressOf(path)}${environment}`, {
      method,
      headers: { authorization: `Bearer ${isOperators ? OPERATOR_KEY : key}` },
    });
    // Events are a stream without an end, so only errors are read.
    const isProblem = answer.headers.get('content-type') === 'application/problem+json';
    const { code } = isProblem ? ((await answer.json()) as { code: string }) : { code: null };
    if (!isProblem) await answer.body?.cancel();
    // With a key, an object that does not exist may have the same code.
    const isUnclear = isUnknown(code) && (await isUnknownAt(bank, operation));
    return answer.status === 500 || isUnclear ? [operationId] : [];
  });
  return (await Promise.all(answers)).flat();
}

const isRead = ({ method }: Operation) => method === 'GET';
/** Without the check of the books, which starts a process: each test asks for it itself. */
const readsOf = (modules: typeof MODULES) =>
  combineServed(modules).operations.filter(
    (operation) => isRead(operation) && operation.path !== BOOKS,
  );
const writesOf = (modules: typeof MODULES) =>
  combineServed(modules).operations.filter((operation) => !isRead(operation));

const tablesOf = (modules: typeof MODULES) =>
  modules.flatMap(({ ledger }) => ledger?.tables.tables ?? []);

/** Names of the tables of a ledger of a bank. */
async function tablesIn(
  { dataDir }: TestBank,
  name: EnvironmentName,
): Promise<ReadonlySet<string>> {
  const url = await findFolderDatabase(dataDir);
  if (url === null) {
    const raw = new BetterSqlite3(`${dataDir}/${name}.db`, { readonly: true });
    const names = tableNamesIn(raw);
    raw.close();
    return names;
  }
  const client = await connectTo(url);
  const names = await tableNamesOn(client, `ledger_${name}`);
  await client.end();
  return names;
}

/** Tables of modules that the ledgers of a bank have. */
async function tablesAt(bank: TestBank, modules: typeof MODULES): Promise<string[]> {
  const inBoth = [await tablesIn(bank, 'sandbox'), await tablesIn(bank, 'production')];
  return inBoth.flatMap((names) => tablesOf(modules).filter((table) => names.has(table)));
}

describe('a bank without a module', () => {
  it.each(MODULES.slice(1))(
    'has neither the routes nor the tables of $name, and serves the rest',
    async ({ name }) => {
      const rest = withoutModule(MODULES, name);
      const bank = await openTestBank({ temporalAddress: NO_TEMPORAL }, undefined, rest);
      try {
        const { key } = await register(bank);
        const gone = MODULES.filter((module) => !rest.includes(module));
        expect(await answeredAt(bank, combineServed(gone).operations, key)).toEqual([]);
        expect(await unknownAt(bank, writesOf(rest))).toEqual([]);
        const operator = await bank.call('/v1/ops/operator', { key: OPERATOR_KEY });
        expect(operator.body.operations.toSorted()).toEqual(idsForOperators(rest));
        expect(await tablesAt(bank, gone)).toEqual([]);
        expect(await tablesAt(bank, rest)).toHaveLength(2 * tablesOf(rest).length);
        expect(await failingAt(bank, readsOf(rest), key)).toEqual([]);
        const books = await bank.call(`${BOOKS}?environment=sandbox`, {
          key: OPERATOR_KEY,
        });
        expect(books.body).toMatchObject({ ok: true });
        const metrics = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
        expect(metrics.status, await metrics.text()).toBe(200);
        const { status } = await bank.call('/.well-known/oauth-authorization-server');
        expect(status).toBe(name === 'access' ? 404 : 200);
      } finally {
        await bank.close();
      }
    },
    120_000,
  );
});

describe('a bank with the core module only', () => {
  it('moves money, executes later payments, and its books balance', async () => {
    const bank = await openTestBank({}, undefined, MODULES.slice(0, 1));
    try {
      const { key } = await register(bank);
      expect(await tablesAt(bank, MODULES)).toEqual([]);
      expect(await deadLinksAt(bank)).toEqual([]);
      const { customerId, accountIds } = await openAccounts(bank, key, [10_000, 0]);
      const [from = '', to = ''] = accountIds;
      const sides = { sourceAccountId: from, destinationAccountId: to, currency: 'EUR' };
      const transfer = { type: 'transfer', amount: 2_500, ...sides };
      const post = (path: string, body: object) => bank.call(path, { key, body });
      const answer = await post('/v1/transactions?wait=10', transfer);
      expect(answer.body).toMatchObject({ status: 'posted' });
      const heldPayment = await post('/v1/transactions?wait=10', {
        ...transfer,
        capture: 'manual',
      });
      const captured = await post(`/v1/transactions/${heldPayment.body.id}/capture?wait=10`, {});
      expect(captured.body).toMatchObject({ status: 'posted' });
      const reversal = await post(`/v1/transactions/${answer.body.id}/reverse?wait=10`, {
        reason: 'Twice.',
      });
      expect(reversal.body).toMatchObject({ status: 'posted' });
      const order = { from, to };
      await sendBatch(bank, key, order);
      await scheduleTransfer(bank, key, order);
      await authorisePayment(bank, key, order);
      await openWallet(bank, key, customerId);
      const { body: balance } = await bank.call(`/v1/accounts/${to}/balance`, { key });
      expect(balance.posted).toBe(2_501);
      const metrics = await fetch(`http://127.0.0.1:${bank.bank.adminPort}/metrics`);
      expect(metrics.status, await metrics.text()).toBe(200);
      const books = await bank.call(`${BOOKS}?environment=sandbox`, {
        key: OPERATOR_KEY,
      });
      expect(books.body).toMatchObject({ ok: true });
    } finally {
      await bank.close();
    }
  });
});
