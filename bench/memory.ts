// Memory of the whole bank after many transfers at full rate, immediately and two minutes later,
// and of the process that runs a developer's model. The memory is also sampled during the load.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { model, node, tensor } from '../test/models/gate/onnx-builder.ts';
import { openCustomers, runChild } from './http.ts';
import type { LoadResult } from './load.ts';
import type { Row } from './measure.ts';
import { listChildren, residentMb } from './testbed.ts';
import { startWholeBank } from './whole-bank.ts';

const CLIENTS = 64;
/** Seconds of each load; loads are repeated until there are enough transfers. */
const SECONDS = 10;
const SAMPLED_MS = 250;
const LATER_MS = 120_000;
const MAX_MB = 800;
const MAX_FOREIGN_MB = 120;
const NO_FLOOR = { floorName: 'none', floor: null };

/** @param transfers lowest number of transfers */
export async function benchMemory(transfers: number): Promise<Row[]> {
  const { testbed, stop } = await startWholeBank();
  let max = 0;
  const sampling = setInterval(() => {
    max = Math.max(max, residentMb(testbed.bankPid));
  }, SAMPLED_MS);
  try {
    const { key, accounts } = await openCustomers(testbed);
    const task = { url: testbed.url, key, accounts, clients: CLIENTS, seconds: SECONDS };
    let doneCount = 0;
    while (doneCount < transfers) {
      const { count, perSecond } = await runChild<LoadResult>('load.ts', task);
      doneCount += count;
      process.stderr.write(`  ${doneCount} transfers, ${Math.round(perSecond)}/s\n`);
    }
    const after = `after ${doneCount.toLocaleString('en')} transfers of ${CLIENTS} clients`;
    const bank = residentMb(testbed.bankPid);
    const temporal = residentMb(testbed.temporalPid);
    const atMost = max;
    await sleep(LATER_MS);
    const later = residentMb(testbed.bankPid);
    return [
      rowOf(`memory of the bank, ${after}`, bank, MAX_MB),
      rowOf('memory of the bank, maximum during these transfers', atMost, null),
      rowOf('memory of the bank, two minutes later', later, null),
      rowOf(`memory of Temporal's server, ${after}`, temporal, null),
      await measureForeignModel(testbed.url, key, testbed.bankPid),
    ];
  } finally {
    clearInterval(sampling);
    await stop();
  }
}

function rowOf(name: string, value: number, max: number | null): Row {
  const target = max === null ? {} : { valueAtMost: max };
  return { name, value, unit: 'MB', ...NO_FLOOR, target };
}

/** Uploads a developer's model and requests one score, so that the bank has a process for it. */
async function measureForeignModel(url: string, key: string, bankPid: number): Promise<Row> {
  const name = 'memory of the largest process that runs an uploaded model';
  const before = listChildren(bankPid);
  const headers = { authorization: `Bearer ${key}` };
  const form = new FormData();
  form.set('file', new Blob([makeSmallModel()]), 'file');
  const features = ['a', 'b', 'c'].map((feature) => ({ name: feature }));
  const card = { name: 'memory', version: '1.0.0', task: 'fraud', features };
  form.set('card', JSON.stringify(card));
  const upload = `${url}/v1/ai/custom-models/upload`;
  const uploaded = await fetch(upload, { method: 'POST', headers, body: form });
  const model = (await uploaded.json()) as { modelId?: string; id?: string };
  const path = `/v1/ai/custom-models/${model.modelId ?? model.id}/versions/1.0.0/score`;
  const scored = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ rows: [{ a: 1, b: 2, c: 3 }] }),
  });
  const sizes = listChildren(bankPid)
    .filter((pid) => !before.includes(pid))
    .map((pid) => ({ mb: residentMb(pid), command: readCommand(pid) }));
  process.stderr.write(`  ${JSON.stringify({ scored: scored.status, sizes })}\n`);
  const row = rowOf(name, Math.max(0, ...sizes.map(({ mb }) => mb)), MAX_FOREIGN_MB);
  if (scored.ok && sizes.length > 0) return row;
  const answers = JSON.stringify([model, await scored.json()]).slice(0, 300);
  return { ...row, notRun: `no such process: ${uploaded.status}, ${scored.status} ${answers}` };
}

function readCommand(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 200);
}

function makeSmallModel(): Uint8Array<ArrayBuffer> {
  const nodes = [
    node({ op: 'MatMul', inputs: ['features', 'w'], outputs: ['margin'] }),
    node({ op: 'Sigmoid', inputs: ['margin'], outputs: ['probability'] }),
  ];
  const weights = tensor('w', [3, 1], Float32Array.of(1e-6, 2e-6, 3e-6));
  return new Uint8Array(model({ nodes, constants: [weights] }));
}
