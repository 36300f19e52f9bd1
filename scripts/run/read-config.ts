// Prints the configuration as one line of JSON for the supervisor, which loads no TypeScript and
// stays small. An invalid setting is reported in one line on stderr, with exit code 78 (EX_CONFIG).

import { readConfig } from '../../bank/config/settings.ts';
import { ConfigError } from '../../bank/config/values.ts';

try {
  // Secrets are left out: the supervisor does not need them.
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
