const room = 56;
const ending = 15;

/** The name of a file, cut in its middle where it is too long for a sentence: beginning and end tell it from others. */
export function shortName(name: string): string {
  const characters = [...name];
  if (characters.length <= room) return name;
  return `${characters.slice(0, room - ending - 1).join('')}…${characters.slice(-ending).join('')}`;
}
