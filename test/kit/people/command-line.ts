// Runs `kontor` in this process as at a terminal, with its output and exit code.

import type { Env } from '../../../packages/cli/src/context.ts';
import { run } from '../../../packages/cli/src/main.ts';
import type { Screen } from '../../../packages/cli/src/terminal.ts';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunningCommand {
  readonly ended: Promise<CommandResult>;
  /** Returns the present output of both streams. */
  readShown(): string;
  /** Sends Ctrl-C. */
  interrupt(): void;
}

/**
 * Starts a command.
 * @param terminal capabilities of the screen; by default it has none
 */
export function startCommand(
  args: readonly string[],
  env: Env = {},
  terminal: Partial<Screen> = {},
): RunningCommand {
  const texts: { out: string; err: string } = { out: '', err: '' };
  const screen: Screen = {
    out: (text) => {
      texts.out += text;
    },
    err: (text) => {
      texts.err += text;
    },
    bytes: (content) => {
      texts.out += Buffer.from(content).toString('latin1');
    },
    isTerminal: false,
    columns: 100,
    canRedraw: false,
    hasColours: false,
    ...terminal,
  };
  const stop = new AbortController();
  // The command must not read the settings of the person who runs the tests.
  const ownEnv = { XDG_CONFIG_HOME: '/nonexistent', ...env };
  const code = run(args, { env: ownEnv, screen, signal: stop.signal });
  return {
    ended: code.then((exitCode) => ({ code: exitCode, ...texts })),
    readShown: () => texts.out + texts.err,
    interrupt: () => stop.abort(new DOMException('interrupted', 'AbortError')),
  };
}

/** Runs a command to its end. */
export function runCommand(
  args: readonly string[],
  env: Env = {},
  terminal: Partial<Screen> = {},
): Promise<CommandResult> {
  return startCommand(args, env, terminal).ended;
}
