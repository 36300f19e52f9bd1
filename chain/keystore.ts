// Reads a private key from an encrypted file in the format Web3 Secret Storage, version 3, which
// geth, clef, Foundry's cast and Besu write. viem does not read keystores.
// https://ethereum.org/developers/docs/data-structures-and-encoding/web3-secret-storage

import { createDecipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Hex, keccak256, toHex } from 'viem';

interface Keystore {
  readonly version: number;
  readonly crypto: {
    readonly cipher: string;
    readonly ciphertext: string;
    readonly cipherparams: { readonly iv: string };
    readonly kdf: string;
    readonly kdfparams: Readonly<Record<string, string | number>>;
    readonly mac: string;
  };
}

/**
 * Decrypts a keystore file.
 * @returns the private key, 32 bytes
 * @throws Error when the file or the passphrase is wrong; the message shows neither content
 */
export function readKeystore(file: string, passphrase: string): Hex {
  const { crypto } = parseKeystore(file);
  if (crypto.cipher !== 'aes-128-ctr')
    throw new Error(`${file}: the cipher of the keystore is not aes-128-ctr`);
  const derived = derive(file, crypto, passphrase);
  const ciphertext = Buffer.from(crypto.ciphertext, 'hex');
  const mac = keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]), 'bytes');
  const expected = Buffer.from(crypto.mac, 'hex');
  if (expected.length !== mac.length || !timingSafeEqual(mac, expected)) {
    throw new Error(`${file}: the passphrase does not decrypt the keystore`);
  }
  const iv = Buffer.from(crypto.cipherparams.iv, 'hex');
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const key = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  if (key.length !== 32) throw new Error(`${file}: the decrypted content is not a private key`);
  return toHex(key);
}

function parseKeystore(file: string): Keystore {
  try {
    // Some tools write `Crypto`: the format does not define the case of names.
    const text = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const crypto = (text.crypto ?? text.Crypto) as Keystore['crypto'] | undefined;
    const isKeystore =
      text.version === 3 && typeof crypto?.ciphertext === 'string' && crypto.kdfparams;
    if (isKeystore) return { version: 3, crypto };
  } catch (cause) {
    throw new Error(`${file}: the file is not a JSON keystore`, { cause });
  }
  throw new Error(`${file}: expected a keystore of version 3`);
}

const KEY_BYTES = 32;
/** Maximum memory of the key derivation in bytes; geth's default needs 256 MB. */
const MAX_MEMORY = 1024 * 1024 * 1024;

function derive(file: string, crypto: Keystore['crypto'], passphrase: string): Buffer {
  const { kdf, kdfparams } = crypto;
  const salt = Buffer.from(String(kdfparams.salt), 'hex');
  try {
    if (kdf === 'scrypt') {
      const [N, r, p] = [Number(kdfparams.n), Number(kdfparams.r), Number(kdfparams.p)];
      // OpenSSL refuses these too, but would report the error with its next call.
      if (N >= 2 ** (16 * r)) throw new Error(`n = ${N} is not below 2^(16 r), r = ${r}`);
      if (128 * r * (N + p + 2) > MAX_MEMORY)
        throw new Error('the key derivation needs more than a gigabyte');
      return scryptSync(passphrase, salt, KEY_BYTES, { N, r, p, maxmem: MAX_MEMORY });
    }
    if (kdf === 'pbkdf2' && kdfparams.prf === 'hmac-sha256') {
      return pbkdf2Sync(passphrase, salt, Number(kdfparams.c), KEY_BYTES, 'sha256');
    }
  } catch (cause) {
    throw new Error(`${file}: the key derivation of the keystore failed`, { cause });
  }
  throw new Error(`${file}: the key derivation of the keystore is unknown`);
}
