// Reads the files of certificates and keys.

import { readFileSync } from 'node:fs';
import { ConfigError } from './config/values.ts';

/**
 * Reads a PEM file.
 * @throws ConfigError with the setting whose file cannot be read
 */
export function readPem(path: string, setting: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${setting} cannot be read: ${message}`, { cause: error });
  }
}
