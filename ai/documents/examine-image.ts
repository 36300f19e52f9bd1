// Examines an untrusted image of a document in a separate process with limits, two at a time,
// because decoding is slow and an image may be hostile.

import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runConfined } from '../../models/confinement/launch.ts';
import { createFairTurns } from '../../models/fair-turns.ts';
import {
  detectImageType,
  type ImageFindings,
  ImageRefusal,
  type ImageRefusalCode,
  type ImageType,
} from './image.ts';

export interface ExaminedImage {
  readonly findings: ImageFindings;
  /** A new JPEG of the pixels, without any other part of the file. */
  readonly picture: Buffer;
}

const PROCESS = fileURLToPath(new URL('./image-process.ts', import.meta.url));
const LIMITS = {
  dataKb: 900_000,
  heapMb: 256,
  cpuSeconds: 20,
  deadlineMs: 40_000,
  answerBytes: 24 * 1024 * 1024,
};
/** Each examination occupies a core. */
const turns = createFairTurns(2);

/** The type of a file by its first bytes; null when it is not accepted. */
export async function detectFileType(path: string): Promise<ImageType | null> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
    return detectImageType(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/**
 * Decodes an image.
 * @param owner of the image: owners take turns
 * @throws ImageRefusal when the file is not an image, or exceeds the limits
 */
export async function examineImage(path: string, owner: string): Promise<ExaminedImage> {
  const input = { header: {}, path };
  const examination = await turns.run(owner, () => runConfined(PROCESS, input, LIMITS));
  if (examination.kind === 'failed')
    throw new Error(`no image can be decoded: ${examination.message}`);
  if (examination.kind === 'ended') throw new ImageRefusal('too_expensive');
  return parseAnswer(examination.answer);
}

function parseAnswer(answer: Buffer): ExaminedImage {
  const length = answer.readUInt32LE(0);
  const header = JSON.parse(answer.toString('utf8', 4, 4 + length)) as {
    readonly findings?: ImageFindings;
    readonly refused?: ImageRefusalCode;
  };
  if (!header.findings) throw new ImageRefusal(header.refused ?? 'damaged');
  return { findings: header.findings, picture: answer.subarray(4 + length) };
}
