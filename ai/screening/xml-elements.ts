// Streams the elements of a large XML file and keeps one element at a time, so that a list of 120
// MB needs no more memory than its entries.

import { SaxesParser } from 'saxes';

/** Names of attributes begin with `@`; text beside other content is `#text`. */
export type XmlNode = Readonly<Record<string, unknown>>;

export interface XmlElement {
  readonly name: string;
  readonly node: XmlNode;
  /** True for the root, whose attributes precede its content. */
  readonly isRoot: boolean;
}

interface ElementNames {
  /** Names of the elements that are read with their content. */
  readonly elements: ReadonlySet<string>;
  /** Names that are always lists, even with one element. */
  readonly repeated: ReadonlySet<string>;
}

interface OpenElement {
  readonly name: string;
  readonly node: Record<string, unknown>;
  text: string;
}

/** Thrown for a file that is not complete XML. */
export class XmlFault extends Error {}

/** Returns a name without the prefix of its namespace. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads a file in pieces.
 * @param pieces the text of the file, split anywhere
 * @throws XmlFault
 */
export function* xmlElements(pieces: Iterable<string>, names: ElementNames): Generator<XmlElement> {
  const parser = new SaxesParser({ position: false });
  const elements: XmlElement[] = [];
  const openElements: OpenElement[] = [];
  let hasRoot = false;
  parser.on('opentag', ({ name: qualifiedName, attributes }) => {
    const name = localName(qualifiedName);
    if (openElements.length === 0 && hasRoot && !names.elements.has(name)) return;
    const node: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(attributes))
      node[`@${localName(key)}`] = value.trim();
    if (hasRoot) openElements.push({ name, node, text: '' });
    else elements.push({ name, node, isRoot: true });
    hasRoot = true;
  });
  const appendText = (text: string) => {
    const innermost = openElements.at(-1);
    if (innermost) innermost.text += text;
  };
  parser.on('text', appendText);
  parser.on('cdata', appendText);
  parser.on('closetag', () => {
    const closed = openElements.pop();
    if (!closed) return;
    const parent = openElements.at(-1);
    if (parent) addChild(parent.node, closed, names.repeated);
    else elements.push({ name: closed.name, node: withText(closed), isRoot: false });
  });
  parser.on('error', (error) => {
    throw new XmlFault(`it is no whole XML: ${error.message}`);
  });
  for (const piece of pieces) {
    parser.write(piece);
    yield* elements.splice(0);
  }
  parser.close();
  yield* elements.splice(0);
}

function withText({ node, text }: OpenElement): XmlNode {
  const content = text.trim();
  if (content !== '') node['#text'] = content;
  return node;
}

/** Replaces an element that contains only text by the text. */
function addChild(
  parent: Record<string, unknown>,
  closed: OpenElement,
  repeated: ReadonlySet<string>,
): void {
  const { name, node, text } = closed;
  const value = Object.keys(node).length === 0 ? text.trim() : withText(closed);
  const before = parent[name];
  if (Array.isArray(before)) before.push(value);
  else if (before !== undefined) parent[name] = [before, value];
  else parent[name] = repeated.has(name) ? [value] : value;
}
