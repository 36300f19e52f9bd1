// A server of chat completions whose answers a test chooses: false, endless, too long or hostile
// ones.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedRequest {
  readonly model: string;
  readonly messages: { readonly role: string; readonly content: string | null }[];
  readonly tools?: { readonly function: { readonly name: string } }[];
}

export interface FakeModel {
  /** http://127.0.0.1:port/v1 */
  readonly url: string;
  readonly received: { readonly body: ReceivedRequest; readonly authorization: string }[];
  /** Sets the next answers in order; the last one repeats. */
  script: ((response: ServerResponse, body: ReceivedRequest) => void)[];
  close(): Promise<void>;
}

const send = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const message = (fields: object) => ({ choices: [{ message: { role: 'assistant', ...fields } }] });

/** Answers with a text, or with a function's result of the shown tool answers. */
export const answerText =
  (text: string | ((prompt: string) => string)) =>
  (response: ServerResponse, body: ReceivedRequest) => {
    const prompt = body.messages.map(({ content }) => content ?? '').join('\n');
    return send(response, message({ content: typeof text === 'string' ? text : text(prompt) }));
  };

/** Answers with a call of a tool. */
export const answerToolCall =
  (name: string, input: unknown, count = 1) =>
  (response: ServerResponse) => {
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    const call = { type: 'function', function: { name, arguments: text } };
    const tool_calls = Array.from({ length: count }, (_, index) => ({
      id: `call_${index}`,
      ...call,
    }));
    return send(response, message({ content: null, tool_calls }));
  };

export const answerStatus = (status: number, body: unknown) => (response: ServerResponse) =>
  send(response, body, status);

export const answerBytes = (text: string) => (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);

/** Never ends the answer; sends nothing, or only a first part. */
export const neverEnd =
  (first = '') =>
  (response: ServerResponse) => {
    if (first !== '') response.writeHead(200).write(first);
  };

async function read(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as ReceivedRequest;
}

export async function openFakeModel(): Promise<FakeModel> {
  const received: FakeModel['received'] = [];
  const server = createServer(async (request, response) => {
    const body = await read(request);
    received.push({ body, authorization: request.headers.authorization ?? '' });
    const [next] = fake.script;
    if (fake.script.length > 1) fake.script.shift();
    next?.(response, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fake: FakeModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    script: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}
