// What the scripts tell the person who started them, and how a script ends.

/** Ends the script: the message is the one sentence that says what to do. */
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

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Says what a long step does, that it still goes on, and how long it took.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function during(what, work) {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  say(`${what} …`);
  const ticker = setInterval(() => say(`${what} … still at it after ${seconds()} s`), 10_000);
  try {
    const result = await work();
    say(`${what}: done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(ticker);
  }
}

/**
 * Runs a script's main function; its number is the exit code.
 * @param {() => Promise<number>} main
 */
export async function runScript(main) {
  // A reader that went away (a closed terminal, `| head`) must not bring the bank down.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  try {
    process.exit(await main());
  } catch (error) {
    const isPlanned = error instanceof Stop;
    // parseArgs knows no --help: what explains the wrong options explains the right ones.
    const usage = isPlanned ? error.message.slice(error.message.indexOf('usage: ')) : '';
    if (process.argv.includes('--help') && usage.startsWith('usage: ')) {
      process.stdout.write(usage);
      process.exit(0);
    }
    const text = isPlanned || !(error instanceof Error) ? String(error) : error.stack;
    process.stderr.write(`kontor: ${isPlanned ? error.message : text}\n`);
    process.exit(isPlanned ? error.exitCode : 1);
  }
}
