// The anchoring contract on a real chain: who may anchor, sizes that only grow, and inclusion checks
// of every leaf of every small log, compared with a literal transcription of RFC 6962.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type Abi,
  createWalletClient,
  decodeErrorResult,
  type Hex,
  http,
  parseEventLogs,
  toHex,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArtefact } from '../../chain/artefact.ts';
import { compileContracts } from '../../scripts/compile-contracts.ts';
import { hasAnvil, openTestChain, type TestChain } from '../kit/chain/anvil.ts';
import { isDeep } from '../kit/suite/tier.ts';

const MNEMONIC = 'test test test test test test test test test test test junk';
const deriveAccount = (addressIndex: number) => mnemonicToAccount(MNEMONIC, { addressIndex });
const [owner, secondAccount, thirdAccount] = [deriveAccount(0), deriveAccount(1), deriveAccount(2)];
const artefact = readArtefact('LedgerAnchor');
const LOG_ID = toHex('a log', { size: 32 });

const sha256 = (...parts: Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts)).digest();
const leafOf = (index: number) => sha256(Buffer.from([0]), Buffer.from(`leaf ${index}`));
const splitOf = (size: number) => 2 ** Math.floor(Math.log2(size - 1));

/** Transcribes RFC 6962 section 2.1 literally. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!;
  const k = splitOf(leaves.length);
  return sha256(Buffer.from([1]), rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

/** Transcribes RFC 6962 section 2.1.1 literally. */
function pathOf(index: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = splitOf(leaves.length);
  return index < k
    ? [...pathOf(index, leaves.slice(0, k)), rootOf(leaves.slice(k))]
    : [...pathOf(index - k, leaves.slice(k)), rootOf(leaves.slice(0, k))];
}

const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => leafOf(index));
const hex = (bytes: Uint8Array): Hex => toHex(bytes);

test("the committed artefacts are the compiler's output of the contract sources", () => {
  for (const [file, text] of compileContracts()) expect(readFileSync(file, 'utf8')).toBe(text);
});

describe.runIf(hasAnvil)('the anchoring contract', () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await openTestChain();
  });
  afterAll(() => chain.close());

  const walletOf = (from = owner) =>
    createWalletClient({ account: from, chain: chain.client.chain!, transport: http(chain.url) });

  async function deploy(): Promise<Hex> {
    const { abi, bytecode } = artefact;
    const hash = await walletOf().deployContract({ abi, bytecode, args: [LOG_ID] });
    const { contractAddress } = await chain.client.waitForTransactionReceipt({ hash });
    return contractAddress!;
  }

  const read = (address: Hex, functionName: string, args: readonly unknown[] = []) =>
    chain.client.readContract({ address, abi: artefact.abi, functionName, args });

  /** Sends a call; returns its events or the name of its error. */
  async function send(from: typeof owner, address: Hex, functionName: string, args: unknown[]) {
    const call = { address, abi: artefact.abi as Abi, functionName, args };
    try {
      const hash = await walletOf(from).writeContract({ ...call, account: from });
      const { logs } = await chain.client.waitForTransactionReceipt({ hash });
      return parseEventLogs({ abi: artefact.abi, logs }).map(({ eventName }) => eventName);
    } catch (error) {
      const cause = (error as { walk(isMatch: (cause: unknown) => boolean): unknown }).walk(
        (value) => typeof (value as { data?: unknown }).data === 'string',
      ) as { data: Hex } | null;
      if (!cause) throw error;
      return decodeErrorResult({ abi: artefact.abi, data: cause.data }).errorName;
    }
  }

  test('names the log that it anchors, and is empty at first', async () => {
    const address = await deploy();
    expect(await read(address, 'logId')).toBe(LOG_ID);
    expect(await read(address, 'owner')).toBe(owner.address);
    expect(await read(address, 'latest')).toEqual([0n, toHex(0, { size: 32 }), 0n]);
    await expect(read(address, 'headAt', [1n])).rejects.toThrow('NotAnchored');
  });

  test('accepts only growing sizes, and never replaces or removes an anchored head', async () => {
    const address = await deploy();
    const [smallRoot, largeRoot] = [hex(rootOf(leavesOf(5))), hex(rootOf(leavesOf(9)))];
    expect(await send(owner, address, 'anchor', [5n, smallRoot])).toEqual(['Anchored']);
    for (const size of [0n, 4n, 5n]) {
      expect(await send(owner, address, 'anchor', [size, largeRoot])).toBe('SizeMustGrow');
    }
    expect(await send(owner, address, 'anchor', [9n, toHex(0, { size: 32 })])).toBe('RootMissing');
    expect(await send(owner, address, 'anchor', [9n, largeRoot])).toEqual(['Anchored']);
    expect(await read(address, 'headAt', [5n])).toMatchObject({ root: smallRoot, previous: 0n });
    expect(await read(address, 'headAt', [9n])).toMatchObject({ root: largeRoot, previous: 5n });
    expect(await read(address, 'latest')).toEqual([9n, largeRoot, expect.any(BigInt)]);
    expect(await read(address, 'count')).toBe(2n);
  });

  test('accepts anchors only from addresses that the owner allows, until the owner withdraws that', async () => {
    const address = await deploy();
    const root = hex(rootOf(leavesOf(3)));
    expect(await send(secondAccount, address, 'anchor', [3n, root])).toBe('NotAnchorer');
    expect(await send(secondAccount, address, 'setAnchorer', [secondAccount.address, true])).toBe(
      'NotOwner',
    );
    const setAllowed = (allowed: boolean) =>
      send(owner, address, 'setAnchorer', [secondAccount.address, allowed]);
    expect(await setAllowed(true)).toEqual(['AnchorerChanged']);
    expect(await send(secondAccount, address, 'anchor', [3n, root])).toEqual(['Anchored']);
    expect(await setAllowed(false)).toEqual(['AnchorerChanged']);
    expect(await send(secondAccount, address, 'anchor', [4n, root])).toBe('NotAnchorer');
  });

  test('changes its owner only to an address that accepts the ownership', async () => {
    const address = await deploy();
    expect(await send(secondAccount, address, 'nameOwner', [secondAccount.address])).toBe(
      'NotOwner',
    );
    expect(await send(owner, address, 'nameOwner', [secondAccount.address])).toEqual([
      'OwnerNamed',
    ]);
    expect(await send(thirdAccount, address, 'acceptOwnership', [])).toBe('NotNextOwner');
    expect(await send(secondAccount, address, 'acceptOwnership', [])).toEqual(['OwnerChanged']);
    expect(await send(owner, address, 'setAnchorer', [thirdAccount.address, true])).toBe(
      'NotOwner',
    );
    expect(await read(address, 'owner')).toBe(secondAccount.address);
  });

  // on-chain-verifier.test.ts covers larger logs with the bank's proofs.
  const SIZES = isDeep
    ? [...Array.from({ length: 20 }, (_, index) => index + 1), 31, 32, 33, 64, 65]
    : [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33];

  test('finds each leaf of each log at its index, and at no other', async () => {
    const address = await deploy();
    const allLeaves = leavesOf(65);
    for (const size of SIZES) {
      const leaves = allLeaves.slice(0, size);
      await send(owner, address, 'anchor', [BigInt(size), hex(rootOf(leaves))]);
      const isIncluded = (index: number, leaf: Buffer, path: readonly Buffer[]) =>
        read(address, 'verifyInclusion', [BigInt(size), BigInt(index), hex(leaf), path.map(hex)]);
      await Promise.all(
        leaves.map(async (leaf, index) => {
          const path = pathOf(index, leaves);
          expect(await isIncluded(index, leaf, path), `${index} of ${size}`).toBe(true);
          expect(await isIncluded(size, leaf, path)).toBe(false);
          expect(await isIncluded(index, leafOf(99), path)).toBe(false);
          expect(await isIncluded(index, leaf, [...path, leafOf(98)])).toBe(false);
          if (path.length === 0) return;
          expect(await isIncluded(index, leaf, path.slice(1))).toBe(false);
          expect(await isIncluded(index, leaf, path.slice(0, -1))).toBe(false);
          expect(await isIncluded((index + 1) % size, leaf, path)).toBe(false);
        }),
      );
    }
  });
});
