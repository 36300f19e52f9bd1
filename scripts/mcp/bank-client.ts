// An HTTP client of the API for one key, with a time limit, a size limit, and no redirects, which
// could carry the key to another host.

import type { ApiDocument, BankClient } from './tools.ts';

const TIMEOUT_MS = 30_000;
const MAX_CHARACTERS = 1_000_000;

/** Creates a client of the bank at an address. */
export function createBankClient(api: string, key: string): BankClient {
  return {
    async call(method, path, body) {
      const response = await fetchFromBank(api, path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await textOf(response);
      const isJson = /json/.test(response.headers.get('content-type') ?? '');
      return { status: response.status, body: isJson ? JSON.parse(text) : { text } };
    },
  };
}

/** Fetches the public OpenAPI document of the API. */
export async function fetchDocument(api: string): Promise<ApiDocument> {
  const response = await fetchFromBank(api, '/openapi.json', {});
  if (!response.ok) throw new Error(`${api} answers ${response.status}: it is no bank.`);
  return (await response.json()) as ApiDocument;
}

async function fetchFromBank(api: string, path: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(new URL(path, api), { ...init, redirect: 'error', signal }).catch((error) => {
    const { message } = (error.cause ?? error) as Error;
    throw new Error(`The bank at ${api} does not answer: ${message}`);
  });
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_CHARACTERS) throw new Error('The answer is too long: ask for less.');
  }
  return text + decoder.decode();
}
