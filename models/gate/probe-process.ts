// The process in which a file is read and run for the first time. It gets a length, a declaration
// and the file on its standard input, says one line of JSON, and has no environment and no file
// open.

import { writeSync } from 'node:fs';
import type { Declaration } from './declaration.ts';
import { inspectModel } from './inspect.ts';
import { probeModel, type Verdict, verdictOf } from './probe.ts';

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const given = Buffer.concat(chunks);
const length = given.readUInt32LE(0);
const declaration = JSON.parse(given.toString('utf8', 4, 4 + length)) as Declaration;

writeSync(1, JSON.stringify(await judge(given.subarray(4 + length))));
// The runtime may hold threads; there is nothing left to wait for.
process.exit(0);

async function judge(file: Buffer): Promise<Verdict> {
  try {
    const names = declaration.features.map(({ name }) => name);
    const inspection = inspectModel(file, names);
    const probe = await probeModel(file, inspection.signature, declaration);
    return { kind: 'passed', passed: { ...inspection, probe } };
  } catch (error) {
    return verdictOf(error);
  }
}
