// `kontor verify`: fetches the proof of a transaction, or reads one from a file, and checks it
// here, without trusting the bank.

import { createPublicKey, verify } from 'node:crypto';
import { until } from '@kontor/client';
import { verifyProof } from '@kontor/verify/proof';
import type { Command } from 'commander';
import { bankOf, type Context } from './context.ts';
import { jsonOf } from './flags.ts';
import { linesOf } from './layout.ts';
import { progressOn } from './progress.ts';
import { inStyle, safe, safeJson } from './terminal.ts';
import { EXIT } from './trouble.ts';

interface Flags {
  readonly verifierKey?: string;
  readonly root?: string;
}

/** `kontor verify`. */
export function addVerify(program: Command, context: Context): void {
  const command = program.command('verify').description('Check the proof of a transaction, here');
  command.argument('<what>', 'the id of a transaction, a file with a proof, or - for the input');
  command.option('--verifier-key <key>', 'the key of the log that you noted down');
  command.option('--root <hex>', 'the root that you know, for instance from the chain');
  command.action((what: string) => check(context, what, command.opts()));
}

async function check(context: Context, what: string, flags: Flags): Promise<void> {
  const { screen } = context;
  const wanted = /^txn_\w+$/.test(what) ? what : null;
  const proof = wanted
    ? await fetchProof(context, wanted)
    : jsonOf(what, what === '-' ? '-' : `@${what}`);
  const root = flags.root?.toLowerCase().replace(/^0x/, '');
  const options = { verifierKey: flags.verifierKey, rootHash: root, ed25519 };
  const verdict = await verifyProof(proof, options);
  // A proof of another transaction is a good proof, and none of this one.
  const isOther = verdict.verified && wanted !== null && verdict.transactionId !== wanted;
  if (!verdict.verified || isOther) {
    context.exitCode = EXIT.refused;
    const reason = verdict.verified
      ? `the proof is of ${verdict.transactionId ?? 'a leaf whose content was erased'}`
      : `${verdict.field} ${verdict.reason}`;
    screen.out(`${inStyle(screen, 'red', 'NOT VERIFIED')}: ${safe(reason)}\n`);
    return;
  }
  if (context.globals().json) return screen.out(`${safeJson(verdict)}\n`);
  const { kind, origin, treeSize, leaf, leafIndex, fromSize, unchecked } = verdict;
  const said =
    kind === 'consistency'
      ? `the log of ${fromSize} leaves is how that of ${treeSize} begins`
      : `leaf ${leafIndex} of ${treeSize} in ${safe(origin)}`;
  screen.out(`${inStyle(screen, 'green', 'VERIFIED')}: ${said}\n`);
  const { signedAt, rootHash, verifierKey, keyIsPinned } = verdict;
  if (leaf) screen.out(`content\n${linesOf(leaf, screen, '  ')}`);
  screen.out(linesOf({ signedAt, rootHash, verifierKey, unchecked }, screen));
  if (!keyIsPinned)
    screen.err('the key is that of the proof: compare it, or give --verifier-key\n');
}

async function fetchProof(context: Context, transactionId: string): Promise<unknown> {
  const bank = bankOf(context);
  const { signal } = context;
  const progress = progressOn(context.screen);
  try {
    return await until(
      () => bank.getTransactionProof({ transactionId }, { signal }),
      (found) => found.object === 'proof',
      { signal, onLook: () => progress.show({ share: null, text: 'waiting for a checkpoint' }) },
    );
  } finally {
    progress.end();
  }
}

/** Node's own Ed25519, without a warning of WebCrypto on an older Node. */
function ed25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return verify(null, message, key, signature);
}
