// The contract checks the bank's proofs: it finds every leaf of every log of up to 130 leaves, and
// refuses proofs that the bank's verifier refuses.

import { createWalletClient, type Hex, http, toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArtefact } from '../../chain/artefact.ts';
import { inclusionPath, rootOf } from '../../chain/merkle.ts';
import { hasAnvil, openTestChain, type TestChain } from '../kit/chain/anvil.ts';
import { isDeep } from '../kit/suite/tier.ts';
import { makeLog } from './make-log.ts';

const MAX_LEAVES = 130;
/** In the deep tier every size; otherwise small ones and those at which the height changes. */
const SIZES = Array.from({ length: MAX_LEAVES }, (_, n) => n + 1).filter(
  (size) => isDeep || size <= 17 || [31, 32, 33, 64, 65].includes(size) || size >= 129,
);
const account = mnemonicToAccount('test test test test test test test test test test test junk');
const { abi, bytecode } = readArtefact('LedgerAnchor');
const log = makeLog(MAX_LEAVES);
const hex = (bytes: Uint8Array): Hex => toHex(bytes);

describe.runIf(hasAnvil)('the verifier contract', () => {
  let chain: TestChain;
  let address: Hex;
  beforeAll(async () => {
    chain = await openTestChain();
    const wallet = createWalletClient({
      account,
      chain: chain.client.chain!,
      transport: http(chain.url),
    });
    const deployed = await wallet.deployContract({
      abi,
      bytecode,
      args: [toHex('x', { size: 32 })],
    });
    const receipt = await chain.client.waitForTransactionReceipt({ hash: deployed });
    address = receipt.contractAddress!;
    for (let size = 1; size <= MAX_LEAVES; size++) {
      const args = [BigInt(size), hex(rootOf(size, log.tree.read))];
      await wallet.writeContract({ address, abi, functionName: 'anchor', args });
    }
  }, 120_000);
  afterAll(() => chain.close());

  const isFound = (size: number, index: number, path: readonly Buffer[], leaf = index) =>
    chain.client.readContract({
      address,
      abi,
      functionName: 'verifyInclusion',
      args: [BigInt(size), BigInt(index), hex(log.tree.read(0, leaf, 1)[0]!), path.map(hex)],
    });

  test("finds every leaf of every log of up to 130 leaves by the bank's proof", async () => {
    for (const size of SIZES) {
      const found = await Promise.all(
        Array.from({ length: size }, (_, index) => {
          return isFound(size, index, inclusionPath(index, size, log.tree.read));
        }),
      );
      expect(
        found.every((value) => value === true),
        `size ${size}`,
      ).toBe(true);
    }
  }, 240_000);

  test('does not find a leaf at another index, nor with a longer or shorter path', async () => {
    for (const [index, size] of [
      [6, 7],
      [0, 16],
      [15, 16],
      [16, 17],
      [64, 130],
      [129, 130],
    ] as const) {
      const path = inclusionPath(index, size, log.tree.read);
      const wrongCalls = [
        isFound(size, index === 0 ? 1 : index - 1, path, index),
        isFound(size, index, path, index === 0 ? 1 : index - 1),
        isFound(size, index, path.slice(1)),
        isFound(size, index, path.slice(0, -1)),
        isFound(size, index, [...path, path[0]!]),
        isFound(size - 1 || 1, index, path),
        isFound(size, size, path, index),
      ];
      expect(await Promise.all(wrongCalls), `${index} of ${size}`).toEqual(
        wrongCalls.map(() => false),
      );
    }
  });

  test('rejects a log size that was never anchored', async () => {
    const path = inclusionPath(0, 2, log.tree.read);
    await expect(isFound(MAX_LEAVES + 1, 0, path)).rejects.toThrow('NotAnchored');
    await expect(isFound(0, 0, path)).rejects.toThrow('NotAnchored');
  });
});
