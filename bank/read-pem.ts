// Files of certificates and keys that a setting names.

import { readFileSync } from 'node:fs';
import { ConfigError } from '../config/values.ts';

/** @throws ConfigError naming the setting whose file cannot be read */
export function readPem(path: string, setting: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${setting} cannot be read: ${message}`, { cause: error });
  }
}
