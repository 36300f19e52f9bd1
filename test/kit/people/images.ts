// Images of documents that tests upload: made here, so that no picture of a person is kept.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import type { Answer, TestBank } from '../bank/bank.ts';

export const KYC_FILES = '/v1/ai/kyc-files';

interface Picture {
  readonly width?: number;
  readonly height?: number;
  /** Another colour is another picture. */
  readonly shade?: string;
  readonly software?: string;
  /** Text of a PDF417 barcode on it. */
  readonly barcode?: string;
}

/** A photo of a document. */
export async function jpegOf({
  width = 900,
  height = 600,
  shade = '#e8e0d8',
  software,
  barcode,
}: Picture = {}): Promise<Buffer> {
  const plain = sharp({ create: { width, height, channels: 3, background: shade } });
  const marked =
    barcode === undefined
      ? plain
      : plain.composite([{ input: await barcodeOf(barcode), left: 40, top: 60 }]);
  const named = software ? marked.withExif({ IFD0: { Software: software } }) : marked;
  return named.jpeg({ quality: 92 }).toBuffer();
}

async function barcodeOf(text: string): Promise<Buffer> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } });
  const { image, error } = await writeBarcode(text, { format: 'PDF417', scale: 3 });
  if (!image) throw new Error(`no barcode: ${error}`);
  return Buffer.from(await image.arrayBuffer());
}

interface Upload {
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

/** Sends a file to where images are taken. */
export async function upload(
  bank: TestBank,
  key: string,
  file: Uint8Array,
  { type = '', headers = {} }: Upload = {},
): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)], { type }), 'photo');
  const response = await fetch(`${bank.url}${KYC_FILES}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
