// The gate for every model file, shipped or uploaded. The file is parsed and run in a separate
// process with limits of memory and time: a hostile file ends that process, never the bank.

import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MODEL_REFUSALS } from '../../ledger/models/model-refusal.ts';
import { runConfined } from '../confinement/launch.ts';
import { createFairTurns } from '../fair-turns.ts';
import { hashFile } from '../file-hash.ts';
import type { Declaration } from './declaration.ts';
import { type Inspection, MAX_MODEL_BYTES } from './inspect.ts';
import type { ProbeResult, Verdict } from './probe.ts';
import { ModelRefusal, refuse } from './refusal.ts';

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
/** Checks at the same time; each occupies a core. */
const turns = createFairTurns(2);

/** A file on disk and its owner: owners take turns. */
export interface ModelFile {
  readonly path: string;
  readonly owner: string;
  /** By default, read from the file. */
  readonly sha256?: string;
}

/**
 * Checks a file against its declaration.
 * @throws ModelRefusal with the first gate that it does not pass
 */
export async function checkModel(file: ModelFile, declared: Declaration): Promise<CheckedModel> {
  const { size } = await stat(file.path);
  if (size > MAX_MODEL_BYTES) refuse('model_too_large');
  const sha256 = file.sha256 ?? (await hashFile(file.path));
  const verdict = await turns.run(file.owner, () => probeFile(file.path, declared));
  if (verdict.kind === 'refused') throw new ModelRefusal(verdict.code, verdict.detail);
  const passedInspection = verdict.passed as Inspection & { readonly probe: ProbeResult };
  return { ...passedInspection, sha256, bytes: size };
}

/** Runs the probe. Returns a verdict, however the process ends. */
async function probeFile(path: string, declared: Declaration): Promise<Verdict> {
  const outcome = await runConfined(PROCESS, { header: declared, path }, LIMITS);
  if (outcome.kind === 'answered') return parseVerdict(outcome.answer.toString());
  return outcome.kind === 'failed'
    ? refuseWith('model_crashed', outcome.message)
    : judgeSignal(outcome.signal);
}

function parseVerdict(answer: string): Verdict {
  try {
    return JSON.parse(answer) as Verdict;
  } catch {
    return refuseWith('model_crashed');
  }
}

/** V8 and the runtime abort when they get no memory. */
function judgeSignal(signal: NodeJS.Signals | null): Verdict {
  if (signal === 'SIGXCPU' || signal === 'SIGKILL') return refuseWith('model_timeout');
  if (signal === 'SIGABRT' || signal === 'SIGTRAP') return refuseWith('model_memory_exceeded');
  return refuseWith('model_crashed');
}

function refuseWith(code: ModelRefusal['code'], detail: string = MODEL_REFUSALS[code]): Verdict {
  return { kind: 'refused', code, detail };
}
