// The protocol between the bank and the scoring process: frames of a JSON header and bytes, each
// preceded by its length. Answers are read as numbers and one text, whatever the process sends.

export interface Frame {
  readonly header: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

/** Bytes of the sizes of header and body. */
const PREFIX_BYTES = 8;

/** The longest accepted header: an order contains a signature with the texts of its categories. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024;

export class BadFrame extends Error {}

/** Returns the encoded frame; the body is not copied. */
export function encodeFrame(header: object, body: Uint8Array = new Uint8Array()): Uint8Array[] {
  const head = Buffer.from(JSON.stringify(header));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32LE(head.length, 0);
  prefix.writeUInt32LE(body.length, 4);
  return [prefix, head, body];
}

/**
 * Assembles frames from the bytes that arrive.
 * @param maxBody largest accepted body in bytes
 * @returns a function that takes the next bytes
 * @throws BadFrame
 */
export function createFrameReader(maxBody: number, onFrame: (frame: Frame) => void) {
  let parts: Buffer[] = [];
  let arrived = 0;

  function readFrameLength(): number {
    if (arrived < PREFIX_BYTES) return PREFIX_BYTES;
    // The received bytes are joined once to read the sizes, and once when the frame is complete.
    if ((parts[0] as Buffer).length < PREFIX_BYTES) parts = [Buffer.concat(parts)];
    const first = parts[0] as Buffer;
    const header = first.readUInt32LE(0);
    const body = first.readUInt32LE(4);
    if (header > MAX_HEADER_BYTES || body > maxBody) throw new BadFrame('a frame is too long');
    return PREFIX_BYTES + header + body;
  }

  return (chunk: Buffer): void => {
    parts.push(chunk);
    arrived += chunk.length;
    for (let frameLength = readFrameLength(); arrived >= frameLength && arrived >= PREFIX_BYTES; ) {
      const received = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
      const frameBytes = received.subarray(0, frameLength);
      parts = frameLength < received.length ? [received.subarray(frameLength)] : [];
      arrived = received.length - frameLength;
      onFrame(decodeFrame(frameBytes));
      frameLength = readFrameLength();
    }
  };
}

function decodeFrame(frameBytes: Buffer): Frame {
  const end = PREFIX_BYTES + frameBytes.readUInt32LE(0);
  try {
    const header = JSON.parse(frameBytes.toString('utf8', PREFIX_BYTES, end)) as Frame['header'];
    return { header, body: frameBytes.subarray(end) };
  } catch (cause) {
    throw new BadFrame('a frame has no header', { cause });
  }
}
