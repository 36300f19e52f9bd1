// `kontor logs tail` shows requests and events live; `kontor listen` forwards events to a local
// server, signed as webhooks are. The bank needs no connection to this machine.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { KontorError, type KontorEvent, type Schemas } from '@kontor/client';
import type { Command } from 'commander';
import { Webhook } from 'standardwebhooks';
import { CommandError } from './command-error.ts';
import { bankOf, type Context } from './context.ts';
import { countOf } from './flags.ts';
import { formatMoney } from './layout.ts';
import { inStyle, type Screen, safe, safeJson } from './terminal.ts';

const MAX_SEQUENCE = Number.MAX_SAFE_INTEGER;
const FORWARD_TIMEOUT_MS = 10_000;

interface Flags {
  readonly types?: string;
  readonly since?: string;
  readonly forwardTo?: string;
  readonly secret?: string;
  readonly only?: string;
}

interface Stream {
  readonly flags: Flags;
  /** Processes one event; the next event waits for it. */
  readonly each: (event: KontorEvent) => Promise<void> | void;
}

async function follow(context: Context, { flags, each: onEvent }: Stream): Promise<void> {
  const { since, types } = flags;
  const bank = bankOf(context);
  const print = (line: string) => context.screen.err(`${line}\n`);
  const last = { sequence: since === undefined ? null : countOf('--since', since, MAX_SEQUENCE) };
  const events = bank.follow({
    ...(last.sequence === null ? {} : { afterSequence: last.sequence }),
    ...(types === undefined ? {} : { type: types }),
    signal: context.signal,
    onState: (state, cause) => {
      const reason = cause?.message ?? 'the bank ended the stream';
      print(state === 'connected' ? 'connected' : `no stream: ${safe(reason)}`);
    },
  });
  try {
    for await (const event of events) {
      await onEvent(event);
      last.sequence = event.sequence;
    }
  } catch (error) {
    if (!context.signal.aborted) throw error;
    if (last.sequence !== null) print(`to go on here: --since ${last.sequence}`);
  }
}

/** Renders an event as one line: time, type, object, and status of the object. */
function lineOf(event: KontorEvent, screen: Screen): string {
  const object = event.data.object as Readonly<Record<string, unknown>>;
  const words = [object.id, object.status].filter((word) => typeof word === 'string');
  const amount = formatMoney(object.amount, object.currency);
  const parts = [...words, ...(amount ? [amount] : [])].map((word) => safe(String(word)));
  const time = inStyle(screen, 'dim', formatTime(event.createdAt));
  return `${time}  ${event.sequence}  ${safe(event.type)}  ${parts.join('  ')}\n`;
}

const formatTime = (time: unknown) => String(time).slice(0, 19).replace('T', ' ');

type LoggedRequest = Schemas['LoggedRequest'];

/** Polling interval; the bank writes its log about once a second. */
const POLL_EVERY_MS = 2_000;
/** Maximum number of requests shown for each poll. */
const MAX_REQUESTS = 500;
/** Routes of the follower's own requests, which would otherwise cause further output for ever. */
const OWN_ROUTES = ['/v1/request-log', '/v1/events/stream'];

/** Shows new requests in order; none when the key lacks the scope. */
async function followRequests(
  context: Context,
  onEvent: (request: LoggedRequest) => void,
): Promise<void> {
  const bank = bankOf(context);
  const { signal, screen } = context;
  let last: string | null = null;
  while (!signal.aborted) {
    try {
      const newRequests: LoggedRequest[] = [];
      for await (const request of bank.all.listRequests({ limit: last === null ? 1 : 100 })) {
        if (last === null || request.id <= last || newRequests.length >= MAX_REQUESTS) {
          last ??= request.id;
          break;
        }
        newRequests.push(request);
      }
      last = newRequests[0]?.id ?? last ?? '';
      for (const request of newRequests.reverse())
        if (!OWN_ROUTES.includes(request.route)) onEvent(request);
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof KontorError && !error.retryable;
      const message = error instanceof Error ? error.message : String(error);
      screen.err(`no requests: ${safe(message)}\n`);
      if (isRefused) return;
    }
    await sleep(POLL_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Renders a request as one line: time, status, path, and fields at fault. */
function requestLine(request: LoggedRequest, screen: Screen): string {
  const { createdAt, status, method, path, durationMs, code, errors, requestId } = request;
  const style = status >= 400 ? 'red' : 'green';
  const fields = errors.map(({ pointer }) => pointer).join(', ');
  const parts = [`${durationMs} ms`, code, fields, requestId].filter(Boolean).map(safe);
  const time = inStyle(screen, 'dim', formatTime(createdAt));
  const answer = inStyle(screen, style, String(status));
  return `${time}  ${answer}  ${safe(method)} ${safe(path)}  ${parts.join('  ')}\n`;
}

/** Adds `kontor logs tail`. */
export function addLogs(program: Command, context: Context): void {
  const logs = program.command('logs').description('Show requests and events of the bank');
  const tail = logs.command('tail').description('Show requests and events as they are written');
  tail.option('--only <what>', 'requests, or events');
  tail.option('--types <pattern>', 'only these events, such as transaction.*');
  tail.option('--since <sequence>', 'begin behind that event; 0 for all');
  tail.action(async () => {
    const { screen } = context;
    const flags = tail.opts<Flags>();
    const { only = 'both' } = flags;
    if (!['both', 'requests', 'events'].includes(only)) {
      throw new CommandError(`--only is requests or events, not "${only}"`, 'usage');
    }
    const isJson = context.globals().json === true;
    const write = (entry: object, line: string) =>
      screen.out(isJson ? `${safeJson(entry)}\n` : line);
    const onEvent = (event: KontorEvent) => write(event, lineOf(event, screen));
    const requests = (request: LoggedRequest) => write(request, requestLine(request, screen));
    await Promise.all([
      ...(only === 'events' ? [] : [followRequests(context, requests)]),
      ...(only === 'requests' ? [] : [follow(context, { flags, each: onEvent })]),
    ]);
  });
}

/** Adds `kontor listen`. */
export function addListen(program: Command, context: Context): void {
  const listen = program.command('listen').description('Forward events to a server of yours');
  listen.requiredOption('--forward-to <url>', 'such as http://127.0.0.1:4000/hook');
  listen.option('--types <pattern>', 'only these, such as transaction.*');
  listen.option('--since <sequence>', 'begin behind that event; 0 for all');
  listen.option('--secret <whsec>', 'signs them; by default a new one is made and shown');
  listen.action(async () => {
    const flags = listen.opts<Flags>();
    const target = addressOf(flags.forwardTo ?? '');
    const secret = flags.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
    const signer = signerOf(secret);
    const { screen } = context;
    screen.out(`forwarding to ${safe(target)}, signed with ${safe(secret)}\n`);
    const onEvent = async (event: KontorEvent) => {
      const startedAt = performance.now();
      const outcome = await forward(event, target, signer);
      const ms = Math.round(performance.now() - startedAt);
      const head = `${event.sequence} ${safe(event.type)} ${safe(event.id)}`;
      screen.out(`${head} → ${safe(outcome)}, ${ms} ms\n`);
    };
    await follow(context, { flags, each: onEvent });
  });
}

function signerOf(secret: string): Webhook {
  const isSecret = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret);
  if (!isSecret)
    throw new CommandError('--secret is whsec_ and at least 24 bytes in base64', 'usage');
  return new Webhook(secret);
}

function addressOf(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new CommandError(
    `--forward-to is an address such as http://127.0.0.1:4000, not "${text}"`,
    'usage',
  );
}

/** Forwards an event once; returns the result in words. */
async function forward(event: KontorEvent, to: string, signer: Webhook): Promise<string> {
  const body = JSON.stringify(event);
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signer.sign(event.id, now, body),
  };
  const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS);
  try {
    const request = { method: 'POST', headers, body, redirect: 'manual', signal } as const;
    const response = await fetch(to, request);
    await response.body?.cancel();
    return `${response.status}${response.ok ? '' : ' (no delivery)'}`;
  } catch (error) {
    const { cause, message } = error as Error;
    return `no answer: ${cause instanceof Error ? cause.message : message}`;
  }
}
