// Sends files of 31 MB side by side: half of them rows to train on, half of them models that the
// gate runs. Started by uploads.ts in a process of its own.

import { cardBody, largeModel } from './large-model.ts';

export interface UploadTask {
  readonly url: string;
  /** One upload with each. */
  readonly keys: readonly string[];
}

export interface UploadResult {
  readonly statuses: Readonly<Record<string, number>>;
  readonly seconds: number;
}

const ROWS_BYTES = 31 * 1024 * 1024;

async function uploads({ url, keys }: UploadTask): Promise<UploadResult> {
  const rows = new Blob([Buffer.alloc(ROWS_BYTES, '1,2,3,4,5,6,7\n')]);
  const model = new Blob([largeModel()]);
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const send = async (key: string, at: number) => {
    const form = new FormData();
    const isModel = at % 2 === 0;
    form.set('file', isModel ? model : rows, 'file');
    if (isModel) form.set('card', cardBody(`bench-${at}`));
    else form.set('format', 'csv');
    const path = isModel ? '/v1/ai/custom-models/upload' : '/v1/ai/custom-models/datasets';
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(url + path, { method: 'POST', headers, body: form });
    const { code = '' } = (await response.json()) as { code?: string };
    const answer = `${response.status} ${code}`.trim();
    statuses[answer] = (statuses[answer] ?? 0) + 1;
  };
  await Promise.all(keys.map(send));
  return { statuses, seconds: (performance.now() - started) / 1000 };
}

const given = process.argv[2];
if (given) {
  process.stdout.write(`${JSON.stringify(await uploads(JSON.parse(given) as UploadTask))}\n`);
  process.exit(0);
}
