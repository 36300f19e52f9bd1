// Prepares a model file for the runtime. Exporters wrap probabilities into a dictionary per row
// (ZipMap), which this runtime cannot return, so that node is removed and its source tensor becomes
// an output. All other bytes and the uploaded file stay unchanged.

const NODE = 1;
const OUTPUT = 12;
const GRAPH = 7;
const NODE_INPUT = 1;
const NODE_OUTPUT = 2;
const NODE_OPERATOR = 4;
const NAME = 1;

interface Part {
  readonly field: number;
  /** The field with its tag. */
  readonly whole: Buffer;
  /** Content of a length-delimited field; empty for other fields. */
  readonly content: Buffer;
}

/** Returns the bytes to load for a file that has passed the gate. */
export function prepareFile(file: Uint8Array): Uint8Array {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (!bytes.includes('ZipMap')) return file;
  const parts = splitFields(bytes).map((part) =>
    part.field === GRAPH ? writeField(GRAPH, removeZips(part.content)) : part.whole,
  );
  return Buffer.concat(parts);
}

function removeZips(graph: Buffer): Buffer {
  const parts = splitFields(graph);
  const sources: string[] = [];
  const removed = new Set<string>();
  const nodes = parts.filter(({ field, content }) => field === NODE && isZip(content));
  for (const { content } of nodes) {
    const [source] = readTexts(content, NODE_INPUT);
    if (source !== undefined) sources.push(source);
    for (const name of readTexts(content, NODE_OUTPUT)) removed.add(name);
  }
  const declaredOutputs = new Set(parts.filter(({ field }) => field === OUTPUT).map(readName));
  const remaining = parts.filter((part) => {
    if (part.field === NODE) return !nodes.includes(part);
    return part.field !== OUTPUT || !removed.has(readName(part));
  });
  // The type of the output follows from the node that makes it.
  const added = [...new Set(sources)]
    .filter((name) => !declaredOutputs.has(name))
    .map((name) => writeField(OUTPUT, writeField(NAME, Buffer.from(name))));
  return Buffer.concat([...remaining.map(({ whole }) => whole), ...added]);
}

const isZip = (node: Buffer): boolean => readTexts(node, NODE_OPERATOR)[0] === 'ZipMap';
const readName = ({ content }: Part): string => readTexts(content, NAME)[0] ?? '';

function readTexts(message: Buffer, field: number): string[] {
  return splitFields(message).flatMap((part) =>
    part.field === field ? [part.content.toString('utf8')] : [],
  );
}

/** Returns the fields of a message in order. */
function splitFields(message: Buffer): Part[] {
  const parts: Part[] = [];
  for (let index = 0; index < message.length; ) {
    const tag = readVarint(message, index);
    const field = Math.floor(tag.value / 8);
    const wire = tag.value % 8;
    const length = wire === 2 ? readVarint(message, tag.next) : null;
    const start = length ? length.next : tag.next;
    const end = findEnd(message, { wire, start, length: length?.value ?? 0 });
    const content = wire === 2 ? message.subarray(start, end) : Buffer.alloc(0);
    parts.push({ field, whole: message.subarray(index, end), content });
    index = end;
  }
  return parts;
}

function findEnd(
  message: Buffer,
  { wire, start, length }: { readonly wire: number; readonly start: number; length: number },
): number {
  const end =
    wire === 0
      ? readVarint(message, start).next
      : start + (wire === 1 ? 8 : wire === 5 ? 4 : wire === 2 ? length : Number.NaN);
  if (!(end <= message.length)) throw new Error('the model file ends too early');
  return end;
}

function readVarint(message: Buffer, from: number): { value: number; next: number } {
  let value = 0;
  for (let index = from; index < message.length; index += 1) {
    const byte = message[index] as number;
    value += (byte & 127) * 2 ** (7 * (index - from));
    if (byte < 128) return { value, next: index + 1 };
  }
  throw new Error('the model file ends too early');
}

function writeField(field: number, content: Buffer): Buffer {
  const head: number[] = [];
  for (const number of [field * 8 + 2, content.length]) {
    let remainder = number;
    for (; remainder > 127; remainder = Math.floor(remainder / 128))
      head.push((remainder % 128) + 128);
    head.push(remainder);
  }
  return Buffer.concat([Buffer.from(head), content]);
}
