// The command line against a running bank: every operation has a command, errors name their flags,
// foreign text cannot control the terminal, and only its owner can read the key.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import commands from '../../../packages/cli/generated/commands.json' with { type: 'json' };
import { formatMoney } from '../../../packages/cli/src/layout.ts';
import * as ofDevelopers from '../../../packages/client/generated/developers-operations.ts';
import * as ofOperators from '../../../packages/client/generated/operators-operations.ts';
import { hasModule, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import { runCommand, startCommand } from '../../kit/people/command-line.ts';

const BIN = fileURLToPath(new URL('../../../packages/cli/bin/kontor.mjs', import.meta.url));
/** A name that clears the screen, sets a title, and turns the line around. */
const HOSTILE_NAME = 'Eve \u001b[2J\u001b]0;owned\u0007\u009b31m\u202eabc';
const RAW = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

let bank: CheckedBank;
let env: Record<string, string>;
let accountIds: string[];
let folder: string;
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  const { key } = await register(bank);
  ({ accountIds } = await openAccounts(bank, key, [10_000, 0]));
  folder = mkdtempSync(join(tmpdir(), 'kontor-cli-'));
  env = { KONTOR_URL: bank.url, KONTOR_KEY: key };
}, 180_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await bank.close();
});

const kontor = (...args: string[]) => runCommand(args, env);
const json = async (...args: string[]) => {
  const { code, out, err } = await kontor(...args, '--json');
  expect(code, err).toBe(0);
  return JSON.parse(out);
};

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the commands of the CLI', () => {
  it('include one for each operation of both API documents, and no others', () => {
    const operationsOf = (side: object) =>
      Object.values(side).flatMap(({ verbs }: { verbs: object }) =>
        Object.values(verbs).map(({ operation }) => operation),
      );
    expect(operationsOf(commands.developer).sort()).toEqual(
      Object.keys(ofDevelopers.OPERATIONS).sort(),
    );
    expect(operationsOf(commands.operator).sort()).toEqual(
      Object.keys(ofOperators.OPERATIONS).sort(),
    );
  });

  it('show in their help which options are required', async () => {
    const { out } = await kontor('customers', 'create', '--help');
    expect(out).toMatch(/--name <text> +required\n/);
    expect(out).toMatch(/--email <text>\n/);
  });

  it('book a transfer once, read it back, and show amounts in human form', async () => {
    const [from = '', to = ''] = accountIds;
    const order = [
      ...['transfers', 'create', '--type', 'transfer', '--amount', '2550', '--currency', 'EUR'],
      ...['--source-account-id', from, '--destination-account-id', to, '--idempotency-key', 'once'],
      ...['--metadata', 'order=17', '--metadata', 'note=a=b', '--watch'],
    ];
    const booked = await json(...order);
    expect(booked).toMatchObject({ status: 'posted', metadata: { order: '17', note: 'a=b' } });
    expect((await json(...order)).id).toBe(booked.id);
    const view = await kontor('transactions', 'get', booked.id);
    expect(view.out).toMatch(/^amount +25\.50 EUR$/m);
    const list = await kontor('accounts', 'list');
    expect(list.out.split('\n')[0]).toMatch(/^id +type +status +name/);
    expect(list.out).toContain(from);
    const every = await kontor('accounts', 'list', '--all', '--limit', '1', '--json');
    const ids = every.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids.sort()).toEqual([...accountIds].sort());
    const page = await kontor('accounts', 'list', '--limit', '1');
    expect(page.err).toMatch(/^more: --all, or --starting-after \S+\n$/);
  });

  it('take a body as JSON, from a file too, and apply flags over it', async () => {
    const path = join(folder, 'customer.json');
    writeFileSync(path, JSON.stringify({ type: 'individual', name: 'Ada', metadata: { a: 1 } }));
    const created = await json('customers', 'create', '--data', `@${path}`, '--name', 'Grace');
    expect(created).toMatchObject({ name: 'Grace', metadata: { a: 1 } });
    const changed = await json('customers', 'update', created.id, '--data', '{"metadata":{"b":2}}');
    expect(changed.version).toBe(created.version + 1);
    const staleUpdate = await kontor(
      'customers',
      'update',
      created.id,
      '--name',
      'X',
      '--if-match',
      '1',
    );
    expect([staleUpdate.code, staleUpdate.err]).toEqual([
      1,
      expect.stringContaining('version_conflict'),
    ]);
  });

  it('save files instead of printing them on a terminal', async () => {
    const [accountId = ''] = accountIds;
    const path = join(folder, 'statement.pdf');
    const today = new Date().toISOString().slice(0, 10);
    const days = ['--from', today, '--to', today];
    const ask = ['accounts', 'statement', accountId, '--format', 'pdf', ...days];
    expect(await kontor(...ask, '--output', path)).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(path, 'latin1')).toMatch(/^%PDF/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const ended = await runCommand(ask, env, { isTerminal: true });
    expect([ended.code, ended.out]).toEqual([64, '']);
    expect((await kontor(...ask)).out).toMatch(/^%PDF/);
    const nowhere = await kontor(...ask, '--output', join(folder, 'no', 'such'));
    expect([nowhere.code, nowhere.err]).toEqual([64, expect.stringContaining('--output: ENOENT')]);
  });

  it('move the sandbox clock, trigger simulated events, and act as an operator', async () => {
    const before = await json('clock');
    const after = await json('clock', 'forward', '3d');
    expect(after.status).toBe('running');
    expect(Date.parse(after.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(3 * 86_400_000);
    const [accountId = ''] = accountIds;
    const wrong = await kontor('clock', 'forward', 'soon');
    expect([wrong.code, wrong.err]).toEqual([64, expect.stringContaining('no duration')]);
    const clockBack = await kontor('clock', 'to', '2001-01-01T00:00:00Z');
    expect(clockBack.err).toContain('--advance-to 2001-01-01T00:00:00Z');
    if (hasModule('risk')) {
      const hit = await json('trigger', 'fraud-hit', '--account-id', accountId);
      expect(hit.object).toBe('fraud_hit');
    }
    const staff = { ...env, KONTOR_KEY: OPERATOR_KEY };
    const list = await runCommand(['ops', 'list-operators', '--json'], staff);
    expect(JSON.parse(list.out).data.length).toBeGreaterThan(0);
    const whoami = await runCommand(['whoami'], staff);
    expect(whoami.out).toMatch(/^operator .* at http/);
  });

  it('write amounts with the digits of their currency', () => {
    expect(formatMoney(2500, 'EUR')).toBe('25.00 EUR');
    expect(formatMoney(-5, 'EUR')).toBe('-0.05 EUR');
    expect(formatMoney(2500, 'JPY')).toBe('2500 JPY');
    expect(formatMoney(1, 'KWD')).toBe('0.001 KWD');
    expect(formatMoney(1.5, 'EUR')).toBeNull();
    expect(formatMoney(1, 'toString')).toBeNull();
  });

  it('complete nouns, verbs, flags and their values', async () => {
    const complete = async (...words: string[]) =>
      (await kontor('complete', '--', ...words)).out.trim().split('\n');
    expect(await complete('acc')).toEqual(['accounts']);
    expect(await complete('holds', '')).toEqual(['cancel', 'capture', 'get', 'list']);
    expect(await complete('accounts', 'create', '--cur')).toEqual(['--currency']);
    expect(await complete('accounts', 'create', '--type', 's')).toEqual(['savings']);
    for (const shell of ['bash', 'zsh', 'fish']) {
      expect((await kontor('completion', shell)).out).toContain('kontor complete -- ');
    }
  });
});

describe('the CLI on errors', () => {
  it('shows each refused field beside its flag', async () => {
    const order = ['--type', 'deposit', '--amount', '0', '--currency', 'EUR'];
    const { code, err, out } = await kontor(
      ...['transactions', 'create', ...order, '--external-party.country', 'Germany'],
      ...['--destination-account-id', accountIds[0] ?? '', '--external-party.name', 'Ada'],
    );
    expect([code, out]).toEqual([65, '']);
    expect(err).toMatch(/^ {2}--amount 0: /m);
    expect(err).toMatch(/^ {2}--external-party\.country Germany: /m);
    expect(err).toMatch(/^ {2}request \S+; about the error: /m);
    const missing = await kontor('accounts', 'create', '--type', 'checking');
    expect(missing.err).toMatch(/^ {2}--customer-id: /m);
    const limit = await kontor('accounts', 'list', '--limit', '1000');
    expect([limit.code, limit.err]).toEqual([65, expect.stringMatching(/^ {2}--limit 1000: /m)]);
    const asJson = await kontor('accounts', 'list', '--limit', '1000', '--json');
    expect(JSON.parse(asJson.err).errors[0].pointer).toBe('limit');
  });

  it('refuses invalid input before a request is sent', async () => {
    for (const [args, text] of [
      [['accounts', 'lst'], 'Did you mean list?'],
      [['accounts', 'get'], "missing required argument 'accountId'"],
      [['accounts', 'list', '--frobnicate'], 'unknown option'],
      [['transactions', 'create', '--amount', '25.00'], '2500 for 25.00'],
      [['transactions', 'create', '--amount', '1e3'], 'a whole number'],
      [['transactions', 'create', '--data', '{'], '--data is no JSON'],
      [['transactions', 'create', '--data', '[1]'], '--data is an object'],
      [['transactions', 'create', '--data', '@/no/such'], 'ENOENT'],
      [['transactions', 'create', '--metadata', 'order'], 'key=value'],
      [['models', 'upload', '--file', '/no/such'], '--file'],
      [['accounts', 'list', '--bank', 'nowhere'], 'no address'],
      [['accounts', 'list', '--bank', 'file:///tmp'], 'looks like http://'],
      [['accounts', 'list', '--bank', 'http://ada:pw@127.0.0.1'], 'looks like http://'],
      [['accounts', 'list', '--key', 'a b'], 'a key has letters'],
    ] as const) {
      const { code, err, out } = await kontor(...args);
      expect([code, out], err).toEqual([64, '']);
      expect(err).toContain(text);
    }
  });

  it('distinguishes a wrong key, a missing key, no bank and no answer', async () => {
    const unknown = await kontor('accounts', 'list', '--key', 'sk_test_unknown');
    expect([unknown.code, unknown.err]).toEqual([77, expect.stringContaining('invalid_api_key')]);
    const none = await runCommand(['accounts', 'list'], { KONTOR_URL: bank.url });
    expect([none.code, none.err]).toEqual([77, expect.stringContaining('kontor login')]);
    const nobody = ['--bank', 'http://127.0.0.1:1', '--retries', '0'];
    const away = await kontor('accounts', 'list', ...nobody);
    expect([away.code, away.err]).toEqual([69, expect.stringContaining('out of reach')]);
    // The key of another bank is not sent there.
    const other = await kontor('customers', 'create', '--name', 'Ada', ...nobody);
    expect(other.err).toMatch(/--idempotency-key [0-9a-f-]{36}/);
  });

  it("rejects a server's answer that contradicts its own content type", async () => {
    const answers = [
      { type: 'application/json', body: '<p>not JSON', status: 200 },
      { type: 'text/html; charset=utf-8', body: '<p>a page of somebody else', status: 200 },
      { type: 'application/problem+json', body: '<p>no', status: 400 },
      { type: 'application/problem+json', body: 'null', status: 500 },
      { type: 'application/problem+json', body: '{"code":7}', status: 422 },
    ];
    for (const { type, body, status } of answers) {
      const url = await serve((_, response) => {
        response.writeHead(status, { 'content-type': type }).end(body);
      });
      const { code, err } = await kontor('accounts', 'list', '--bank', url, '--retries', '0');
      expect([code, err]).toEqual([76, expect.stringContaining('not as a bank does')]);
    }
    const hostile = {
      code: `x${HOSTILE_NAME}`,
      detail: HOSTILE_NAME,
      status: 422,
      errors: 'all',
      requestId: HOSTILE_NAME,
    };
    const url = await serve((_, response) => {
      response.writeHead(422, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify(hostile));
    });
    const { code, err } = await kontor('accounts', 'list', '--bank', url, '--retries', '0');
    expect([code, RAW.test(err)], err).toEqual([1, false]);
    const elsewhere = await serve((_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    });
    const answer = await kontor('accounts', 'list', '--bank', elsewhere, '--retries', '0');
    expect(answer.code).toBe(69);
  });

  it('shows no control characters from foreign data on a terminal', async () => {
    const body = {
      type: 'individual',
      name: HOSTILE_NAME,
      metadata: { [`k${HOSTILE_NAME}`]: HOSTILE_NAME },
    };
    const url = await serve((_, response) => {
      const first = { id: 'cust_1', ...body, note: ['a', { deep: HOSTILE_NAME }] };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ object: 'list', data: [first], hasMore: true, nextCursor: HOSTILE_NAME }),
      );
    });
    for (const args of [[], ['--json']]) {
      const ended = await runCommand(['customers', 'list', ...args, '--bank', url], env, {
        isTerminal: true,
      });
      expect(ended.code, ended.err).toBe(0);
      expect(RAW.test(ended.out + ended.err)).toBe(false);
      expect(ended.out).toContain('Eve \\u001b[2J');
    }
    const single = await runCommand(['customers', 'get', 'cust_1', '--bank', url], env);
    expect(RAW.test(single.out)).toBe(false);
    const saying = await serve((_, response) => {
      response.writeHead(422, { 'content-type': 'application/problem+json' });
      response.end(
        JSON.stringify({ code: 'x', detail: HOSTILE_NAME, status: 422, title: HOSTILE_NAME }),
      );
    });
    for (const args of [[], ['--json']]) {
      const refused = await runCommand(['customers', 'list', ...args, '--bank', saying], env);
      expect([refused.code, RAW.test(refused.err)]).toEqual([1, false]);
      expect(refused.err).toContain('Eve \\u001b[2J');
    }
    const typo = await kontor(`acc${HOSTILE_NAME}`);
    expect([typo.code, RAW.test(typo.err)]).toEqual([64, false]);
  });
});

describe('a CLI login', () => {
  it('stores a key readable by its owner alone, and sends it to its own bank alone', async () => {
    const home = { XDG_CONFIG_HOME: join(folder, 'config') };
    const details = ['--company', 'Example Ltd', '--country', 'GB'];
    const email = `cli-${crypto.randomUUID()}@example.com`;
    const bad = await runCommand(
      ['login', '--bank', bank.url, '--register', ...details, '--email', 'nobody'],
      home,
    );
    expect([bad.code, bad.err]).toEqual([65, expect.stringMatching(/^ {2}--email nobody: /m)]);
    const ended = await runCommand(
      ['login', '--bank', bank.url, '--register', ...details, '--email', email],
      home,
    );
    expect(ended.code, ended.err).toBe(0);
    const path = join(folder, 'config', 'kontor', 'credentials.json');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
    const { key } = JSON.parse(readFileSync(path, 'utf8')).profiles.default;
    expect(ended.out + ended.err).not.toContain(key);
    expect((await runCommand(['whoami'], home)).out).toContain('Example Ltd');
    const seen: unknown[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    const sent = await runCommand(['accounts', 'list', '--bank', other], home);
    expect([sent.code, seen]).toEqual([77, []]);
    const refused = await runCommand(['login', '--bank', bank.url, '--key', 'sk_test_no'], home);
    expect(refused.code).toBe(77);
    expect(JSON.parse(readFileSync(path, 'utf8')).profiles.default.key).toBe(key);
    chmodSync(path, 0o644);
    const open = await runCommand(['whoami'], home);
    expect([open.code, open.err]).toEqual([78, expect.stringContaining('chmod 600')]);
    chmodSync(path, 0o600);
    expect((await runCommand(['logout'], home)).code).toBe(0);
    expect((await runCommand(['whoami'], home)).code).toBe(77);
    writeFileSync(path, '{"profiles":[1]}');
    expect((await runCommand(['whoami'], home)).code).toBe(78);
  });
});

describe('an error that may pass', () => {
  it.each([
    [503, 'ledger_unavailable'],
    [429, 'rate_limited'],
    [409, 'commit_lost'],
  ])('with status %i ends the command with exit code 75', async (status, code) => {
    const problem = { type: `/errors/${code}`, status, code, detail: 'Later.', retryable: true };
    const url = await serve((_, response) => {
      response.writeHead(status, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ ...problem, title: 'Later.', requestId: 'req_1' }));
    });
    const ended = await runCommand(['whoami', '--bank', url, '--retries', '0'], env);
    expect([ended.code, ended.err]).toEqual([75, expect.stringContaining(code)]);
  });
});

describe('the CLI program', () => {
  function spawnCli(args: readonly string[], url: string) {
    const child = spawn(process.execPath, [BIN, ...args], {
      env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, ...env, KONTOR_URL: url },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  it('ends at Ctrl-C during a request, and says how to send the request again', async () => {
    let onRequest = () => {};
    const request = new Promise<void>((resolve) => {
      onRequest = resolve;
    });
    const url = await serve(() => onRequest());
    const child = spawnCli(['customers', 'create', '--name', 'Ada'], url);
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    await request;
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect([code, err]).toEqual([130, expect.stringMatching(/--idempotency-key [0-9a-f-]{36}/)]);
  });

  it('ends quietly when its output is closed', async () => {
    const data = Array.from({ length: 20_000 }, (_, index) => ({
      id: `cust_${index}`,
      name: 'Ada',
    }));
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data, hasMore: false, nextCursor: null }));
    });
    const child = spawnCli(['customers', 'list', '--json'], url);
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    await once(child.stdout, 'readable');
    child.stdout.destroy();
    const [code] = await once(child, 'close');
    expect([code, err]).toEqual([0, '']);
  });
});

describe('the progress of long work', () => {
  it('is a bar on a terminal and lines elsewhere, and a failure sets the exit code', async () => {
    let looks = 0;
    const url = await serve((_, response) => {
      looks += 1;
      const status = looks > 3 ? 'failed' : 'running';
      const progress = { stage: 'training', round: looks * 10, rounds: 40 };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'job_1', object: 'training_job', status, progress }));
    });
    const ask = ['models', 'get-training', 'job_1', '--watch', '--bank', url];
    const plain = await runCommand(ask, env);
    expect(plain.code).toBe(1);
    expect(plain.err).toContain('50 % training, 20 of 40\n');
    expect(plain.out).not.toContain('%');
    looks = 0;
    const ended = await runCommand(ask, env, { canRedraw: true, isTerminal: true });
    expect(ended.err).toContain('[############------------] 50 % training, 20 of 40');
    looks = 0;
    const asJson = await runCommand([...ask, '--json'], env);
    expect(JSON.parse(asJson.out)).toMatchObject({ id: 'job_1', status: 'failed' });
    looks = Number.NEGATIVE_INFINITY;
    const running = startCommand(ask, env);
    await expect.poll(() => running.readShown()).toContain('training');
    running.interrupt();
    expect((await running.ended).code).toBe(130);
  });

  it('of an upload is the amount sent: a bar on a terminal, elsewhere a line for each tenth', async () => {
    const url = await serve((request, response) => {
      request.resume().once('end', () => {
        response.writeHead(201, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id: 'tds_1', object: 'training_dataset' }));
      });
    });
    const file = join(folder, 'rows.csv');
    writeFileSync(file, Buffer.alloc(8_000_000, 'a,1\n'));
    const ask = ['models', 'upload-dataset', '--file', file, '--bank', url, '--json'];
    const plain = await runCommand(ask, env);
    expect(JSON.parse(plain.out)).toMatchObject({ id: 'tds_1' });
    const lines = plain.err.trimEnd().split('\n');
    expect(lines.at(-1)).toBe('100 % 8 of 8 MB sent');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThan(13);
    const ended = await runCommand(ask, env, { canRedraw: true, isTerminal: true });
    expect(ended.err).toContain('[########################] 100 % 8 of 8 MB sent');
    expect(ended.err).not.toContain('\n');
  });

  it('of a payment is the reason it waits, even with JSON output', async () => {
    const waits: [object, string][] = [
      [{ status: 'requires_confirmation' }, 'waits for its customer to confirm it'],
      [{ status: 'authorized' }, 'authorized: waits for its capture or cancellation'],
      [{ status: 'pending_review' }, 'waits for a person of the bank to review it'],
      [{ status: 'pending_approval' }, 'waits for a second person to approve it'],
      [
        { status: 'pending', stage: 'submitted', rail: { network: 'ach' } },
        'waits for the network ach to settle it',
      ],
      [{ status: 'pending', stage: 'place_hold' }, 'waits for its capture or cancellation'],
      [
        { status: 'pending', stage: 'validate', effectiveDate: '2027-01-04' },
        'waits for its day, 2027-01-04',
      ],
    ];
    let looks = 0;
    const url = await serve((_, response) => {
      looks += 1;
      const [item] = waits[looks - 1] ?? [{ status: 'posted' }];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'txn_1', object: 'transaction', ...item }));
    });
    const ask = ['transactions', 'get', 'txn_1', '--watch', '--bank', url, '--json'];
    const { code, out, err } = await runCommand(ask, env);
    expect([code, JSON.parse(out).status]).toEqual([0, 'posted']);
    for (const [, words] of waits) expect(err).toContain(words);
    expect(err).toContain('Ctrl-C ends the wait and nothing else');
  });

  it('of a dry run is empty, because nothing is pending', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ object: 'payment_preview', status: 'authorized' }));
    });
    const pay = ['payments', 'create', '--amount', '1', '--currency', 'EUR', '--dry-run'];
    const { code, out } = await runCommand([...pay, '--watch', '--bank', url, '--json'], env);
    expect([code, JSON.parse(out).status]).toEqual([0, 'authorized']);
  });

  it('of a batch is the number of finished payments', async () => {
    let looks = 0;
    const url = await serve((_, response) => {
      looks += 1;
      const counts = { total: 400, pending: Math.max(0, 400 - looks * 100) };
      const status = counts.pending === 0 ? 'completed' : 'processing';
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: 'bat_1', object: 'batch', status, counts }));
    });
    const ask = ['batches', 'get', 'bat_1', '--watch', '--bank', url, '--json'];
    const { code, out, err } = await runCommand(ask, env);
    expect([code, JSON.parse(out).status]).toEqual([0, 'completed']);
    expect(err).toContain('50 % processing, 200 of 400\n');
  });
});
