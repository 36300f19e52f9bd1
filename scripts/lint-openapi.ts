// `node scripts/lint-openapi.ts`: both OpenAPI documents by Redocly, and with `--spectral` by Spectral,
// which takes eight times as long. An error of either ends it with 1; warnings are counted.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DOCUMENTS, findingsBySpectral } from './docs/spectral.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js';
const RULES = 'scripts/docs/redocly.yaml';
const MOST_SHOWN = 20;

/** The exit code of Redocly's linter. */
function redocly(): Promise<number> {
  const args = [REDOCLY, 'lint', ...DOCUMENTS, '--config', RULES, '--format=summary'];
  // It would look for a newer version of itself, and report how it is used.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Errors that Spectral finds in a document. */
async function errorsBySpectral(path: string): Promise<number> {
  const { errors, warnings } = await findingsBySpectral(path);
  const line = `spectral: ${path}: ${errors.length} errors, ${warnings} warnings`;
  const shown = errors.slice(0, MOST_SHOWN).map((error) => `  ${error}`);
  process.stdout.write(`${[line, ...shown].join('\n')}\n`);
  return errors.length;
}

const other = redocly();
let errors = 0;
if (process.argv.includes('--spectral')) {
  for (const path of DOCUMENTS) errors += await errorsBySpectral(path);
}
process.exitCode = (await other) === 0 && errors === 0 ? 0 : 1;
