// `kontor login`, `whoami` and `logout`: reads a key without showing it, tries it, and stores it in
// a file that only its owner can read.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Kontor, kontor, type Schemas } from '@kontor/client';
import { kontorOperator } from '@kontor/client/operator';
import type { Command } from 'commander';
import { CommandError } from './command-error.ts';
import { type Context, resolveBank } from './context.ts';
import { DEFAULT_URL, isKey, originOf, readProfiles, writeProfiles } from './credentials.ts';
import { safe } from './terminal.ts';

interface Registration {
  readonly register?: boolean;
  readonly company?: string;
  readonly email?: string;
  readonly country?: string;
}

/** Adds `kontor login`, `logout` and `whoami`. */
export function addLogin(program: Command, context: Context): void {
  const login = program.command('login').description('Store the address of a bank and a key');
  login.option('--register', 'register as a developer and store the sandbox key of the answer');
  login.option('--company <name>', 'with --register');
  login.option('--email <address>', 'with --register');
  login.option('--country <code>', 'with --register: two letters, such as GB');
  login.action(() => logIn(context, login.opts()));
  const logout = program.command('logout').description('Remove the stored key of a profile');
  logout.action(() => logOut(context));
  const whoami = program.command('whoami').description('Show the holder of the key, and the bank');
  whoami.action(async () => {
    const { url, options } = resolveBank(context);
    context.screen.out(`${await holderOf(options, context.signal)} at ${safe(url)}\n`);
  });
}

async function logIn(context: Context, registration: Registration): Promise<void> {
  const { screen, env } = context;
  const { profile = 'default', bank, key } = context.globals();
  // The stored login is replaced, so only the given values apply.
  const address = originOf(bank ?? (env.KONTOR_URL || DEFAULT_URL));
  const registeredKey = registration.register
    ? await registerDeveloper(context, address, registration)
    : null;
  const apiKey =
    registeredKey ?? key ?? (env.KONTOR_KEY || null) ?? (await readKey(context, address));
  if (!isKey(apiKey))
    throw new CommandError('that is no key: sk_test_…, sk_live_… or op_…', 'usage');
  const options = { baseUrl: address, apiKey };
  const holder = await holderOf(options, context.signal);
  const profiles = { ...readProfiles(env), [profile]: { url: address, key: apiKey } };
  const path = writeProfiles(env, profiles);
  screen.out(`${holder} at ${safe(address)}; kept in ${safe(path)}\n`);
}

async function registerDeveloper(
  context: Context,
  baseUrl: string,
  { company, email, country }: Registration,
): Promise<string> {
  if (!company || !email || !country) {
    throw new CommandError('--register takes --company, --email and --country', 'usage');
  }
  const bank: Kontor = kontor({ baseUrl });
  const path: string[] = [];
  const values = { company, email, country };
  const flags = Object.keys(values).map((field) => ({ field, in: 'body', kind: 'text' }));
  context.request = { flags, path, values, idempotencyKey: null };
  const answer = await bank.registerDeveloper({ body: values }, { signal: context.signal });
  return keyOf(answer);
}

type RegistrationAnswer = Schemas['DeveloperRegistered'] | Schemas['DeveloperRegistrationMailed'];

function keyOf(answer: RegistrationAnswer): string {
  if ('environment' in answer) return answer.environment.sandbox.apiKey;
  throw new CommandError(
    'the bank has sent a code by e-mail: kontor developer verify-email',
    'later',
  );
}

/** The holder of the key, as one line. Fails for an unknown key. */
async function holderOf(
  options: { readonly baseUrl?: string; readonly apiKey?: unknown },
  signal: AbortSignal,
): Promise<string> {
  const { baseUrl = '', apiKey } = options;
  const key = String(apiKey);
  if (key.startsWith('op_')) {
    const operator = await kontorOperator({ baseUrl, apiKey: key }).getOwnOperator({}, { signal });
    return `operator ${safe(operator.name)}`;
  }
  const developer = await kontor({ baseUrl, apiKey: key }).getDeveloper({}, { signal });
  const environment = key.startsWith('sk_live_') ? 'production' : 'sandbox';
  return `${safe(developer.company)} (${safe(developer.id)}), ${environment},`;
}

/** Reads the key: typed without being shown, or the first line of standard input. */
async function readKey({ screen, signal }: Context, url: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) screen.err(`key for ${safe(url)} (it is not shown): `);
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: discarded, terminal: isTerminal });
  try {
    const line = await new Promise<string>((resolve, reject) => {
      reader.once('line', resolve);
      reader.once('close', () => reject(new CommandError('no key was given', 'usage')));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      // In raw mode a terminal delivers Ctrl-C as input, not as a signal.
      reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    });
    return line.trim();
  } finally {
    reader.close();
    if (isTerminal) screen.err('\n');
  }
}

function logOut({ env, screen, globals }: Context): void {
  const { profile = 'default' } = globals();
  const { [profile]: existing, ...rest } = readProfiles(env);
  if (!existing) throw new CommandError(`there is no profile ${profile}`, 'config');
  const path = writeProfiles(env, rest);
  screen.out(forgetNotice(path, profile));
}

const forgetNotice = (path: string, profile: string) =>
  `the key of ${safe(profile)} was removed from ${safe(path)}; the bank still accepts it until ` +
  'kontor developer revoke-key\n';
