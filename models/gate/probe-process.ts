// The process in which a file is read and run for the first time. It gets a declaration on its
// standard input and the file as descriptor 3, writes one line of JSON, and has no environment.

import { readFileSync, writeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { FILE_DESCRIPTOR } from '../confinement/bounds.ts';
import { collectKinds, type Declaration } from './declaration.ts';
import { inspectModel } from './inspect.ts';
import { probeModel, toVerdict, type Verdict } from './probe.ts';

const declaration = JSON.parse(await text(process.stdin)) as Declaration;

writeSync(1, JSON.stringify(await judge(readFileSync(FILE_DESCRIPTOR))));
// Exits explicitly, because the runtime may hold threads.
process.exit(0);

async function judge(file: Buffer): Promise<Verdict> {
  try {
    const names = declaration.features.map(({ name }) => name);
    const inspection = inspectModel(file, names, collectKinds(declaration));
    const probe = await probeModel(file, inspection.signature, declaration);
    return { kind: 'passed', passed: { ...inspection, probe } };
  } catch (error) {
    return toVerdict(error);
  }
}
