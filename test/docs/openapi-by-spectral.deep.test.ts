// Spectral reads both documents as those who generate clients do. It takes most of a minute of
// processor time; `npm test` has them read by Redocly and by our rules (contract.happy.test.ts).

import { expect, it } from 'vitest';
import { DOCUMENTS, findingsBySpectral } from '../../scripts/docs/spectral.ts';

it.each(DOCUMENTS)(
  '%s has no error by the rules of Spectral',
  async (path) => {
    expect((await findingsBySpectral(path)).errors).toEqual([]);
  },
  180_000,
);
