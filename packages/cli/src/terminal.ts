// Output to the terminal. Text of strangers, such as names and memos, is escaped, so that it cannot
// move the cursor, change colours, set a title or reverse the direction of a line.

import stringWidth from 'string-width';

/** The output of a command, and its capabilities. */
export interface Screen {
  /** Results. */
  out(text: string): void;
  /** Errors, hints and progress. */
  err(text: string): void;
  /** Unescaped bytes, for files. */
  bytes(content: Uint8Array): void;
  readonly isTerminal: boolean;
  readonly columns: number;
  /** True when progress may be redrawn. */
  readonly canRedraw: boolean;
  readonly hasColours: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The terminal of this process. */
export function screenOf(env: Env): Screen {
  const { stdout, stderr } = process;
  // A closed pipe (`| head`) is not an error; the command has taken effect.
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

/** Characters that a terminal interprets or does not show. */
const INVISIBLE_CHARACTERS = (() => {
  const shaping = '[\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]';
  const flag = '(?<=\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{0,6})[\\u{e0020}-\\u{e007f}]';
  const ignored = `(?!${shaping}|${flag})\\p{Default_Ignorable_Code_Point}`;
  return `(?:[\\p{Cc}\\p{Bidi_Control}\\p{Zl}\\p{Zp}\\u2800]|${ignored})`;
})();
const CONTROL = new RegExp(INVISIBLE_CHARACTERS, 'gu');
const CONTROL_BUT_LINES = new RegExp(`(?![\\n\\t])${INVISIBLE_CHARACTERS}`, 'gu');

const escapeCharacter = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/**
 * Escapes control characters in a text of one line. Accepts any value, because a server that is not
 * a bank may send a number or nothing in place of text.
 */
export function safe(text: unknown): string {
  return String(text ?? '').replace(CONTROL, (character) =>
    character === '\n' ? '\\n' : escapeCharacter(character),
  );
}

/** Escapes control characters in a text of several lines. */
export function safeLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(CONTROL_BUT_LINES, escapeCharacter);
}

/** JSON in which control characters are escaped. */
export function safeJson(value: unknown, indent?: number): string {
  // Outside strings, JSON contains no control characters except line breaks.
  return (JSON.stringify(value, null, indent) ?? 'null').replace(
    CONTROL_BUT_LINES,
    escapeCharacter,
  );
}

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

/**
 * Styles a text of one line when the terminal has colours. The text is escaped, so styles cannot be
 * nested.
 */
export function inStyle({ hasColours }: Screen, style: keyof typeof STYLES, text: string): string {
  const safeText = safe(text);
  return hasColours ? `\u001b[${STYLES[style]}m${safeText}\u001b[0m` : safeText;
}

/** Pads to a width in columns; some characters occupy two. */
export function pad(text: string, width: number, atEnd = true): string {
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return atEnd ? text + blanks : blanks + text;
}

/** Cuts to a width in columns; a cut text ends with an ellipsis. */
export function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let buffer = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (stringWidth(buffer + segment) > width - 1) break;
    buffer += segment;
  }
  return `${buffer}…`;
}

export { stringWidth as widthOf };
