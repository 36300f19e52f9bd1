// `kontor open` and `kontor demo`: pages in a browser, and the demo of the repository.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { type Context, reachBank } from './context.ts';
import { safe } from './terminal.ts';
import { EXIT, Trouble } from './trouble.ts';

const PAGES: Readonly<Record<string, string>> = {
  start: '/',
  docs: '/docs',
  console: '/console',
  portal: '/portal',
  verify: '/verify',
  errors: '/errors',
  openapi: '/openapi.json',
};

/** `kontor open PAGE`: shows the address, and opens it on a terminal. */
export function addOpen(program: Command, context: Context): void {
  const open = program.command('open').description('Open a page of the bank in a browser');
  open.argument('[page]', Object.keys(PAGES).join(', '), 'start');
  open.option('--print', 'show the address only');
  open.action((page: string) => {
    const path = Object.hasOwn(PAGES, page) ? PAGES[page] : undefined;
    if (!path) throw new Trouble(`no page ${page}: ${Object.keys(PAGES).join(', ')}`, 'usage');
    const address = `${reachBank(context, { needsKey: false }).url}${path}`;
    context.screen.out(`${safe(address)}\n`);
    if (open.opts().print !== true && context.screen.isTerminal) openInBrowser(address);
  });
}

/** Without a shell between: an address is no command. */
function openInBrowser(address: string): void {
  const openers: Readonly<Record<string, readonly string[]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  };
  const [program = '', ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  // The address is already printed: without a browser it can be copied.
  child.once('error', () => undefined);
  child.unref();
}

const RUN = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url));
const DEMO = fileURLToPath(new URL('../../../scripts/demo.ts', import.meta.url));

/** `kontor demo`: plays the simulated world of the repository into the sandbox. */
export function addDemo(program: Command, context: Context): void {
  const demo = program.command('demo').description('Fill the sandbox with a simulated world');
  demo.option('--seed <n>', 'which world; the same one is played once');
  demo.option('--customers <n>', '4 to 2000');
  demo.option('--days <n>', '1 to 60');
  demo.action(async () => {
    const { url, options } = reachBank(context);
    if (!existsSync(DEMO)) throw new Trouble('the demo is part of the repository', 'config');
    const flags = Object.entries(demo.opts<Record<string, string>>());
    const args = ['--api', url, ...flags.flatMap(([name, value]) => [`--${name}`, value])];
    // The key goes by the environment: a list of processes shows their arguments.
    const env = { ...context.env, KONTOR_KEY: String(options.apiKey) };
    const child = spawn(process.execPath, [RUN, DEMO, ...args], { env, stdio: 'inherit' });
    context.exitCode = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? EXIT.interrupted));
    });
  });
}
