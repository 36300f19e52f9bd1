// `kontor`: runs a command line and sets the exit code.

import { Command } from 'commander';
import commands from '../generated/commands.json' with { type: 'json' };
import { EXIT } from './command-error.ts';
import { addCompletion } from './completion.ts';
import { type Context, contextOf, type Env } from './context.ts';
import { reportError } from './error-report.ts';
import { addListen, addLogs } from './follow.ts';
import { addLogin } from './login.ts';
import { addDemo, addOpen } from './open-and-demo.ts';
import { addOperation, type Side, type Verb } from './operations.ts';
import { addVerify } from './proofs.ts';
import { addClock, addTrigger } from './sandbox.ts';
import { safe, screenOf } from './terminal.ts';

type Groups = Readonly<Record<string, { about: string; verbs: Readonly<Record<string, Verb>> }>>;

const DEVELOPER = commands.developer as Groups;
const OPERATOR = commands.operator as Groups;

/** Aliases of commands. */
const HOLD_COMMANDS = { list: 'list-holds', get: 'get-hold', capture: 'capture', cancel: 'cancel' };

/**
 * Runs one command line in this process, and sets its exit code.
 * @param args after `kontor`
 * @param env the variables of the process
 */
export async function main(args: readonly string[], env: Env): Promise<void> {
  const stop = new AbortController();
  const onInterrupt = () => {
    // A second Ctrl-C exits at once.
    if (stop.signal.aborted) process.exit(EXIT.interrupted);
    stop.abort(new DOMException('interrupted', 'AbortError'));
  };
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onInterrupt);
  process.exitCode = await run(args, { env, screen: screenOf(env), signal: stop.signal });
  process.off('SIGINT', onInterrupt);
  process.off('SIGTERM', onInterrupt);
}

/** Runs one command line; returns its exit code. */
export async function run(
  args: readonly string[],
  { env, screen, signal }: Pick<Context, 'env' | 'screen' | 'signal'>,
): Promise<number> {
  const program = new Command('kontor');
  const context = contextOf(env, screen, { signal, globals: () => program.opts() });
  addCommands(program, context);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    return reportError(error, screen, context.request, program.opts().json === true);
  }
}

function addCommands(program: Command, context: Context): void {
  program.description('Kontor on the command line: one command for each operation of the bank.');
  program.option('--bank <url>', 'its address (or KONTOR_URL)');
  program.option('--key <key>', 'API key (better: kontor login, or KONTOR_KEY)');
  program.option('--profile <name>', 'which bank and key of `kontor login`');
  program.option('--json', 'answers as JSON, lists with --all as one object a line');
  program.option('--timeout <seconds>', 'time limit of one attempt');
  program.option('--retries <n>', 'maximum repetitions of a request');
  program.exitOverride();
  program.showSuggestionAfterError();
  program.configureOutput({
    writeOut: (text) => context.screen.out(text),
    writeErr: (text) => context.screen.err(text),
    outputError: (text, write) => write(`kontor: ${escapeLines(text.replace(/^error: /, ''))}`),
  });
  addLogin(program, context);
  addListen(program, context);
  addLogs(program, context);
  addTrigger(program, context, DEVELOPER.sandbox?.verbs ?? {});
  addClock(program, context);
  addVerify(program, context);
  addOpen(program, context);
  addDemo(program, context);
  addGroups(program, context);
  addCompletion(program, context);
  const version = program.command('version').description('Show the version');
  version.action(() => context.screen.out(`${VERSION}\n`));
}

const VERSION = '0.1.0';

/** Escapes control characters of errors, which quote arguments. */
const escapeLines = (text: string) => text.split('\n').map(safe).join('\n');

function addGroups(program: Command, context: Context): void {
  for (const [noun, { about, verbs }] of Object.entries(DEVELOPER)) {
    const group = program.command(noun).description(about);
    if (noun === 'transactions') group.alias('transfers');
    addVerbs(group, verbs, { context, side: 'developer' });
  }
  const holds = program.command('holds').description('Transactions that hold money');
  const { verbs = {} } = DEVELOPER.transactions ?? {};
  for (const [name, source] of Object.entries(HOLD_COMMANDS)) {
    const verb = verbs[source];
    if (verb) addOperation(holds, [name, verb], { context, side: 'developer' });
  }
  for (const [noun, group] of Object.entries(OPERATOR)) {
    const command = program.command(noun).description(group.about);
    addVerbs(command, group.verbs, { context, side: 'operator' });
  }
}

function addVerbs(
  group: Command,
  verbs: Readonly<Record<string, Verb>>,
  target: { context: Context; side: Side },
): void {
  for (const [name, verb] of Object.entries(verbs)) {
    const command = addOperation(group, [name, verb], target);
    // `accounts balance` is `accounts get-balance`.
    const shortName = name.replace(/^get-/, '');
    if (shortName !== name && !Object.hasOwn(verbs, shortName)) command.alias(shortName);
  }
}
