// npm run verify-proof -- FILE: checks a proof with the file alone; the bank need not run. Exit
// code 0 when the proof is verified, 1 when it is not, 2 when it could not be read.

import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyProof } from '../packages/verify/proof/verify.mjs';

const USAGE = `usage: npm run verify-proof -- FILE [--key VERIFIER-KEY] [--root HEX]
  FILE    answer of GET …/proof or GET /v1/blockchain/consistency; - reads standard input
  --key   the key of the log that you noted down, instead of the one in the file
  --root  the root that you know for that size, for instance from the chain`;

const printLine = (line: string) => process.stdout.write(`${line}\n`);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/** Verifies with Node's own Ed25519: WebCrypto's prints a warning in Node 20. */
function ed25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return verify(null, message, key, signature);
}

function readArguments() {
  try {
    const options = { key: { type: 'string' }, root: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) return fail(USAGE);
    return { file, key: values.key, root: values.root?.toLowerCase().replace(/^0x/, '') };
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`);
  }
}

function readProof(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  } catch (error) {
    return fail(`${file}: ${(error as Error).message}`);
  }
}

const { file, key, root } = readArguments();
const verdict = await verifyProof(readProof(file), { verifierKey: key, rootHash: root, ed25519 });
if (!verdict.verified) {
  printLine(`NOT VERIFIED: ${verdict.field} ${verdict.reason}`);
  process.exit(1);
}
if (verdict.kind === 'consistency') {
  printLine(
    `VERIFIED: the log of ${verdict.treeSize} leaves begins with the log of ${verdict.fromSize} leaves`,
  );
} else {
  printLine(`VERIFIED: leaf ${verdict.leafIndex} of ${verdict.treeSize} in ${verdict.origin}`);
  printLine(verdict.leaf ? `content   ${JSON.stringify(verdict.leaf)}` : 'content   erased');
}
printLine(`signed    ${verdict.signedAt}`);
printLine(`root      ${verdict.rootHash}`);
printLine(`key       ${verdict.verifierKey}`);
if (!verdict.keyIsPinned)
  printLine('          from the file itself: compare it with the one you trust');
if (verdict.unchecked.length > 0) printLine(`unchecked ${verdict.unchecked.join(', ')}`);
