// A script with a slow reader of its output.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';

const SAY_MODULE = new URL('../../scripts/say.mjs', import.meta.url).href;
const LINES = 40_000;
const SCRIPT = `import { endWith, say } from '${SAY_MODULE}';
for (let line = 0; line < ${LINES}; line += 1) say('a line of fifty characters, so that a pipe is full');
say('the last line');
await endWith(3);`;

it('a slow reader of a script gets all lines before the script ends', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT]);
  child.stdout.pause();
  await pause(500);
  let text = '';
  child.stdout.resume();
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(3);
  expect(text.split('\n')).toHaveLength(LINES + 2);
  expect(text.endsWith('the last line\n')).toBe(true);
});
