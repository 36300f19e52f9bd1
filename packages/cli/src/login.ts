// `kontor login`, `whoami` and `logout`: reads a key without showing it, tries it, and stores it in
// a file that only its owner can read.

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { type Kontor, kontor, type Schemas } from '@kontor/client';
import { kontorOperator } from '@kontor/client/operator';
import type { Command } from 'commander';
import { type Context, reachBank } from './context.ts';
import { isKey, originOf, readProfiles, USUAL_URL, writeProfiles } from './credentials.ts';
import { safe } from './terminal.ts';
import { Trouble } from './trouble.ts';

interface Registration {
  readonly register?: boolean;
  readonly company?: string;
  readonly email?: string;
  readonly country?: string;
}

/** Adds `kontor login`, `logout` and `whoami`. */
export function addLogin(program: Command, context: Context): void {
  const login = program.command('login').description('Keep the address of a bank and a key');
  login.option('--register', 'register as a developer and keep the sandbox key of the answer');
  login.option('--company <name>', 'with --register');
  login.option('--email <address>', 'with --register');
  login.option('--country <code>', 'with --register: two letters, such as GB');
  login.action(() => logIn(context, login.opts()));
  const logout = program.command('logout').description('Forget the key of a profile');
  logout.action(() => logOut(context));
  const whoami = program.command('whoami').description('Whose key it is, and of which bank');
  whoami.action(async () => {
    const { url, options } = reachBank(context);
    context.screen.out(`${await holderOf(options, context.signal)} at ${safe(url)}\n`);
  });
}

async function logIn(context: Context, registration: Registration): Promise<void> {
  const { screen, env } = context;
  const { profile = 'default', bank, key } = context.globals();
  // The stored login is replaced, so only the given values apply.
  const address = originOf(bank ?? (env.KONTOR_URL || USUAL_URL));
  const newRegistration = registration.register
    ? await registerDeveloper(context, address, registration)
    : null;
  const credential =
    newRegistration ?? key ?? (env.KONTOR_KEY || null) ?? (await askKey(context, address));
  if (!isKey(credential))
    throw new Trouble('that is no key: sk_test_…, sk_live_… or op_…', 'usage');
  const options = { baseUrl: address, apiKey: credential };
  const holder = await holderOf(options, context.signal);
  const profiles = { ...readProfiles(env), [profile]: { url: address, key: credential } };
  const path = writeProfiles(env, profiles);
  screen.out(`${holder} at ${safe(address)}; kept in ${safe(path)}\n`);
}

async function registerDeveloper(
  context: Context,
  baseUrl: string,
  { company, email, country }: Registration,
): Promise<string> {
  if (!company || !email || !country) {
    throw new Trouble('--register takes --company, --email and --country', 'usage');
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
  throw new Trouble('the bank has sent a code by e-mail: kontor developer verify-email', 'later');
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
async function askKey({ screen, signal }: Context, url: string): Promise<string> {
  const isTyped = process.stdin.isTTY === true;
  if (isTyped) screen.err(`key for ${safe(url)} (it is not shown): `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: isTyped });
  try {
    const line = await new Promise<string>((resolve, reject) => {
      reader.once('line', resolve);
      reader.once('close', () => reject(new Trouble('no key was given', 'usage')));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      // In raw mode a terminal delivers Ctrl-C as input, not as a signal.
      reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    });
    return line.trim();
  } finally {
    reader.close();
    if (isTyped) screen.err('\n');
  }
}

function logOut({ env, screen, globals }: Context): void {
  const { profile = 'default' } = globals();
  const { [profile]: existing, ...rest } = readProfiles(env);
  if (!existing) throw new Trouble(`there is no profile ${profile}`, 'config');
  const path = writeProfiles(env, rest);
  screen.out(forgetNotice(path, profile));
}

const forgetNotice = (path: string, profile: string) =>
  `the key of ${safe(profile)} is gone from ${safe(path)}; the bank still knows it: ` +
  'kontor developer revoke-key takes it back\n';
