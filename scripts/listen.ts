// npm run listen -- --forward-to URL: forwards events of the bank to a server on this machine,
// signed as webhooks are, and says what it does. It follows the event stream, so the bank needs no
// way in.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newSecret, signedHeaders } from '../webhooks/sign.ts';

const USAGE = `usage: npm run listen -- --forward-to URL [options]
  --forward-to URL  where events are sent, e.g. http://127.0.0.1:4000/hook
  --key KEY         API key with the scope events:read (or the variable LISTEN_API_KEY)
  --api URL         the bank; http://127.0.0.1:8080 unless told
  --types PATTERN   only these, e.g. transaction.*
  --since N         first the events after sequence N; 0 for all
  --secret SECRET   whsec_… that signs; a new one is made and shown unless told
`;

const EX_USAGE = 64;
const RETRY_MS = [500, 1_000, 2_000, 5_000, 10_000];
/** Two heartbeats that did not come: the connection is dead, whatever the network says. */
const SILENCE_MS = 40_000;
const FORWARD_MS = 10_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

function fail(line: string, code = 1): never {
  process.stderr.write(`${line}\n`);
  process.exit(code);
}

function readOptions() {
  const text = { type: 'string' } as const;
  const options = { key: text, api: text, types: text, since: text, secret: text };
  const { values } = parsed({ ...options, 'forward-to': text });
  const forwardTo = values['forward-to'] ?? '';
  const key = values.key ?? process.env.LISTEN_API_KEY ?? '';
  const api = values.api ?? 'http://127.0.0.1:8080';
  if (!isHttp(forwardTo) || !isHttp(api)) fail(USAGE, EX_USAGE);
  if (key === '') fail(`an API key is missing\n${USAGE}`, EX_USAGE);
  const secret = values.secret ?? newSecret();
  return { forwardTo, key, api, types: values.types, since: values.since, secret };
}

function parsed<T extends Record<string, { type: 'string' }>>(options: T) {
  try {
    return parseArgs({ options });
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`, EX_USAGE);
  }
}

function isHttp(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

type Options = ReturnType<typeof readOptions>;
/** Null until the bank has told where the log stands. */
type Cursor = { lastEventId: string | null };

/** Follows the stream until it breaks off; ends the process when the bank refuses. */
async function follow(options: Options, cursor: Cursor, onOpen: () => void): Promise<void> {
  const url = new URL('/v1/events/stream', options.api);
  if (options.types) url.searchParams.set('type', options.types);
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const headers: Record<string, string> = { authorization: `Bearer ${options.key}` };
  if (cursor.lastEventId !== null) headers['last-event-id'] = cursor.lastEventId;
  const response = await fetch(url, { headers, signal: silence.signal });
  if (!response.ok || !response.body) await refused(response);
  onOpen();
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    clearTimeout(timer);
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    // An event is behind us once it was forwarded, not when it came.
    for (const block of blocks) cursor.lastEventId = await handle(block, options, cursor);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  }
  clearTimeout(timer);
}

/** Trouble of the bank is waited out; what no waiting mends ends the process. */
async function refused(response: Response): Promise<never> {
  const text = await response.text();
  const { status } = response;
  if (status >= 500 || status === 429) throw new Error(`it answers ${status}`);
  return fail(`the bank refuses: ${status} ${text}`);
}

async function handle(block: string, options: Options, cursor: Cursor): Promise<string | null> {
  const of = (name: string) =>
    block
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = of('data');
  if (data !== undefined) await forward(data, options);
  return of('id') ?? cursor.lastEventId;
}

async function forward(body: string, { forwardTo, secret }: Options): Promise<void> {
  const { id, type, sequence } = JSON.parse(body) as Record<string, string>;
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const start = performance.now();
  const outcome = await fetch(forwardTo, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signedHeaders({ id: id ?? randomUUID(), timestampSeconds, body }, [secret]),
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(FORWARD_MS),
  }).then(
    async (response) => {
      await response.body?.cancel();
      return `${response.status}${response.ok ? '' : ' (no delivery)'}`;
    },
    (error: Error) => `no answer: ${(error.cause as Error | undefined)?.message ?? error.message}`,
  );
  say(`${sequence} ${type} ${id} → ${outcome}, ${Math.round(performance.now() - start)} ms`);
}

async function main(): Promise<void> {
  const options = readOptions();
  const cursor: Cursor = { lastEventId: options.since ?? null };
  process.on('SIGINT', () => {
    if (cursor.lastEventId !== null) say(`to go on here: --since ${cursor.lastEventId}`);
    process.exit(0);
  });
  say(`forwarding to ${options.forwardTo}, signed with ${options.secret}`);
  for (let failures = 0; ; failures++) {
    const onOpen = () => {
      failures = 0;
      say('connected');
    };
    await follow(options, cursor, onOpen).then(
      () => say('the bank ended the stream'),
      (error: Error) => say(`no stream: ${(error.cause as Error)?.message ?? error.message}`),
    );
    await sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
  }
}

await main();
