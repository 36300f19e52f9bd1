// Rules about single words: words that only one file may use, and banned words.
import ts from 'typescript';
import {
  commentsOf,
  engineCode,
  type Finding,
  finding,
  isCode,
  lineFindings,
  type NodeTest,
  nodeFindings,
  type TextFile,
} from './source-tree.ts';

type Files = readonly TextFile[];

/** Only one table maps rejections to HTTP statuses; other files throw the rejection. */
export function onlyErrorsKnowsRejectionStatuses(files: Files): Finding[] {
  const otherFiles = engineCode(files).filter(
    ({ path }) =>
      path !== 'api/kit/errors.ts' &&
      path !== 'api/kit/problem-schema.ts' &&
      // Clients read problems; their types are generated from the document.
      !path.startsWith('packages/client/'),
  );
  const instead = 'throw the rejection: api/kit/errors.ts gives it its status and its problem';
  const words = lineFindings(otherFiles, /problem\+json/, 'writes a problem itself', instead);
  return words.concat(
    nodeFindings(otherFiles, 'gives a rejection its status', instead, (node) => {
      if (!ts.isPropertyAssignment(node)) return false;
      const name = node.name.getText().replace(/['"]/g, '');
      const isNamed = /^(status|statusCode|httpStatus)$|^[a-z]+(_[a-z]+)+$/.test(name);
      return isNamed && /^[45]\d\d$/.test(node.initializer.getText());
    }),
  );
}

export function onlyFailureBuildsFailures(files: Files): Finding[] {
  const otherFiles = engineCode(files).filter(({ path }) => path !== 'activities/failure.ts');
  const instead = 'use activities/failure.ts';
  return nodeFindings(otherFiles, 'names ApplicationFailure', instead, (node) => {
    if (ts.isImportSpecifier(node)) {
      return (node.propertyName ?? node.name).text === 'ApplicationFailure';
    }
    return ts.isPropertyAccessExpression(node) && node.name.text === 'ApplicationFailure';
  });
}

/** Only reads and acts in db/ use the type of the SQLite database. */
export function onlyDbKnowsSqlite(files: Files): Finding[] {
  const otherFiles = engineCode(files).filter(({ path }) => !/^(db|scripts|bench)\//.test(path));
  const instead = 'call a read or an act of db/<noun>, with the ledger';
  return nodeFindings(otherFiles, 'names the database of a ledger', instead, (node) => {
    if (ts.isImportSpecifier(node)) {
      return /^(ReadOnly)?Database$/.test((node.propertyName ?? node.name).text);
    }
    if (!ts.isPropertyAccessExpression(node) || !/^(raw|orm)$/.test(node.name.text)) return false;
    return /\bdatabase\.(raw|orm)$/.test(node.getText());
  });
}

interface BannedWord {
  readonly word: string;
  readonly instead: string;
  readonly where?: (path: string) => boolean;
  readonly is: NodeTest;
}

const isPure = (path: string) => /^(ledger|workflows)\//.test(path);
const isNamed = (name: string) => (node: ts.Node) => ts.isIdentifier(node) && node.text === name;
const isMember = (text: string) => (node: ts.Node) =>
  ts.isPropertyAccessExpression(node) &&
  text.endsWith(`.${node.name.text}`) &&
  node.getText().replace(/^globalThis\./, '') === text;

const CLOCK = 'take the time as an argument (a workflow: from an activity or a timer)';

const BANNED_WORDS: readonly BannedWord[] = [
  { word: 'parseFloat', instead: 'parse amounts in ledger/money.ts', is: isNamed('parseFloat') },
  {
    word: 'toFixed',
    instead: 'format amounts in ledger/money.ts, round figures with Math.round',
    is: isNamed('toFixed'),
  },
  { word: 'Date.now', instead: CLOCK, where: isPure, is: isMember('Date.now') },
  { word: 'performance.now', instead: CLOCK, where: isPure, is: isMember('performance.now') },
  {
    word: 'new Date()',
    instead: CLOCK,
    // The time of a step is shown to people and decides nothing.
    where: (path) => isPure(path) && path !== 'workflows/queries.ts',
    is: (node) =>
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText() === 'Date' &&
      (node.arguments?.length ?? 0) === 0,
  },
  {
    word: 'Math.random',
    instead: 'take the random value as an argument',
    where: isPure,
    is: isMember('Math.random'),
  },
];

export function noWordIsBanned(files: Files): Finding[] {
  return BANNED_WORDS.flatMap(({ word, instead, where, is }) => {
    const read = files.filter((file) => isCode(file) && (where?.(file.path) ?? true));
    return nodeFindings(read, `has ${word}`, instead, is);
  });
}

export function noCommentIsBanned(files: Files): Finding[] {
  const banned = /@ts-ignore|@ts-nocheck|\b(TODO|FIXME)\b/;
  const instead = 'mend it, or say in a sentence what is missing and why';
  // Comments are parsed only when the text contains a banned word, because parsing is slow.
  const suspects = files.filter((file) => isCode(file) && banned.test(file.text));
  const inCode = suspects.flatMap((file) =>
    commentsOf(file).flatMap(({ line, text }) => {
      const word = banned.exec(text)?.[0];
      return word === undefined ? [] : [finding(file, line, `has ${word}`, instead)];
    }),
  );
  const otherFiles = files.filter(({ path }) => /\.(sql|sol|sh|ya?ml)$/.test(path));
  return [...inCode, ...lineFindings(otherFiles, banned, 'has a banned comment', instead)];
}

/**
 * Finds texts that are valid on one machine only: home folders, checkouts, the address of a package
 * mirror.
 */
export function nothingNamesAMachine(files: Files): Finding[] {
  const home = /(?<![\w.~@:}/-])\/(work|root|home\/(?!node\b)\w+|Users\/\w+)\//;
  const asUrl = /file:\/\/\/(work|root|home|Users)\/|\b[A-Z]:\\\\?Users\b/;
  const path = new RegExp(`${home.source}|${asUrl.source}`);
  const hosts = /registry\.npmjs\.|registry\.yarnpkg\.|\bpypi\.org|pythonhosted\.org/;
  const setting = /registry["']?\s*[=:]\s*["']?https?:|index-url[ =]https?:|_auth[T]oken/;
  const registry = new RegExp(`${hosts.source}|${setting.source}`);
  const locks = files.filter((file) => file.path.endsWith('package-lock.json'));
  const toNpm = "leave it to the user's npm";
  return [
    ...lineFindings(files, path, 'names a path of one machine', 'use a path relative to the file'),
    ...lineFindings(files, registry, 'names a package registry', toNpm),
    ...lineFindings(
      locks,
      /"resolved": "(https?|git)/,
      'names a package registry',
      'npm i, as .npmrc has it',
    ),
  ];
}
