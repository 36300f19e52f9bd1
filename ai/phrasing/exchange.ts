// One exchange with a language model over chat completions: no redirect, a limit of time and of
// size, and an answer of one shape only. The address is a setting of the operator, never text.

import { Agent } from 'undici';
import { z } from 'zod';
import type { LanguageModelConfig } from '../../config/language-model.ts';

export type Message =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: null; readonly tool_calls: readonly object[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface ToolSchema {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
}

/** What a model asks for: neither the name nor the arguments have been looked at. */
export interface AskedTool {
  readonly id: string;
  readonly name: string;
  /** JSON, as the model wrote it. */
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

export interface ModelTask {
  readonly id: number;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSchema[];
  readonly timeoutMs: number;
}

const MOST_BYTES = 65_536;
const MOST_TOKENS = 400;
const MOST_CALLS = 4;

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().max(8_000).nullish(),
          tool_calls: z
            .array(
              z.object({
                id: z.string().min(1).max(100),
                type: z.literal('function'),
                function: z.object({
                  name: z.string().max(100),
                  arguments: z.string().max(4_000),
                }),
              }),
            )
            .max(MOST_CALLS)
            .nullish(),
        }),
      }),
    )
    .min(1),
});

class Failed extends Error {
  readonly reason: FailedReason;
  constructor(reason: FailedReason) {
    super(reason);
    this.reason = reason;
  }
}

function bodyOf({ model }: LanguageModelConfig, { messages, tools }: ModelTask): string {
  const functions = tools.map((one) => ({ type: 'function', function: one }));
  return JSON.stringify({
    model,
    messages,
    temperature: 0,
    max_tokens: MOST_TOKENS,
    stream: false,
    ...(functions.length > 0 ? { tools: functions, tool_choice: 'auto' } : {}),
  });
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    // Leaving the loop closes the connection: the rest is never read.
    if (bytes > MOST_BYTES) throw new Failed('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readAnswer(text: string): Exchange {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: 'failed', reason: 'malformed' };
  }
  const { data } = answerSchema.safeParse(json);
  const message = data?.choices[0]?.message;
  if (!message) return { kind: 'failed', reason: 'malformed' };
  const calls = message.tool_calls ?? [];
  if (calls.length > 0) {
    return { kind: 'tools', calls: calls.map(({ id, function: called }) => ({ id, ...called })) };
  }
  return { kind: 'text', text: message.content ?? '' };
}

/** Asks with connections of its own. */
export function openExchange(config: LanguageModelConfig) {
  const url = new URL(config.url);
  const agent = new Agent({ connections: 8, allowH2: false, maxHeaderSize: 16_384 });
  return async (task: ModelTask): Promise<Exchange> => {
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
        // What is left of it is not read; that it is cut off is no fault.
        answer.body.on('error', () => undefined).destroy();
        return { kind: 'failed', reason: 'http_status' };
      }
      return readAnswer(await textOf(answer.body));
    } catch (error) {
      if (error instanceof Failed) return { kind: 'failed', reason: error.reason };
      const isLate = (error as Error).name === 'TimeoutError';
      return { kind: 'failed', reason: isLate ? 'timeout' : 'unreachable' };
    }
  };
}
