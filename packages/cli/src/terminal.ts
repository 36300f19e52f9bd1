// Output to the terminal. Names and memos are written by strangers: none of their characters moves
// the cursor, changes a colour, sets a title or reverses the direction of a line.

import stringWidth from 'string-width';

/** The output of a command, and its capabilities. */
export interface Screen {
  /** Results. */
  out(text: string): void;
  /** Everything about them: errors, hints, progress. */
  err(text: string): void;
  /** Bytes as they are, for files. */
  bytes(content: Uint8Array): void;
  readonly isTerminal: boolean;
  readonly columns: number;
  /** True: progress may be drawn over itself. */
  readonly canRedraw: boolean;
  readonly hasColours: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The terminal of this process. */
export function screenOf(env: Env): Screen {
  const { stdout, stderr } = process;
  // A reader that closed the pipe (`| head`) is satisfied, and the command's effect stays.
  stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? 0 : 1),
  );
  stderr.on('error', () => undefined);
  const isPlain = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb';
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    bytes: (content) => void stdout.write(content),
    isTerminal: stdout.isTTY === true,
    columns: stdout.columns || 100,
    canRedraw: stderr.isTTY === true && env.TERM !== 'dumb',
    hasColours: stdout.isTTY === true && !isPlain,
  };
}

/** Characters that a terminal interprets, or draws as nothing. */
const UNSEEN = (() => {
  const shaping = '[\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]';
  const flag = '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,6})[\\u{e0020}-\\u{e007f}]';
  const ignored = `(?!${shaping}|${flag})\\p{Default_Ignorable_Code_Point}`;
  return `(?:[\\p{Cc}\\p{Bidi_Control}\\p{Zl}\\p{Zp}\\u2800]|${ignored})`;
})();
const CONTROL = new RegExp(UNSEEN, 'gu');
const CONTROL_BUT_LINES = new RegExp(`(?![\\n\\t])${UNSEEN}`, 'gu');

const escapeCharacter = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Text of one line, with a terminal's control characters escaped. Accepts any value: a server that
 * only claims to be a bank may send a number, or nothing, in the place of a text.
 */
export function safe(text: unknown): string {
  return String(text ?? '').replace(CONTROL, (one) =>
    one === '\n' ? '\\n' : escapeCharacter(one),
  );
}

/** Text of several lines, with a terminal's control characters escaped. */
export function safeLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(CONTROL_BUT_LINES, escapeCharacter);
}

/** JSON that says the same to a program and nothing to a terminal. */
export function safeJson(value: unknown, indent?: number): string {
  // Outside of its strings JSON has no such character but the line breaks of the indentation.
  return (JSON.stringify(value, null, indent) ?? 'null').replace(
    CONTROL_BUT_LINES,
    escapeCharacter,
  );
}

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/**
 * Text of one line in a style, where the terminal has any. It is made safe here, so styles do not
 * nest: the inner one would be written out.
 */
export function inStyle({ hasColours }: Screen, style: keyof typeof STYLES, text: string): string {
  const own = safe(text);
  return hasColours ? `\u001b[${STYLES[style]}m${own}\u001b[0m` : own;
}

/** Fills up with blanks to a width on the screen, in which some characters take two places. */
export function pad(text: string, width: number, atEnd = true): string {
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return atEnd ? text + blanks : blanks + text;
}

/** At most so many places, with a sign where something is cut off. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export { stringWidth as widthOf };
