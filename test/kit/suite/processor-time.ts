// Records the processor time of each test file, including its processes that have ended, when `npm
// test` asks for it, which then prints the folders and files with the most.

import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';

const { TEST_PROCESSOR_TIME: FILE } = process.env;

if (FILE) {
  const before = readProcessorMs();
  afterAll(() => {
    const path = relative('', expect.getState().testPath ?? '');
    appendFileSync(FILE, `${Math.round(readProcessorMs() - before)}\t${path}\n`);
  });
}

function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + readMsOfEndedChildren();
}

function readMsOfEndedChildren(): number {
  try {
    // Fields 16 and 17 of proc(5), in hundredths of a second.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) * 10;
  } catch {
    // Only Linux reports it.
    return 0;
  }
}
