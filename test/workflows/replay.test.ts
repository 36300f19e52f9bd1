// Workflows outlive releases: this release may capture a hold that an older one placed, so it must
// replay every saved history. For a new release, or a changed path in the current one, run `node
// scripts/record-histories.ts`, and keep the folders of the releases that were shipped.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { History } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { workflowBundle } from '../../bank/bundle.ts';
import { installRuntime } from '../../bank/worker.ts';
import * as workflows from '../../modules/workflows.ts';
import { readHistories } from '../kit/workflows/histories.ts';
import { silent } from '../kit/workflows/rig.ts';
import { SCENARIOS } from '../kit/workflows/scenarios.ts';
import { WEBHOOK_PATHS } from '../kit/workflows/webhook-scenarios.ts';

const ROOT = new URL('../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
const histories = readHistories();

/** Replays histories. Returns the error of each, if any, by the id of its workflow. */
async function replay(all: readonly { workflowId: string; history: History }[]) {
  const bundle = await workflowBundle(fileURLToPath(new URL('.cache', ROOT)));
  const results = new Map<string, Error | undefined>();
  const replayed = Worker.runReplayHistories({ workflowBundle: bundle }, all);
  for await (const { workflowId, error } of replayed) results.set(workflowId, error);
  return results;
}

describe('a saved history', () => {
  let result: Map<string, Error | undefined>;
  let changed: Map<string, Error | undefined>;
  beforeAll(async () => {
    installRuntime(silent);
    // One worker replays all histories, because each worker takes a second to load the bundle.
    result = await replay(histories);
    const changedHistories = readHistories();
    for (const { history } of changedHistories) renameLastStep(history);
    changed = await replay(changedHistories);
  });

  it.each(histories)('$release/$name replays with this release', ({ workflowId }) => {
    expect(result.has(workflowId)).toBe(true);
    expect(result.get(workflowId)).toBeUndefined();
  });

  it.each(histories)('$release/$name is refused when its last step differs', (saved) => {
    expect(changed.get(saved.workflowId)?.name).toBe('DeterminismViolationError');
  });
});

/**
 * Changes the last step of a history, as if the code had changed. Local activities are recorded as
 * markers.
 */
function renameLastStep({ events }: History): void {
  const activityTypes = (events ?? []).flatMap((event) => {
    return event.activityTaskScheduledEventAttributes?.activityType ?? [];
  });
  const type = activityTypes.at(-1);
  if (type) {
    type.name = 'another';
    return;
  }
  const steps = (events ?? []).flatMap(({ markerRecordedEventAttributes: marker }) =>
    marker?.markerName === 'core_local_activity' ? (marker.details?.data?.payloads ?? []) : [],
  );
  const last = steps.at(-1);
  if (!last?.data) throw new Error('the history has no step');
  const step = JSON.parse(Buffer.from(last.data).toString());
  last.data = Buffer.from(JSON.stringify({ ...step, activity_type: 'another' }));
}

describe('the current release', () => {
  const current = histories.filter((history) => history.release === version);

  it('has a history of every path', () => {
    const names = current.map((item) => item.name);
    expect(names).toEqual(
      expect.arrayContaining([...SCENARIOS.map((scenario) => scenario.name), ...WEBHOOK_PATHS]),
    );
  });

  it('has a history of every workflow', () => {
    const started = current.map(
      ({ history }) =>
        history.events?.[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name,
    );
    expect([...new Set(started)].sort()).toEqual(Object.keys(workflows).sort());
  });
});
