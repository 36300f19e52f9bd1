// The machine-readable zone is read correctly from the picture of a document, or reported as
// unreadable.

import sharp from 'sharp';
import { expect, it } from 'vitest';
import { type Glyphs, readGlyphs } from '../../../ai/documents/zone/glyphs.ts';
import { READ_SIDE, readZone } from '../../../ai/documents/zone/read-zone.ts';
import { makeJpeg } from '../../kit/people/images.ts';
import { makeCardMrz, makePassportMrz } from '../../kit/people/mrz.ts';
import { isDeep } from '../../kit/suite/tier.ts';

const HOLDER = {
  lastName: 'WOJCIECHOWSKA',
  firstName: 'ZOE<QUINN',
  born: '850712',
  expires: '310131',
  state: 'POL',
};
const PASSPORT = makePassportMrz({ ...HOLDER, number: 'A0O1I8B5S' });
const CARD = makeCardMrz({ ...HOLDER, number: 'Z26G0D' });

let glyphs: Glyphs | undefined;

async function read(image: Buffer) {
  glyphs ??= await readGlyphs();
  const { data, info } = await sharp(image)
    .greyscale()
    .resize({ width: READ_SIDE, height: READ_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return readZone({ width, height, data: Float32Array.from(data) }, glyphs);
}

const SIZE = { width: 760, height: 540 };
const paper = { background: '#d0d0d0' };

const COMMON_IMAGES = [
  ['a card', CARD, (image: Buffer) => image],
  ['a turned passport', PASSPORT, (image: Buffer) => sharp(image).rotate(-3, paper).toBuffer()],
] as const;
const OTHER_IMAGES = [
  ['a passport', PASSPORT, (image: Buffer) => image],
  ['a passport of 500 pixels', PASSPORT, (image: Buffer) => sharp(image).resize(500).toBuffer()],
  ['a card upside down', CARD, (image: Buffer) => sharp(image).rotate(180).toBuffer()],
  ['a card on its side', CARD, (image: Buffer) => sharp(image).rotate(90).toBuffer()],
  ['a blurred passport', PASSPORT, (image: Buffer) => sharp(image).blur(1.5).toBuffer()],
] as const;

it.each([...COMMON_IMAGES, ...(isDeep ? OTHER_IMAGES : [])])(
  'the zone of %s is read, character by character',
  async (_, zone, changed) => {
    const image = await changed(await makeJpeg({ ...SIZE, zone }));
    expect(await read(image)).toEqual({ kind: 'read', lines: zone });
  },
);

it('a zone with wrong check digits is reported', async () => {
  const forgedLines = PASSPORT.map((line) => line.replace('850712', '950712'));
  const image = await makeJpeg({ ...SIZE, zone: forgedLines });
  expect(await read(image)).toEqual({ kind: 'broken', lines: forgedLines });
});

it('a zone that is too blurred is not guessed', async () => {
  const image = await makeJpeg({ ...SIZE, zone: PASSPORT });
  const result = await read(await sharp(image).blur(5).toBuffer());
  expect(result?.kind ?? 'unsure').toBe('unsure');
});

it('a picture without a machine-readable zone has none, even with other text at a fixed pitch', async () => {
  expect(await read(await makeJpeg())).toBeNull();
  const zone = ['THIS<IS<NO<ZONE', 'AND<THIS<IS<NONE'].map((line) => line.padEnd(20, '<'));
  expect(await read(await makeJpeg({ ...SIZE, zone }))).toBeNull();
});
