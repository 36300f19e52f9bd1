// Reads the machine-readable zone of a document from its picture: finds lines at a fixed pitch,
// compares each cell with the characters of OCR-B, and verifies the check digits
// (docs/decisions/screening-kyc-and-laundering.md).

import { findBands, measureSkew } from './find-bands.ts';
import type { Glyphs } from './glyphs.ts';
import { extractInk, type Grey, rotate, soften } from './grey.ts';
import { type Line, readLine } from './read-line.ts';
import { resolveZone, type ZoneReading } from './resolve.ts';

/** Longer side of the picture that is read, in pixels; more do not help. */
export const READ_SIDE = 1_600;

/** Maximum number of examined lines in each orientation of the picture. */
const MAX_BANDS = 16;
/** Narrower pictures are not reduced. */
const SMALL_WIDTH = 700;

/**
 * Reads the zone in any orientation of the picture.
 * @returns null when nothing like a zone is in the picture
 */
export function readZone(picture: Grey, glyphs: Glyphs): ZoneReading | null {
  const softened = picture.width < SMALL_WIDTH ? picture : soften(soften(picture));
  const orientations = [softened, rotateQuarters(softened, 1)].map((way) => ({
    way,
    skew: measureSkew(way),
  }));
  orientations.sort((a, other) => other.skew.clearness - a.skew.clearness);
  for (const { way, skew } of orientations) {
    const ink = extractInk(rotate(way, -skew.angle), Math.round(way.width / 40));
    const reading = readLevel(ink, glyphs) ?? readLevel(rotateQuarters(ink, 2), glyphs);
    if (reading) return reading;
  }
  return null;
}

function readLevel(ink: Grey, glyphs: Glyphs): ZoneReading | null {
  const lines: Line[] = [];
  // A zone is at the bottom of a document.
  const bands = findBands(ink).sort((a, other) => other.middle - a.middle);
  let count = 0;
  for (const band of bands) {
    if (count >= MAX_BANDS) break;
    const isRead = ({ middle }: Line) => Math.abs(middle - band.middle) < 0.7 * band.height;
    if (lines.some(isRead)) continue;
    count += 1;
    const line = readLine(ink, band, glyphs);
    if (line && !lines.some(isRead)) lines.push(line);
  }
  return joinLines(lines);
}

/** Returns the lines that are arranged like those of a zone. */
function joinLines(lines: readonly Line[]): ZoneReading | null {
  const fromTop = [...lines].sort((a, other) => a.middle - other.middle);
  const readings = [3, 2]
    .flatMap((count) =>
      fromTop.map((_, from) => fromTop.slice(from, from + count)).filter(isZoneOf(count)),
    )
    .map((group) => resolveZone(group.map(({ cells }) => cells)));
  const best = (kind: ZoneReading['kind']) => readings.find((reading) => reading.kind === kind);
  return best('read') ?? best('broken') ?? best('unsure') ?? null;
}

const isZoneOf = (count: number) => (group: readonly Line[]) =>
  group.length === count && isOneZone(group);

/** Returns true for lines that begin below each other, with the same pitch and distance. */
function isOneZone(group: readonly Line[]): boolean {
  return group.slice(1).every((line, index) => {
    const above = group[index];
    if (!above) return false;
    const distance = (line.middle - above.middle) / line.pitch;
    return (
      line.cells.length === above.cells.length &&
      Math.abs(line.pitch / above.pitch - 1) < 0.03 &&
      Math.abs(line.left - above.left) < 1.5 * line.pitch &&
      distance > 1.1 &&
      distance < 4
    );
  });
}

function rotateQuarters(picture: Grey, quarters: number): Grey {
  if (quarters === 0) return picture;
  const { width, height, data } = picture;
  const size = quarters === 2 ? { width, height } : { width: height, height: width };
  const next = new Float32Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [across, down] =
        quarters === 2
          ? [width - 1 - x, height - 1 - y]
          : quarters === 1
            ? [height - 1 - y, x]
            : [y, width - 1 - x];
      next[down * size.width + across] = data[y * width + x] ?? 0;
    }
  }
  return { ...size, data: next };
}
