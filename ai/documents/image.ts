// Findings on an image of a document, and the reasons to refuse one.

import type { ZoneReading } from './zone/resolve.ts';

/** The reasons to refuse an image, by the code in the answer. */
export const IMAGE_REFUSALS = {
  unsupported_type: 'Expected a JPEG, PNG or WebP image; its content is something else.',
  type_mismatch: 'The content is of another type than the upload states.',
  several_formats: 'The file can be read as another format too.',
  damaged: 'The image cannot be decoded.',
  too_many_pixels: 'Expected at most 64 million pixels.',
  too_small: 'Expected at least 200 pixels on each side.',
  animated: 'Expected one picture; the file has several.',
  too_expensive: 'To decode the image takes more memory or time than the bank allows.',
} as const;

export type ImageRefusalCode = keyof typeof IMAGE_REFUSALS;

export class ImageRefusal extends Error {
  readonly code: ImageRefusalCode;

  constructor(code: ImageRefusalCode) {
    super(IMAGE_REFUSALS[code]);
    this.code = code;
  }
}

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const MAX_IMAGE_BYTES = 15 * 1024 * 1024;

/** A barcode in an image. */
export interface Barcode {
  /** The name in ZXing: `PDF417`, `QRCode`. */
  readonly format: string;
  readonly text: string;
}

/** Findings of the process that decodes an image; the picture itself follows them. */
export interface ImageFindings {
  readonly givenType: ImageType;
  /** Size of the stored picture. */
  readonly width: number;
  readonly height: number;
  /** Kinds of metadata in the file, which are removed. */
  readonly removed: readonly string[];
  /** Editors and generators of pictures that the file names. */
  readonly editors: readonly string[];
  /** SHA-256 of the decoded pixels, which is equal for files that differ only in metadata. */
  readonly pixelSha256: string;
  readonly barcodes: readonly Barcode[];
  readonly zone: ZoneReading | null;
}

const SIGNATURES: readonly (readonly [ImageType, (head: Buffer) => boolean])[] = [
  ['image/jpeg', (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/png', (head) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  [
    'image/webp',
    (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  ],
];

/** The type of a file by its first bytes; null when it is not accepted. */
export function detectImageType(file: Buffer): ImageType | null {
  return SIGNATURES.find(([, fits]) => fits(file))?.[0] ?? null;
}
