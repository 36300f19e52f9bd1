// Spectral reads both documents as generators of clients do. It takes most of a minute of processor
// time; in `npm test` Redocly and the project's own rules read them (contract.happy.test.ts).

import { expect, it } from 'vitest';
import { DOCUMENTS, lintBySpectral } from '../../scripts/docs/spectral.ts';

it.each(DOCUMENTS)(
  '%s has no error by the rules of Spectral',
  async (path) => {
    expect((await lintBySpectral(path)).errors).toEqual([]);
  },
  180_000,
);
