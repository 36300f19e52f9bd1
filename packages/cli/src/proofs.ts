// `kontor verify`: fetches the proof of a transaction or decision, or reads it from a file, and
// verifies it locally, without trusting the bank.

import { createPublicKey, verify } from 'node:crypto';
import { until, type WaitOptions } from '@kontor/client';
import { verifyProof } from '@kontor/verify/proof';
import type { Command } from 'commander';
import { EXIT } from './command-error.ts';
import { bankOf, type Context } from './context.ts';
import { jsonOf } from './flags.ts';
import { linesOf } from './layout.ts';
import { progressOn } from './progress.ts';
import { inStyle, safe, safeJson } from './terminal.ts';

/** Any id of the bank: a prefix, an underscore, letters and digits. */
const ID = /^[a-z]{2,8}_[0-9a-z]+$/;

interface Flags {
  readonly decision?: boolean;
  readonly verifierKey?: string;
  readonly root?: string;
}

/** Adds `kontor verify`. */
export function addVerify(program: Command, context: Context): void {
  const command = program
    .command('verify')
    .description('Check the proof of a transaction or decision on this machine');
  command.argument(
    '<proof>',
    'the id of a transaction or a decision, a file with a proof, or - for the input',
  );
  command.option('--decision', 'the decision about a declined transaction, not its booking');
  command.option('--verifier-key <key>', 'the key of the log that you noted down');
  command.option('--root <hex>', 'the root that you know, for instance from the chain');
  command.action((subject: string) => verifySubject(context, subject, command.opts()));
}

async function verifySubject(context: Context, subject: string, flags: Flags): Promise<void> {
  const { screen } = context;
  const id = ID.test(subject) ? subject : null;
  const proof =
    id === null
      ? jsonOf(subject, subject === '-' ? '-' : `@${subject}`)
      : await fetchProof(context, id, flags.decision === true || !id.startsWith('txn_'));
  const root = flags.root?.toLowerCase().replace(/^0x/, '');
  const options = { verifierKey: flags.verifierKey, rootHash: root, ed25519 };
  const verdict = await verifyProof(proof, options);
  const provedId = verdict.verified ? (verdict.transactionId ?? verdict.decisionId) : null;
  // A valid proof may be about another transaction or decision.
  const isAboutOther = verdict.verified && id !== null && provedId !== id;
  if (!verdict.verified || isAboutOther) {
    context.exitCode = EXIT.refused;
    const reason = verdict.verified
      ? `the proof is of ${provedId ?? 'a leaf whose content was erased'}`
      : `${verdict.field} ${verdict.reason}`;
    screen.out(`${inStyle(screen, 'red', 'NOT VERIFIED')}: ${safe(reason)}\n`);
    return;
  }
  if (context.globals().json) return screen.out(`${safeJson(verdict)}\n`);
  const { kind, origin, treeSize, leaf, leafIndex, fromSize, unchecked } = verdict;
  const statement =
    kind === 'consistency'
      ? `the log of ${treeSize} leaves begins with the log of ${fromSize} leaves`
      : `leaf ${leafIndex} of ${treeSize} in ${safe(origin)}`;
  screen.out(`${inStyle(screen, 'green', 'VERIFIED')}: ${statement}\n`);
  const { signedAt, rootHash, verifierKey, keyIsPinned } = verdict;
  if (leaf) screen.out(`content\n${linesOf(leaf, screen, '  ')}`);
  screen.out(linesOf({ signedAt, rootHash, verifierKey, unchecked }, screen));
  if (!keyIsPinned)
    screen.err(
      'the key was read from the proof: compare it with the key of the bank, or give --verifier-key\n',
    );
}

/** Fetches a proof; waits for the next checkpoint when the leaf is newer than the last one. */
async function fetchProof(context: Context, id: string, isDecision: boolean): Promise<unknown> {
  const bank = bankOf(context);
  const { signal } = context;
  const progress = progressOn(context.screen);
  const watch: WaitOptions = {
    signal,
    onRead: () => progress.show({ share: null, text: 'waiting for a checkpoint' }),
  };
  try {
    if (!isDecision) {
      const read = () => bank.getTransactionProof({ transactionId: id }, { signal });
      return await until(read, (answer) => answer.object === 'proof', watch);
    }
    const read = () => bank.getDecision({ decisionId: id }, { signal });
    return await until(read, ({ proof }) => proof === null || proof.inclusion !== null, watch);
  } finally {
    progress.end();
  }
}

/** Verifies with Node's Ed25519, because WebCrypto prints a warning on older versions. */
function ed25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
  return verify(null, message, key, signature);
}
