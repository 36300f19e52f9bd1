// The message of a failed command: the error of the bank, and each refused field with its flag.

import { KontorConnectionError, KontorError, KontorWaitError } from '@kontor/client';
import { CommanderError } from 'commander';
import { CommandError, EXIT } from './command-error.ts';
import { type Flag, flagName } from './flags.ts';
import { inStyle, type Screen, safe, safeJson } from './terminal.ts';

/** The request, as far as it was known when the command failed. */
export interface SentRequest {
  readonly flags: readonly Flag[];
  /** Names of arguments without a flag, such as `accountId`. */
  readonly path: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string | null;
}

export const NO_REQUEST: SentRequest = { flags: [], path: [], values: {}, idempotencyKey: null };

/** Prints the error, and returns the exit code. */
export function reportError(
  error: unknown,
  screen: Screen,
  request: SentRequest,
  isJson: boolean,
): number {
  // Commander has printed the error already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof KontorError && isJson) {
    screen.err(`${safeJson(error.problem)}\n`);
    return exitOf(error);
  }
  const print = (text: string) => screen.err(`${text}\n`);
  const head = inStyle(screen, 'red', 'kontor:');
  if (error instanceof KontorError) {
    print(`${head} ${safe(error.message)}`);
    for (const line of fieldLines(error, request)) print(line);
    print(`  request ${safe(error.requestId)}; about the error: ${safe(error.type)}`);
    if (error.transactionId) print(`  the record: ${safe(error.transactionId)}`);
    return exitOf(error);
  }
  print(`${head} ${safe(error instanceof Error ? error.message : String(error))}`);
  if (error instanceof KontorConnectionError) return reportNoAnswer(error, request, print);
  if (error instanceof KontorWaitError) return EXIT.later;
  if (error instanceof CommandError) return EXIT[error.exitReason];
  if (isAbort(error)) return reportInterrupt(request, print);
  return EXIT.refused;
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

function exitOf({ status, fields, retryable, transactionId }: KontorError): number {
  if (status === 401 || status === 403) return EXIT.permission;
  // A record was kept: the bank accepted the command, and declined it because of the ledger's
  // state.
  if (transactionId) return EXIT.refused;
  if (fields.length > 0) return EXIT.fields;
  return retryable || status === 429 || status === 503 ? EXIT.later : EXIT.refused;
}

/** Reports that it is unknown whether the request took effect, and how to repeat it. */
function reportNoAnswer(
  { fault, idempotencyKey }: KontorConnectionError,
  request: SentRequest,
  say: (text: string) => void,
): number {
  const key = idempotencyKey ?? request.idempotencyKey;
  if (key !== null) say(`  send it again, and it acts once: --idempotency-key ${safe(key)}`);
  return fault === 'not_kontor' ? EXIT.protocol : EXIT.unreachable;
}

function reportInterrupt({ idempotencyKey }: SentRequest, say: (text: string) => void): number {
  if (idempotencyKey !== null) {
    say('  it is not known whether it took effect; sent again it acts once:');
    say(`  --idempotency-key ${safe(idempotencyKey)}`);
  }
  return EXIT.interrupted;
}

function fieldLines({ fields }: KontorError, request: SentRequest): string[] {
  return fields.map(({ pointer, message }) => {
    const place = flagNameOf(pointer, request);
    const value = valueAt(pointer, request);
    const suffix = value === undefined ? '' : ` ${safe(value)}`;
    return `  ${safe(place)}${suffix}: ${safe(message)}`;
  });
}

/**
 * The flag of a pointer (`--external-party.name` for `/externalParty/name`), or the pointer itself
 * when there is no flag.
 */
function flagNameOf(pointer: string, { flags, path }: SentRequest): string {
  if (path.includes(pointer)) return `<${pointer}>`;
  const flag = flagOf(pointer, flags);
  if (flag) return flagName(flag.field);
  const flagNames: Readonly<Record<string, string>> = {
    'idempotency-key': '--idempotency-key',
    'if-match': '--if-match',
    'x-audit-reason': '--audit-reason',
  };
  return flagNames[pointer.toLowerCase()] ?? pointer;
}

/** The flag of a field, or of the object that contains the field. */
function flagOf(pointer: string, flags: readonly Flag[]): Flag | undefined {
  const field = pointer.startsWith('/') ? pointer.slice(1).replaceAll('/', '.') : pointer;
  const candidates = flags.filter(
    (flag) => field === flag.field || field.startsWith(`${flag.field}.`),
  );
  return candidates.sort((a, other) => other.field.length - a.field.length)[0];
}

function valueAt(pointer: string, { flags, values }: SentRequest): string | undefined {
  const flag = flagOf(pointer, flags);
  const value = flag ? values[flag.field] : values[pointer];
  return value === undefined ? undefined : [value].flat().join(' ');
}
