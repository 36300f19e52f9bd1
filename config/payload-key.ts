import { ConfigError } from './values.ts';

/** A key of the deployment, for what it stores or backs up: 32 bytes in base64, or none. */
export function payloadKeyOf(text: string, name: string): string | null {
  // The value is a secret: the message does not repeat it.
  if (text === '' || /^[A-Za-z0-9+/]{43}=$/.test(text)) return text || null;
  throw new ConfigError(`${name}: expected 32 bytes in base64 (44 characters)`);
}
