// Images of documents for uploads, generated so that no picture of a person is kept.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp, { type OverlayOptions } from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { CELL, CELL_RATIO, SIGNS, SIGNS_PICTURE } from '../../../ai/documents/zone/glyphs.ts';
import type { Answer, TestBank } from '../bank/bank.ts';

export const KYC_FILES_PATH = '/v1/ai/kyc-files';

interface Picture {
  readonly width?: number;
  readonly height?: number;
  /** Another colour makes another picture. */
  readonly shade?: string;
  readonly software?: string;
  /** Text of a PDF417 barcode in the picture. */
  readonly barcode?: string;
  /** Lines of a machine-readable zone at the bottom of the picture. */
  readonly zone?: readonly string[];
}

/** Makes a photo of a document. */
export async function makeJpeg({
  width = 900,
  height = 600,
  shade = '#e8e0d8',
  software,
  barcode,
  zone = [],
}: Picture = {}): Promise<Buffer> {
  const plain = sharp({ create: { width, height, channels: 3, background: shade } });
  const marked = plain.composite([
    ...(barcode === undefined ? [] : [{ input: await drawBarcode(barcode), left: 40, top: 60 }]),
    ...(await drawZone(zone, { width, height })),
  ]);
  const tagged = software ? marked.withExif({ IFD0: { Software: software } }) : marked;
  return tagged.jpeg({ quality: 92 }).toBuffer();
}

/** Draws each character at its position with the glyphs of the reader's font. */
async function drawZone(
  lines: readonly string[],
  { width, height }: { readonly width: number; readonly height: number },
): Promise<OverlayOptions[]> {
  const [first] = lines;
  if (first === undefined) return [];
  const pitch = (width * 0.92) / first.length;
  const size = { width: Math.round(pitch), height: Math.round(pitch * CELL_RATIO) };
  const signs = await Promise.all(
    [...SIGNS].map((_, index) =>
      sharp(SIGNS_PICTURE)
        .extract({ ...CELL, left: index * CELL.width, top: 0 })
        .resize({ ...size, fit: 'fill' })
        .png()
        .toBuffer(),
    ),
  );
  const top = height - 2.2 * pitch * lines.length - 0.02 * height;
  return lines.flatMap((line, row) =>
    [...line].map((sign, index) => ({
      input: signs[SIGNS.indexOf(sign)] ?? Buffer.alloc(0),
      left: Math.round(0.04 * width + index * pitch),
      top: Math.round(top + 2.2 * pitch * row),
      blend: 'multiply' as const,
    })),
  );
}

async function drawBarcode(text: string): Promise<Buffer> {
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

/** Uploads an image. */
export async function upload(
  bank: TestBank,
  key: string,
  file: Uint8Array,
  { type = '', headers = {} }: Upload = {},
): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)], { type }), 'photo');
  const response = await fetch(`${bank.url}${KYC_FILES_PATH}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
