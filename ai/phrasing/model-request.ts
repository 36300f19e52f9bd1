// One exchange with a language model over chat completions, without redirects, with limits of time
// and size, and with a strict form of the answer. The address is an operator's setting and never
// comes from text.

import { Agent } from 'undici';

/** Address of a language model. */
export interface ModelPlace {
  /** URL of its chat completions endpoint. */
  readonly url: string;
  readonly model: string;
  /** Bearer token, or null to send none. */
  readonly key: string | null;
  /** Time limit in milliseconds for all exchanges of one answer. */
  readonly timeoutMs: number;
}

export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: null; readonly tool_calls: readonly object[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

/** A model's tool call: neither the name nor the arguments have been checked. */
export interface AskedTool {
  readonly id: string;
  readonly name: string;
  /** The unparsed JSON of the model. */
  readonly arguments: string;
}

export type Exchange =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tools'; readonly calls: readonly AskedTool[] }
  | { readonly kind: 'failed'; readonly reason: FailedReason };

export type FailedReason =
  | 'timeout'
  | 'unreachable'
  | 'http_status'
  | 'too_large'
  | 'malformed'
  | 'busy'
  | 'paused'
  | 'closed';

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSchema[];
  /** Time limit of this exchange in milliseconds. */
  readonly timeoutMs: number;
}

const MAX_BYTES = 65_536;
const MAX_TOKENS = 400;
const MAX_CALLS = 4;

const MAX_TEXT = 8_000;
const MAX_ARGUMENTS = 4_000;
const MAX_NAME = 100;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textIn(value: unknown, max: number): string {
  if (typeof value !== 'string' || value.length > max) throw new RequestFailed('malformed');
  return value;
}

function askedToolOf(value: unknown): AskedTool {
  const called = isFields(value) ? value.function : null;
  if (!isFields(value) || !isFields(called) || value.type !== 'function') {
    throw new RequestFailed('malformed');
  }
  return {
    id: textIn(value.id, MAX_NAME),
    name: textIn(called.name, MAX_NAME),
    arguments: textIn(called.arguments, MAX_ARGUMENTS),
  };
}

class RequestFailed extends Error {
  readonly reason: FailedReason;
  constructor(reason: FailedReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

function bodyOf({ model }: ModelPlace, { messages, tools }: ModelRequest): string {
  const functions = tools.map((tool) => ({ type: 'function', function: tool }));
  return JSON.stringify({
    model,
    messages,
    temperature: 0,
    max_tokens: MAX_TOKENS,
    stream: false,
    ...(functions.length > 0 ? { tools: functions, tool_choice: 'auto' } : {}),
  });
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop closes the connection, so the rest is not read.
    if (bytes > MAX_BYTES) throw new RequestFailed('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RequestFailed('malformed', { cause: error });
  }
}

/** Reads an answer, which must be a text or tool calls. */
function readAnswer(json: unknown): Exchange {
  const choices = isFields(json) ? json.choices : null;
  const first: unknown = Array.isArray(choices) ? choices[0] : null;
  const message = isFields(first) ? first.message : null;
  if (!isFields(message)) throw new RequestFailed('malformed');
  const calls: unknown = message.tool_calls ?? [];
  if (!Array.isArray(calls) || calls.length > MAX_CALLS) throw new RequestFailed('malformed');
  if (calls.length > 0) return { kind: 'tools', calls: calls.map(askedToolOf) };
  return { kind: 'text', text: textIn(message.content ?? '', MAX_TEXT) };
}

/** Opens exchanges with separate connections. */
export function openExchange(config: ModelPlace) {
  const url = new URL(config.url);
  const agent = new Agent({ connections: 8, allowH2: false, maxHeaderSize: 16_384 });
  return async (task: ModelRequest): Promise<Exchange> => {
    try {
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: {
          accept: 'application/json',
          'accept-encoding': 'identity',
          'content-type': 'application/json',
          ...(config.key === null ? {} : { authorization: `Bearer ${config.key}` }),
        },
        body: bodyOf(config, task),
        signal: AbortSignal.timeout(task.timeoutMs),
      });
      if (answer.statusCode !== 200) {
        // The rest is not read, so its end is not an error.
        answer.body.on('error', () => undefined).destroy();
        return { kind: 'failed', reason: 'http_status' };
      }
      return readAnswer(jsonOf(await textOf(answer.body)));
    } catch (error) {
      if (error instanceof RequestFailed) return { kind: 'failed', reason: error.reason };
      const isLate = (error as Error).name === 'TimeoutError';
      return { kind: 'failed', reason: isLate ? 'timeout' : 'unreachable' };
    }
  };
}
