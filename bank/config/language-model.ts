// The settings of the language model that may rephrase answers.

import { ConfigError, readWhole } from './values.ts';

export interface LanguageModelConfig {
  /** URL of the chat completions endpoint. */
  readonly url: string;
  readonly model: string;
  /** Bearer token, or null to send none. */
  readonly key: string | null;
  /** Milliseconds for all calls that one answer makes. */
  readonly timeoutMs: number;
}

export const LANGUAGE_MODEL_SETTINGS = [
  { name: 'KONTOR_LLM_URL', fallback: '', meaning: 'URL of a language model; empty: none is used' },
  { name: 'KONTOR_LLM_MODEL', fallback: '', meaning: 'name of the model' },
  { name: 'KONTOR_LLM_KEY', fallback: '', meaning: 'bearer token of the language model' },
  { name: 'KONTOR_LLM_TIMEOUT_MS', fallback: '5000', meaning: 'time limit for an answer' },
] as const;

const PATH = '/chat/completions';
/**
 * Hosts that may be reached without TLS: questions about money must not leave this host in clear.
 */
const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Reads the settings; null when no language model is configured. Messages do not repeat the URL,
 * which may contain a password.
 * @throws ConfigError
 */
export function readLanguageModel(text: (name: string) => string): LanguageModelConfig | null {
  const address = text('KONTOR_LLM_URL');
  const timeoutMs = readWhole(text('KONTOR_LLM_TIMEOUT_MS'), 'KONTOR_LLM_TIMEOUT_MS', 100, 60_000);
  const model = text('KONTOR_LLM_MODEL');
  const key = text('KONTOR_LLM_KEY') || null;
  if (address === '') {
    if (model === '' && key === null) return null;
    throw new ConfigError('KONTOR_LLM_MODEL or KONTOR_LLM_KEY is set: expected KONTOR_LLM_URL too');
  }
  if (model === '') throw new ConfigError('KONTOR_LLM_URL is set: expected KONTOR_LLM_MODEL too');
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigError('KONTOR_LLM_KEY: expected printable ASCII characters');
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOCAL_HOST.test(url.hostname));
  if (!url || !isSafe || url.username !== '' || url.hash !== '') {
    throw new ConfigError('KONTOR_LLM_URL: expected https://…/v1, or http:// on this host');
  }
  if (!url.pathname.endsWith(PATH)) url.pathname = url.pathname.replace(/\/$/, '') + PATH;
  return Object.freeze({ url: url.href, model, key, timeoutMs });
}
