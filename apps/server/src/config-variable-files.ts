import { readFileSync } from 'node:fs';

/**
 * The variables that are set; those of `known` with the suffix `_FILE` are replaced by the content of the file they
 * name. `faults` has a sentence for each file that cannot be read and each variable that is set twice.
 */
export function readVariableFiles(
  environment: NodeJS.ProcessEnv,
  known: object,
): { given: Record<string, string>; faults: string[] } {
  const given: Record<string, string> = {};
  const faults: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    const base = name.replace(/_FILE$/, '');
    if (value === undefined || value === '') continue;
    if (base === name || !(base in known)) given[name] = value;
    else if (environment[base]) faults.push(`${base} and ${name} are both set: keep one of them.`);
    else {
      try {
        given[base] = readFileSync(value, 'utf8').trimEnd();
      } catch {
        faults.push(`${name} cannot be read: ${value}`);
      }
    }
  }
  return { given, faults };
}
