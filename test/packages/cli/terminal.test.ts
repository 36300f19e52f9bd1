// Text that reaches a terminal, from any source: a style contains no character that moves a cursor,
// and text that is already safe stays unchanged.

import { describe, expect, it } from 'vitest';
import { linesOf, tableOf } from '../../../packages/cli/src/layout.ts';
import { inStyle, type Screen, safe } from '../../../packages/cli/src/terminal.ts';

/** A memo by a payer who tries to control the screen. */
const MEMO = 'Rent \u001b[2J\u001b]0;owned\u0007\u009b31m\u202eabc\r\nnext';
const screen = (hasColours: boolean): Screen => ({
  out: () => undefined,
  err: () => undefined,
  bytes: () => undefined,
  isTerminal: hasColours,
  columns: 200,
  canRedraw: hasColours,
  hasColours,
});
/** Removes the sequences that a style itself writes around a text. */
const withoutStyles = (text: string) =>
  text
    .split('\u001b[')
    .map((part, index) => {
      if (index === 0) return part;
      return /^(0|1|2|31|32|33)m/.test(part) ? part.replace(/^\d+m/, '') : `\u001b[${part}`;
    })
    .join('');
const acted = /[\p{Cc}\p{Bidi_Control}]/u;

describe.each([true, false])('the terminal output with colours: %s', (hasColours) => {
  it('is not moved by control codes in a styled memo', () => {
    const text = inStyle(screen(hasColours), 'red', MEMO);
    expect(withoutStyles(text)).not.toMatch(acted);
    expect(text).toContain('Rent \\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\\u202eabc');
    expect(text.startsWith('\u001b[31m')).toBe(hasColours);
  });

  it('leaves safe text unchanged, however often it is escaped', () => {
    expect(safe(safe(MEMO))).toBe(safe(MEMO));
    const styledTwice = inStyle(screen(hasColours), 'dim', safe(MEMO));
    expect(styledTwice).toBe(inStyle(screen(hasColours), 'dim', MEMO));
    // A style inside of a style is text of a stranger, too.
    const nested = inStyle(screen(hasColours), 'bold', inStyle(screen(true), 'red', 'x'));
    expect(withoutStyles(nested)).toBe('\\u001b[31mx\\u001b[0m');
  });

  it('keeps the shape of tables and lines with hostile names and values', () => {
    const rows = [
      { id: 'txn_1', [MEMO]: 'a', memo: MEMO },
      { id: 'txn_2', [MEMO]: 'b', memo: 'plain' },
    ];
    const table = withoutStyles(tableOf(rows, screen(hasColours)));
    expect(table.split('\n')).toHaveLength(4);
    expect(table.replaceAll('\n', '')).not.toMatch(acted);
    const value = { memo: MEMO, [MEMO]: { inside: MEMO } };
    const lines = withoutStyles(linesOf(value, screen(hasColours)));
    expect(lines.replaceAll('\n', '')).not.toMatch(acted);
  });
});
