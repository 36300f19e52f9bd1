// The language model that may put answers into other words.

import { ConfigError, whole } from './values.ts';

export interface LanguageModelConfig {
  /** URL of its chat completions endpoint. */
  readonly url: string;
  readonly model: string;
  /** Bearer token, or null to send none. */
  readonly key: string | null;
  /** For everything that one answer asks it. */
  readonly timeoutMs: number;
}

export const LANGUAGE_MODEL_SETTINGS = [
  { name: 'KONTOR_LLM_URL', fallback: '', meaning: 'language model; empty: rules alone answer' },
  { name: 'KONTOR_LLM_MODEL', fallback: '', meaning: 'which model it is to use' },
  { name: 'KONTOR_LLM_KEY', fallback: '', meaning: 'bearer token of it' },
  { name: 'KONTOR_LLM_TIMEOUT_MS', fallback: '5000', meaning: 'most time for an answer' },
] as const;

const PATH = '/chat/completions';
/** Without TLS, questions about money may go no further than this host. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Returns null when none is configured. The URL is not repeated in a message: it may hold a password. */
export function languageModelOf(text: (name: string) => string): LanguageModelConfig | null {
  const given = text('KONTOR_LLM_URL');
  const timeoutMs = whole(text('KONTOR_LLM_TIMEOUT_MS'), 'KONTOR_LLM_TIMEOUT_MS', 100, 60_000);
  const model = text('KONTOR_LLM_MODEL');
  const key = text('KONTOR_LLM_KEY') || null;
  if (given === '') {
    if (model === '' && key === null) return null;
    throw new ConfigError('KONTOR_LLM_MODEL or KONTOR_LLM_KEY is set: expected KONTOR_LLM_URL too');
  }
  if (model === '') throw new ConfigError('KONTOR_LLM_URL is set: expected KONTOR_LLM_MODEL too');
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigError('KONTOR_LLM_KEY: expected printable ASCII characters');
  }
  const url = URL.canParse(given) ? new URL(given) : null;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL.test(url.hostname));
  if (!url || !isSafe || url.username !== '' || url.hash !== '') {
    throw new ConfigError('KONTOR_LLM_URL: expected https://…/v1, or http:// on this host');
  }
  if (!url.pathname.endsWith(PATH)) url.pathname = url.pathname.replace(/\/$/, '') + PATH;
  return Object.freeze({ url: url.href, model, key, timeoutMs });
}
