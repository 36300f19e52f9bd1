// Steps of an evaluation and of a batch of scores that fail, repeat or lose their reply: there is
// one result with one event, and no file is left on disk.

import { existsSync, readdirSync } from 'node:fs';
import { ApplicationFailure } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { readScoring } from '../../db/scorings/reads.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';
import { playScoring } from '../kit/workflows/scoring-scenarios.ts';
import { FAULTS, retryAtOnce } from '../kit/workflows/unwind.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig({ temporalAddress: inject('temporalAddress') });
}, 60_000);
afterAll(async () => {
  const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
  const { scoringFolder } = rig.training as unknown as { readonly scoringFolder: string };
  expect(existsSync(scoringFolder) ? readdirSync(scoringFolder) : []).toEqual([]);
  await rig.close();
  expect(checks.filter((check) => check.violations > 0)).toEqual([]);
});

const listEvents = (tenantId: string) =>
  rig.faultFreeLedger.database.raw
    .prepare<[string], string>(
      "SELECT type FROM events WHERE tenant_id = ? AND type GLOB 'model.[eb]*' ORDER BY sequence",
    )
    .pluck()
    .all(tenantId);

describe('a scoring', () => {
  const singleFaults = FAULTS.filter(({ times }) => times === 1);
  const cases = (['evaluation', 'batch'] as const).flatMap((kind) =>
    singleFaults.map((item) => ({ kind, fault: item, name: item.name })),
  );
  it.each(cases)(
    'of the kind $kind has one result and one event when its step $name',
    async ({ kind, fault }) => {
      const strike = { step: 'scoreRows', fault } as const;
      const played = await playScoring(rig, kind, [strike]);
      expect([played.result, played.traps[0]?.struck]).toEqual(['succeeded', fault.times]);
      expect(listEvents(played.tenantId)).toEqual([`model.${kind}.succeeded`]);
      const { tenantId, versionId, id } = played;
      const row = readScoring(rig.faultFreeLedger, { tenantId, kind, versionId }, id);
      expect(row).toMatchObject({ status: 'succeeded', error: null });
    },
    60_000,
  );
});

it('a scoring with a permanent fault fails once', async () => {
  const error = () => ApplicationFailure.create({ message: 'a fault', nextRetryDelay: '20ms' });
  const permanentFault = { name: 'never ends', kind: 'fail', times: 8, error } as const;
  const lostReply = FAULTS.find(({ kind, times }) => kind === 'lose' && times === 1);
  const strikes = lostReply
    ? [{ step: 'giveUpScoring', fault: retryAtOnce(lostReply) } as const]
    : [];
  const played = await playScoring(rig, 'batch', [
    { step: 'scoreRows', fault: permanentFault },
    ...strikes,
  ]);
  expect(played.result).toBe('failed');
  expect(listEvents(played.tenantId)).toEqual(['model.batch.failed']);
}, 60_000);
