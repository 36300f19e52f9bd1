// Counts the acts that are not yet functions of a transaction (docs/understand/architecture.md). A
// change that lowers a count lowers its ceiling.

import ts from 'typescript';
import { type Finding, finding, isCode, type TextFile } from './source-tree.ts';

type Files = readonly TextFile[];

const TX = /from '[./]*db\/kernel\/tx\.ts'/;
const BAG = /^(?:export )?(?:interface|type) \w*Deps\b/gm;
const FACTORY = /^\/\*\* Call its functions inside `database\.write` only\. \*\/$/gm;

/**
 * Maximum numbers: members of `Ledger`; types `…Deps`, which bundle dependencies; and factories
 * whose functions may only be called inside `database.write`.
 */
export const CEILINGS = { members: 10, bags: 0, factories: 1 };

export function countActs(files: Files): typeof CEILINGS {
  const db = files.filter(({ path }) => path.startsWith('db/') && path.endsWith('.ts'));
  const count = (pattern: RegExp) =>
    db.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
  return {
    members: countMembers(files.find(({ path }) => path === 'db/ledger.ts')?.text ?? ''),
    bags: count(BAG),
    factories: count(FACTORY),
  };
}

function countMembers(text: string): number {
  const file = ts.createSourceFile('ledger.ts', text, ts.ScriptTarget.Latest);
  const statement = file.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === 'Ledger',
  ) as ts.InterfaceDeclaration | undefined;
  return statement?.members.length ?? 0;
}

/** A transaction stays inside the ledger: code outside runs an act. */
export function noTransactionLeavesTheLedger(files: Files): Finding[] {
  const outside = files.filter(
    ({ path, text }) => isCode({ path, text }) && !/^(db|test)\//.test(path) && TX.test(text),
  );
  return outside.map((file) =>
    finding(file, 1, 'holds a transaction', 'run an act of the ledger with plain data'),
  );
}
