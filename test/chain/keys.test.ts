// Keystores open only with their passphrase, and errors show no secret. The signatures of a signing
// service are verified.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { describe, expect, onTestFinished, test } from 'vitest';
import { devKey } from '../../chain/dev-keys.ts';
import { readKeystore } from '../../chain/keystore.ts';
import {
  createExternalSigner,
  createLocalSigner,
  type UnsignedTransaction,
} from '../../chain/signer.ts';

const KEY = '0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d';
const PBKDF2 = {
  cipher: 'aes-128-ctr',
  cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
  ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
  kdf: 'pbkdf2',
  kdfparams: {
    c: 262_144,
    dklen: 32,
    prf: 'hmac-sha256',
    salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
  },
  mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
};
const SCRYPT = {
  cipher: 'aes-128-ctr',
  cipherparams: { iv: '83dbcc02d8ccb40e466191a123791e0e' },
  ciphertext: 'd172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c',
  kdf: 'scrypt',
  kdfparams: {
    dklen: 32,
    n: 262_144,
    r: 1,
    p: 8,
    salt: 'ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19',
  },
  mac: '2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097',
};

function writeKeyFile(content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'key.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

describe('a keystore file', () => {
  test('of the specification opens with its passphrase', () => {
    const crypto = PBKDF2;
    expect(readKeystore(writeKeyFile({ version: 3, crypto }), 'testpassword')).toBe(KEY);
  });

  test("with geth's scrypt parameters opens with its passphrase", () => {
    // Made with OpenSSL's scrypt and AES. The key derivation takes a second and 256 MB.
    const crypto = {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: '06'.repeat(16) },
      ciphertext: 'cb80bef36f3f2da47337acf0dac7940c1cdb9babcb28dc68ded98323cd42edac',
      kdf: 'scrypt',
      kdfparams: { dklen: 32, n: 262_144, r: 8, p: 1, salt: '05'.repeat(32) },
      mac: '33591e7ebc65c22e365aad6c394276a12d5f1dbbea5518d086fcca001d90be96',
    };
    expect(readKeystore(writeKeyFile({ version: 3, crypto }), 'testpassword')).toBe(KEY);
  });

  // OpenSSL requires N < 2^(16 r), which the scrypt vector of the specification (r = 1) violates.
  test("with scrypt parameters beyond OpenSSL's limit is refused", () => {
    const readFile = () =>
      readKeystore(writeKeyFile({ version: 3, crypto: SCRYPT }), 'testpassword');
    expect(readFile).toThrow('key derivation of the keystore failed');
  });

  test.each([
    ['a wrong passphrase', { version: 3, crypto: PBKDF2 }, 'wrong'],
    ['another version', { version: 1, crypto: PBKDF2 }, 'testpassword'],
    ['another cipher', { version: 3, crypto: { ...PBKDF2, cipher: 'rot13' } }, 'testpassword'],
    ['another derivation', { version: 3, crypto: { ...PBKDF2, kdf: 'md5' } }, 'testpassword'],
    ['an expensive derivation', expensiveKeystore(), 'testpassword'],
    ['no JSON', 'key', 'testpassword'],
    ['an empty object', {}, 'testpassword'],
  ])('with %s is refused, and the error shows no key or passphrase', (_, content, passphrase) => {
    const readFile = () => readKeystore(writeKeyFile(content), passphrase);
    expect(readFile).toThrow(/key\.json: /);
    expect(readFile).toThrow(/^(?!.*(testpassword|wrong$))/);
  });

  function expensiveKeystore() {
    const kdfparams = { ...SCRYPT.kdfparams, n: 2 ** 26 };
    return { version: 3, crypto: { ...SCRYPT, kdfparams } };
  }
});

const UNSIGNED_TRANSACTION: UnsignedTransaction = {
  chainId: 777_003,
  nonce: 0,
  gas: 21_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
  to: `0x${'5'.repeat(40)}`,
  value: 0n,
  data: '0x',
};

/** Opens a signing service that answers every request with the result of `answers`. */
async function openSigningService(answer: (request: object) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', async () => response.end(JSON.stringify(await answer(JSON.parse(text)))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an external signing service', () => {
  const localSigner = createLocalSigner(devKey(0));
  const { address } = localSigner;
  const signerAt = (url: string) => createExternalSigner({ url, address });
  const signTransaction = async (change: Partial<UnsignedTransaction> = {}, key: Hex = devKey(0)) =>
    (await createLocalSigner(key).sign({ ...UNSIGNED_TRANSACTION, ...change })).raw;

  test.each(['bare', 'wrapped'])(
    'is used when it signs the given transaction, in a %s answer',
    async (form) => {
      const raw = await signTransaction();
      const url = await openSigningService(() => ({ result: form === 'bare' ? raw : { raw } }));
      expect(await signerAt(url).sign(UNSIGNED_TRANSACTION)).toEqual(
        await localSigner.sign(UNSIGNED_TRANSACTION),
      );
    },
  );

  test.each([
    ['to another address', { to: `0x${'6'.repeat(40)}` as Hex }],
    ['with another value', { value: 1n }],
    ['with another nonce', { nonce: 1 }],
    ['for another chain', { chainId: 1 }],
    ['with more gas', { gas: 22_000n }],
    ['with a higher fee', { maxFeePerGas: 3n }],
    ['with other data', { data: '0x01' as Hex }],
  ])('that signs a transaction %s is not used', async (_, change) => {
    const url = await openSigningService(async () => ({ result: await signTransaction(change) }));
    await expect(signerAt(url).sign(UNSIGNED_TRANSACTION)).rejects.toThrow('another transaction');
  });

  test('that signs with another key is not used', async () => {
    const url = await openSigningService(async () => ({
      result: await signTransaction({}, devKey(1)),
    }));
    await expect(signerAt(url).sign(UNSIGNED_TRANSACTION)).rejects.toThrow('another key');
  });

  test.each([
    ['an error', { error: { code: -32_000, message: 'no' } }],
    ['nothing', {}],
    ['a text', { result: 'yes' }],
    ['invalid bytes', { result: '0x02ff' }],
  ])('that answers with %s is not used', async (_, answer) => {
    const url = await openSigningService(() => answer);
    await expect(signerAt(url).sign(UNSIGNED_TRANSACTION)).rejects.toThrow('the signing service');
  });

  test('that does not answer is distinguished from a service that refuses', async () => {
    await expect(signerAt('http://127.0.0.1:1').sign(UNSIGNED_TRANSACTION)).rejects.toThrow(
      'no answer',
    );
  });
});
