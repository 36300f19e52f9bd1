// The log on a terminal: one readable line for each JSON entry. Without a terminal the log is JSON.

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const LEVELS: Readonly<Record<number, readonly [name: string, colour: number]>> = {
  10: ['trace', 2],
  20: ['debug', 2],
  30: ['info', 32],
  40: ['warn', 33],
  50: ['error', 31],
  60: ['fatal', 31],
};

/** Fields that a terminal does not show as `name=value`. */
const HIDDEN_FIELDS = ['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err'];

/** Clears the progress line, which the supervisor then draws again. */
const CLEAR_LINE = '\r\u001b[2K';

/** The output of pino: readable on a terminal; undefined for JSON, pino's default. */
export function createTerminalLog(
  output: Output,
  env: {
    readonly noColour: boolean;
    /** True while a progress line may be shown. */
    readonly isStarting?: () => boolean;
  },
): { write(line: string): void } | undefined {
  if (!output.isTTY) return undefined;
  const { noColour, isStarting = () => false } = env;
  return {
    write: (line) =>
      void output.write(`${isStarting() ? CLEAR_LINE : ''}${renderEntry(line, noColour)}`),
  };
}

/**
 * Renders one entry. A text that is not a JSON entry is returned with its control characters
 * escaped.
 */
export function renderEntry(line: string, noColour: boolean): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line);
  } catch {
    return escapeControls(line);
  }
  const [level, colour] = LEVELS[Number(entry.level)] ?? [String(entry.level), 0];
  const time = new Date(Number(entry.time)).toTimeString().slice(0, 8);
  const paintText = (text: string, code: number) =>
    noColour ? text : `\u001b[${code}m${text}\u001b[0m`;
  const shownFields = Object.entries(entry).filter(([name]) => !HIDDEN_FIELDS.includes(name));
  const words = shownFields.map(([name, value]) => `${name}=${textOf(value)}`).join(' ');
  const head = `${paintText(time, 2)} ${paintText(level.padEnd(5), colour)} ${escapeControls(String(entry.msg))}`;
  const text = escapeControls(words);
  return `${head}${text === '' ? '' : `  ${paintText(text, 2)}`}\n${stackOf(entry.err)}`;
}

function textOf(value: unknown): string {
  const isWord = typeof value === 'string' && /^\S+$/.test(value);
  return isWord ? value : JSON.stringify(value);
}

function stackOf(error: unknown): string {
  const { stack, message } = (error ?? {}) as { stack?: unknown; message?: unknown };
  const text = stack ?? message;
  if (typeof text !== 'string') return '';
  const lines = text.split('\n').map((line) => `         ${escapeControls(line)}`);
  return `${lines.join('\n')}\n`;
}

/** Escapes control characters, so that text from requests cannot control the terminal. */
function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
