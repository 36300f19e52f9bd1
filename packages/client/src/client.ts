// Builds a client from a table of operations: a method for each, and a walk for each list.

import { KontorConnectionError } from './errors.ts';
import { type CallArguments, type ClientOptions, type ClientState, send } from './transport.ts';
import type { ArgumentsOf, CallOptions, Methods, OperationTable, Walks } from './types.ts';

interface Page {
  readonly data: readonly unknown[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** Members of a client besides its methods. */
export interface ClientParts<Operations> {
  /** Iterates over lists: `for await (const account of bank.all.listAccounts())`. */
  readonly all: Walks<Operations>;
  /** Sends one request and returns its response, for headers, files and streams. */
  request<Name extends keyof Operations & string>(
    name: Name,
    args?: ArgumentsOf<Operations[Name]>,
    options?: CallOptions,
  ): Promise<Response>;
}

export type Client<Operations> = Methods<Operations> & ClientParts<Operations>;

/** Returns a client for the operations of a table. */
export function clientOf<Operations>(
  table: OperationTable,
  options: ClientOptions,
): Client<Operations> {
  const state: ClientState = { ...options, seen: new Map() };
  const sendRequest = async (name: string, args: CallArguments = {}, call?: CallOptions) => {
    const operation = table[name];
    if (!operation) throw new TypeError(`${name} is no operation of the bank`);
    return send(state, operation, args, call);
  };
  const call = async (name: string, args?: CallArguments, options?: CallOptions) =>
    readWhole(await sendRequest(name, args, options));
  const names = Object.keys(table);
  const methods = names.map((name) => [
    name,
    (args?: CallArguments, options?: CallOptions) => call(name, args, options),
  ]);
  const walks = names.map((name) => [
    name,
    (args?: CallArguments, options?: CallOptions) =>
      walk((next) => call(name, next, options), args),
  ]);
  return Object.freeze({
    ...Object.fromEntries(methods),
    all: Object.freeze(Object.fromEntries(walks)),
    request: sendRequest,
  }) as Client<Operations>;
}

/**
 * The content of an answer.
 * @throws KontorConnectionError when it is incomplete
 */
async function readWhole(answer: Response): Promise<unknown> {
  return contentOf(answer).catch((cause: unknown) => {
    const isConnectionError = cause instanceof KontorConnectionError;
    if (isConnectionError || (cause instanceof Error && cause.name === 'AbortError')) throw cause;
    const message = `${answer.url}: the answer broke off`;
    throw new KontorConnectionError(message, { cause, fault: 'network' });
  });
}

/** The content of an answer: JSON as a value, text as text, anything else as bytes. */
async function contentOf(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  const type = answer.headers.get('content-type') ?? '';
  if (/^application\/(?:[\w.-]+\+)?json\b/.test(type)) return jsonOf(answer);
  // Pages that an operation returns are files.
  if (type.startsWith('text/html') && !answer.headers.has('content-disposition'))
    throw new KontorConnectionError(`${answer.url} answered with a page, not as a bank does`, {
      fault: 'not_kontor',
    });
  return type.startsWith('text/') ? answer.text() : answer.blob();
}

/**
 * Parses JSON.
 * @throws KontorConnectionError for invalid JSON, which no bank sends
 */
async function jsonOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${answer.url} answered with what is no JSON, not as a bank does`;
    throw new KontorConnectionError(message, { cause, fault: 'not_kontor' });
  }
}

async function* walk(
  ask: (args: CallArguments) => Promise<unknown>,
  args: CallArguments = {},
): AsyncGenerator<unknown, void, void> {
  const { startingAfter, afterSequence, ...filter } = args;
  let cursor: CallArguments = { startingAfter, afterSequence };
  for (;;) {
    const { data, hasMore, nextCursor } = (await ask({ limit: 100, ...filter, ...cursor })) as Page;
    yield* data;
    if (!hasMore || nextCursor === null) return;
    cursor = { startingAfter: nextCursor };
  }
}
