// The process that decodes an untrusted image. It reads the file from descriptor 3 and answers with
// the length of its findings (4 bytes), the findings as JSON, and the picture.

import { readFileSync, writeSync } from 'node:fs';
import { FILE_DESCRIPTOR } from '../../models/confinement/bounds.ts';
import { ImageRefusal, type ImageRefusalCode } from './image.ts';
import { readImage } from './read-image.ts';

const { header, picture } = await answer(readFileSync(FILE_DESCRIPTOR));
const json = Buffer.from(JSON.stringify(header));
const length = Buffer.alloc(4);
length.writeUInt32LE(json.length);
writeAll(Buffer.concat([length, json, picture]));
// Exits explicitly, because libraries may hold threads.
process.exit(0);

async function answer(file: Buffer): Promise<{ header: object; picture: Buffer }> {
  try {
    const { findings, picture } = await readImage(file);
    return { header: { findings }, picture };
  } catch (error) {
    const isRefusal = error instanceof ImageRefusal;
    const refused: ImageRefusalCode = isRefusal ? error.code : 'damaged';
    return { header: { refused }, picture: Buffer.alloc(0) };
  }
}

/** Writes in a loop, because a pipe accepts a part at a time. */
function writeAll(bytes: Buffer): void {
  for (let index = 0; index < bytes.length; ) {
    try {
      index += writeSync(1, bytes, index);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
