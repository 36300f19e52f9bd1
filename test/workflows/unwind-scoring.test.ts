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

const eventsOf = (tenantId: string) =>
  rig.faultFreeLedger.database.raw
    .prepare<[string], string>(
      "SELECT type FROM events WHERE tenant_id = ? AND type GLOB 'model.[eb]*' ORDER BY sequence",
    )
    .pluck()
    .all(tenantId);

describe('a scoring has one result and one event', () => {
  const singleFaults = FAULTS.filter(({ times }) => times === 1);
  const cases = (['evaluation', 'batch'] as const).flatMap((kind) =>
    singleFaults.map((item) => ({ kind, one: item, name: item.name })),
  );
  it.each(cases)(
    '$kind $name',
    async ({ kind, one }) => {
      const strike = { step: 'scoreRows', fault: one } as const;
      const played = await playScoring(rig, kind, [strike]);
      expect([played.result, played.traps[0]?.struck]).toEqual(['succeeded', one.times]);
      expect(eventsOf(played.tenantId)).toEqual([`model.${kind}.succeeded`]);
      const { tenantId, versionId, id } = played;
      const row = readScoring(rig.faultFreeLedger, { tenantId, kind, versionId }, id);
      expect(row).toMatchObject({ status: 'succeeded', error: null });
    },
    60_000,
  );
});

it('a scoring with a permanent fault is given up once', async () => {
  const error = () => ApplicationFailure.create({ message: 'a fault', nextRetryDelay: '20ms' });
  const endless = { name: 'never heals', kind: 'fail', times: 8, error } as const;
  const lost = FAULTS.find(({ kind, times }) => kind === 'lose' && times === 1);
  const end = lost ? [{ step: 'giveUpScoring', fault: retryAtOnce(lost) } as const] : [];
  const played = await playScoring(rig, 'batch', [{ step: 'scoreRows', fault: endless }, ...end]);
  expect(played.result).toBe('failed');
  expect(eventsOf(played.tenantId)).toEqual(['model.batch.failed']);
}, 60_000);
