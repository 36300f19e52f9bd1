// Nodes that are unreachable for long, slow, or send invalid answers: each posting is finally
// anchored once, and meanwhile the state names the fault.

import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { readChainStatus } from '../../db/chain/order-reads.ts';
import { checkInvariants } from '../../db/invariants.ts';
import { type AnchorRig, openAnchorRig } from '../kit/chain/anchor-rig.ts';
import { hasAnvil } from '../kit/chain/anvil.ts';
import { pollUntil } from '../kit/chain/chain-rig.ts';
import { isDeep } from '../kit/suite/tier.ts';

const temporalAddress = inject('temporalAddress');

function answer(status: string, type: string, body: string): string {
  const length = Buffer.byteLength(body);
  const head = `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${length}`;
  return `${head}\r\nconnection: close\r\n\r\n${body}`;
}

const JSON_TYPE = 'application/json';
const formatRpcAnswer = (responseFields: string) =>
  answer('200 OK', JSON_TYPE, `{"jsonrpc":"2.0","id":0,${responseFields}}`);
const HTML = '<!doctype html><title>502 Bad Gateway</title><h1>nginx</h1>';

const INVALID_ANSWERS: readonly [string, string][] = [
  ['a page of a proxy, as a failure', answer('502 Bad Gateway', 'text/html', HTML)],
  ['a page of a proxy, as a success', answer('200 OK', 'text/html', HTML)],
  ['half an answer', answer('200 OK', JSON_TYPE, '{"jsonrpc":"2.0","id":0,"resu')],
  ['nothing', answer('200 OK', JSON_TYPE, '')],
  ['an empty object', answer('200 OK', JSON_TYPE, '{}')],
  ['a list', answer('200 OK', JSON_TYPE, '[]')],
  ['null for everything', formatRpcAnswer('"result":null')],
  ['a text that is no number', formatRpcAnswer('"result":"0xzz"')],
  ['an object for everything', formatRpcAnswer('"result":{"hash":"0x","number":"0x1"}')],
  [
    'an error for everything',
    formatRpcAnswer('"error":{"code":-32000,"message":"header not found"}'),
  ],
  ['too many requests', answer('429 Too Many Requests', 'text/plain', 'slow down')],
  ['no HTTP at all', '\u0016\u0003\u0001 not http\r\n'],
];

describe.runIf(hasAnvil)('a chain node', () => {
  let rig: AnchorRig;
  beforeAll(async () => {
    rig = await openAnchorRig({ temporalAddress, troubleMs: 20 });
    await rig.waitForConfirmation(await rig.bookTransfer());
  }, 120_000);
  afterAll(() => rig.close());

  afterEach(() => {
    rig.relay.answerWith(null);
    rig.relay.delayAnswers(0);
    rig.relay.mend();
  });

  const readNonce = () =>
    rig.node.client.getTransactionCount({ address: rig.chain.signer.address });
  const readSignerState = async () => (await readChainStatus(rig.faultFreeLedger)).state;

  function expectSoundBooks(): void {
    const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
    expect(checks.filter((check) => check.violations > 0)).toEqual([]);
  }

  // One answer of each kind (a proxy, a truncated answer, a false answer, no HTTP); the deep tier
  // tries all of them.
  test.each(INVALID_ANSWERS.filter((_, index) => isDeep || index % 3 === 0))(
    'that answers with %s is not trusted, and nothing is lost',
    async (_, answer) => {
      const before = await readNonce();
      rig.relay.answerWith(answer);
      const id = await rig.bookTransfer();
      await rig.signalWorkflows();
      await pollUntil('the signer notices', async () => (await readSignerState()) !== 'ok');
      const { state, detail } = await rig
        .waitForState('waiting')
        .catch(() => rig.waitForState('refused'));
      expect(detail, state).toBeTruthy();
      expect(detail).not.toContain('127.0.0.1');
      await pollUntil('signed', async () => (await rig.readAnchor(id))?.status === 'included');
      rig.relay.answerWith(null);
      await rig.waitForConfirmation(id);
      await rig.waitForState('ok');
      await pollUntil('the signer recovers', async () => (await readSignerState()) === 'ok');
      expect(await readNonce()).toBe(before + 1);
      expectSoundBooks();
    },
    120_000,
  );

  test.runIf(isDeep)(
    'that takes half a second for each answer still gets the anchor, once',
    async () => {
      const before = await readNonce();
      rig.relay.delayAnswers(500);
      await rig.waitForConfirmation(await rig.bookTransfer());
      expect(await readNonce()).toBe(before + 1);
      rig.relay.delayAnswers(0);
    },
    180_000,
  );

  test('that takes too long to answer counts as unreachable, and no posting waits for it', async () => {
    rig.relay.delayAnswers(7_000);
    const id = await rig.bookTransfer();
    await rig.signalWorkflows();
    await pollUntil('the signer notices', async () => (await readSignerState()) === 'unreachable');
    const secondId = await rig.bookTransfer();
    // The posting was booked and signed while the chain was unreachable.
    await pollUntil('signed', async () => (await rig.readAnchor(secondId))?.status === 'included');
    rig.relay.delayAnswers(0);
    for (const postingId of [id, secondId]) await rig.waitForConfirmation(postingId);
    expectSoundBooks();
  }, 180_000);

  // In production the pause between two passes is always five seconds. Here it is 20 ms, and 120
  // passes represent the 1,440 passes of both workflows in an hour. No code counts passes, so they
  // continue without limit.
  test('that is unreachable for long is retried, and one anchor then covers all postings of that time', async () => {
    const before = await readNonce();
    rig.relay.cut();
    const ids: string[] = [];
    const refusedBefore = rig.relay.countRefused();
    for (const attempts of isDeep ? [20, 60, 120] : [10, 20]) {
      ids.push(await rig.bookTransfer());
      await rig.signalWorkflows();
      await pollUntil(
        `${attempts} attempts`,
        async () => rig.relay.countRefused() - refusedBefore > attempts,
        240_000,
      );
      expect(await readSignerState()).toBe('unreachable');
    }
    rig.relay.mend();
    for (const id of ids) await rig.waitForConfirmation(id);
    expect(await readNonce()).toBe(before + 1);
    expectSoundBooks();
  }, 400_000);
});
