// The rows that a deployment's gates score with a version: hundreds, while no payment waits.

import { expect, test } from 'vitest';
import { countWrongWay } from '../../../ai/serving/deployment/wrong-way.ts';
import type { ModelVersionRow } from '../../../db/models/view.ts';
import { TRANSFER_FEATURES } from '../../../models/features/transfer-features.ts';
import type { SessionPool } from '../../../models/session-pool.ts';

test('the gates call a payment model with the limits of a question, not with those of a payment', async () => {
  const purposes = new Set<string | undefined>();
  const scoreTogether: SessionPool['scoreTogether'] = async (_, rows, purpose) => {
    purposes.add(purpose);
    return rows.map(() => 0.1);
  };
  const pool = { scoreTogether } as SessionPool;
  const features = TRANSFER_FEATURES.map(({ name }) => ({ name }));
  const signature = { input: 'features', output: 'probability', column: 0, columns: 1 };
  const version = {
    ...{ id: 'mdv_1', tenantId: 'dev_1', name: 'own', label: '1.0.0', task: 'fraud' },
    ...{ source: 'upload', artifactSha256: 'ab'.repeat(32) },
    card: JSON.stringify({ features }),
    checks: JSON.stringify({ signature, perRow: { bytes: 4 } }),
  } as ModelVersionRow;
  expect(await countWrongWay(version, pool)).toMatchObject({ wrong: 0 });
  expect([...purposes]).toEqual(['question']);
});
