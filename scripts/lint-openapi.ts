// `node scripts/lint-openapi.ts`: lints both OpenAPI documents with Redocly, and with `--spectral`
// also with Spectral, which takes eight times as long. Exits with 1 when there is an error;
// warnings are counted.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DOCUMENTS, lintBySpectral } from './docs/spectral.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js';
const RULES = 'scripts/docs/redocly.yaml';
const MAX_SHOWN = 20;

/** Runs Redocly's linter and returns its exit code. */
function runRedocly(): Promise<number> {
  const args = [REDOCLY, 'lint', ...DOCUMENTS, '--config', RULES, '--format=summary'];
  // By default Redocly checks for a newer version and sends telemetry.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Prints Spectral's errors of a document and returns their number. */
async function countSpectralErrors(path: string): Promise<number> {
  const { errors, warnings } = await lintBySpectral(path);
  const line = `spectral: ${path}: ${errors.length} errors, ${warnings} warnings`;
  const lines = errors.slice(0, MAX_SHOWN).map((error) => `  ${error}`);
  process.stdout.write(`${[line, ...lines].join('\n')}\n`);
  return errors.length;
}

const redocly = runRedocly();
let errors = 0;
if (process.argv.includes('--spectral')) {
  for (const path of DOCUMENTS) errors += await countSpectralErrors(path);
}
process.exitCode = (await redocly) === 0 && errors === 0 ? 0 : 1;
