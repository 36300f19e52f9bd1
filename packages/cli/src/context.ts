// The context of a command: its output, its bank, and the signal of Ctrl-C.

import { type ClientOptions, type Kontor, kontor } from '@kontor/client';
import { CommandError } from './command-error.ts';
import { isExposed, type LoginFlags, loginOf } from './credentials.ts';
import { NO_REQUEST, type SentRequest } from './error-report.ts';
import { countOf } from './flags.ts';
import { type Screen, safe } from './terminal.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Flags that every command has. */
export interface GlobalFlags extends LoginFlags {
  readonly json?: boolean;
  readonly timeout?: string;
  readonly retries?: string;
}

/** The context of one run. */
export interface Context {
  readonly env: Env;
  readonly screen: Screen;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly globals: () => GlobalFlags;
  /** The request, for error messages. */
  request: SentRequest;
  /** Exit code to use instead of that of success. */
  exitCode: number;
}

export function contextOf(
  env: Env,
  screen: Screen,
  { signal, globals }: Pick<Context, 'signal' | 'globals'>,
): Context {
  return { env, screen, signal, globals, request: NO_REQUEST, exitCode: 0 };
}

export interface BankAddress {
  readonly url: string;
  readonly options: ClientOptions;
}

const MAX_TIMEOUT_S = 3_600;
const MAX_RETRIES = 20;

/** Determines the bank of the command, and the options of its clients. */
export function resolveBank(context: Context, { needsKey = true } = {}): BankAddress {
  const { timeout, retries, ...login } = context.globals();
  const { url, key } = loginOf(context.env, login);
  if (key === null && needsKey) {
    throw new CommandError(`no key for ${url}: kontor login, or set KONTOR_KEY`, 'permission');
  }
  if (key !== null && isExposed(url)) {
    context.screen.err(`kontor: the key goes to ${safe(url)} without TLS\n`);
  }
  const options = {
    baseUrl: url,
    ...(key === null ? {} : { apiKey: key }),
    ...(timeout ? { timeoutMs: 1_000 * countOf('--timeout', timeout, MAX_TIMEOUT_S) } : {}),
    ...(retries ? { retries: countOf('--retries', retries, MAX_RETRIES) } : {}),
  };
  return { url, options };
}

/** A client with the developer's key. */
export function bankOf(context: Context): Kontor {
  return kontor(resolveBank(context).options);
}
