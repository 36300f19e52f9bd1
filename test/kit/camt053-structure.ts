// What camt.053.001.08 asks of the elements that a statement of this bank has: their order, how
// often they may be there, and the form of their texts. Taken down from the message definition
// (urn:iso:std:iso:20022:tech:xsd:camt.053.001.08, ISO 20022 message archive), in the order of its
// sequences; elements that this bank never writes are left out, so one that is not here is a fault.

import { XMLParser, XMLValidator } from 'fast-xml-parser';

interface Child {
  readonly name: string;
  readonly type: string;
  readonly least: number;
  readonly most: number;
}

/** `Name:Type`, with `?` for optional, `+` for one or more, `*` for any number. */
function sequence(text: string): Child[] {
  return text.split(' ').map((part) => {
    const [name = '', rest = ''] = part.split(':');
    const mark = /[?+*]$/.exec(rest)?.[0] ?? '';
    const least = mark === '?' || mark === '*' ? 0 : 1;
    const most = mark === '+' || mark === '*' ? Number.POSITIVE_INFINITY : 1;
    return { name, type: rest.replace(/[?+*]$/, ''), least, most };
  });
}

const ELEMENTS: Readonly<Record<string, Child[]>> = {
  Document: sequence('BkToCstmrStmt:Message'),
  Message: sequence('GrpHdr:GroupHeader Stmt:Statement+'),
  GroupHeader: sequence('MsgId:Max35 CreDtTm:DateTime'),
  Statement: sequence(
    'Id:Max35 CreDtTm:DateTime? FrToDt:Period? Acct:Account Bal:Balance+ TxsSummry:Totals? ' +
      'Ntry:Entry*',
  ),
  Period: sequence('FrDtTm:DateTime ToDtTm:DateTime'),
  Account: sequence('Id:AccountId Ccy:Currency? Nm:Max70? Ownr:Party?'),
  AccountId: sequence('Othr:OtherId'),
  OtherId: sequence('Id:Max34'),
  Party: sequence('Nm:Max140?'),
  Balance: sequence('Tp:BalanceType Amt:Amount CdtDbtInd:Indicator Dt:DateChoice'),
  BalanceType: sequence('CdOrPrtry:BalanceCode'),
  BalanceCode: sequence('Cd:Code4'),
  DateChoice: sequence('Dt:Date'),
  Totals: sequence('TtlNtries:NetSum? TtlCdtNtries:CountSum? TtlDbtNtries:CountSum?'),
  NetSum: sequence('NbOfNtries:Count? Sum:Decimal? TtlNetNtry:Net?'),
  CountSum: sequence('NbOfNtries:Count? Sum:Decimal?'),
  Net: sequence('Amt:Decimal CdtDbtInd:Indicator'),
  Entry: sequence(
    'NtryRef:Max35? Amt:Amount CdtDbtInd:Indicator RvslInd:Boolean? Sts:EntryStatus ' +
      'BookgDt:DateChoice? ValDt:DateChoice? AcctSvcrRef:Max35? BkTxCd:TransactionCode ' +
      'NtryDtls:Details*',
  ),
  EntryStatus: sequence('Cd:Code4'),
  TransactionCode: sequence('Domn:Domain? Prtry:Proprietary?'),
  Domain: sequence('Cd:Code4 Fmly:Family'),
  Family: sequence('Cd:Code4 SubFmlyCd:Code4'),
  Proprietary: sequence('Cd:Max35'),
  Details: sequence('TxDtls:Transaction*'),
  Transaction: sequence(
    'Refs:References? Amt:Amount? CdtDbtInd:Indicator? RltdPties:Parties? RmtInf:Remittance?',
  ),
  References: sequence('AcctSvcrRef:Max35? EndToEndId:Max35? TxId:Max35?'),
  Parties: sequence('Dbtr:PartyChoice? DbtrAcct:Holder? Cdtr:PartyChoice? CdtrAcct:Holder?'),
  PartyChoice: sequence('Pty:Party'),
  Holder: sequence('Id:AccountId'),
  Remittance: sequence('Ustrd:Max140*'),
};

const text = (most: number) => (value: string) =>
  [...value].length >= 1 && [...value].length <= most;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** Forms of texts: lengths, patterns and facets of the simple types. */
const TEXTS: Readonly<Record<string, (value: string) => boolean>> = {
  Max34: text(34),
  Max35: text(35),
  Max70: text(70),
  Max140: text(140),
  Code4: text(4),
  Currency: (value) => /^[A-Z]{3}$/.test(value),
  Indicator: (value) => /^(CRDT|DBIT)$/.test(value),
  Boolean: (value) => /^(true|false)$/.test(value),
  Date: (value) => /^\d{4}-\d\d-\d\d$/.test(value),
  DateTime: (value) => DATE_TIME.test(value),
  Count: (value) => /^\d{1,15}$/.test(value),
  // 18 digits in all, not below zero; an amount has five behind the point at most.
  Decimal: (value) => /^\d+(\.\d{1,17})?$/.test(value) && value.replace('.', '').length <= 18,
  Amount: (value) => /^\d+(\.\d{1,5})?$/.test(value) && value.replace('.', '').length <= 18,
};

type Node = { readonly [name: string]: unknown };

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
});

/** What of a document is not as the message definition has it; empty when all is. */
export function camt053Faults(xml: string): string[] {
  const wellFormed = XMLValidator.validate(xml);
  if (wellFormed !== true) return [JSON.stringify(wellFormed.err)];
  const nodes = (parser.parse(xml) as Node[]).filter((node) => !('?xml' in node));
  const [root] = nodes;
  if (nodes.length !== 1 || !root || nameOf(root) !== 'Document') return ['no Document'];
  const { '@_xmlns': namespace } = attributesOf(root);
  const wanted = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
  return [
    ...(namespace === wanted ? [] : [`namespace ${namespace}`]),
    ...faultsIn(root, 'Document', ''),
  ];
}

const nameOf = (node: Node) => Object.keys(node).find((key) => key !== ':@') ?? '';
const attributesOf = (node: Node) => (node[':@'] ?? {}) as Readonly<Record<string, string>>;

function faultsIn(node: Node, type: string, parent: string): string[] {
  const path = `${parent}/${nameOf(node)}`;
  const inside = node[nameOf(node)] as Node[];
  const wanted = ELEMENTS[type];
  if (!wanted) return textFaults(node, inside, type, path);
  const names = inside.map(nameOf);
  const stray = names.filter((name) => !wanted.some((child) => child.name === name));
  if (stray.length > 0) return [`${path} has ${[...new Set(stray)]}`];
  const places = names.map((name) => wanted.findIndex((child) => child.name === name));
  const faults = places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0))
    ? [`${path} has the order ${names}`]
    : [];
  for (const { name, least, most } of wanted) {
    const count = names.filter((one) => one === name).length;
    if (count < least || count > most) faults.push(`${path} has ${count} of ${name}`);
  }
  return [
    ...faults,
    ...inside.flatMap((child) => {
      const of = wanted.find(({ name }) => name === nameOf(child));
      return faultsIn(child, of?.type ?? '', path);
    }),
  ];
}

function textFaults(node: Node, inside: Node[], type: string, path: string): string[] {
  const value = inside.map((part) => String(part['#text'] ?? '')).join('');
  const fits = TEXTS[type];
  if (!fits) return [`${path} is of no known type`];
  const faults = fits(value) ? [] : [`${path} is ${JSON.stringify(value)}`];
  const currency = attributesOf(node)['@_Ccy'];
  if ((type === 'Amount') !== (currency !== undefined)) faults.push(`${path} currency`);
  return faults;
}
