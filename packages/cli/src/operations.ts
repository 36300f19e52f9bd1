// One command for each operation: `kontor <noun> <verb>`. The commands are generated from the
// OpenAPI documents.

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { kontor } from '@kontor/client';
import { kontorOperator } from '@kontor/client/operator';
import type { Command } from 'commander';
import { CommandError } from './command-error.ts';
import { type Context, resolveBank } from './context.ts';
import { bodyOf, buildForm, type Flag, optionOf, queryOf } from './flags.ts';
import { linesOf, tableOf } from './layout.ts';
import { progressOn, uploadProgressOf } from './progress.ts';
import { safeJson, safeLines } from './terminal.ts';
import { isWatched, watchUntilFinished } from './watch.ts';

/** A command of `generated/commands.json`. */
export interface Verb {
  readonly operation: string;
  readonly about: string;
  readonly path?: readonly string[];
  readonly flags?: readonly Flag[];
  readonly body?: string;
  readonly isPost?: boolean;
  readonly isList?: boolean;
  readonly isStream?: boolean;
}

/** The kind of caller. */
export type Side = 'developer' | 'operator';

type Input = Readonly<Record<string, unknown>>;
type Method = (input: Input, options: object) => Promise<unknown>;
type Walk = (input: Input, options: object) => AsyncIterable<object>;

/** A client whose operations are called by name; flags define their parameters. */
export interface NamedClient {
  readonly methods: Readonly<Record<string, Method>>;
  readonly walks: Readonly<Record<string, Walk>>;
  request(name: string, input: Input, options: object): Promise<Response>;
}

/** Returns the client for developers or operators. */
export function namedClientOf(context: Context, side: Side, needsKey = true): NamedClient {
  const { options } = resolveBank(context, { needsKey });
  const client = side === 'developer' ? kontor(options) : kontorOperator(options);
  const { all, request, ...methods } = client as unknown as {
    all: NamedClient['walks'];
    request: NamedClient['request'];
  };
  return { methods: methods as NamedClient['methods'], walks: all, request };
}

/** Operations that need no key. */
const WITHOUT_KEY = ['registerDeveloper', 'verifyDeveloperEmail', 'claimKey', 'openApplication'];

/** Adds the command of an operation. */
export function addOperation(
  parent: Command,
  [name, verb]: readonly [string, Verb],
  { context, side }: { context: Context; side: Side },
): Command {
  const command = parent.command(name).description(verb.about);
  for (const argument of verb.path ?? []) command.argument(`<${argument}>`);
  for (const flag of sortFlags(verb.flags ?? [])) command.addOption(optionOf(flag));
  if (verb.body === 'json') command.option('--data <json>', 'the body: JSON, @file or -');
  if (verb.isPost) command.option('--idempotency-key <key>', 'the same key acts once');
  if (verb.isPost) command.option('--respond-async', 'answer at once, while the work continues');
  if (/^update|^replace|^put/.test(verb.operation)) {
    command.option('--if-match <version>', 'change only that version');
  }
  if (verb.isList) command.option('--all', 'every page');
  if (isWatched(verb.operation)) command.option('--watch', 'wait until the work has ended');
  if (side === 'operator') command.option('--audit-reason <text>', 'why you read personal data');
  command.option('--output <path>', 'write the answer there');
  return command.action(async (...args) => {
    const path = args.slice(0, verb.path?.length ?? 0) as string[];
    await run({ context, side, verb, path, options: command.opts() });
  });
}

/** Sorts required flags first. */
function sortFlags(flags: readonly Flag[]): Flag[] {
  return [...flags].sort((a, other) => Number(!!other.required) - Number(!!a.required));
}

interface Run {
  readonly context: Context;
  readonly side: Side;
  readonly verb: Verb;
  readonly path: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

async function run(run: Run): Promise<void> {
  const { context, side, verb, path, options } = run;
  const { flags = [] } = verb;
  const inPath = Object.fromEntries((verb.path ?? []).map((name, index) => [name, path[index]]));
  const text = (name: string) => options[name] as string | undefined;
  const idempotencyKey = verb.isPost ? (text('idempotencyKey') ?? randomUUID()) : null;
  // Nothing was sent yet, so errors mention no idempotency key.
  const request = { flags, path: verb.path ?? [], values: { ...options, ...inPath } };
  context.request = { ...request, idempotencyKey: null };
  const client = namedClientOf(context, side, !WITHOUT_KEY.includes(verb.operation));
  const progress = progressOn(context.screen);
  const body = await buildBody(run, (bytes, all) => progress.show(uploadProgressOf(bytes, all)));
  const input = { ...queryOf(flags, options), ...inPath, ...(body ? { body } : {}) };
  const call = { ...callOptionsOf(options, idempotencyKey), signal: context.signal };
  context.request = { ...request, idempotencyKey };
  try {
    if (options.all === true) return await printAll(run, client, input, call);
    if (verb.isStream) return await printStream(run, client, input, call);
    const method = client.methods[verb.operation];
    if (!method) throw new TypeError(`the client has no ${verb.operation}`);
    const answer = await method(input, call);
    progress.end();
    context.request = { ...request, idempotencyKey: null };
    const watch = { context, client, verb, parameters: input };
    const last = options.watch === true ? await watchUntilFinished(watch, answer) : answer;
    await print(run, last);
  } finally {
    progress.end();
  }
}

async function buildBody({ verb, options }: Run, onSent: (bytes: number, all: number) => void) {
  const { flags = [] } = verb;
  if (verb.body === undefined) return undefined;
  if (verb.body === 'form') return buildForm(flags, options, onSent);
  return bodyOf(flags, options, options.data as string | undefined);
}

const MAX_REASON_CHARACTERS = 200;

function callOptionsOf(options: Run['options'], idempotencyKey: string | null): object {
  const ifMatch = options.ifMatch as string | undefined;
  const version = ifMatch !== undefined && /^\d+$/.test(ifMatch) ? Number(ifMatch) : ifMatch;
  const reason = options.auditReason as string | undefined;
  if (reason !== undefined && reason.length > MAX_REASON_CHARACTERS) {
    throw new CommandError(
      `--audit-reason has at most ${MAX_REASON_CHARACTERS} characters`,
      'usage',
    );
  }
  return {
    ...(idempotencyKey === null ? {} : { idempotencyKey }),
    ...(version === undefined ? {} : { ifMatch: version }),
    ...(reason === undefined ? {} : { reason }),
    ...(options.respondAsync === true ? { respondAsync: true } : {}),
  };
}

/** Prints every page of a list; as JSON, one object a line. */
async function printAll({ context, verb }: Run, client: NamedClient, input: Input, call: object) {
  const walk = client.walks[verb.operation];
  if (!walk) throw new TypeError(`the client has no list method for ${verb.operation}`);
  const { screen } = context;
  const isJson = context.globals().json === true;
  const rows: object[] = [];
  for await (const row of walk(input, call)) {
    if (isJson) screen.out(`${safeJson(row)}\n`);
    else rows.push(row);
  }
  if (!isJson) screen.out(tableOf(rows as Input[], screen));
}

/** A day, after which a stream needs a new request. */
const STREAM_TIMEOUT_MS = 24 * 60 * 60 * 1000;

async function printStream(
  { context, verb }: Run,
  client: NamedClient,
  input: Input,
  call: object,
) {
  const options = { ...call, timeoutMs: STREAM_TIMEOUT_MS };
  const { body } = await client.request(verb.operation, input, options);
  const decoder = new TextDecoder();
  for await (const chunk of body ?? []) {
    context.screen.out(safeLines(decoder.decode(chunk, { stream: true })));
  }
}

async function print({ context, options }: Run, answer: unknown): Promise<void> {
  const { screen } = context;
  const path = options.output as string | undefined;
  if (answer instanceof Blob) return printFile(context, answer, path);
  if (path !== undefined) {
    const text = typeof answer === 'string' ? answer : `${JSON.stringify(answer, null, 2)}\n`;
    return saveFile(path, Buffer.from(text));
  }
  if (typeof answer === 'string') {
    return screen.out(screen.isTerminal ? safeLines(answer) : answer);
  }
  if (context.globals().json) {
    return screen.out(`${safeJson(answer ?? null, screen.isTerminal ? 2 : undefined)}\n`);
  }
  if (answer === undefined) return;
  screen.out(isPage(answer) ? pageOf(answer, context) : linesOf(answer, screen));
}

interface Page {
  readonly data: readonly Input[];
  readonly hasMore?: boolean;
  readonly nextCursor?: string | null;
}

function isPage(answer: unknown): answer is Page {
  const rows = (answer as Page | null)?.data;
  return Array.isArray(rows) && rows.every((row) => typeof row === 'object' && row !== null);
}

function pageOf({ data, hasMore, nextCursor }: Page, { screen }: Context): string {
  const table = tableOf(data, screen);
  if (!hasMore || typeof nextCursor !== 'string') return table;
  const next = `--starting-after ${safeLines(nextCursor)}`;
  screen.err(`more: --all, or ${next}\n`);
  return table;
}

async function printFile({ screen }: Context, blob: Blob, path?: string): Promise<void> {
  const content = Buffer.from(await blob.arrayBuffer());
  if (path !== undefined) return saveFile(path, content);
  const isText = /^(text\/|application\/([\w.-]+\+)?xml\b)/.test(blob.type);
  if (isText && screen.isTerminal) return screen.out(safeLines(content.toString('utf8')));
  if (screen.isTerminal) {
    throw new CommandError(`the answer is ${blob.size} bytes for a file: --output PATH`, 'usage');
  }
  screen.bytes(content);
}

/** Writes an answer to a file that only its owner can read, because it may contain secrets. */
function saveFile(path: string, content: Buffer): void {
  try {
    writeFileSync(path, content, { mode: 0o600 });
  } catch (error) {
    throw new CommandError(`--output: ${(error as Error).message}`, {
      exitReason: 'usage',
      cause: error,
    });
  }
}
