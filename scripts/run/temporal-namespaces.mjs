// Settings of this bank's namespaces on every Temporal server: search attributes, retention.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sendRequest } from './http-request.mjs';

/** @type {readonly string[]} */
export const NAMESPACES = Object.freeze(['sandbox', 'production']);

/**
 * Search attributes that the workflows write and operators search by; docker-compose.yml has the
 * same list. Temporal on SQL takes at most ten of Keyword and three of each other type in a
 * namespace.
 * @type {Readonly<Record<string, 'Keyword' | 'KeywordList' | 'Int' | 'Datetime'>>}
 */
export const SEARCH_ATTRIBUTES = Object.freeze({
  TransactionFrom: 'Keyword',
  TransactionTo: 'Keyword',
  TransactionId: 'Keyword',
  AccountIds: 'KeywordList',
  CustomerId: 'Keyword',
  Tenant: 'Keyword',
  BankState: 'Keyword',
  AmountMinor: 'Int',
  Currency: 'Keyword',
  RiskBand: 'Keyword',
  RailStatus: 'Keyword',
  Ids: 'KeywordList',
  Tenants: 'KeywordList',
  Due: 'Datetime',
});

/** Time for which closed workflows stay visible. */
export const RETENTION_HOURS = 720;

const MAX_WAIT_MS = 20_000;

/**
 * Returns an environment without the bank's settings: the server does not need them and must not
 * hold the bank's secrets.
 */
export function temporalEnvironment() {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'GOMAXPROCS', 'GOGC', 'GOMEMLIMIT'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/**
 * Adds the missing settings of a namespace. One HTTP request shows them, usually none, because each
 * call of the CLI takes 40 ms.
 * @param {object} options
 * @param {string} options.base URL of the namespaces in the server's HTTP API
 * @param {string} options.name
 * @param {string} options.binary
 * @param {string} options.address of the front end, for the CLI
 */
export async function configureNamespace({ base, name, binary, address }) {
  const { text } = await sendRequest(`${base}/${name}`);
  const config = JSON.parse(text).config ?? {};
  const aliases = new Set(Object.values(config.customSearchAttributeAliases ?? {}));
  const missing = Object.entries(SEARCH_ATTRIBUTES).filter(
    ([attribute]) => !aliases.has(attribute),
  );
  for (const [attribute, type] of missing) {
    // One at a time: of several names in one call, CLI 1.9.1 adds the first and reports success.
    const which = ['--name', attribute, '--type', type];
    const where = ['--namespace', name, '--address', address];
    const args = ['operator', 'search-attribute', 'create', ...which, ...where];
    const options = { env: temporalEnvironment(), timeout: 20_000 };
    await promisify(execFile)(binary, args, options);
  }
  await Promise.all(missing.map(([attribute]) => waitUntilUsable(`${base}/${name}`, attribute)));
  const retention = `${RETENTION_HOURS * 3600}s`;
  if (config.workflowExecutionRetentionTtl === retention) return;
  const body = { config: { workflowExecutionRetentionTtl: retention } };
  const { status, text: answer } = await sendRequest(`${base}/${name}/update`, { body });
  if (status !== 200) throw new Error(`retention of namespace ${name} not set: ${answer}`);
}

/**
 * Waits until the front end knows a new search attribute, some seconds later when it next reads its
 * namespaces; until then it refuses workflows that carry the attribute.
 * @param {string} namespaceUrl
 * @param {string} attribute
 */
async function waitUntilUsable(namespaceUrl, attribute) {
  const until = performance.now() + MAX_WAIT_MS;
  const url = `${namespaceUrl}/workflow-count?query=${encodeURIComponent(`${attribute} IS NULL`)}`;
  while ((await sendRequest(url)).status !== 200) {
    if (performance.now() > until) throw new Error(`search attribute ${attribute} is not usable`);
    await sleep(100);
  }
}
