// Decodes an untrusted image in a separate process (image-process.ts). The stored picture is made
// anew from the pixels, so that no other part of the file is kept.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type Barcode, detectImageType, type ImageFindings, ImageRefusal } from './image.ts';
import { readGlyphs } from './zone/glyphs.ts';
import { READ_SIDE, readZone } from './zone/read-zone.ts';
import type { ZoneReading } from './zone/resolve.ts';

type RawFormat = NonNullable<SharpOptions['raw']>;

/** Node lacks the type ImageData; the library accepts any object of its shape. */
type Picture = Exclude<Parameters<typeof readBarcodes>[0], Uint8Array | ArrayBuffer | Blob>;

const MAX_PIXELS = 64_000_000;
const MIN_SIDE = 200;
/** A size that is legible and small enough to be stored. */
const MAX_STORED_SIDE = 3_600;
const QUALITY = 88;
const MAX_BARCODES = 8;
const MAX_BARCODE_TEXT = 4_096;
const MAX_EDITORS = 5;
/** PDF readers search this many first bytes for their header, and browsers for markup. */
const HEAD_BYTES = 1_024;
/** The end record of a ZIP archive is within this many last bytes. */
const TAIL_BYTES = 65_557;

/** Programs that edit or generate pictures, by their traces in files. As of 2026-11. */
const EDITORS: readonly (readonly [string, RegExp])[] = [
  ['Adobe Photoshop', /Adobe Photoshop|photoshop:History/],
  ['Adobe Firefly', /Adobe[ _]Firefly/],
  ['Adobe Illustrator', /Adobe Illustrator/],
  ['Affinity', /Affinity (?:Photo|Designer)/],
  ['Canva', /Canva(?:\/| \(Renderer)|www\.canva\.com/],
  ['Facetune', /Facetune/],
  ['GIMP', /GIMP [23]\.|Created with GIMP/],
  ['Krita', /Krita[ /]\d/],
  ['Paint.NET', /[Pp]aint\.NET/],
  ['PicsArt', /PicsArt/],
  ['Pixelmator', /Pixelmator/],
  ['Snapseed', /Snapseed/],
  ['a generative model', /trainedAlgorithmicMedia|Stable Diffusion|DALL·E|Midjourney/],
];

/** Returns the findings on the file, and the picture to store. */
export async function readImage(
  file: Buffer,
): Promise<{ readonly findings: ImageFindings; readonly picture: Buffer }> {
  const givenType = detectImageType(file);
  if (givenType === null) throw new ImageRefusal('unsupported_type');
  refuseSeveralFormats(file);
  restrictFormats();
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  const metadata = await decodeImage(() => sharp(file, options).metadata());
  if ((metadata.pages ?? 1) > 1) throw new ImageRefusal('animated');
  if (metadata.width * metadata.height > MAX_PIXELS) throw new ImageRefusal('too_many_pixels');
  if (Math.min(metadata.width, metadata.height) < MIN_SIDE) throw new ImageRefusal('too_small');
  const { data, info } = await decodeImage(() =>
    sharp(file, options)
      .autoOrient()
      .resize({
        width: MAX_STORED_SIDE,
        height: MAX_STORED_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const picture = await sharp(data, { raw }).jpeg({ quality: QUALITY }).toBuffer();
  const findings = {
    givenType,
    width: info.width,
    height: info.height,
    removed: listMetadata(metadata),
    editors: listEditors(file),
    pixelSha256: createHash('sha256').update(data).digest('hex'),
    barcodes: await readBarcodesFromPixels(data, raw),
    zone: await readZoneFromPixels(data, raw),
  };
  return { findings, picture };
}

/** Restricts the library to the three accepted formats. */
function restrictFormats(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  const allowed = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'];
  sharp.unblock({ operation: allowed });
}

async function decodeImage<T>(work: () => Promise<T>): Promise<T> {
  const reading = await work().catch((error: unknown) => {
    return new ImageRefusal(/pixel limit/.test(String(error)) ? 'too_many_pixels' : 'damaged');
  });
  if (reading instanceof ImageRefusal) throw reading;
  return reading;
}

/** Refuses a file that can also be read as another format. */
function refuseSeveralFormats(file: Buffer): void {
  const head = file.toString('latin1', 0, HEAD_BYTES);
  const otherFormat = /%PDF-|<!doctype|<html|<script|<svg|<\?php|<\?xml[^>]*\?>\s*<(?!x:xmp)/i;
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const isArchive = end >= 0 && end >= file.length - TAIL_BYTES && reachesFileEnd(file, end);
  if (otherFormat.test(head) || isArchive) throw new ImageRefusal('several_formats');
}

/** Returns true when the comment of a ZIP end record reaches the end of the file. */
function reachesFileEnd(file: Buffer, end: number): boolean {
  const comment = end + 20;
  return comment + 2 <= file.length && comment + 2 + file.readUInt16LE(comment) <= file.length;
}

function listMetadata({ exif, xmp, iptc, icc, comments }: Metadata): string[] {
  const metadata = { exif, xmp, iptc, icc, comments: comments?.length ? comments : undefined };
  return Object.entries(metadata).flatMap(([name, value]) => (value ? [name] : []));
}

function listEditors(file: Buffer): string[] {
  const text = file.toString('latin1');
  const editors = EDITORS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  return editors.slice(0, MAX_EDITORS);
}

async function readZoneFromPixels(rgb: Buffer, raw: RawFormat): Promise<ZoneReading | null> {
  const glyphs = await readGlyphs();
  const { data, info } = await sharp(rgb, { raw })
    .greyscale()
    .resize({ width: READ_SIDE, height: READ_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { width: info.width, height: info.height, data: Float32Array.from(data) };
  return readZone(picture, glyphs);
}

async function readBarcodesFromPixels(
  rgb: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Barcode[]> {
  // Set explicitly, because the library would download its program.
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(path)).buffer } });
  const data = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    data[to] = rgb[from] ?? 0;
    data[to + 1] = rgb[from + 1] ?? 0;
    data[to + 2] = rgb[from + 2] ?? 0;
    data[to + 3] = 255;
  }
  const barcodes = await readBarcodes({ data, width, height, colorSpace: 'srgb' } as Picture, {
    formats: ['PDF417', 'QRCode', 'Aztec', 'DataMatrix'],
    maxNumberOfSymbols: MAX_BARCODES,
    textMode: 'Plain',
  });
  return barcodes
    .filter(({ isValid }) => isValid)
    .map(({ format, text }) => ({ format, text: text.slice(0, MAX_BARCODE_TEXT) }));
}
