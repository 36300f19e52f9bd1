// `kontor open` and `kontor demo`: opens pages in a browser, and runs the demo of the repository.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { CommandError, EXIT } from './command-error.ts';
import { type Context, resolveBank } from './context.ts';
import { safe } from './terminal.ts';

const PAGES: Readonly<Record<string, string>> = {
  start: '/',
  docs: '/docs',
  console: '/console',
  portal: '/portal',
  verify: '/verify',
  errors: '/errors',
  openapi: '/openapi.json',
};

/** Adds `kontor open PAGE`, which prints the URL and, on a terminal, opens it. */
export function addOpen(program: Command, context: Context): void {
  const open = program.command('open').description('Open a page of the bank in a browser');
  open.argument('[page]', Object.keys(PAGES).join(', '), 'start');
  open.option('--print', 'show the address only');
  open.action((page: string) => {
    const path = Object.hasOwn(PAGES, page) ? PAGES[page] : undefined;
    if (!path) throw new CommandError(`no page ${page}: ${Object.keys(PAGES).join(', ')}`, 'usage');
    const address = `${resolveBank(context, { needsKey: false }).url}${path}`;
    context.screen.out(`${safe(address)}\n`);
    if (open.opts().print !== true && context.screen.isTerminal) openInBrowser(address);
  });
}

/** Starts the browser without a shell, so that a URL cannot contain a command. */
function openInBrowser(address: string): void {
  const openers: Readonly<Record<string, readonly string[]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  };
  const [program = '', ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  // The URL is already printed and can be copied when no browser starts.
  child.once('error', () => undefined);
  child.unref();
}

const RUNNER = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));
const DEMO = fileURLToPath(new URL('../../../scripts/demo.ts', import.meta.url));

/** Adds `kontor demo`, which fills the sandbox with the simulated data of the repository. */
export function addDemo(program: Command, context: Context): void {
  const demo = program.command('demo').description('Fill the sandbox with a simulated world');
  demo.option('--seed <n>', 'seed of the simulated customers; a bank plays a seed once');
  demo.option('--customers <n>', '4 to 2000');
  demo.option('--days <n>', '1 to 60');
  demo.action(async () => {
    const { url, options } = resolveBank(context);
    if (!existsSync(DEMO)) throw new CommandError('the demo is part of the repository', 'config');
    const flags = Object.entries(demo.opts<Record<string, string>>());
    const args = ['--api', url, ...flags.flatMap(([name, value]) => [`--${name}`, value])];
    // The key is passed in the environment, because process lists show arguments.
    const env = { ...context.env, KONTOR_KEY: String(options.apiKey) };
    const child = spawn(process.execPath, [RUNNER, DEMO, ...args], { env, stdio: 'inherit' });
    context.exitCode = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? EXIT.interrupted));
    });
  });
}
