// A development chain proves nothing to others: production does not show it unless configured, and
// then names it as a development chain.

import { expect, onTestFinished, test } from 'vitest';
import { hasChain, readConfig } from '../../../bank/config/settings.ts';
import { openChain } from '../../../bank/opening/chain.ts';
import { recordAnchoring } from '../../../db/chain/anchoring.ts';
import type { DevelopmentChain } from '../../../db/kernel/connect.ts';
import { logReader } from '../../../db/log/tree.ts';
import { openFilledLedger } from '../ledger-file.ts';

async function openAnchoredLedger() {
  const { ledger } = await openFilledLedger();
  await ledger.run(recordAnchoring, { state: 'ok', detail: null });
  onTestFinished(() => ledger.close());
  const chain = logReader(ledger.database).anchorState(0).chain;
  if (chain?.chainId == null) throw new Error('the first leaf is not anchored');
  const id = chain.chainId;
  const showWith = (developmentChain: DevelopmentChain) =>
    logReader({ ...ledger.database, developmentChain }).anchorState(0).chain;
  return { id, chain, shownWith: showWith };
}

test('an anchor on a development chain shows not_configured where the chain is not shown', async () => {
  const { id, shownWith } = await openAnchoredLedger();
  const chain = shownWith({ id, isShown: false, isOnly: true });
  expect(chain).toMatchObject({ status: 'not_configured', network: null, txHash: null });
});

test('an anchor on a development chain does not count for the chain that replaced it', async () => {
  const { id, shownWith } = await openAnchoredLedger();
  expect(shownWith({ id, isShown: false, isOnly: false })).toBeNull();
});

test("the name of a development chain's network says that it is a development chain", async () => {
  const { id, chain, shownWith } = await openAnchoredLedger();
  const shown = shownWith({ id, isShown: true, isOnly: true });
  expect(shown).toEqual({ ...chain, network: `eip155:${id} (development chain)` });
});

test('production has no development chain unless it is configured', () => {
  const { chain } = readConfig({ KONTOR_CHAIN: 'dev' });
  expect([hasChain(chain, 'sandbox'), hasChain(chain, 'production')]).toEqual([true, false]);
  expect(openChain(chain, 'production')).toBeNull();
  const configured = readConfig({ KONTOR_CHAIN: 'dev', KONTOR_CHAIN_DEV_IN_PRODUCTION: '1' }).chain;
  expect(openChain(configured, 'production')).not.toBeNull();
});
