// Starts the process that trains a job, and reports its end.

import { fork } from 'node:child_process';
import module from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TrainerMessage, TrainingEnd } from './job.ts';

const TRAINER = fileURLToPath(new URL('./trainer.ts', import.meta.url));
/** Maximum heap of a training in MiB. */
export const HEAP_MIB = 2_048;

export interface Trainer {
  readonly pid: number | undefined;
  /** End of the job. Rejects when the process died; a new start resumes the job. */
  readonly end: Promise<TrainingEnd>;
  /** Asks the trainer to stop after the round; the checkpoint stays. */
  cancel(): void;
  /** Ends the trainer at once. */
  kill(): void;
}

export function startTrainer(
  folder: string,
  onProgress: (message: Extract<TrainerMessage, { kind: 'progress' }>) => void,
): Trainer {
  return startSeparateProcess<TrainerMessage>(TRAINER, folder, (message) => {
    if (message.kind === 'progress') onProgress(message);
  });
}

/** A separate process that works in a folder and reports its progress. */
interface SeparateProcess<End> {
  readonly pid: number | undefined;
  readonly end: Promise<End>;
  cancel(): void;
  kill(): void;
}

/** Starts a process with a memory limit and low priority. Its last message is its result. */
export function startSeparateProcess<Message extends { readonly kind: string }>(
  script: string,
  folder: string,
  onMessage: (message: Message) => void,
): SeparateProcess<Exclude<Message, { kind: 'progress' }>> {
  type End = Exclude<Message, { kind: 'progress' }>;
  const child = fork(script, [folder], {
    execArgv: [`--max-old-space-size=${HEAP_MIB}`],
    // The trainer cannot read the bank's settings.
    env: compileCache(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Payments have priority; the process gets the remaining processor time.
  if (child.pid !== undefined) lowerPriority(child.pid);
  let output = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    output = `${output}${bytes}`.slice(-2_000);
  });
  const end = new Promise<End>((resolve, reject) => {
    let last: End | undefined;
    child.on('message', (message) => {
      const received = message as Message;
      if (received.kind === 'progress') onMessage(received);
      else last = received as End;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (last) resolve(last);
      else reject(new Error(`the process ended with ${signal ?? code}: ${output.trim()}`));
    });
  });
  return {
    pid: child.pid,
    end,
    cancel: () => {
      if (child.connected) child.send('cancel');
    },
    kill: () => {
      child.kill('SIGKILL');
    },
  };
}

/** Returns the environment variable of the compile cache, which cuts the start to a third. */
function compileCache(): NodeJS.ProcessEnv {
  const cacheDir = module.getCompileCacheDir();
  return cacheDir === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cacheDir) };
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended already, which is reported anyway, or the system has no priorities.
  }
}
