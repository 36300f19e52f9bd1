import { ConfigError } from './values.ts';

/** The key that stored secrets are sealed with: 32 bytes in base64, or none. */
export function payloadKeyOf(text: string): string | null {
  // The value is a secret: the message does not repeat it.
  if (text === '' || /^[A-Za-z0-9+/]{43}=$/.test(text)) return text || null;
  throw new ConfigError('KONTOR_PAYLOAD_KEY: expected 32 bytes in base64 (44 characters)');
}
