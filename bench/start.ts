// From nothing running to a bank that takes transfers, with everything on disk already.

import { prepareGround } from './ground.ts';
import { percentile, type Row, temporaryFolder } from './measure.ts';

const READY_MS = 8_000;

/** @param starts how many warm starts are measured */
export async function benchStart(starts: number): Promise<Row[]> {
  const folder = temporaryFolder();
  try {
    const first = await once(folder.path);
    const warm: number[] = [];
    for (let n = 0; n < starts; n++) warm.push(await once(folder.path));
    return [
      row('start to ready, first start (bundles the workflows, creates databases)', first, {}),
      row('start to ready, warm (median)', percentile(warm, 0.5), { valueAtMost: READY_MS }),
    ];
  } finally {
    folder.remove();
  }
}

async function once(dataDir: string): Promise<number> {
  const ground = await prepareGround({ dataDir });
  await ground.stop();
  return ground.startMs;
}

function row(name: string, value: number, target: Row['target']): Row {
  return { name, value, unit: 'ms', floorName: 'none', floor: null, target };
}
