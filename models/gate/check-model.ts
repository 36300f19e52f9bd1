// The gate for every model file, ours or uploaded. The file is parsed and run in a process of its
// own that the system keeps within limits of memory and time: a hostile one ends that process,
// never ours.

import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runConfined, turnsOf } from '../confined.ts';
import type { Declaration } from './declaration.ts';
import { type Inspection, MOST_MODEL_BYTES } from './inspect.ts';
import type { ProbeResult, Verdict } from './probe.ts';
import { ModelRefusal, REFUSALS, refuse } from './refusal.ts';

export interface CheckedModel extends Inspection {
  readonly sha256: string;
  readonly bytes: number;
  readonly probe: ProbeResult;
}

const PROCESS = fileURLToPath(new URL('./probe-process.ts', import.meta.url));
const LIMITS = {
  dataKb: 900_000,
  heapMb: 512,
  cpuSeconds: 20,
  deadlineMs: 60_000,
  answerBytes: 64 * 1024,
};
/** Each takes a core while it runs. */
const AT_ONCE = 2;
/** Each that waits keeps a file in memory. */
const MOST_WAITING = 8;

const turns = turnsOf({ atOnce: AT_ONCE, waiting: MOST_WAITING });

/** True when no more files should be taken now. */
export function isBusy(): boolean {
  return turns.isBusy();
}

/**
 * Checks a file against its declaration.
 * @throws ModelRefusal with the first gate that it does not pass
 */
export async function checkModel(file: Buffer, declared: Declaration): Promise<CheckedModel> {
  if (file.length > MOST_MODEL_BYTES) refuse('model_too_large');
  const sha256 = await hashInTurns(file);
  const verdict = await turns.run(() => probed(file, declared));
  if (verdict.kind === 'refused') throw new ModelRefusal(verdict.code, verdict.detail);
  const passed = verdict.passed as Inspection & { readonly probe: ProbeResult };
  return { ...passed, sha256, bytes: file.length };
}

const HASH_PART = 1024 * 1024;

/** SHA-256 in hexadecimal; other work gets its turn between the parts of a large file. */
export async function hashInTurns(file: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < file.length; at += HASH_PART) {
    hash.update(file.subarray(at, at + HASH_PART));
    await turn();
  }
  return hash.digest('hex');
}

/** Runs the probe; however its process ends, the answer is a verdict. */
async function probed(file: Buffer, declared: Declaration): Promise<Verdict> {
  const found = await runConfined(PROCESS, { header: declared, file }, LIMITS);
  if (found.kind === 'answered') return read(found.answer.toString());
  return found.kind === 'failed' ? said('model_crashed', found.message) : ended(found.signal);
}

function read(answer: string): Verdict {
  try {
    return JSON.parse(answer) as Verdict;
  } catch {
    return said('model_crashed');
  }
}

/** V8 and the runtime abort when they get no memory. */
function ended(signal: NodeJS.Signals | null): Verdict {
  if (signal === 'SIGXCPU' || signal === 'SIGKILL') return said('model_timeout');
  if (signal === 'SIGABRT' || signal === 'SIGTRAP') return said('model_memory_exceeded');
  return said('model_crashed');
}

function said(code: ModelRefusal['code'], detail: string = REFUSALS[code]): Verdict {
  return { kind: 'refused', code, detail };
}
