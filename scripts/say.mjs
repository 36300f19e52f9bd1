// Output of the scripts for the person who started them, and the end of a script.

/** Ends the script; its message is one sentence that says how to proceed. */
export class Stop extends Error {
  /**
   * @param {string} message
   * @param {{ exitCode?: number, cause?: unknown }} [options]
   */
  constructor(message, { exitCode = 1, cause } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** Clears a line of progress before another line is written. */
const CLEAR_LINE = '\r\u001b[2K';
/** True while a line of progress stands on the terminal. */
let hasProgressLine = false;

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${hasProgressLine ? CLEAR_LINE : ''}${line}\n`);
}

/** Interval between two redraws on a terminal, and between two lines elsewhere. */
const REDRAW_MS = 200;
const PRINT_EVERY_MS = 10_000;

/**
 * Shows the name, the progress and the duration of a long step. On a terminal it redraws one line;
 * elsewhere it prints a line from time to time.
 * @template T
 * @param {string} text
 * @param {() => Promise<T>} work
 * @param {() => number} [share] the finished share of the work, from 0 to 1
 * @returns {Promise<T>}
 */
export async function showProgress(text, work, share) {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const isTerminal = process.stdout.isTTY === true;
  const progressText = () => {
    const percent = share ? `${Math.floor(100 * Math.min(1, share()))} %, ` : '';
    return `${text} … ${percent}${seconds()} s`;
  };
  const draw = () => {
    hasProgressLine = true;
    process.stdout.write(`${CLEAR_LINE}${progressText()}`);
  };
  if (isTerminal) draw();
  else say(`${text} …`);
  const ticker = isTerminal
    ? setInterval(draw, REDRAW_MS)
    : setInterval(() => say(progressText()), PRINT_EVERY_MS);
  const end = (/** @type {string} */ outcome) => {
    say(`${text}: ${outcome}`);
    hasProgressLine = false;
  };
  try {
    const result = await work();
    end(`done in ${seconds()} s`);
    return result;
  } catch (error) {
    end(`failed after ${seconds()} s`);
    throw error;
  } finally {
    clearInterval(ticker);
  }
}

/** Collects the notices of a child for the banner; notices after the banner are printed at once. */
export function createNoticeBoard() {
  /** @type {string[]} */
  let waiting = [];
  let isTaken = false;
  let share = 0;
  return {
    /** Progress of a child's start, from 0 to 1. */
    share: () => share,
    /** @param {unknown} message */
    hear(message) {
      const { banner, started } = /** @type {{ banner?: unknown, started?: unknown }} */ (
        message ?? {}
      );
      if (typeof started === 'number') share = Math.max(share, started);
      if (typeof banner !== 'string') return;
      if (isTaken) say(banner.trimEnd());
      else waiting.push(banner.trimEnd());
    },
    take() {
      const all = waiting;
      waiting = [];
      isTaken = true;
      return all;
    },
  };
}

/**
 * Ends the process once its output has been read: `process.exit` alone drops output that waits for
 * a full pipe.
 * @param {number} code
 * @returns {Promise<never>}
 */
export async function endWith(code) {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise((resolve) => {
      // A closed pipe takes no more output.
      stream.once('error', resolve);
      stream.write('', resolve);
    });
  }
  process.exit(code);
}

/**
 * Runs a script's main function; its number is the exit code.
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  // A closed output (a closed terminal, `| head`) must not end the bank.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  try {
    await endWith(await main());
  } catch (error) {
    const isPlanned = error instanceof Stop;
    // parseArgs knows no --help: the usage text of an invalid option serves for it.
    const usage = isPlanned ? error.message.slice(error.message.indexOf('usage: ')) : '';
    if (process.argv.includes('--help') && usage.startsWith('usage: ')) {
      process.stdout.write(usage);
      await endWith(0);
    }
    const text = isPlanned || !(error instanceof Error) ? String(error) : error.stack;
    process.stderr.write(`kontor: ${isPlanned ? error.message : text}\n`);
    await endWith(isPlanned ? error.exitCode : 1);
  }
}
