// Shell completion: `kontor completion bash` prints a script, which calls `kontor complete` for the
// possible words. New operations therefore need no new script.

import type { Command } from 'commander';
import { CommandError } from './command-error.ts';
import type { Context } from './context.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_kontor() {
  local words
  words=$(kontor complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _kontor kontor
`,
  zsh: `#compdef kontor
_kontor() {
  local -a found
  found=(\${(f)"$(kontor complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  compadd -a found
}
compdef _kontor kontor
`,
  fish: `function __kontor
  set -l words (commandline -opc) (commandline -ct)
  kontor complete -- $words[2..-1] 2>/dev/null
end
complete -c kontor -f -a '(__kontor)'
`,
};

/** Adds `kontor completion SHELL` and the command that its script calls. */
export function addCompletion(program: Command, { screen }: Context): void {
  const completion = program.command('completion').description('Completions for a shell');
  completion.argument('<shell>', Object.keys(SCRIPTS).join(', '));
  completion.action((shell: string) => {
    const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
    if (!script) throw new CommandError(`no completions for ${shell}: bash, zsh or fish`, 'usage');
    screen.out(script);
  });
  const complete = program.command('complete', { hidden: true }).argument('[words...]');
  complete.action((words: readonly string[]) => {
    for (const word of completeLast(program, words)) screen.out(`${word}\n`);
  });
}

/** The possible completions of the last word. */
function completeLast(program: Command, words: readonly string[]): string[] {
  let node = program;
  for (const word of words.slice(0, -1)) {
    const next = node.commands.find(
      (command) => command.name() === word || command.aliases().includes(word),
    );
    if (next) node = next;
  }
  const start = words.at(-1) ?? '';
  const previousOption = node.options.find((option) => option.long === words.at(-2));
  const values = previousOption?.flags.match(/<([^>]*\|[^>]*)>/)?.[1]?.split('|');
  const flags = [...node.options, ...program.options].flatMap(({ long }) => long ?? []);
  const names = visibleCommands(node).flatMap((command) =>
    command.name() === 'help' ? [] : command.name(),
  );
  const all = values ?? (start.startsWith('-') || names.length === 0 ? flags : names);
  return all.filter((word) => word.startsWith(start)).sort();
}

const visibleCommands = (command: Command) => command.createHelp().visibleCommands(command);
