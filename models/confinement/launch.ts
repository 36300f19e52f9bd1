// Starts programs that work on untrusted files, through a small separate process (launcher.ts).
// Starting a process copies the page tables of its parent: 27 ms for a bank with 800 MB, in which
// no request is answered. The launcher starts when it is first needed.

import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Bounds, ConfinedResult, LaunchMessage, LaunchOrder, Limits } from './bounds.ts';

/** A program that runs until it is killed or its channel ends. */
export interface ConfinedProcess {
  readonly pid: number;
  /** The channel, which is descriptor 3 of the process. */
  readonly channel: Socket;
  kill(): void;
}

interface PendingLaunch {
  started(process: ConfinedProcess): void;
  ended(): void;
  ran(outcome: ConfinedResult): void;
}

interface Launcher {
  readonly child: ChildProcess;
  readonly waiting: Map<number, PendingLaunch>;
  /** Files that are being examined. */
  runs: number;
}

const PROGRAM = fileURLToPath(new URL('./launcher.ts', import.meta.url));
/** A small limit suffices, because the launcher stores nothing. */
const MEMORY_FLAGS = ['--max-old-space-size=96', '--max-semi-space-size=1'];

let current: Launcher | null = null;
let lastId = 0;

function launcher(): Launcher {
  if (current) return current;
  const child = fork(PROGRAM, {
    execArgv: MEMORY_FLAGS,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const launcher: Launcher = { child, waiting: new Map(), runs: 0 };
  const onLauncherEnd = (): void => {
    if (current === launcher) current = null;
    for (const pending of [...launcher.waiting.values()]) pending.ended();
    launcher.waiting.clear();
  };
  child.on('message', (message: LaunchMessage, channel?: Socket) =>
    handleMessage(launcher, message, channel),
  );
  child.once('error', onLauncherEnd);
  child.once('exit', onLauncherEnd);
  // The launcher ends with the bank, so nothing waits for it.
  child.unref();
  child.channel?.unref();
  current = launcher;
  return launcher;
}

function handleMessage(
  launcher: Launcher,
  message: LaunchMessage,
  channel: Socket | undefined,
): void {
  const pending = launcher.waiting.get(message.id);
  if (message.kind === 'started' && channel) {
    // An idle process does not keep the bank running.
    channel.unref();
    const kill = (): void => send(launcher, { kind: 'kill', id: message.id });
    pending?.started({ pid: message.pid, channel, kill });
    // The launcher has released the channel before it reads this message.
    send(launcher, { kind: 'begin', id: message.id });
    return;
  }
  launcher.waiting.delete(message.id);
  if (message.kind === 'ran') pending?.ran(message.result);
  else pending?.ended();
}

function send(launcher: Launcher, order: LaunchOrder): void {
  // A launcher that has ended reports it by its exit event.
  if (launcher.child.connected) launcher.child.send(order, () => {});
}

const noop = (): void => {};

/**
 * Starts a program within bounds. The program begins when its standard input ends.
 * @param onEnd called when the program has ended, for any reason
 * @returns once the process exists; the program itself reports that it is ready
 * @throws Error where no process can be started
 */
export function startConfined(
  program: string,
  bounds: Bounds,
  onEnd: () => void,
): Promise<ConfinedProcess> {
  const current = launcher();
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const onEnded = (): void => {
      reject(new Error('no process could be started'));
      onEnd();
    };
    current.waiting.set(id, { started: resolve, ended: onEnded, ran: noop });
    send(current, { kind: 'start', id, program, bounds });
  });
}

/**
 * Runs a program on a file. The program reads the header as JSON from its standard input and the
 * file from descriptor 3, and writes its answer to its standard output. No byte of the file passes
 * through this process.
 * @param program path of a module without an environment, arguments or other open files
 */
export function runConfined(
  program: string,
  { header, path }: { readonly header: object; readonly path: string },
  limits: Limits,
): Promise<ConfinedResult> {
  const current = launcher();
  lastId += 1;
  const id = lastId;
  // A pending answer keeps this process running.
  current.runs += 1;
  current.child.channel?.ref();
  return new Promise((resolve) => {
    const finish = (confined: ConfinedResult): void => {
      current.runs -= 1;
      if (current.runs === 0) current.child.channel?.unref();
      resolve(confined);
    };
    const message = 'the process that starts others has ended';
    const onEnded = (): void => finish({ kind: 'failed', message });
    current.waiting.set(id, { started: noop, ended: onEnded, ran: finish });
    send(current, { kind: 'run', id, program, header, path, limits });
  });
}
