// Streams the elements of a large XML file: data is kept for as long as one element takes, so that
// a list of 120 MB needs no more memory than its entries.

import { SaxesParser } from 'saxes';

/** Attributes have an `@` before their name; text beside anything else is `#text`. */
export type XmlNode = Readonly<Record<string, unknown>>;

export interface XmlElement {
  readonly name: string;
  readonly node: XmlNode;
  /** True for the root: its attributes come before its content. */
  readonly isRoot: boolean;
}

interface Wanted {
  /** Names of the elements that are read, each with its content. */
  readonly elements: ReadonlySet<string>;
  /** Names that are lists, also where they occur once. */
  readonly repeated: ReadonlySet<string>;
}

interface Open {
  readonly name: string;
  readonly node: Record<string, unknown>;
  text: string;
}

/** A file that is no XML, or not all of it. */
export class XmlFault extends Error {}

/** Names count without the prefix of their namespace. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads a file piece by piece.
 * @param pieces its text, cut anywhere
 * @throws XmlFault
 */
export function* xmlElements(pieces: Iterable<string>, wanted: Wanted): Generator<XmlElement> {
  const parser = new SaxesParser({ position: false });
  const found: XmlElement[] = [];
  const open: Open[] = [];
  let hasRoot = false;
  parser.on('opentag', ({ name: whole, attributes }) => {
    const name = localName(whole);
    if (open.length === 0 && hasRoot && !wanted.elements.has(name)) return;
    const node: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(attributes))
      node[`@${localName(key)}`] = value.trim();
    if (hasRoot) open.push({ name, node, text: '' });
    else found.push({ name, node, isRoot: true });
    hasRoot = true;
  });
  const appendText = (text: string) => {
    const innermost = open.at(-1);
    if (innermost) innermost.text += text;
  };
  parser.on('text', appendText);
  parser.on('cdata', appendText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (!closed) return;
    const parent = open.at(-1);
    if (parent) put(parent.node, closed, wanted.repeated);
    else found.push({ name: closed.name, node: withText(closed), isRoot: false });
  });
  parser.on('error', (error) => {
    throw new XmlFault(`it is no whole XML: ${error.message}`);
  });
  for (const piece of pieces) {
    parser.write(piece);
    yield* found.splice(0);
  }
  parser.close();
  yield* found.splice(0);
}

function withText({ node, text }: Open): XmlNode {
  const said = text.trim();
  if (said !== '') node['#text'] = said;
  return node;
}

/** An element of text alone is its text. */
function put(parent: Record<string, unknown>, closed: Open, repeated: ReadonlySet<string>): void {
  const { name, node, text } = closed;
  const value = Object.keys(node).length === 0 ? text.trim() : withText(closed);
  const before = parent[name];
  if (Array.isArray(before)) before.push(value);
  else if (before !== undefined) parent[name] = [before, value];
  else parent[name] = repeated.has(name) ? [value] : value;
}
