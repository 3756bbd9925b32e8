const room = 56;
const ending = 15;

/** Truncates a long file name in the middle: the start and the end distinguish it from others. */
export function shortName(name: string): string {
  const characters = [...name];
  if (characters.length <= room) return name;
  return `${characters.slice(0, room - ending - 1).join('')}…${characters.slice(-ending).join('')}`;
}
