// The log on a terminal is readable and contains no control sequences from its data.

import { expect, test } from 'vitest';
import { createTerminalLog, renderEntry } from '../../bank/terminal-log.ts';

const entry = (fields: object) =>
  JSON.stringify({
    level: 30,
    time: 0,
    pid: 1,
    hostname: 'h',
    name: 'kontor',
    msg: 'ready',
    ...fields,
  });

test('a log entry is one line with time, level and message', () => {
  const line = renderEntry(entry({ api: 'http://127.0.0.1:1', why: 'two words', n: 3 }), true);
  expect(line).toMatch(/^\d\d:\d\d:\d\d info {2}ready {2}api=http:\S+ why="two words" n=3\n$/);
  expect(renderEntry(entry({ level: 50 }), false)).toContain('\u001b[31merror\u001b[0m');
});

test('an error in the log shows its stack', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here.ts:1' };
  expect(renderEntry(entry({ err }), true).split('\n').slice(1)).toEqual([
    '         Error: no',
    '             at here.ts:1',
    '',
  ]);
});

test('control characters from a request are escaped, and input that is no log entry stays readable', () => {
  const nasty = '\u001b[2J\u009b31m\u202e\r\nfake';
  const control = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;
  for (const line of [entry({ msg: nasty, path: nasty, err: { stack: nasty } }), nasty]) {
    const entry = renderEntry(line, true);
    expect(control.test(entry), JSON.stringify(entry)).toBe(false);
    expect(entry).toContain('fake');
  }
});

test('without a terminal pino writes JSON', () => {
  const write = () => undefined;
  expect(createTerminalLog({ write }, { noColour: false })).toBeUndefined();
  expect(createTerminalLog({ isTTY: true, write }, { noColour: false })).toBeDefined();
  // The progress line of a start is cleared before an entry is written.
  let isStarting = true;
  const shown: string[] = [];
  const terminal = { isTTY: true, write: (text: string) => shown.push(text) };
  const lines = createTerminalLog(terminal, { noColour: true, isStarting: () => isStarting });
  lines?.write(entry({}));
  isStarting = false;
  lines?.write(entry({}));
  expect(shown.map((text) => text.startsWith('\r\u001b[2K'))).toEqual([true, false]);
});
