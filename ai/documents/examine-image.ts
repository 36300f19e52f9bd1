// Looks at an image of a document from outside: in a process of its own, within limits, two at a
// time, because to decode one takes long and a hostile one tries worse.

import { fileURLToPath } from 'node:url';
import { runConfined, turnsOf } from '../../models/confined.ts';
import {
  type ImageFindings,
  ImageRefusal,
  type ImageRefusalCode,
  imageTypeOf,
  MOST_IMAGE_BYTES,
} from './image.ts';

export interface ExaminedImage {
  readonly findings: ImageFindings;
  /** A JPEG of the pixels, without anything else of the file. */
  readonly kept: Buffer;
}

const PROCESS = fileURLToPath(new URL('./image-process.ts', import.meta.url));
const LIMITS = {
  dataKb: 900_000,
  heapMb: 256,
  cpuSeconds: 20,
  deadlineMs: 40_000,
  answerBytes: 24 * 1024 * 1024,
};
/** Each takes a core while it runs, and each that waits keeps a file in memory. */
const turns = turnsOf({ atOnce: 2, waiting: 8 });

/** True when no more images should be taken now. */
export function isBusy(): boolean {
  return turns.isBusy();
}

/**
 * Decodes an image.
 * @throws ImageRefusal when it is none, or a hostile one
 */
export async function examineImage(file: Buffer): Promise<ExaminedImage> {
  // What is nothing that is taken needs no process to say so.
  if (imageTypeOf(file) === null || file.length > MOST_IMAGE_BYTES) {
    throw new ImageRefusal('unsupported_type');
  }
  const found = await turns.run(() => runConfined(PROCESS, { header: {}, file }, LIMITS));
  if (found.kind === 'failed') throw new Error(`no image can be decoded: ${found.message}`);
  if (found.kind === 'ended') throw new ImageRefusal('too_expensive');
  return read(found.answer);
}

function read(answer: Buffer): ExaminedImage {
  const length = answer.readUInt32LE(0);
  const header = JSON.parse(answer.toString('utf8', 4, 4 + length)) as {
    readonly findings?: ImageFindings;
    readonly refused?: ImageRefusalCode;
  };
  if (!header.findings) throw new ImageRefusal(header.refused ?? 'damaged');
  return { findings: header.findings, kept: answer.subarray(4 + length) };
}
