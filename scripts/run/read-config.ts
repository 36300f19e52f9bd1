// Prints the configuration as one line of JSON for the supervisor, which loads no TypeScript and
// stays small. A setting that cannot be used: its one line on stderr and exit code 78 (EX_CONFIG).

import { readConfig } from '../../config/settings.ts';
import { ConfigError } from '../../config/values.ts';

try {
  // A pipe is no place for a secret, and the supervisor has no use for it.
  const {
    operatorKey: _operator,
    payloadKey: _payload,
    chain,
    ...config
  } = readConfig(process.env);
  const { mode, external, port } = chain;
  process.stdout.write(`${JSON.stringify({ ...config, chain: { mode, external, port } })}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 78;
}
