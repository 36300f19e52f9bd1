// The MCP server, driven by the SDK's own client over both transports against a real bank.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBankClient, fetchDocument } from '../../scripts/mcp/bank-client.ts';
import { serveMcp } from '../../scripts/mcp/http.ts';
import { createMcpServer } from '../../scripts/mcp/server.ts';
import { makeTools } from '../../scripts/mcp/tools.ts';
import { openAccounts, register } from '../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../kit/bank/checked-bank.ts';
import { requestText, sendRaw, statusOf } from '../kit/bank/raw-http.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/mcp.ts', import.meta.url));
let bank: CheckedBank;
let key: string;
let customerId: string;
let from: string;
let to: string;
let address: URL;
let numbers: string[];
let server: Awaited<ReturnType<typeof serveMcp>>;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  ({ key } = await register(bank));
  const opened = await openAccounts(bank, key, [50_000, 0]);
  ({ customerId } = opened);
  [from = '', to = ''] = opened.accountIds;
  const accounts = opened.accountIds.map((id) => bank.call(`/v1/accounts/${id}`, { key }));
  numbers = (await Promise.all(accounts)).map(({ body }) => body.accountNumber);
  server = await serveMcp(bank.url, 0);
  address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  await bank.close();
});

it('an agent gets no invisible character, whatever is stored', async () => {
  const bankClient = createBankClient(bank.url, key);
  const hidden = 'Lunch\u{e0069}\u{e0067}\u{e006e}\u2063\u009b';
  const older = {
    ...bankClient,
    async call(...response: Parameters<typeof bankClient.call>) {
      const answer = await bankClient.call(...response);
      const text = JSON.stringify(answer.body).replaceAll(
        '"description":null',
        `"description":"${hidden}"`,
      );
      return { ...answer, body: JSON.parse(text) };
    },
  };
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
  const mcpServer = await createMcpServer(older, makeTools(await fetchDocument(bank.url)));
  await mcpServer.connect(clientTransport);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(serverTransport);
  const { content } = (await client.callTool({ name: 'listTransactions', arguments: {} })) as {
    content: { text: string }[];
  };
  expect(content[0]?.text).toContain('"description":"Lunch\ufffd"');
  await client.close();
});

/** The questions to the person at a client, and an act that happens while the person reads. */
const requests: string[] = [];
let beforeAnswer = async () => {};

/**
 * Connects a client over HTTP; `agree` is the answer of its person, or null when the client cannot
 * ask one.
 */
async function connectClient(credential = key, agree: boolean | null = null): Promise<Client> {
  const capabilities = agree === null ? {} : { elicitation: {} };
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  if (agree !== null) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      requests.push(params.message);
      await beforeAnswer();
      return { action: 'accept', content: { agree } };
    });
  }
  const headers = { authorization: `Bearer ${credential}` };
  const transport = new StreamableHTTPClientTransport(address, { requestInit: { headers } });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
}
async function callTool(client: Client, name: string, args: object) {
  const result = await client.callTool({ name, arguments: args as Record<string, unknown> });
  const [content] = result.content as { text: string }[];
  const text = content?.text ?? '';
  return {
    isError: result.isError === true,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : null,
  };
}
const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const readPosted = async () =>
  (await bank.call(`/v1/accounts/${from}/balance`, { key })).body.posted;
const instruction = () => ({
  customerId,
  message: 'Send 5 euros to Maria',
  sourceAccountId: from,
  context: { recentContacts: [{ name: 'Maria', accountId: to }] },
});

it("the agent server reads the data that the API reads, and returns the API's errors", async () => {
  const client = await connectClient();
  const balance = await callTool(client, 'getBalance', { accountId: from });
  expect([balance.isError, balance.body.posted]).toEqual([false, 50_000]);
  const missing = await callTool(client, 'getBalance', { accountId: 'acc_none' });
  expect([missing.isError, missing.body.code]).toEqual([true, 'account_not_found']);
  const page = await callTool(client, 'listAccounts', { limit: 1, metadata: { order: '17' } });
  expect([page.isError, page.body.data]).toEqual([false, []]);
  const answered = await callTool(client, 'ask_about_money', {
    customerId,
    question: 'My balance?',
  });
  expect(answered.body.figures).toContainEqual(expect.objectContaining({ value: 50_000 }));
  await client.close();
});

it('the agent server sends nothing for arguments unknown to its tools', async () => {
  const client = await connectClient(key, true);
  const expectRefusal = async (name: string, args: object, text: RegExp) => {
    const result = await callTool(client, name, args);
    expect([result.isError, result.text]).toEqual([true, expect.stringMatching(text)]);
  };
  await expectRefusal('getBalance', { accountId: from, sudo: true }, /takes no sudo/);
  await expectRefusal('getBalance', {}, /accountId/);
  await expectRefusal('getBalance', { accountId: 7 }, /must be string/);
  await expectRefusal('getBalance', { accountId: '../customers' }, /no id/);
  await expectRefusal('getBalance', { accountId: '..' }, /no id/);
  await expectRefusal('listAccounts', { limit: 'all' }, /must be/);
  await expectRefusal(
    'listAccounts',
    { __proto__: null, constructor: 'x' },
    /takes no constructor/,
  );
  await expectRefusal(
    'prepare_transaction',
    { ...instruction(), autoConfirmBelow: 1e6 },
    /takes no/,
  );
  await expectRefusal('confirm_transaction', { intentId: '../x', confirmationToken: 'x' }, /no id/);
  await expectRefusal('createTransaction', { amount: 1 }, /no tool createTransaction/);
  await expectRefusal('streamEvents', {}, /no tool streamEvents/);
  await client.close();
});

it("the agent server answers another developer's ids as ids that do not exist", async () => {
  const ownClient = await connectClient(key, true);
  const { intentId, confirmation } = (
    await callTool(ownClient, 'prepare_transaction', instruction())
  ).body;
  const other = await connectClient((await register(bank)).key, true);
  const codeOf = async (name: string, args: object) =>
    (await callTool(other, name, args)).body?.code;
  expect(await codeOf('getBalance', { accountId: from })).toBe('account_not_found');
  expect(await codeOf('prepare_transaction', instruction())).toBe('customer_not_found');
  expect(await codeOf('cancel_prepared_transaction', { intentId })).toBe('intent_not_found');
  const stolen = { intentId, confirmationToken: confirmation.token };
  const answer = await callTool(other, 'confirm_transaction', stolen);
  expect([answer.isError, requests]).toEqual([true, []]);
  await callTool(ownClient, 'cancel_prepared_transaction', { intentId });
  expect((await callTool(ownClient, 'confirm_transaction', stolen)).isError).toBe(true);
  expect(await readPosted()).toBe(50_000);
  await ownClient.close();
  await other.close();
});

it('the agent server prepares payments and moves no money where no person can be asked', async () => {
  const client = await connectClient();
  expect(await names(client)).not.toContain('confirm_transaction');
  const created = await callTool(client, 'prepare_transaction', instruction());
  expect(created.body.status).toBe('requires_confirmation');
  const { intentId, confirmation } = created.body;
  const args = { intentId, confirmationToken: confirmation.token };
  expect((await callTool(client, 'confirm_transaction', args)).isError).toBe(true);
  expect(await readPosted()).toBe(50_000);
  await client.close();
});

it('the agent server moves money once when the person agrees, and not when the person refuses', async () => {
  const before = await readPosted();
  const refusing = await connectClient(key, false);
  const first = (await callTool(refusing, 'prepare_transaction', instruction())).body;
  const argsOf = ({ intentId, confirmation }: typeof first) => {
    return { intentId, confirmationToken: confirmation.token };
  };
  const refused = await callTool(refusing, 'confirm_transaction', argsOf(first));
  expect([refused.isError, await readPosted()]).toEqual([true, before]);
  const agreeing = await connectClient(key, true);
  const wrong = { ...argsOf(first), confirmationToken: 'cnf_x' };
  expect((await callTool(agreeing, 'confirm_transaction', wrong)).body.code).toBe(
    'confirmation_mismatch',
  );
  const ownerText = (index: number) =>
    `"Ada Lovelace" (the customer), account ${numbers[index]}, called "Main"`;
  expect(requests.at(-1)?.split('\n')).toEqual([
    'Is this payment to be made?',
    'Payment: transfer of 5.00 EUR',
    `From: ${ownerText(0)}`,
    `To: ${ownerText(1)}`,
    'Payee: an account of the customer',
    'Available after it on "Main": 495.00 EUR; 500.00 EUR now',
    'Available after it on "Main": 5.00 EUR; 0.00 EUR now',
    'It was read from: "Send 5 euros to Maria"',
  ]);
  const done = await callTool(agreeing, 'confirm_transaction', argsOf(first));
  expect([done.isError, done.body.status]).toEqual([false, 'posted']);
  const again = await callTool(agreeing, 'confirm_transaction', argsOf(first));
  expect([again.body.id, await readPosted()]).toEqual([done.body.id, before - 500]);
  await refusing.close();
  await agreeing.close();
});

it('the person at an agent sees who owns the account, whatever the agent calls the payee', async () => {
  const call = async (path: string, body: object, method = 'POST') =>
    (await bank.call(path, { key, method, body })).body;
  const mallory = await call('/v1/customers', {
    type: 'individual',
    name: 'Mallory \u05d3\u05e0\u05d4',
  });
  const account = { customerId: mallory.id, type: 'checking', currency: 'EUR', name: 'Maria' };
  const { id, accountNumber } = await call('/v1/accounts', account);
  const client = await connectClient(key, true);
  const prepare = async (amount: number) =>
    (
      await callTool(client, 'prepare_transaction', {
        ...instruction(),
        message: `Send ${amount} euros to Maria`,
        context: { recentContacts: [{ name: 'Maria', accountId: id }] },
      })
    ).body;
  const argsOf = ({ intentId, confirmation }: Awaited<ReturnType<typeof prepare>>) => {
    return { intentId, confirmationToken: confirmation.token };
  };
  const before = await readPosted();
  const created = await prepare(4);
  expect(created.payment.payee).toMatchObject({ name: mallory.name, accountName: null });
  // The owner's name changes after the person has agreed, so the agreement is no longer valid.
  beforeAnswer = async () => {
    await call(`/v1/customers/${mallory.id}`, { name: 'Maria Miller' }, 'PATCH');
  };
  const other = await callTool(client, 'confirm_transaction', argsOf(created));
  beforeAnswer = async () => {};
  expect([other.isError, other.text]).toEqual([true, expect.stringMatching(/became another one/)]);
  expect(requests.at(-1)?.split('\n').slice(3, 5)).toEqual([
    `To: "${mallory.name}", account ${accountNumber}`,
    'Payee: NEW: never paid before',
  ]);
  expect(await readPosted()).toBe(before);
  // A balance that changes meanwhile does not change the payment: the ledger checks the funds
  // again.
  const small = await prepare(1);
  beforeAnswer = async () => {
    const transfer = { type: 'transfer', amount: 200, currency: 'EUR' };
    const sides = { sourceAccountId: from, destinationAccountId: id };
    await call('/v1/transactions?wait=10', { ...transfer, ...sides });
  };
  const done = await callTool(client, 'confirm_transaction', argsOf(small));
  beforeAnswer = async () => {};
  expect([done.isError, done.body?.status], done.text).toEqual([false, 'posted']);
  expect(await readPosted()).toBe(before - 300);
  const view = (await prepare(2)).payment.payeeStanding;
  expect(view).toMatchObject({ status: 'known', payments: 2 });
  await client.close();
});

it("the agent server has the tools that the key's scopes allow", async () => {
  const answer = await bank.call('/v1/developer/keys', {
    key,
    body: { name: 'Reader', scopes: ['accounts:read'] },
  });
  const client = await connectClient(answer.body.apiKey, true);
  const tools = await names(client);
  expect(tools).toContain('getBalance');
  for (const none of ['listTransactions', 'prepare_transaction', 'confirm_transaction']) {
    expect(tools).not.toContain(none);
  }
  await client.close();
});

it('the agent server serves no session to another key, no browser page, and no bad key', async () => {
  const client = await connectClient();
  const session = (client.transport as StreamableHTTPClientTransport).sessionId ?? '';
  const bearer = { authorization: `Bearer ${key}` };
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const accept = 'application/json, text/event-stream';
  const post = (headers: object, body = list) =>
    fetch(address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', accept, ...headers },
    });
  const inSession = { 'mcp-session-id': session };
  expect((await post({ ...bearer, ...inSession })).status).toBe(200);
  expect((await post({})).status).toBe(401);
  expect((await post({ authorization: 'Bearer sk_test_none' })).status).toBe(401);
  const { key: other } = await register(bank);
  const otherHeaders = { authorization: `Bearer ${other}` };
  expect((await post({ ...otherHeaders, ...inSession })).status).toBe(404);
  expect(
    (await fetch(address, { method: 'DELETE', headers: { ...otherHeaders, ...inSession } })).status,
  ).toBe(404);
  expect((await post({ ...bearer, 'mcp-session-id': 'other' })).status).toBe(404);
  expect((await post({ ...bearer, origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ ...bearer, origin: 'null' })).status).toBe(403);
  const rebound = requestText('POST', '/mcp', bearer, list);
  expect(statusOf(await sendRaw(address.origin, [rebound]))).toBe(403);
  expect((await post(bearer, '{')).status).toBe(400);
  expect((await post(bearer, '')).status).toBe(400);
  expect((await post({ ...bearer, ...inSession }, 'x'.repeat(300_000))).status).toBe(413);
  // The refused requests did not close the session.
  expect((await post({ ...bearer, ...inSession })).status).toBe(200);
  await client.close();
});

it('the agent server works over stdio', async () => {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SCRIPT, '--api', bank.url],
    env: { ...(process.env as Record<string, string>), KONTOR_KEY: key },
  });
  await client.connect(transport);
  const balance = await callTool(client, 'getBalance', { accountId: from });
  expect(balance.body.accountId).toBe(from);
  await client.close();
});

it('the agent server prints its HTTP address, with a free port too', async () => {
  const child = spawn(process.execPath, [SCRIPT, '--api', bank.url, '--http', '0']);
  try {
    const [answer] = (await once(child.stderr, 'data')) as [Buffer];
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(answer.toString())?.[0] ?? '';
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }),
    );
    expect((await client.listTools()).tools.length).toBeGreaterThan(50);
    await client.close();
  } finally {
    child.kill();
  }
});

it('the agent server ends with one sentence when the key is missing or bad, or the bank is away', async () => {
  const run = async (args: string[], KONTOR_KEY?: string) => {
    const env = { PATH: process.env.PATH, ...(KONTOR_KEY && { KONTOR_KEY }) };
    const child = spawn(process.execPath, [SCRIPT, ...args], { env });
    let output = '';
    child.stderr.on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    return [code, output.split('\n')[0]];
  };
  expect(await run([])).toEqual([64, 'kontor: KONTOR_KEY is not set']);
  expect(await run(['--api', bank.url], 'sk_test_none')).toEqual([
    1,
    expect.stringMatching(/^kontor: The bank refuses the key/),
  ]);
  expect(await run(['--api', 'http://127.0.0.1:9'], 'sk_test_none')).toEqual([
    1,
    expect.stringMatching(/^kontor: The bank at .* does not answer/),
  ]);
});
