// The second factor of a customer: six digits of an app (TOTP, RFC 6238, with 30 seconds and SHA-1,
// which every app supports), and recovery codes in case the app is lost.

import { createHash, randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';

/** Seconds for which a code is current; the previous and the next code are accepted too. */
const PERIOD_SECONDS = 30;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 10;
/** Crockford's base32, which has no characters that look alike. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Spaces, hyphens and other separators that people copy or type within a code. */
const SEPARATORS = /[\s\p{Dash}\p{Cf}.·]+/gu;

/**
 * The ten digits of a script have consecutive code points from zero to nine, and the code point
 * before its zero is no digit.
 */
function digitOf(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  for (let value = 0; value < 10; value += 1) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(codePoint - value - 1))) return String(value);
  }
  return digit;
}

/**
 * Normalises a typed code: in groups, in capitals, with O for 0, in the digits of any script.
 * @returns six digits, or `xxxx-xxxx-xxxx-xxxx`; null when it is neither
 */
export function readCode(text: string): string | null {
  const normalCode = text.normalize('NFKC').replaceAll(/(?!\d)\p{Nd}/gu, digitOf);
  const bareCode = normalCode.replace(SEPARATORS, '').toLowerCase();
  if (/^\d{6}$/.test(bareCode)) return bareCode;
  if (!/^[0-9a-z]{16}$/.test(bareCode)) return null;
  const foldedCode = bareCode.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return (foldedCode.match(/.{4}/g) ?? []).join('-');
}

/** A new secret of 160 bits, in base32. */
export function createTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** The content of the QR code for the app. */
export function formatOtpauthUri(secret: string, label: string): string {
  return generateURI({ issuer: 'Kontor', label, secret });
}

/**
 * The time step of a code; null when the code is wrong or was used before.
 * @param atMs milliseconds since 1970 UTC
 * @param after the newest step whose code was accepted
 */
export function stepOfCode(
  code: string,
  secret: string,
  { atMs, after }: { readonly atMs: number; readonly after: number },
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(atMs / 1000);
  // The library refuses to compare with a step after its window.
  if (after > Math.floor(epoch / PERIOD_SECONDS)) return null;
  const verification = verifySync({
    secret,
    token: code,
    epoch,
    epochTolerance: PERIOD_SECONDS,
    period: PERIOD_SECONDS,
    afterTimeStep: after,
  });
  return verification.valid && 'timeStep' in verification ? verification.timeStep : null;
}

/** A new set of recovery codes of 80 bits each. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const bits = BigInt(`0x${randomBytes(RECOVERY_CODE_BYTES).toString('hex')}`);
    const text = Array.from({ length: 16 }, (_, index) => {
      return ALPHABET.charAt(Number((bits >> BigInt(5 * index)) & 31n));
    }).join('');
    return (text.match(/.{4}/g) ?? []).join('-');
  });
}

/** The stored hash of a recovery code; with 80 random bits, no slow hash is needed. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
