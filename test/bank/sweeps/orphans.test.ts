// A file to which no row refers is deleted only when the bank has the tables that could refer to it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { storesIn } from '../../../bank/opening/models.ts';
import { sweepOrphans } from '../../../bank/sweeps/orphans.ts';
import { openLedger } from '../../../db/ledger.ts';
import { EVERY_SUBJECT } from '../../../db/subjects.ts';
import { createArtifactStore } from '../../../models/artifact-store.ts';

const LATER_MS = 7_200_000;

test.each([
  { subjects: EVERY_SUBJECT, removed: 4, label: 'every subject' },
  { subjects: [], removed: 0, label: 'no subject' },
])(
  'of four files to which no row refers, a bank with the tables of $label deletes $removed',
  async ({ subjects, removed }) => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-orphans-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const openLedgerOf = (environment: 'sandbox' | 'production') => {
      const ledger = openLedger({ environment, file: ':memory:', subjects });
      onTestFinished(() => ledger.close());
      return ledger;
    };
    const ledgers = { sandbox: openLedgerOf('sandbox'), production: openLedgerOf('production') };
    const stores = storesIn(folder);
    const artifacts = createArtifactStore(join(folder, 'models'));
    const content = Buffer.from('a file without a row');
    await artifacts.put('0'.repeat(64), content);
    await stores.datasets.sandbox.put('1'.repeat(64), content);
    await stores.results.production.put('2'.repeat(64), content);
    await stores.documents.production.put('3'.repeat(64), content);
    const deps = { ledgers, artifacts, ...stores, log: pino({ level: 'silent' }) };
    expect(await sweepOrphans(deps, Date.now())).toBe(0);
    expect(await sweepOrphans(deps, Date.now() + LATER_MS)).toBe(removed);
  },
);
