// The log for people at a terminal: a line with time, level and words for each JSON entry. Unused
// without a terminal.

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

/** At a terminal it is known which program and machine it is. */
const KNOWN = ['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err'];

/** Takes away the line of progress that the supervisor draws over itself, and will draw again. */
const CLEAR = '\r\u001b[2K';

/** The output of pino: readable on a terminal; undefined for JSON, pino's default. */
export function terminalLog(
  output: Output,
  env: {
    readonly noColour: boolean;
    /** True while a line of progress may stand there. */
    readonly isStarting?: () => boolean;
  },
): { write(line: string): void } | undefined {
  if (!output.isTTY) return undefined;
  const { noColour, isStarting = () => false } = env;
  return {
    write: (line) => void output.write(`${isStarting() ? CLEAR : ''}${readable(line, noColour)}`),
  };
}

/**
 * One entry as lines for people. A text that is no entry is returned with its control characters
 * escaped.
 */
export function readable(line: string, noColour: boolean): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line);
  } catch {
    return harmless(line);
  }
  const [level, colour] = LEVELS[Number(entry.level)] ?? [String(entry.level), 0];
  const time = new Date(Number(entry.time)).toTimeString().slice(0, 8);
  const paint = (text: string, code: number) =>
    noColour ? text : `\u001b[${code}m${text}\u001b[0m`;
  const rest = Object.entries(entry).filter(([name]) => !KNOWN.includes(name));
  const words = rest.map(([name, value]) => `${name}=${textOf(value)}`).join(' ');
  const head = `${paint(time, 2)} ${paint(level.padEnd(5), colour)} ${harmless(String(entry.msg))}`;
  const said = harmless(words);
  return `${head}${said === '' ? '' : `  ${paint(said, 2)}`}\n${stackOf(entry.err)}`;
}

function textOf(value: unknown): string {
  const isWord = typeof value === 'string' && /^\S+$/.test(value);
  return isWord ? value : JSON.stringify(value);
}

function stackOf(error: unknown): string {
  const { stack, message } = (error ?? {}) as { stack?: unknown; message?: unknown };
  const text = stack ?? message;
  if (typeof text !== 'string') return '';
  const lines = text.split('\n').map((line) => `         ${harmless(line)}`);
  return `${lines.join('\n')}\n`;
}

/** Requests put words into the log: none of them moves the cursor or changes a colour. */
function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, (one) => {
    return `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
