// The log on a terminal is readable and contains no control sequences from its data.

import { expect, test } from 'vitest';
import { createTerminalLog, renderEntry } from '../../bank/terminal-log.ts';

const formatEntry = (fields: object) =>
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
  const line = renderEntry(
    formatEntry({ api: 'http://127.0.0.1:1', why: 'two words', n: 3 }),
    true,
  );
  expect(line).toMatch(/^\d\d:\d\d:\d\d info {2}ready {2}api=http:\S+ why="two words" n=3\n$/);
  expect(renderEntry(formatEntry({ level: 50 }), false)).toContain('\u001b[31merror\u001b[0m');
});

test('an error in the log shows its stack', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here.ts:1' };
  expect(renderEntry(formatEntry({ err }), true).split('\n').slice(1)).toEqual([
    '         Error: no',
    '             at here.ts:1',
    '',
  ]);
});

test('control characters are escaped, also in input that is not a log entry', () => {
  const hostileText = '\u001b[2J\u009b31m\u202e\r\nfake';
  const control = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;
  for (const line of [
    formatEntry({ msg: hostileText, path: hostileText, err: { stack: hostileText } }),
    hostileText,
  ]) {
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
  const writtenTexts: string[] = [];
  const terminal = { isTTY: true, write: (text: string) => writtenTexts.push(text) };
  const terminalLog = createTerminalLog(terminal, { noColour: true, isStarting: () => isStarting });
  terminalLog?.write(formatEntry({}));
  isStarting = false;
  terminalLog?.write(formatEntry({}));
  expect(writtenTexts.map((text) => text.startsWith('\r\u001b[2K'))).toEqual([true, false]);
});
