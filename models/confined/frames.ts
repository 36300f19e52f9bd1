// The protocol between the bank and the scoring process: frames of a JSON header and bytes, each
// preceded by its length. Answers are read as numbers and one text, whatever the process sends.

export interface Frame {
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** The sizes of header and body. */
const PREFIX = 8;

/** The longest accepted header: an order contains a signature with the texts of its categories. */
const MAX_HEADER = 16 * 1024 * 1024;

export class BadFrame extends Error {}

/** Returns the encoded frame; the body is not copied. */
export function frameOf(header: object, body: Uint8Array = new Uint8Array()): Uint8Array[] {
  const head = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32LE(head.length, 0);
  prefix.writeUInt32LE(body.length, 4);
  return [prefix, head, body];
}

/**
 * Assembles frames from the bytes that arrive.
 * @param maxBody largest accepted body in bytes
 * @returns takes the next bytes.
 * @throws BadFrame
 */
export function createFrameReader(maxBody: number, onFrame: (frame: Frame) => void) {
  let parts: Buffer[] = [];
  let arrived = 0;

  function wantedBytes(): number {
    if (arrived < PREFIX) return PREFIX;
    // The received bytes are joined once to read the sizes, and once when the frame is complete.
    if ((parts[0] as Buffer).length < PREFIX) parts = [Buffer.concat(parts)];
    const first = parts[0] as Buffer;
    const header = first.readUInt32LE(0);
    const body = first.readUInt32LE(4);
    if (header > MAX_HEADER || body > maxBody) throw new BadFrame('a frame is too long');
    return PREFIX + header + body;
  }

  return (chunk: Buffer): void => {
    parts.push(chunk);
    arrived += chunk.length;
    for (let missingBytes = wantedBytes(); arrived >= missingBytes && arrived >= PREFIX; ) {
      const all = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      const missingPart = all.subarray(0, missingBytes);
      parts = missingBytes < all.length ? [all.subarray(missingBytes)] : [];
      arrived = all.length - missingBytes;
      onFrame(read(missingPart));
      missingBytes = wantedBytes();
    }
  };
}

function read(frameBytes: Buffer): Frame {
  const end = PREFIX + frameBytes.readUInt32LE(0);
  try {
    const header = JSON.parse(frameBytes.toString('utf8', PREFIX, end)) as Frame['header'];
    return { header, body: frameBytes.subarray(end) };
  } catch (cause) {
    throw new BadFrame('a frame has no header', { cause });
  }
}
