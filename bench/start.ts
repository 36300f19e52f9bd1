// The time of a start until the bank accepts transfers, with all packages installed.

import { percentile, type Row, temporaryFolder } from './measure.ts';
import { startTestbed } from './testbed.ts';

const MAX_START_MS = 8_000;

/** @param starts number of warm starts */
export async function benchStart(starts: number): Promise<Row[]> {
  const folder = temporaryFolder();
  try {
    const first = await measureStart(folder.path);
    const warm: number[] = [];
    for (let n = 0; n < starts; n++) warm.push(await measureStart(folder.path));
    return [
      row('start to ready, first start (bundles the workflows, creates databases)', first, {}),
      row('start to ready, warm (median)', percentile(warm, 0.5), { valueAtMost: MAX_START_MS }),
    ];
  } finally {
    folder.remove();
  }
}

async function measureStart(dataDir: string): Promise<number> {
  const testbed = await startTestbed({ dataDir });
  await testbed.stop();
  return testbed.startMs;
}

function row(name: string, value: number, target: Row['target']): Row {
  return { name, value, unit: 'ms', floorName: 'none', floor: null, target };
}
