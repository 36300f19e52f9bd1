// The delay of attempts with a password.

import { expect, it } from 'vitest';
import { openPlatformRows } from '../../db/platform/rows.ts';
import { tryPassword } from '../../identity/sign-ins.ts';

it('an attempt with a short delay is not refused when its timer ends before the clock says so', async () => {
  const rows = openPlatformRows(':memory:');
  const start = Date.now();
  const slowClock = () => start + Math.floor((Date.now() - start) * 0.95);
  const attempt = {
    tenantId: 'dev_1:sandbox:0',
    name: 'ada',
    password: 'no password of anybody',
    address: '203.0.113.1',
    device: null,
  };
  try {
    const kinds: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      kinds.push((await tryPassword(rows, attempt, slowClock)).kind);
    }
    expect(kinds).toEqual(Array.from({ length: 6 }, () => 'wrong'));
  } finally {
    rows.close();
  }
});
